import type { IExecuteFunctions } from 'n8n-workflow';

import {
	findRequest,
	findRequests,
	isCallersOwn,
	listRequests,
	requestIdIn,
	sameId,
	searchPhraseFor,
	showsRequest,
} from '../../../shared/transport/queuedRequests';
import { scanQueue } from '../../../shared/transport/scanQueue';
import { wordsShown } from './requestWords';
import type { QueuedRecord } from '../../../shared/transport/queuedRecord';

/** Up to so many requests of a queue are read to its beginning; a longer one has to be searched by the service. */
const SHORT_QUEUE = 300;

/** Up to so many of them are read one by one, where the list shows no requests. */
const MOST_SINGLE_READS = 100;

/** So many requests at each end of a queue are looked at for an identifier, and so many of them read one by one. */
const SAMPLED = 100;
const MOST_SAMPLE_READS = 5;

/** How the requests with an identifier are found in a connection's whole queue. */
export type History =
	/** The service's search finds identifiers: it found requests that were known to be there. */
	| { by: 'search' }
	/** The queue is short, and all its identifiers can be seen. */
	| { by: 'reading'; limit: number }
	/** There is no way to know. `because` is a clause. */
	| { by: 'none'; because: string };

const withRequest = async (context: IExecuteFunctions, record: QueuedRecord) =>
	showsRequest(record) ? record : ((await findRequest(context, record.id)) ?? record);

/** All records of a queue, with their requests; undefined if they are more than the limit. */
async function readWhole(
	context: IExecuteFunctions,
	connectionId: string,
	limit: number,
): Promise<QueuedRecord[] | undefined> {
	const listed: QueuedRecord[] = [];
	const end = await scanQueue(context, connectionId, {
		visit: (record) => {
			listed.push(record);
			return false;
		},
		limit,
	});
	const hidden = listed.filter((record) => !showsRequest(record)).length;
	if (end !== 'end' || hidden > MOST_SINGLE_READS) return undefined;
	const records: QueuedRecord[] = [];
	for (const record of listed) records.push(await withRequest(context, record));
	return records;
}

/** The kinds of requests that the pre-built endpoints make (interface, section 4.3): identifiers reach them in the call. */
const prebuiltKinds = new Set([
	'CustomerQueryRq',
	'VendorQueryRq',
	'ItemQueryRq',
	'ItemSalesTaxQueryRq',
	'SalesTaxCodeQueryRq',
	'InvoiceQueryRq',
	'CreditMemoQueryRq',
	'InvoiceAddRq',
	'DataExtModRq',
]);

const isPrebuilt = (record: QueuedRecord): boolean =>
	prebuiltKinds.has(wordsShown(record)?.elements.join() ?? '');

/** Whether a request was made in the same way as those in question, so that its identifier went the same way. */
type Likeness = (record: QueuedRecord) => boolean;

/** The outermost request at one end of the queue whose identifier is certainly one that a caller gave. */
async function sampleAt(
	context: IExecuteFunctions,
	connectionId: string,
	direction: 'asc' | 'desc',
	isAlike: Likeness,
): Promise<QueuedRecord | undefined> {
	const isSample = (record: QueuedRecord) => isCallersOwn(requestIdIn(record)) && isAlike(record);
	const listed: QueuedRecord[] = [];
	await scanQueue(context, connectionId, {
		visit: (record) => listed.push(record) === SAMPLED || isSample(record),
		query: { sort_direction: direction },
		pageSize: 20,
		limit: SAMPLED,
	});
	const shown = listed.find(isSample);
	if (shown) return shown;
	for (const record of listed.filter((one) => !showsRequest(one)).slice(0, MOST_SAMPLE_READS)) {
		const read = await withRequest(context, record);
		if (isSample(read)) return read;
	}
	return undefined;
}

async function searchFinds(
	context: IExecuteFunctions,
	connectionId: string,
	sample: QueuedRecord,
): Promise<boolean> {
	// A search that finds a part of it finds the whole too.
	const phrase = searchPhraseFor(String(requestIdIn(sample))).slice(0, -1);
	const query = { search_phrase: phrase, page: 1, page_size: 20 };
	const { data } = await listRequests(context, connectionId, query);
	return data.some(({ id }) => sameId(id, sample.id));
}

interface Question {
	/** Whether the identifiers in question go to the pre-built endpoints; otherwise they stand in the requests. */
	arePrebuilt: boolean;
	/** Up to how many records the queue is read where it can't be searched. */
	limit?: number;
}

/**
 * Finds out how a connection's whole queue can be asked for identifiers. Where the service's search looks is not stated
 * ("filters the list", interface, section 4.2): it is trusted only if it finds what is known to be there, at both ends.
 */
export async function historyOf(
	context: IExecuteFunctions,
	connectionId: string,
	{ arePrebuilt, limit = SHORT_QUEUE }: Question,
): Promise<History> {
	const isAlike: Likeness = arePrebuilt ? isPrebuilt : () => true;
	const newest = await sampleAt(context, connectionId, 'desc', isAlike);
	const oldest = newest && (await sampleAt(context, connectionId, 'asc', () => true));
	const isSearchable =
		newest !== undefined &&
		oldest !== undefined &&
		(await searchFinds(context, connectionId, newest)) &&
		(await searchFinds(context, connectionId, oldest));
	if (isSearchable) return { by: 'search' };
	const whole = await readWhole(context, connectionId, limit);
	const mayBeIt = whole?.filter((record) => !showsRequest(record) || isAlike(record));
	const isShown = newest ?? mayBeIt?.find((record) => isCallersOwn(requestIdIn(record)));
	if (mayBeIt && (mayBeIt.length === 0 || isShown)) return { by: 'reading', limit };
	return {
		by: 'none',
		because: whole
			? 'no request of this kind in its queue shows the identifier that it was given'
			: "the service's search does not find identifiers, and its queue is too long to be read",
	};
}

/**
 * The requests of a connection's whole queue whose identifier fits, oldest first.
 * @param phrase What the service is asked for, where its search finds identifiers.
 */
export async function requestsWith(
	context: IExecuteFunctions,
	connectionId: string,
	history: History,
	phrase: string,
	fits: (identifier: string) => boolean,
): Promise<QueuedRecord[]> {
	const records =
		history.by === 'search'
			? await findRequests(context, connectionId, {
					search_phrase: searchPhraseFor(phrase),
					sort_direction: 'asc',
				})
			: history.by === 'reading'
				? [...((await readWhole(context, connectionId, history.limit)) ?? [])].reverse()
				: [];
	const shown: QueuedRecord[] = [];
	for (const record of records) shown.push(await withRequest(context, record));
	return shown.filter((record) => {
		const identifier = requestIdIn(record);
		return identifier !== undefined && fits(identifier);
	});
}

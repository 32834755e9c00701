import type { IExecuteFunctions } from 'n8n-workflow';

import {
	findRequest,
	findRequests,
	listRequests,
	requestIdIn,
	sameId,
	searchPhraseFor,
	showsRequest,
	type QueuedRecord,
} from '../../shared/service/queue';
import { scanQueue } from '../../shared/service/scan';

/** Up to so many requests of a queue are read to its beginning; a longer one has to be searched by the service. */
const shortQueue = 300;

/** Up to so many of them are read one by one, where the list shows no requests. */
const mostSingleReads = 100;

/** So many requests at each end of a queue are looked at for an identifier, and so many of them read one by one. */
const sampled = 100;
const mostSampleReads = 5;

/** How the requests with an identifier are found in a connection's whole queue. */
export type History =
	/** The service's search finds identifiers: it found requests that were known to be there. */
	| { by: 'search' }
	/** The queue is short, and all its identifiers can be seen. */
	| { by: 'reading'; limit: number }
	/** There is no way to know. `because` is a clause. */
	| { by: 'none'; because: string };

const showsIdentifierOrNothing = (record: QueuedRecord): boolean =>
	!showsRequest(record) || requestIdIn(record) !== undefined;

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
	if (end !== 'end' || hidden > mostSingleReads) return undefined;
	const records: QueuedRecord[] = [];
	for (const record of listed) records.push(await withRequest(context, record));
	return records;
}

/** The outermost request at one end of the queue whose identifier can be seen. */
async function sampleAt(
	context: IExecuteFunctions,
	connectionId: string,
	direction: 'asc' | 'desc',
): Promise<QueuedRecord | undefined> {
	const listed: QueuedRecord[] = [];
	await scanQueue(context, connectionId, {
		visit: (record) => listed.push(record) === sampled || requestIdIn(record) !== undefined,
		query: { sort_direction: direction },
		pageSize: 20,
		limit: sampled,
	});
	for (const record of listed.filter(showsIdentifierOrNothing).slice(0, mostSampleReads)) {
		const shown = await withRequest(context, record);
		if (requestIdIn(shown) !== undefined) return shown;
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

/**
 * Finds out how a connection's whole queue can be asked for an identifier. Where the service's search looks is not stated
 * ("filters the list", interface, section 4.2): it is trusted only if it finds what is known to be there, at both ends.
 * @param limit Up to how many records the queue is read instead.
 */
export async function historyOf(
	context: IExecuteFunctions,
	connectionId: string,
	limit = shortQueue,
): Promise<History> {
	const newest = await sampleAt(context, connectionId, 'desc');
	const oldest = newest && (await sampleAt(context, connectionId, 'asc'));
	const isSearchable =
		newest !== undefined &&
		oldest !== undefined &&
		(await searchFinds(context, connectionId, newest)) &&
		(await searchFinds(context, connectionId, oldest));
	if (isSearchable) return { by: 'search' };
	const whole = await readWhole(context, connectionId, limit);
	if (whole?.length === 0 || whole?.some((record) => requestIdIn(record) !== undefined)) {
		return { by: 'reading', limit };
	}
	return {
		by: 'none',
		because: whole
			? 'no request in its queue shows an identifier'
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

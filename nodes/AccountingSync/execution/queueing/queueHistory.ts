import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { QueuedRecord } from '../../../shared/transport/queuedRecord';
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
import { Gate } from './gate';
import { wordsShown } from './requestWords';

/** A queue with at most this many requests is read to its beginning. The service has to search a longer one. */
const SHORT_QUEUE = 300;

/** If the list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 100;

/**
 * We look for an identifier in this many requests at each end of a queue, and read up to MOST_SAMPLE_READS of them one
 * by one.
 */
const SAMPLED = 100;
const MOST_SAMPLE_READS = 5;

/** How to find the requests with an identifier in a connection's whole queue. */
export type History =
	/** By the service's search: it found requests that we knew to be there. */
	| { by: 'search' }
	/** By reading: the queue was short when the run began, and we can see all its identifiers. */
	| { by: 'reading'; queue: ReadQueue }
	/** We can't find them. `because` is a clause. */
	| { by: 'none'; because: string };

const withRequest = async (context: IExecuteFunctions, record: QueuedRecord) =>
	showsRequest(record) ? record : ((await findRequest(context, record.id)) ?? record);

/**
 * A queue that was read to its beginning. The run itself makes it longer and longer, so what was read is kept, and only what
 * came later is read again.
 */
class ReadQueue {
	/** The identifiers of all requests that were read, by their IDs, oldest first. */
	private readonly identifiers = new Map<string, string | undefined>();

	/** When the newest one was queued, by the service's clock. */
	private newestAt: QueuedRecord['inserted_at'];

	private readonly gate = new Gate();

	/** @param records Newest first. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly connectionId: string,
		records: readonly QueuedRecord[],
	) {
		this.add(records);
	}

	/**
	 * The IDs of the requests whose identifier fits, oldest first.
	 * @throws NodeApiError if the service can't be asked, or NodeOperationError if the queue can't be read.
	 */
	async find(fits: (identifier: string) => boolean): Promise<string[]> {
		return await this.gate.passAlone(async () => {
			await this.readOn();
			return [...this.identifiers].flatMap(([id, identifier]) =>
				identifier !== undefined && fits(identifier) ? [id] : [],
			);
		});
	}

	private add(records: readonly QueuedRecord[]): void {
		for (const record of [...records].reverse()) {
			this.identifiers.set(record.id.toLowerCase(), requestIdIn(record));
		}
		const [newest] = records;
		if (newest) this.newestAt = newest.inserted_at;
	}

	/** Everything that is new stands before, or among, the newest requests that are known. */
	private async readOn(): Promise<void> {
		const { context, connectionId, identifiers, newestAt } = this;
		const fresh: QueuedRecord[] = [];
		const end = await scanQueue(context, connectionId, {
			visit: (record) => {
				const isKnown = identifiers.has(record.id.toLowerCase());
				if (!isKnown) fresh.push(record);
				const { inserted_at: at } = record;
				return isKnown && newestAt !== undefined && at !== undefined && at !== newestAt;
			},
		});
		if (end === 'limit') {
			throw new NodeOperationError(
				context.getNode(),
				"The queue has become too long to tell whether the item's ID is already in it.",
				{
					description:
						'The item was not sent. Run what is missing in a new execution with fewer items.',
				},
			);
		}
		const shown: QueuedRecord[] = [];
		for (const record of fresh) shown.push(await withRequest(context, record));
		this.add(shown);
	}
}

/** All records of a queue, with their requests. Undefined if there are more than the limit. */
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

/**
 * The kinds of requests that the pre-built endpoints make (interface, section 4.3). Their identifiers are sent in the
 * call.
 */
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

/**
 * Whether a request was made in the same way as the ones we ask about, so that its identifier was sent in the same way.
 */
type Likeness = (record: QueuedRecord) => boolean;

/** The request nearest to one end of the queue whose identifier certainly came from a caller. */
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
	// A search that finds a part of the identifier also finds the whole.
	const phrase = searchPhraseFor(String(requestIdIn(sample))).slice(0, -1);
	const query = { search_phrase: phrase, page: 1, page_size: 20 };
	const { data } = await listRequests(context, connectionId, query);
	return data.some(({ id }) => sameId(id, sample.id));
}

interface Question {
	/**
	 * Whether the identifiers we ask about are sent to the pre-built endpoints. Otherwise they are inside the requests.
	 */
	arePrebuilt: boolean;
	/** How many records to read, at most, if the queue can't be searched. */
	limit?: number;
}

/**
 * Finds out how to look for identifiers in a connection's whole queue. The interface does not state where the service's
 * search looks ("filters the list", interface, section 4.2). So we trust the search only if it finds a request that we
 * know to be there, at both ends of the queue.
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
	if (whole && mayBeIt && (mayBeIt.length === 0 || isShown)) {
		return { by: 'reading', queue: new ReadQueue(context, connectionId, whole) };
	}
	return {
		by: 'none',
		because: whole
			? 'no request of this kind in its queue shows the identifier that it was given'
			: "the service's search does not find identifiers, and its queue is too long to be read",
	};
}

/**
 * The requests in a connection's whole queue whose identifier fits, oldest first.
 * @param phrase What to search for, if the service's search finds identifiers.
 */
export async function requestsWith(
	context: IExecuteFunctions,
	connectionId: string,
	history: History,
	phrase: string,
	fits: (identifier: string) => boolean,
): Promise<QueuedRecord[]> {
	if (history.by === 'none') return [];
	if (history.by === 'reading') {
		const found: QueuedRecord[] = [];
		// What was read may be old by now: a request that was waiting then may have been refused.
		for (const id of await history.queue.find(fits)) {
			const record = await findRequest(context, id);
			if (record) found.push(record);
		}
		return found;
	}
	const records = await findRequests(context, connectionId, {
		search_phrase: searchPhraseFor(phrase),
		sort_direction: 'asc',
	});
	const shown: QueuedRecord[] = [];
	for (const record of records) shown.push(await withRequest(context, record));
	return shown.filter((record) => {
		const identifier = requestIdIn(record);
		return identifier !== undefined && fits(identifier);
	});
}

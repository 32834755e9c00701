import type { WireValues } from '../form/fieldSpec';
import type { ServiceContext } from './client';
import type { QueuedRecord } from './queuedRecord';
import { identity, LARGEST_PAGE, listRequests, sameId } from './queuedRequests';

/** How a look through a list ended: where the visitor said stop, at its end, or at the limit of records. */
export type ScanEnd = 'stopped' | 'end' | 'limit';

interface Scan {
	/** Gets each record once, and says whether that was enough. */
	visit: (record: QueuedRecord) => boolean;
	query?: WireValues;
	pageSize?: number;
	/** How many records to read at most. */
	limit?: number;
	itemIndex?: number;
	deadline?: AbortSignal;
}

const newestFirst: WireValues = { sort: 'inserted_at', sort_direction: 'desc' };

/**
 * Reads a connection's queue in its stated order, newest first (interface, section 4.2). A search may look anywhere
 * ("filters the list"). This way of finding a record relies only on what the interface states.
 */
export async function scanQueue(
	context: ServiceContext,
	connectionId: string,
	{ visit, query, pageSize = LARGEST_PAGE, limit = 5_000, itemIndex, deadline }: Scan,
): Promise<ScanEnd> {
	// What is queued meanwhile moves the others down, so a record may appear again on the next page.
	const seen = new Set<string>();
	for (let page = 1, pages = 1; page <= pages; page++) {
		if ((page - 1) * pageSize >= limit) return 'limit';
		const listed = await listRequests(
			context,
			connectionId,
			{ ...newestFirst, ...query, page, page_size: pageSize },
			itemIndex,
			deadline,
		);
		for (const record of listed.data) {
			const known = identity(record);
			if (seen.has(known)) continue;
			seen.add(known);
			if (visit(record)) return 'stopped';
		}
		if (listed.data.length === 0) return 'end';
		pages = listed.total_pages;
	}
	return 'end';
}

/**
 * A place in a connection's queue: the newest records at one moment. In the list, records that were queued later come
 * before them. We don't use a time, because the clocks of n8n and the service differ.
 */
export interface Mark {
	/** The IDs of the newest records. Several if they were queued at the same instant, none if the queue was empty. */
	ids: string[];
	/** When they were queued, by the service's clock. This tells them apart from a later page of the same request. */
	at?: string;
}

/** How many records with the same time we read at most. */
const MOST_AT_ONE_INSTANT = 100;

/** The mark at this moment. */
export async function readMark(
	context: ServiceContext,
	connectionId: string,
	itemIndex?: number,
): Promise<Mark> {
	const newest: QueuedRecord[] = [];
	const isOfSameInstant = ({ inserted_at: at }: QueuedRecord) =>
		newest.length === 0 || (at !== undefined && at === newest[0].inserted_at);
	await scanQueue(context, connectionId, {
		visit: (record) => {
			if (!isOfSameInstant(record)) return true;
			newest.push(record);
			return false;
		},
		pageSize: 2,
		limit: MOST_AT_ONE_INSTANT,
		itemIndex,
	});
	const at = newest[0]?.inserted_at;
	return { ids: newest.map(({ id }) => id), ...(typeof at === 'string' && { at }) };
}

/** What was added to a queue since a mark. */
export interface Gained {
	/** The records since the mark, newest first. */
	records: QueuedRecord[];
	/** If the list shows no times: the records after the mark. With equal times, new ones may be among them. */
	beyond: QueuedRecord[];
	/** Whether the records go back to the mark, or to the beginning of the queue. */
	isWhole: boolean;
	/** Whether the mark is no longer there, so that the records are those of the whole queue. */
	isMarkGone: boolean;
}

/** @param limit How many records to read at most, if the usual number is not enough. */
export async function recordsSince(
	context: ServiceContext,
	connectionId: string,
	{ ids, at }: Mark,
	itemIndex?: number,
	limit?: number,
): Promise<Gained> {
	const isMark = ({ id, inserted_at: queuedAt }: QueuedRecord) =>
		ids.some((marked) => sameId(marked, id)) && (at === undefined || queuedAt === at);
	const records: QueuedRecord[] = [];
	const beyond: QueuedRecord[] = [];
	let isPassed = false;
	let afterMark = 0;
	const end = await scanQueue(context, connectionId, {
		visit: (record) => {
			if (isMark(record)) {
				isPassed = true;
				return false;
			}
			if (!isPassed) {
				records.push(record);
				return false;
			}
			if (at !== undefined && record.inserted_at !== at) return true;
			// With equal times, a service may list new records after the mark.
			(at === undefined ? beyond : records).push(record);
			afterMark += 1;
			return afterMark >= MOST_AT_ONE_INSTANT;
		},
		itemIndex,
		limit,
	});
	return {
		records,
		beyond,
		isWhole: isPassed || end === 'end',
		isMarkGone: ids.length > 0 && !isPassed,
	};
}

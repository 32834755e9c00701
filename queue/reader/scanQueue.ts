import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import type { QueuedRecord } from '../requests/queuedRecord';
import { LARGEST_PAGE, listedPages, sameId } from './queuedRequests';
import { isOlder, queuedAt } from './tiedRecords';

/** How a look through a list ended: where the visitor said stop, at its end, or at the limit of records. */
export type ScanEnd = 'stopped' | 'end' | 'limit';

interface Scan {
	/** Gets each record once, and says whether that was enough. */
	visit: (record: QueuedRecord) => boolean;
	query?: QueryValues;
	pageSize?: number;
	/** How many records to read at most. */
	limit?: number;
}

/** How many records of a queue are read at most, unless somebody needs more or is content with less. */
export const MOST_LISTED = 5_000;

/** The order in which new records come first. */
export const newestFirst: QueryValues = { sort: 'inserted_at', sort_direction: 'desc' };
export const oldestFirst: QueryValues = { sort: 'inserted_at', sort_direction: 'asc' };

/**
 * Reads a connection's queue in its stated order, newest first (interface, section 4.2). A search may look anywhere
 * ("filters the list"). This way of finding a record relies only on what the interface states.
 */
export async function scanQueue(
	service: Service,
	connectionId: string,
	{ visit, query, pageSize = LARGEST_PAGE, limit = MOST_LISTED }: Scan,
): Promise<ScanEnd> {
	const pages = listedPages(
		service,
		connectionId,
		{ ...newestFirst, ...query, page_size: pageSize },
		limit,
	);
	for (;;) {
		const { value, done } = await pages.next();
		if (done) return value ? 'end' : 'limit';
		if (value.some(visit)) return 'stopped';
	}
}

/**
 * A place in a connection's queue: the newest records at one moment. In the list, records that were queued later come
 * before them. We don't use a time, because the clocks of n8n and the service differ.
 */
export interface QueueCursor {
	/** The IDs of the newest records. Several if they were queued at the same instant, none if the queue was empty. */
	ids: string[];
	/** When they were queued, by the service's clock. This tells them apart from a later page of the same request. */
	at?: string;
}

/** How many records with the same time we read at most. */
const MOST_AT_ONE_INSTANT = 100;

const isTimed = (record: QueuedRecord): boolean => queuedAt(record) !== undefined;

/** The cursor at this moment. */
export async function readCursor(service: Service, connectionId: string): Promise<QueueCursor> {
	const newest: QueuedRecord[] = [];
	const isOfSameInstant = (record: QueuedRecord) =>
		newest.length === 0 || (isTimed(record) && queuedAt(record) === queuedAt(newest[0]));
	await scanQueue(service, connectionId, {
		visit: (record) => {
			if (isOfSameInstant(record)) {
				newest.push(record);
				return false;
			}
			// What was queued in the meantime may come late. It is newer.
			return !isTimed(record) || !isTimed(newest[0]) || isOlder(record, newest[0]);
		},
		pageSize: 2,
		limit: MOST_AT_ONE_INSTANT,
	});
	const at = newest[0] && queuedAt(newest[0]);
	return { ids: newest.map(({ id }) => id), ...(at !== undefined && { at }) };
}

/** What was added to a queue since a cursor. */
export interface Gained {
	/** The records since the cursor, newest first. */
	records: readonly QueuedRecord[];
	/**
	 * The IDs of those that may have been there before it: the list shows no times, too many have the cursor's, or the cursor is no
	 * longer there.
	 */
	mayBeOlder: ReadonlySet<string>;
	/** Whether the records go back to the cursor, or to the beginning of the queue. */
	isWhole: boolean;
}

/** @param limit How many records to read at most, if the usual number is not enough. */
export async function recordsSince(
	service: Service,
	connectionId: string,
	{ ids, at }: QueueCursor,
	limit?: number,
): Promise<Gained> {
	// A list may show no times, although the request itself does.
	const isCursor = (record: QueuedRecord) =>
		ids.some((newest) => sameId(newest, record.id)) &&
		(at === undefined || !isTimed(record) || queuedAt(record) === at);
	const isFull = ids.length >= MOST_AT_ONE_INSTANT;
	const records: QueuedRecord[] = [];
	const mayBeOlder = new Set<string>();
	let cursor: QueuedRecord | undefined;
	let behindCursor = 0;
	let areTooMany = false;
	const end = await scanQueue(service, connectionId, {
		visit: (record) => {
			if (isCursor(record)) {
				cursor = record;
				return false;
			}
			if (cursor && isOlder(record, cursor)) return true;
			records.push(record);
			// With equal times, a service may list new records behind the cursor.
			const areTimed = !cursor || (isTimed(cursor) && isTimed(record));
			if (!areTimed || (isFull && queuedAt(record) === at)) mayBeOlder.add(record.id);
			if (!cursor) return false;
			behindCursor += 1;
			// Where the list shows no times at all, what was queued long before stands there too.
			areTooMany = areTimed && behindCursor >= MOST_AT_ONE_INSTANT;
			return behindCursor >= MOST_AT_ONE_INSTANT;
		},
		limit,
	});
	const isCursorGone = ids.length > 0 && cursor === undefined;
	return {
		records,
		mayBeOlder: isCursorGone ? new Set(records.map(({ id }) => id)) : mayBeOlder,
		isWhole: (cursor !== undefined && !areTooMany) || end === 'end',
	};
}

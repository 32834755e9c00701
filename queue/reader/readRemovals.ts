import { unclear } from '../../quickbooks/qbxml/certainty';
import type { Service } from '../calls/ports';
import { hasAnswer, isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { showsRequest } from '../requests/requestId';
import { wordsShown } from '../requests/requestWords';
import {
	addedBy,
	isRemoval,
	removalRequests,
	type Standing,
	standingOfRequest,
} from '../requests/standing';
import { listRequests, sameId, withRequestsOf } from './queuedRequests';
import { MOST_LISTED, scanQueue } from './scanQueue';
import { isWholeSearch } from './search';
import { isOlder } from './tiedRecords';

/** If the list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 200;

/** What all requests that add something are called. */
const ADDITION = 'AddRq';

/** How many requests we read at first. */
const NEWEST = 100;

/** Whether a request may be a removal. The answer to one that can't be read may tell. */
const mayRemove = (record: QueuedRecord): boolean =>
	wordsShown(record)?.elements.some(isRemoval) ?? true;

/** Whether a list has left out nothing of a request. */
const isShown = (record: QueuedRecord): boolean =>
	showsRequest(record) && (hasAnswer(record) || !isTerminal(record));

/** What was read of a queue, or of what the service's search finds. */
interface Read {
	removals: readonly QueuedRecord[];
	/** The IDs of everything, in lower case. */
	ids: ReadonlySet<string>;
	isWhole: boolean;
}

/** Reads a queue in its stated order, newest first. Undefined if its requests are hidden, and too many to be read one by one. */
async function read(
	service: Service,
	connectionId: string,
	{ limit, phrase }: { limit: number; phrase?: string },
): Promise<Read | undefined> {
	const ids = new Set<string>();
	const listed: QueuedRecord[] = [];
	const end = await scanQueue(service, connectionId, {
		visit: (record: QueuedRecord) => {
			ids.add(record.id.toLowerCase());
			if (mayRemove(record)) listed.push(record);
			// A search may filter nothing.
			return phrase !== undefined && listed.length === 0 && ids.size >= NEWEST;
		},
		...(phrase !== undefined && { query: { search_phrase: phrase } }),
		limit,
	});
	const removals = await withRequestsOf(service, listed, MOST_SINGLE_READS, isShown);
	const isWhole =
		end === 'end' &&
		(phrase === undefined || (await isWholeSearch(service, connectionId, ids.size)));
	return removals && { removals, ids, isWhole };
}

/** Removals, and of what was queued since when they are certainly all. */
interface Removals {
	requests: readonly QueuedRecord[];
	areAllSince: (added: QueuedRecord) => boolean;
}

const none: Removals = { requests: [], areAllSince: () => false };

async function listed(service: Service, connectionId: string, limit: number): Promise<Removals> {
	const all = await read(service, connectionId, { limit });
	if (!all) return none;
	const { removals, ids, isWhole } = all;
	return { requests: removals, areAllSince: ({ id }) => isWhole || ids.has(id.toLowerCase()) };
}

/**
 * By the service's search, as far back as it finds additions by their names. The interface does not state where it looks
 * ("filters the list", interface, section 4.2).
 */
async function searched(service: Service, connectionId: string): Promise<Removals> {
	const requests: QueuedRecord[] = [];
	for (const phrase of removalRequests) {
		const found = await read(service, connectionId, { limit: MOST_LISTED, phrase });
		if (found?.isWhole !== true) return none;
		requests.push(...found.removals);
	}
	// It is asked afterwards: a search may lose the oldest requests while new ones come in.
	const query = { search_phrase: ADDITION, sort_direction: 'asc', page: 1, page_size: 1 };
	const [oldest] = (await listRequests(service, connectionId, query)).data;
	if (!oldest) return none;
	const areAllSince = (added: QueuedRecord): boolean =>
		isOlder(oldest, added) || sameId(added.id, oldest.id);
	return { requests, areAllSince };
}

/**
 * How to find out whether what was added through a connection was voided or deleted since, as its queue shows it. The removals
 * are looked for once: among the newest requests, which a search may not know yet, then by the service's search as far as it
 * reaches, and otherwise by reading the queue.
 */
export function standingsIn(
	service: Service,
	connectionId: string,
): (added: QueuedRecord) => Promise<Standing> {
	const sources = [
		async () => await listed(service, connectionId, NEWEST),
		async () => await searched(service, connectionId),
		async () => await listed(service, connectionId, MOST_LISTED),
	];
	const looked: Array<Promise<Removals>> = [];
	return async (added) => {
		if (addedBy(added).length === 0) return { is: 'there' };
		const known: QueuedRecord[] = [];
		for (const [place, look] of sources.entries()) {
			looked[place] ??= look();
			const { requests, areAllSince } = await looked[place];
			known.push(...requests);
			if (areAllSince(added)) return standingOfRequest(added, known);
		}
		return unclear('its queue can be neither searched nor read back so far');
	};
}

import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceRequest';
import { failedStates, openStates, type QueuedRecord } from '../requests/queuedRecord';
import { IDENTIFIER_START, showsRequest } from '../requests/requestId';
import {
	findRequests,
	LARGEST_PAGE,
	listedPages,
	listRequests,
	sameId,
	withRequest,
	withRequestsOf,
} from './queuedRequests';
import { MOST_LISTED, newestFirst } from './scanQueue';
import { isOlder, placeOf } from './tiedRecords';

// The interface states of a search only that it "filters the list" (section 4.2), and not where it looks. A service's search may
// look into identifiers alone, or only at the newest requests, or only at those that have ended; it may give only its first hits, or
// stop finding what it found a moment ago. So what it does not find is certainly not there only if it finds what is.

/**
 * The fitting records that the service's search finds, as a shortcut. We stop reading at the first page where nothing fits, unless most of
 * it was known.
 */
export async function searchRequests(
	service: Service,
	connectionId: string,
	phrase: string,
	fits: (record: QueuedRecord) => boolean,
): Promise<QueuedRecord[]> {
	const found: QueuedRecord[] = [];
	const query = { search_phrase: phrase, page_size: LARGEST_PAGE };
	for await (const records of listedPages(service, connectionId, query)) {
		const fitting = records.filter(fits);
		found.push(...fitting);
		if (fitting.length === 0 && records.length >= LARGEST_PAGE) break;
	}
	return found;
}

/** A request that is known to be in a queue, and a search that has to find it on its first page. */
export interface Trial {
	record: QueuedRecord;
	query: QueryValues & { search_phrase: string; page_size: number };
}

/** Whether the service's search finds all that is known to be there. */
export async function findsAll(
	service: Service,
	connectionId: string,
	trials: readonly Trial[],
): Promise<boolean> {
	for (const { record, query } of trials) {
		const { data } = await listRequests(service, connectionId, { ...query, page: 1 });
		if (!data.some(({ id }) => sameId(id, record.id))) return false;
	}
	return true;
}

/** If the list does not show requests, we read up to this many of them one by one to find one that proves something. */
const MOST_SAMPLE_READS = 5;

/** The first of some records that is a sample, with its request. */
export async function sampleIn(
	service: Service,
	records: readonly QueuedRecord[],
	isSample: (record: QueuedRecord) => boolean,
): Promise<QueuedRecord | undefined> {
	const shown = records.find(isSample);
	if (shown) return shown;
	for (const record of records.filter((one) => !showsRequest(one)).slice(0, MOST_SAMPLE_READS)) {
		const read = await withRequest(service, record);
		if (isSample(read)) return read;
	}
	return undefined;
}

/** No search that is cut off gives fewer hits than this. */
const FEWEST_OF_CUT_OFF = 10;

/** What many requests have in them. */
const frequentPhrases = [IDENTIFIER_START, 'Rq', 'e'];

/**
 * Whether a search has given all its hits. A service may give only the first ones, and say that these are all. It has given all if
 * another search gives more.
 * @param hits How many it has given.
 */
export async function isWholeSearch(
	service: Service,
	connectionId: string,
	hits: number,
): Promise<boolean> {
	if (hits < FEWEST_OF_CUT_OFF) return true;
	const page = Math.floor(hits / LARGEST_PAGE) + 1;
	for (const phrase of frequentPhrases) {
		const query = { search_phrase: phrase, page, page_size: LARGEST_PAGE };
		const { data, total_pages: pages } = await listRequests(service, connectionId, query);
		// A service that does not count its pages may give the last one again.
		const isThere = page === 1 || (pages >= page && Number.isFinite(pages));
		if (isThere && data.length > hits % LARGEST_PAGE) return true;
	}
	return false;
}

/** What is searched for in a connection's whole queue. */
interface Search {
	phrases: readonly string[];
	/** What is known to be there. The search has to find it, before and after. */
	trials: readonly Trial[];
	/** A search for any other request, if it is known what finds it. */
	trialOf: (record: QueuedRecord) => Trial | undefined;
	/** So many hits, or requests in a state, are too many. */
	limit?: number;
}

/** All states of a request. What goes from one to the other while they are read is found when they are read again. */
const rounds = [openStates, [...openStates, ...failedStates, 'response_received']];

/**
 * What a search may leave out because of its state: nothing if it finds one in that state, and otherwise all that are in it. Undefined
 * if they are too many.
 */
async function inState(
	service: Service,
	connectionId: string,
	state: string,
	{ trialOf, limit = MOST_LISTED }: Search,
): Promise<{ trial?: Trial; records: readonly QueuedRecord[] } | undefined> {
	const query = { state, page_size: LARGEST_PAGE };
	const { data, total_pages: pages } = await listRequests(service, connectionId, query);
	if (pages <= 1 && data.every(showsRequest)) return { records: data };
	const sample = await sampleIn(service, data, (record) => trialOf(record) !== undefined);
	const trial = sample && trialOf(sample);
	if (trial && (await findsAll(service, connectionId, [trial]))) return { trial, records: [] };
	if (pages <= 1) return { records: data };
	if (Number.isFinite(pages) && pages > Math.ceil(limit / LARGEST_PAGE)) return undefined;
	const records = await findRequests(service, connectionId, query, limit);
	return records.length < limit ? { records } : undefined;
}

/** How many searches are under way at once. */
const SEARCHES_AT_ONCE = 10;

/** If the list does not show requests, we read up to this many of them one by one. */
const MOST_SINGLE_READS = 200;

/**
 * Everything that the service's search finds, and besides what it may leave out, newest first, with the requests. Undefined if it may
 * miss something all the same.
 * @throws ServiceError if the service can't be asked, or QueueError if its lists can't be read.
 */
export async function searchWhole(
	service: Service,
	connectionId: string,
	sought: Search,
): Promise<QueuedRecord[] | undefined> {
	const { phrases, trials, limit = MOST_LISTED } = sought;
	if (!(await findsAll(service, connectionId, trials))) return undefined;
	const tried = [...trials];
	const others: QueuedRecord[] = [];
	for (const states of rounds) {
		const open = states.filter((state) => !tried.some(({ record }) => record.state === state));
		const ask = async (state: string) => await inState(service, connectionId, state, sought);
		for (const shown of await Promise.all(open.map(ask))) {
			if (!shown) return undefined;
			if (shown.trial) tried.push(shown.trial);
			others.push(...shown.records);
		}
	}
	const asked = [...new Set(phrases)];
	const hits: QueuedRecord[][] = [];
	const search = async () => {
		for (let phrase = asked.pop(); phrase !== undefined; phrase = asked.pop()) {
			const query = { ...newestFirst, search_phrase: phrase };
			hits.push(await findRequests(service, connectionId, query, limit));
		}
	};
	await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search));
	const most = Math.max(...hits.map(({ length }) => length));
	const isWhole =
		most < limit &&
		(await isWholeSearch(service, connectionId, most)) &&
		(await findsAll(service, connectionId, tried));
	if (!isWhole) return undefined;
	const found = [...new Map(hits.flat().map((record) => [placeOf(record), record])).values()];
	const ids = new Set(found.map(({ id }) => id.toLowerCase()));
	const known = [...others, ...tried.map(({ record }) => record)];
	const missing = new Map(known.map((record) => [record.id.toLowerCase(), record]));
	for (const id of ids) missing.delete(id);
	// What has not ended is among the newest.
	const inOrder = [...missing.values(), ...found].sort(
		(one, other) => Number(isOlder(one, other)) - Number(isOlder(other, one)),
	);
	return await withRequestsOf(service, inOrder, MOST_SINGLE_READS);
}

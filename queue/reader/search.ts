import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import {
	COMPLETED,
	failedStates,
	openStates,
	phaseOf,
	type QueuedRecord,
} from '../requests/queuedRecord';
import {
	externalGuidIn,
	IDENTIFIER_START,
	requestIdIn,
	searchPhraseFor,
	showsRequest,
} from '../requests/requestId';
import {
	findRequests,
	LARGEST_PAGE,
	listedPages,
	listRequests,
	sameId,
	withRequest,
	withRequestsOf,
} from './queuedRequests';
import { MOST_LISTED, newestFirst, oldestFirst } from './scanQueue';
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

/** What is known to be there, as the service's search shows it now. Undefined if it does not find all of it. */
export async function tryAll(
	service: Service,
	connectionId: string,
	trials: readonly Trial[],
): Promise<QueuedRecord[] | undefined> {
	const hits: QueuedRecord[] = [];
	for (const { record, query } of trials) {
		const { data } = await listRequests(service, connectionId, { ...query, page: 1 });
		const hit = data.find(({ id }) => sameId(id, record.id));
		if (!hit) return undefined;
		hits.push(hit);
	}
	return hits;
}

/** What is shorter than this is in many requests. */
const SHORTEST_TEXT = 4;

/** Searches by all that a request shows of its own. Each has to find it. None if it shows nothing that tells it from others. */
const trialsOf = (record: QueuedRecord): Trial[] =>
	[requestIdIn(record) ?? '', externalGuidIn(record)]
		.map(searchPhraseFor)
		.filter(({ length }) => length >= SHORTEST_TEXT)
		.map((phrase) => ({ record, query: { search_phrase: phrase, page_size: LARGEST_PAGE } }));

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
 * another search gives more, or if the queue has no more than these.
 * @param hits How many it has given.
 */
export async function isWholeSearch(
	service: Service,
	connectionId: string,
	hits: number,
): Promise<boolean> {
	if (hits < FEWEST_OF_CUT_OFF) return true;
	const page = Math.floor(hits / LARGEST_PAGE) + 1;
	const pageOf = async (query: QueryValues) =>
		await listRequests(service, connectionId, { ...query, page, page_size: LARGEST_PAGE });
	for (const phrase of frequentPhrases) {
		const { data, total_pages: pages } = await pageOf({ search_phrase: phrase });
		// A service that does not count its pages may give the last one again.
		const isThere = page === 1 || (pages >= page && Number.isFinite(pages));
		if (isThere && data.length > hits % LARGEST_PAGE) return true;
	}
	const { data, total_pages: pages } = await pageOf({});
	return pages < page || (pages === page && data.length <= hits % LARGEST_PAGE);
}

/** What is searched for in a connection's whole queue. */
interface Search {
	phrases: readonly string[];
	/** What is known to be there. The search has to find it, before and after. */
	trials: readonly Trial[];
	/** Whether a request is one of the caller's own, so that it is a trial before others, and part of what is found. */
	isOwn: (record: QueuedRecord) => boolean;
	/**
	 * Whether a service may show what is sought only once a request has got so far (see `phaseOf`). Then no other's request proves that the
	 * search finds what has, before one of the caller's own does.
	 */
	mayShowLate?: boolean;
	/** So many hits, or requests in a state, are too many. */
	limit?: number;
}

/** All states of a request. What goes from one to the other while they are read is found when they are read again. */
const rounds = [openStates, [...openStates, ...failedStates, COMPLETED]];

/**
 * What a search may leave out because of its state: nothing if it finds one in that state by all that this shows, and otherwise all
 * that are in it. Undefined if they are too many.
 * @param isSample Whether it is enough that it finds this request.
 */
async function inState(
	service: Service,
	connectionId: string,
	state: string,
	{ isOwn, limit = MOST_LISTED }: Search,
	isSample: (record: QueuedRecord) => boolean,
): Promise<{ trials: Trial[]; records: readonly QueuedRecord[] } | undefined> {
	const query = { state, page_size: LARGEST_PAGE };
	const { data, total_pages: pages } = await listRequests(service, connectionId, query);
	if (pages <= 1 && data.every(showsRequest)) return { trials: [], records: data };
	const canBeTried = (record: QueuedRecord): boolean =>
		isSample(record) && trialsOf(record).length > 0;
	const sampleOf = async (page: QueryValues) =>
		await sampleIn(service, (await listRequests(service, connectionId, page)).data, canBeTried);
	const sample =
		data.find(isOwn) ??
		(await sampleIn(service, data, canBeTried)) ??
		(pages > 1 ? await sampleOf({ ...query, ...oldestFirst }) : undefined);
	const trials = sample ? trialsOf(sample) : [];
	const hits = await tryAll(service, connectionId, trials);
	// It may have gone on to another state since.
	const isStill = hits?.every((hit) => hit.state === state);
	if (isStill && trials.length > 0) return { trials, records: [] };
	if (pages <= 1) return { trials: [], records: data };
	if (Number.isFinite(pages) && pages > Math.ceil(limit / LARGEST_PAGE)) return undefined;
	const records = await findRequests(service, connectionId, query, limit);
	return records.length < limit ? { trials: [], records } : undefined;
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
	const { phrases, trials, isOwn, mayShowLate = false, limit = MOST_LISTED } = sought;
	const shown = await tryAll(service, connectionId, trials);
	if (!shown) return undefined;
	// What is tried by something else than what may show late proves nothing of that.
	const found = new Set(shown.filter((one) => !mayShowLate || isOwn(one)).map((one) => one.state));
	const tried = [...trials];
	const others: QueuedRecord[] = [];
	for (const states of rounds) {
		const own = [...shown, ...others, ...tried.map(({ record }) => record)].filter(isOwn);
		const ask = async (state: string) => {
			const isShown = !mayShowLate || own.some((one) => phaseOf(one) === phaseOf({ state }));
			const isSample = isShown ? () => true : isOwn;
			const seen = await inState(service, connectionId, state, sought, isSample);
			if (seen && seen.trials.length > 0) found.add(state);
			return seen;
		};
		for (const seen of await Promise.all(states.filter((one) => !found.has(one)).map(ask))) {
			if (!seen) return undefined;
			tried.push(...seen.trials);
			others.push(...seen.records);
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
		(await tryAll(service, connectionId, tried)) !== undefined;
	if (!isWhole) return undefined;
	const byPlace = new Map(hits.flat().map((record) => [placeOf(record), record]));
	const all = await withRequestsOf(service, [...byPlace.values()], limit);
	const known = [...others, ...tried.map(({ record }) => record).filter(isOwn)];
	const missing = new Map(known.map((record) => [record.id.toLowerCase(), record]));
	for (const { id } of byPlace.values()) missing.delete(id.toLowerCase());
	const rest = await withRequestsOf(service, [...missing.values()], MOST_SINGLE_READS);
	// What has not ended is among the newest.
	return (
		all &&
		rest &&
		[...rest, ...all].sort(
			(one, other) => Number(isOlder(one, other)) - Number(isOlder(other, one)),
		)
	);
}

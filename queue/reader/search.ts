import type { Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceRequest';
import type { QueuedRecord } from '../requests/queuedRecord';
import { IDENTIFIER_START } from '../requests/requestId';
import {
	findRequests,
	LARGEST_PAGE,
	listedPages,
	listRequests,
	openRequests,
	sameId,
} from './queuedRequests';
import { newestFirst } from './scanQueue';

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

/** No search that is cut off gives fewer hits than this. */
const FEWEST_OF_CUT_OFF = 10;

/** What many requests have in them. */
const frequentPhrases = [IDENTIFIER_START, 'Rq', 'e'];

/**
 * Whether a search has given all its hits. A service may give only the first ones, and say that these are all ("filters the list",
 * interface, section 4.2). It has given all if another search gives more.
 * @param hits How many it has given.
 */
export async function isWholeSearch(
	service: Service,
	connectionId: string,
	hits: number,
): Promise<boolean> {
	if (hits < FEWEST_OF_CUT_OFF || hits > LARGEST_PAGE) return true;
	for (const phrase of frequentPhrases) {
		const query = { search_phrase: phrase, page: 1, page_size: LARGEST_PAGE };
		const { data, total_pages: pages } = await listRequests(service, connectionId, query);
		if (data.length > hits || (pages > 1 && Number.isFinite(pages))) return true;
	}
	return false;
}

/**
 * Everything that a search finds, newest first, after all requests that have not ended. Undefined if that may not be all.
 * @param trials What is known to be there. The search has to find it, before and after.
 * @param trialOf A search for one that has not ended, if it is known what finds it: a service may search only what has ended.
 */
export async function searchWhole(
	service: Service,
	connectionId: string,
	phrase: string,
	trials: readonly Trial[],
	trialOf: (open: QueuedRecord) => Trial | undefined,
): Promise<QueuedRecord[] | undefined> {
	if (!(await findsAll(service, connectionId, trials))) return undefined;
	const { listed: open, areAll } = await openRequests(service, connectionId);
	const [openTrial] = areAll ? [] : open.flatMap((one) => trialOf(one) ?? []);
	if (!areAll && !openTrial) return undefined;
	const query = { ...newestFirst, search_phrase: phrase };
	const found = await findRequests(service, connectionId, query);
	const isWhole =
		(await isWholeSearch(service, connectionId, found.length)) &&
		(await findsAll(service, connectionId, openTrial ? [...trials, openTrial] : trials));
	const isFound = ({ id }: QueuedRecord): boolean => found.some((one) => sameId(one.id, id));
	return isWhole ? [...open.filter((one) => !isFound(one)), ...found] : undefined;
}

import { groupBy } from '../../quickbooks/json/groupBy';
import type { ListKind } from '../../quickbooks/lists/recordLists';
import { answerIn } from '../../quickbooks/qbxml/answer';
import { sendForData } from '../calls/client';
import { path } from '../calls/serviceCall';
import { settled } from '../calls/settled';
import { pagesOf } from '../reader/pages';
import { LARGEST_PAGE, sameId } from '../reader/queuedRequests';
import { isOlder } from '../reader/tiedRecords';
import { COMPLETED, hasFailed, isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { identifierIn, queryIn, shownRequest } from '../requests/shownRequest';
import { asksForAll, hasReadableIds, isAskedFor, isCutOff } from './listItems';
import { forgetRequest, listKey, type ListSource, ownRequests } from './ownRequests';
import {
	listed,
	type Look,
	lookInto,
	type QueueSource,
	readBack,
	readRequest,
	readWithoutAnswer,
	withOwnRecords,
} from './readQueue';

/** What we know about a list without asking the desktop. */
export interface CachedList {
	/** The completed queries whose records make up the list, newest first. */
	answered: QueuedRecord[];
	/** Whether all entries are among them. The pages must prove it. We never guess. */
	isWhole: boolean;
	/** The last request for the whole list that these nodes have queued. */
	asked?: QueuedRecord;
	/** Whether that request has completed with an answer that we can't read. */
	isUnreadable?: boolean;
	/** When the connection last connected. Null for never, undefined if the service does not say. */
	lastConnectedAt?: string | null;
}

/** The identifier of the requests for a whole list. */
export const listRequestId = ({ query }: ListKind): string => `n8n-list-${query}`;

/** Whether a record is a completed answer to a query, and readable. */
const isAnswer = (query: string, record: QueuedRecord): boolean =>
	isTerminal(record) && !hasFailed(record) && answerIn(record)?.requestType === query;

/** The records of each request, in the order in which the requests first appear. */
const requestsIn = (records: readonly QueuedRecord[]): QueuedRecord[][] => [
	...groupBy(records, ({ id }) => id.toLowerCase()).values(),
];

/** Whether a record is a request for the whole list: by its ID or its identifier, or word by word if it has none. */
const isListRequest = (kind: ListKind, record: QueuedRecord, own: readonly string[]): boolean =>
	own.some((id) => sameId(id, record.id)) ||
	identifierIn(record) === listRequestId(kind) ||
	isAskedFor(kind, record);

function completePages(records: readonly QueuedRecord[]): QueuedRecord[] | undefined {
	const pages = pagesOf(records);
	return 'complete' in pages ? pages.complete : undefined;
}

/** The record that shows the state of a request with several pages: on its way, failed, or completed. */
const standing = (records: readonly QueuedRecord[]): QueuedRecord =>
	records.find((record) => !isTerminal(record)) ?? records.find(hasFailed) ?? records[0];

/** The request that was queued last, as far as times tell. Otherwise the first. */
const newestOf = (requests: readonly QueuedRecord[][]): QueuedRecord[] | undefined =>
	requests.find((one) => !requests.some((other) => isOlder(standing(one), standing(other))));

/**
 * What the records of the queue show about a list.
 * @param records Newest answers first. A record may appear several times.
 * @param own The IDs of the requests for the list that this process has queued, newest first.
 */
function knownFrom(
	kind: ListKind,
	records: readonly QueuedRecord[],
	own: readonly string[],
): Omit<CachedList, 'lastConnectedAt'> {
	const requests = requestsIn(records);
	const isReadable = (record: QueuedRecord) =>
		isAnswer(kind.query, record) && hasReadableIds(kind, record);
	const isAnswered = (request: QueuedRecord[]) => request.some(isReadable);
	const answers = requests.filter(isAnswered);
	const asked = requests.filter((request) =>
		request.some((record) => isListRequest(kind, record, own)),
	);
	const last = asked.find((request) => !isTerminal(standing(request))) ?? newestOf(asked);
	const newest = answers.slice(0, 1);
	const lists = asked.filter(isAnswered).slice(0, 1);
	const isWholeAs = (request: QueuedRecord[], isPart: (record: QueuedRecord) => boolean) =>
		completePages(request)?.every((record) => isReadable(record) && isPart(record));
	const isWhole =
		newest.some((request) => isWholeAs(request, asksForAll)) ||
		lists.some((request) => isWholeAs(request, (record) => !isCutOff(record)));
	return {
		answered: [...new Set([...newest, ...lists])].flat().filter(isReadable),
		isWhole,
		asked: last && standing(last),
		isUnreadable:
			last !== undefined &&
			isTerminal(standing(last)) &&
			!hasFailed(standing(last)) &&
			!isAnswered(last),
	};
}

/** Whether a record is one of several pages, or may be. */
const isPaged = (record: QueuedRecord): boolean =>
	answerIn(record)?.iterates === true ||
	[record.page, record.page_request_id].some((value) => value !== undefined && value !== null);

/** The newest completed query of a kind, with all its pages. None if the search does not find it. */
async function searchNewest(look: Look, query: string): Promise<QueuedRecord[]> {
	const search = async (phrase: string, size: number) =>
		await listed(look, { search_phrase: phrase, state: COMPLETED, page_size: size });
	const entries = await search(`${query}Rq`, 1);
	const found = await withOwnRecords(look, query, entries);
	// A search may look anywhere ("filters the list"), so we check what the records themselves show.
	const [newest] = found.filter((record) => queryIn(record) === query);
	if (newest === undefined || !isPaged(newest)) return newest ? [newest] : [];
	const pages = await settled(search(newest.id, LARGEST_PAGE));
	const others = pages.status === 'fulfilled' ? pages.value : [];
	return [newest, ...others.filter(({ id }) => sameId(id, newest.id))];
}

interface Own {
	key: string;
	ids: string[];
}

/** The requests for the list that this process has queued. */
function ownOf(source: ListSource, kind: ListKind): Own {
	const key = listKey(source, kind);
	return { key, ids: ownRequests(key).map(({ id }) => id) };
}

interface Asked {
	records: QueuedRecord[];
	/** Whether the search found nothing at all. A search that returns everything proves nothing. */
	isSilent: boolean;
}

/**
 * The last requests for the whole list that a search finds, and the ones that this process has queued, by their IDs.
 */
async function searchAsked(look: Look, kind: ListKind, { key, ids }: Own): Promise<Asked> {
	const entries = await listed(look, { search_phrase: listRequestId(kind), page_size: 3 });
	const found = (await withOwnRecords(look, kind.query, entries)).filter((record) =>
		isListRequest(kind, record, ids),
	);
	const missing = ids.filter((id) => !found.some((record) => sameId(record.id, id)));
	const read = await Promise.all(missing.map(async (id) => await readRequest(look, id)));
	for (const [index, id] of missing.entries())
		if (read[index].is === 'absent') forgetRequest(key, id);
	const records = read.flatMap((one) => (one.is === 'found' ? [one.record] : []));
	return { records: [...records, ...found], isSilent: entries.length === 0 };
}

/** The requests for the list that are on their way or have failed, read from the queue's list. */
const readAsked = async (look: Look, kind: ListKind, { ids }: Own): Promise<QueuedRecord[]> =>
	(await readWithoutAnswer(look, kind.query)).filter((record) => isListRequest(kind, record, ids));

/** The newest completed queries of a kind, with their pages, read from the queue's list. */
async function readNewest(look: Look, query: string): Promise<QueuedRecord[]> {
	const records = await readBack(look, { state: COMPLETED }, query, (read) => {
		const newest = requestsIn(read).find((request) =>
			request.some((record) => isAnswer(query, record)),
		);
		return newest !== undefined && completePages(newest) !== undefined;
	});
	return records.filter((record) => queryIn(record) === query);
}

/**
 * The records in the queue that concern a list: from a search or, if the search finds nothing, from the queue's list.
 */
async function recordsOf(look: Look, kind: ListKind, own: Own): Promise<QueuedRecord[]> {
	const { query } = kind;
	const [newest, asked] = await Promise.all([
		searchNewest(look, query),
		searchAsked(look, kind, own),
	]);
	const found = [...newest, ...asked.records];
	// A search that finds queries by their request would also have found the identifier.
	const isProven = asked.isSilent && newest.some((record) => shownRequest(record) !== undefined);
	const [answers, others] = await Promise.all([
		found.some((record) => isAnswer(query, record)) ? [] : readNewest(look, query),
		asked.records.length > 0 || isProven ? [] : readAsked(look, kind, own),
	]);
	return [...found, ...answers, ...others];
}

/** What the connection's queue shows about a list (interface, section 4.2). */
export async function cachedList(
	source: ListSource,
	kind: ListKind,
	deadline: AbortSignal,
): Promise<CachedList> {
	const { service, connectionId } = source;
	const look = lookInto(source, deadline);
	const own = ownOf(source, kind);
	const [records, connection] = await Promise.all([
		recordsOf(look, kind, own),
		sendForData<{ last_connected_at?: string | null } | null>(service, {
			method: 'GET',
			path: path('connections', connectionId),
			deadline,
		}),
	]);
	const known = knownFrom(kind, records, own.ids);
	// If the look was cut short, finding nothing does not mean that there is nothing.
	if (records.length === 0) deadline.throwIfAborted();
	return { ...known, lastConnectedAt: connection?.last_connected_at };
}

/** The newest completed queries of a kind in the connection's queue, only a few of them. */
export async function lastAnswers(
	source: QueueSource,
	query: string,
	deadline: AbortSignal,
): Promise<QueuedRecord[]> {
	const look = lookInto(source, deadline);
	const asked = { search_phrase: `${query}Rq`, state: COMPLETED, page_size: 3 };
	const found = await withOwnRecords(look, query, await listed(look, asked));
	const answers = found.filter((record) => isAnswer(query, record));
	return answers.length > 0 ? answers : await readNewest(look, query);
}

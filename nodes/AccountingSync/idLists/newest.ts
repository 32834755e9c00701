import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { path, sendForData } from '../../shared/service/client';
import {
	largestPage,
	listRequests,
	requestIdIn,
	answerIn,
	hasMorePages,
	type QueuedRecord,
} from '../../shared/service/queue';
import { asksForAll } from './entries';
import type { ListKind } from './kinds';

/** What is known of a list without asking the desktop. */
export interface KnownList {
	/** The completed queries whose records make up the list, the newest first. */
	answered: QueuedRecord[];
	/** Whether all entries are among them, as far as one can tell. */
	isWhole: boolean;
	/** The last request for the whole list that these nodes have queued. */
	asked?: QueuedRecord;
	/** When the connection was last connected; null for never. */
	lastConnectedAt: string | null;
}

/** The identifier of the requests for a whole list. */
export const listRequestId = ({ query }: ListKind): string => `n8n-list-${query}`;

const completed = 'response_received';

/** The newest completed query of a kind, with all its pages. */
async function newestQuery(
	context: ILoadOptionsFunctions,
	connectionId: string,
	query: string,
	deadline: AbortSignal,
): Promise<QueuedRecord[]> {
	const look = async (phrase: string, size: number) => {
		const asked = { search_phrase: phrase, state: completed, page_size: size };
		const { data } = await listRequests(context, connectionId, asked, undefined, deadline);
		return data;
	};
	const newest = await look(`${query}Rq`, 1);
	const isPaged = newest.some(({ page }) => Number(page) > 1);
	return isPaged ? await look(newest[0].id, largestPage) : newest;
}

/** The last requests for the whole list, whatever their state; the newest first. */
async function listRequestsAsked(
	context: ILoadOptionsFunctions,
	connectionId: string,
	kind: ListKind,
	deadline: AbortSignal,
): Promise<QueuedRecord[]> {
	const identifier = listRequestId(kind);
	const query = { search_phrase: identifier, page_size: 3 };
	const { data } = await listRequests(context, connectionId, query, undefined, deadline);
	return data.filter((record) => requestIdIn(record) === identifier);
}

/** Whether the newest page that is there is not the last one: the pages come with the newest first. */
const breaksOff = (record: QueuedRecord, index: number): boolean =>
	index === 0 && hasMorePages(record);

const byAge = (one: QueuedRecord, other: QueuedRecord): number =>
	String(other.inserted_at).localeCompare(String(one.inserted_at));

/** The last request for the whole list that these nodes have queued, whatever its state. */
export async function lastAsked(
	context: ILoadOptionsFunctions,
	connectionId: string,
	kind: ListKind,
	deadline: AbortSignal,
): Promise<QueuedRecord | undefined> {
	return (await listRequestsAsked(context, connectionId, kind, deadline))[0];
}

/** What the connection's queue tells of a list (interface, section 4.2). */
export async function knownList(
	context: ILoadOptionsFunctions,
	connectionId: string,
	kind: ListKind,
	deadline: AbortSignal,
): Promise<KnownList> {
	const [newest, asked, connection] = await Promise.all([
		newestQuery(context, connectionId, kind.query, deadline),
		listRequestsAsked(context, connectionId, kind, deadline),
		sendForData<{ last_connected_at?: string | null }>(context, {
			method: 'GET',
			path: path('connections', connectionId),
			deadline,
		}),
	]);
	const whole = asked.filter(({ state }) => state === completed).slice(0, 1);
	const ids = new Set(newest.map(({ id }) => id));
	return {
		answered: [...newest, ...whole.filter(({ id }) => !ids.has(id))].sort(byAge),
		isWhole:
			whole.length > 0 ||
			(newest.length > 0 && newest.every(asksForAll) && !newest.some(breaksOff)),
		asked: asked[0],
		lastConnectedAt: connection.last_connected_at ?? null,
	};
}

/** The completed queries of a kind that the connection's queue has, the newest first, but only a few. */
export async function lastAnswers(
	context: ILoadOptionsFunctions,
	connectionId: string,
	query: string,
	deadline: AbortSignal,
): Promise<QueuedRecord[]> {
	const asked = { search_phrase: `${query}Rq`, state: completed, page_size: 3 };
	const { data } = await listRequests(context, connectionId, asked, undefined, deadline);
	return data.filter((record) => answerIn(record)?.requestType === query);
}

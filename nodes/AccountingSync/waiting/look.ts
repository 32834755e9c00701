import {
	findRequests,
	hasMorePages,
	isTerminal,
	listRequests,
	type QueuedRecord,
} from '../../shared/service/queue';
import { path, sendForData, type ServiceContext } from '../../shared/service/client';
import { workThrough } from '../queue/lanes';

/** A queued request that is waited for. Kept as plain JSON while an execution sleeps. */
export interface Awaited {
	itemIndex: number;
	connectionId: string;
	id: string;
	/** Whether it may have several pages. */
	iterates: boolean;
}

/** The requests that are complete: all pages of each, in order, by the request's ID. */
export type Completed = Map<string, QueuedRecord[]>;

/** How a run's requests are asked for. */
export interface Looking {
	/** What the node's own identifiers begin with; undefined when the user's identifiers are among them. */
	prefix?: string;
	requestsAtOnce: number;
}

/** Up to so many requests are asked for one by one, more with the lists of the queue. */
const fewRequests = 5;

/** The newest record of a request: of its last page so far, where it iterates. */
async function newestRecord(context: ServiceContext, awaited: Awaited): Promise<QueuedRecord> {
	const { connectionId, id, itemIndex } = awaited;
	if (awaited.iterates) {
		const query = { search_phrase: id, sort: 'inserted_at', sort_direction: 'desc', page_size: 1 };
		const { data } = await listRequests(context, connectionId, query, itemIndex);
		if (data[0]?.id === id) return data[0];
	}
	return await sendForData<QueuedRecord>(
		context,
		{ method: 'GET', path: path('queued_requests', id) },
		itemIndex,
	);
}

const pageNumber = ({ page }: QueuedRecord): number => (typeof page === 'number' ? page : 1);

/** All pages of a request when it is complete, else undefined. */
async function completePages(
	context: ServiceContext,
	awaited: Awaited,
): Promise<QueuedRecord[] | undefined> {
	const newest = await newestRecord(context, awaited);
	if (!isTerminal(newest) || hasMorePages(newest)) return undefined;
	if (!awaited.iterates || pageNumber(newest) === 1) return [newest];
	const found = await findRequests(context, awaited.connectionId, { search_phrase: awaited.id });
	return found
		.filter(({ id }) => id === awaited.id)
		.sort((one, other) => pageNumber(one) - pageNumber(other));
}

async function lookAtEach(
	context: ServiceContext,
	awaited: readonly Awaited[],
	completed: Completed,
	atOnce: number,
): Promise<void> {
	const results = await workThrough(
		awaited.map((one) => [one]),
		async (one) => {
			const pages = await completePages(context, one);
			if (pages) completed.set(one.id, pages);
		},
		{ atOnce, goOnAfterFailure: false },
	);
	for (const result of results.values()) if (result.status === 'rejected') throw result.reason;
}

async function lookAtList(
	context: ServiceContext,
	connectionId: string,
	prefix: string,
	completed: Completed,
): Promise<void> {
	for (const record of await findRequests(context, connectionId, { search_phrase: prefix })) {
		if (isTerminal(record)) completed.set(record.id, [record]);
	}
}

async function lookAtConnection(
	context: ServiceContext,
	awaited: readonly Awaited[],
	completed: Completed,
	{ prefix, requestsAtOnce }: Looking,
): Promise<void> {
	// The connector takes requests in their order: while the last one waits, the others need not be asked for.
	const last = awaited[awaited.length - 1];
	const pages = await completePages(context, last);
	if (!pages) return;
	completed.set(last.id, pages);
	const others = awaited.filter(({ id }) => !completed.has(id));
	const isListed = prefix !== undefined && others.length > fewRequests;
	if (isListed && !others.some(({ iterates }) => iterates)) {
		await lookAtList(context, last.connectionId, prefix, completed);
	} else {
		await lookAtEach(context, others, completed, requestsAtOnce);
	}
}

/**
 * Looks once at what is not complete yet, with few calls, and adds what is complete by now.
 * @returns Whether everything is complete.
 */
export async function look(
	context: ServiceContext,
	awaited: readonly Awaited[],
	completed: Completed,
	looking: Looking,
): Promise<boolean> {
	const missing = awaited.filter(({ id }) => !completed.has(id));
	const connections = new Set(missing.map(({ connectionId }) => connectionId));
	const groups = [...connections].map((connection) =>
		missing.filter(({ connectionId }) => connectionId === connection),
	);
	const results = await workThrough(
		groups.map((group) => [group]),
		async (group) => await lookAtConnection(context, group, completed, looking),
		{ atOnce: looking.requestsAtOnce, goOnAfterFailure: true },
	);
	for (const result of results.values()) if (result.status === 'rejected') throw result.reason;
	return awaited.every(({ id }) => completed.has(id));
}

import type { Service } from '../calls/ports';
import { runLanes } from '../calls/runLanes';
import {
	errorOn,
	hasAnswer,
	hasFailed,
	hasMorePages,
	isTerminal,
	type QueuedRecord,
} from '../requests/queuedRecord';
import type { Outcome } from './outcomes';
import { answeredPage } from './ownPage';
import { pagesOf } from './pages';
import { findRequest, sameId } from './queuedRequests';
import { MOST_LISTED, type QueueCursor, recordsSince } from './scanQueue';
import { searchRequests } from './search';

/** The requests that have ended, by ID. */
export type Outcomes = Map<string, Outcome>;

/** A request that is waited for. */
export interface AwaitedRequest {
	connectionId: string;
	id: string;
	/** Whether it may have several pages. */
	iterates: boolean;
	/** Whether nobody knows whether it was queued. It has no ID then. */
	isLost?: true;
}

/** Up to this many requests of a connection are asked for one by one. For more, we read the list of its queue. */
export const FEW_REQUESTS = 5;

/** How to check on a run's requests. */
export interface Asking {
	/** Where the queues stood before the run, by connection. */
	cursors: ReadonlyMap<string, QueueCursor>;
	requestsAtOnce: number;
	/** How often a completed request was found without its full answer, by ID. Each look adds to the count. */
	incomplete: Record<string, number>;
	/** Whether this is the last look, so that we wait for nothing more. */
	isLast?: boolean;
}

/**
 * An answer may arrive after the state that announces it. We look this often before we treat the request as having no
 * answer.
 */
const MOST_LOOKS_FOR_ANSWER = 6;

/** Whether a request was incomplete so often that we stop looking. */
function isGivenUp({ incomplete, isLast }: Asking, id: string): boolean {
	if (isLast) return true;
	incomplete[id] = (incomplete[id] ?? 0) + 1;
	return incomplete[id] >= MOST_LOOKS_FOR_ANSWER;
}

/** What the service itself says of an answer that it does not show, such as that it was deleted, as a clause. */
function saidInsteadOfAnswer(record: QueuedRecord): string | undefined {
	const { message } = errorOn(record);
	return message !== undefined && !hasAnswer(record) ? `the service says "${message}"` : undefined;
}

const whyNoAnswer = (record: QueuedRecord): string =>
	saidInsteadOfAnswer(record) ?? 'the service says that it has completed, but shows no answer';

/** The outcome of a request that has one page. Undefined if it has none yet. */
function outcomeOfRecord(record: QueuedRecord, asking: Asking): Outcome | undefined {
	if (!isTerminal(record)) return undefined;
	if (hasFailed(record)) return { failed: record };
	if (hasAnswer(record)) return { pages: [record] };
	return isGivenUp(asking, record.id) ? { unreadable: whyNoAnswer(record), record } : undefined;
}

/** The outcome of a request that may have several pages. Only the pages themselves prove that all of them are there. */
async function outcomeOfPages(
	service: Service,
	awaited: AwaitedRequest,
	asking: Asking,
	newest: QueuedRecord,
): Promise<Outcome | undefined> {
	const { connectionId, id } = awaited;
	const isPage = (record: QueuedRecord) => sameId(record.id, id);
	const judged = async (records: QueuedRecord[]) => {
		const pages: QueuedRecord[] = [];
		for (const page of records) {
			const hasOwnId = typeof page.page_request_id === 'string';
			pages.push(hasOwnId ? await answeredPage(service, page) : page);
		}
		return pagesOf(pages, { iterates: true });
	};
	// The search is a shortcut: we use what it finds only if it is complete.
	let known = [newest, ...(await searchRequests(service, connectionId, id, isPage))];
	let pages = await judged(known);
	if ('missing' in pages) {
		const cursor = asking.cursors.get(connectionId) ?? { ids: [] };
		const { records } = await recordsSince(service, connectionId, cursor);
		known = [...known, ...records.filter(isPage)];
		pages = await judged(known);
	}
	if ('complete' in pages) return { pages: pages.complete };
	if ('failed' in pages) return { failed: pages.failed };
	if (!known.every(isTerminal)) return undefined;
	// If a page announces more pages, they will come. If none does, some may still be late.
	const announcesMore = hasMorePages(newest) && pages.unreadable === undefined;
	if ((announcesMore && !asking.isLast) || !isGivenUp(asking, id)) return undefined;
	const said = known.map(saidInsteadOfAnswer).find((clause) => clause !== undefined);
	return { unreadable: said ?? pages.missing, record: newest };
}

async function checkOne(
	service: Service,
	awaited: AwaitedRequest,
	asking: Asking,
): Promise<Outcome | undefined> {
	const record = await findRequest(service, awaited.id);
	if (!record) return { gone: true };
	if (!awaited.iterates) return outcomeOfRecord(record, asking);
	return isTerminal(record) ? await outcomeOfPages(service, awaited, asking, record) : undefined;
}

async function checkEach(
	service: Service,
	awaited: readonly AwaitedRequest[],
	outcomes: Outcomes,
	asking: Asking,
): Promise<void> {
	const results = await runLanes(
		awaited.map((one) => [one]),
		async (one) => {
			const outcome = await checkOne(service, one, asking);
			if (outcome) outcomes.set(one.id, outcome);
		},
		{ atOnce: asking.requestsAtOnce, goOnAfterFailure: true, enter: service.enter },
	);
	for (const result of results.values()) if (result.status === 'rejected') throw result.reason;
}

/** Whether a list entry tells us enough. The interface does not state which fields it has (interface, section 2.2). */
const tellsEnough = (record: QueuedRecord): boolean =>
	typeof record.state === 'string' &&
	(!isTerminal(record) ||
		(hasFailed(record) ? Boolean(record.error) || hasAnswer(record) : hasAnswer(record)));

async function checkList(
	service: Service,
	cursor: QueueCursor,
	awaited: readonly AwaitedRequest[],
	outcomes: Outcomes,
	asking: Asking,
): Promise<void> {
	const [{ connectionId }] = awaited;
	// Others may have queued something in between. What the list does not show is asked for one by one.
	const limit = Math.max(awaited.length * 2, MOST_LISTED);
	const { records } = await recordsSince(service, connectionId, cursor, limit);
	const listed = new Map(records.filter(tellsEnough).map((one) => [one.id.toLowerCase(), one]));
	const others: AwaitedRequest[] = [];
	for (const one of awaited) {
		const record = one.iterates ? undefined : listed.get(one.id.toLowerCase());
		if (record === undefined) others.push(one);
		else {
			const outcome = outcomeOfRecord(record, asking);
			if (outcome) outcomes.set(one.id, outcome);
		}
	}
	await checkEach(service, others, outcomes, asking);
}

async function checkConnection(
	service: Service,
	awaited: readonly AwaitedRequest[],
	outcomes: Outcomes,
	asking: Asking,
	isThorough: boolean,
): Promise<void> {
	let others = awaited;
	if (!isThorough) {
		// As long as the last request is waiting, the run is not complete, and we need not ask for the others.
		const last = awaited[awaited.length - 1];
		await checkEach(service, [last], outcomes, asking);
		if (!outcomes.has(last.id)) return;
		others = awaited.filter(({ id }) => !outcomes.has(id));
	}
	const cursor = asking.cursors.get(awaited[0].connectionId);
	if (others.length > FEW_REQUESTS && cursor !== undefined) {
		await checkList(service, cursor, others, outcomes, asking);
	} else {
		await checkEach(service, others, outcomes, asking);
	}
}

/**
 * Looks once at the requests that have not ended yet, with few calls, and adds those that have ended by now. It relies
 * on IDs and on the list in its stated order (interface, section 4.2).
 * @param isThorough Whether to look at everything, even when the run is clearly not complete.
 * @returns Whether everything has ended.
 * @throws ServiceError if the service can't be asked.
 */
export async function checkCompletion(
	service: Service,
	awaited: readonly AwaitedRequest[],
	outcomes: Outcomes,
	asking: Asking,
	isThorough = false,
): Promise<boolean> {
	for (const { id, isLost } of awaited) if (isLost) outcomes.set(id, { lost: true });
	// Items that read the same wait for the same request.
	const missing = [
		...new Map(awaited.filter(({ id }) => !outcomes.has(id)).map((one) => [one.id, one])).values(),
	];
	const connections = new Set(missing.map(({ connectionId }) => connectionId));
	const groups = [...connections].map((connection) =>
		missing.filter(({ connectionId }) => connectionId === connection),
	);
	const results = await runLanes(
		groups.map((group) => [group]),
		async (group) => await checkConnection(service, group, outcomes, asking, isThorough),
		{ atOnce: asking.requestsAtOnce, goOnAfterFailure: true },
	);
	for (const result of results.values()) if (result.status === 'rejected') throw result.reason;
	return awaited.every(({ id }) => outcomes.has(id));
}

import { type Unclear, unclear } from '../../quickbooks/qbxml/certainty';
import type { Clock, Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import { answeredPage, ownPage } from '../reader/ownPage';
import { pagesOf } from '../reader/pages';
import { findRequest, LARGEST_PAGE, listedPages, sameId } from '../reader/queuedRequests';
import { newestFirst, scanQueue } from '../reader/scanQueue';
import { hasFailed, hasMorePages, isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { requestIdIn } from '../requests/requestId';
import {
	areOfOneAddress,
	asksTheSame,
	isRun,
	runInUrl,
	type RunsName,
	searchPhraseOf,
	startAnywhere,
	startOf,
} from './runNames';
import { MOST_IN_LOOK, recordsWithId } from './runRecords';

/**
 * A run of a scheduled query. The trigger keeps no list of its runs. Each run carries its name and its start in its
 * request identifier and in the URL that it is delivered to, and the service's queue shows what became of it. So
 * nothing is forgotten when n8n restarts or runs on several machines.
 */
interface Run {
	requestId: string;
	/** When it was queued, by n8n's clock, as ISO 8601 in UTC. */
	start: string;
	state: 'underway' | 'complete' | 'failed';
	/** Why it has failed, if the service does not say so itself. */
	reason?: string;
}

/** A run that was queued, with the ID of its record. */
export interface KnownRun {
	id: string;
	requestId: string;
	/** How many of its pages have been taken. */
	taken?: number;
}

/** Where to look for the runs of a scheduled query. */
export interface Place {
	service: Service;
	clock: Clock;
	connectionId: string;
	name: RunsName;
	/** Whether a run was queued with automatic iteration, by its request identifier. */
	iterates: (requestId: string) => boolean;
	/** The runs that we remember, oldest first. */
	known: readonly KnownRun[];
}

/** A look through a queue, with a limit on the records that it reads one by one. */
interface Look extends Place {
	readsLeft: number;
	/** Why there may be runs that it did not get to. */
	doubt?: Unclear;
}

/** A run whose record was found in the queue. */
export interface FoundRun {
	id: string;
	requestId: string;
	start: string;
}

/** The same, where this n8n had another address at that time, or a copy of it has. */
interface FoundAnywhere extends FoundRun {
	isElsewhere: boolean;
}

/** How many records we read one by one for one look at most. */
const MOST_READS = 100;
/** The page size when we list what a search finds. */
const FEW_AT_ONCE = 5;
/** How many runs we check for the last complete one. After that, we ask for everything again. */
const MOST_RUNS = 40;
/** When the pages of a run stop coming, we give it up after this long, in milliseconds. */
const PATIENCE = 24 * 60 * 60_000;

/** The runs, of any trigger, that a record says it belongs to. */
const runsShown = (record: QueuedRecord): string[] =>
	[requestIdIn(record), runInUrl(record.webhook_url)].filter((run) => isRun(run)) as string[];

function runOf(
	{ name }: Place,
	id: string,
	requestIds: readonly string[],
): FoundAnywhere | undefined {
	const requestId = requestIds.find((one) => asksTheSame(name, one));
	const start = startAnywhere(name, requestId);
	return requestId === undefined || start === undefined
		? undefined
		: { id, requestId, start, isElsewhere: startOf(name, requestId) === undefined };
}

/** The runs of records that the list alone does not identify. They never change. */
const lookedUp = new Map<string, readonly string[]>();

/**
 * The runs that a record of a list belongs to. The interface does not state which fields lists show (interface, section
 * 2.2). So we read a record by its ID if it shows neither URL nor run.
 */
async function runsOf(look: Look, record: QueuedRecord): Promise<readonly string[]> {
	const { requestId } = look.known.find(({ id }) => sameId(id, record.id)) ?? {};
	if (requestId !== undefined) return [requestId];
	const shown = runsShown(record);
	if (shown.length > 0 || record.webhook_url !== undefined) return shown;
	const before = lookedUp.get(record.id);
	if (before) return before;
	if (look.readsLeft === 0) {
		look.doubt = unclear("the connection's queue does not show which run a request belongs to");
		return [];
	}
	look.readsLeft -= 1;
	const single = await findRequest(look.service, record.id);
	const runs = single ? runsShown(single) : [];
	if (lookedUp.size >= MOST_IN_LOOK) lookedUp.clear();
	lookedUp.set(record.id, runs);
	return runs;
}

/** The pages of a list, newest first, up to the limit of one look. */
async function* pagesListed(
	look: Look,
	query: QueryValues,
	pageSize: number,
): AsyncGenerator<QueuedRecord[]> {
	const { service, connectionId } = look;
	const newest = { ...newestFirst, ...query, page_size: pageSize };
	const isWhole = yield* listedPages(service, connectionId, newest, MOST_IN_LOOK);
	if (!isWhole) look.doubt = unclear("the connection's queue is too long to be read");
}

/** The runs in a list, newest first. A run comes once for each of its pages. */
async function* runsInList(
	look: Look,
	query: QueryValues,
	pageSize: number,
): AsyncGenerator<FoundAnywhere> {
	for await (const records of pagesListed(look, query, pageSize)) {
		for (const record of records) {
			const run = runOf(look, record.id, await runsOf(look, record));
			if (run) yield run;
		}
	}
}

/**
 * The runs, newest first. The search is a shortcut ("filters the list"), and we trust it if it shows the newest run
 * that we know. Otherwise we read the list in its stated order, and then the remembered runs one by one.
 */
async function* foundRuns(look: Look): AsyncGenerator<FoundAnywhere> {
	const { service, name, known } = look;
	const newestKnown = startAnywhere(name, known.at(-1)?.requestId);
	const seen = new Set<string>();
	const isNew = ({ requestId }: FoundRun) => seen.size < seen.add(requestId).size;
	let isBelieved = false;
	const search = { search_phrase: searchPhraseOf(name) };
	for await (const run of runsInList(look, search, FEW_AT_ONCE)) {
		isBelieved ||= newestKnown === undefined || Date.parse(run.start) >= Date.parse(newestKnown);
		if (!isBelieved) break;
		if (isNew(run)) yield run;
	}
	if (isBelieved) return;
	delete look.doubt;
	for await (const run of runsInList(look, {}, LARGEST_PAGE)) if (isNew(run)) yield run;
	for (const { id, requestId } of [...known].reverse()) {
		if (seen.has(requestId) || (await findRequest(service, id)) === undefined) continue;
		const run = runOf(look, id, [requestId]);
		if (run) yield run;
	}
}

/** Whether the list of a delivery state holds one of a run's pages. Undefined if the list is too long to read whole. */
async function isInState(
	{ service, connectionId }: Place,
	{ id }: FoundRun,
	webhookState: string,
): Promise<boolean | undefined> {
	const end = await scanQueue(service, connectionId, {
		visit: (record) => sameId(record.id, id),
		query: { webhook_state: webhookState },
	});
	return end === 'limit' ? undefined : end === 'stopped';
}

/** A run has not reached the workflow if all its pages came, but their deliveries failed or are still being tried. */
async function stateByDeliveries(
	place: Place,
	run: FoundRun,
	pages: readonly QueuedRecord[],
): Promise<Pick<Run, 'state' | 'reason'>> {
	const shown: unknown[] = [];
	for (const page of pages) {
		const isShown = typeof page.webhook_state === 'string';
		const { webhook_state: state } = isShown ? page : await ownPage(place.service, page);
		shown.push(state);
	}
	const areShown = shown.every((state) => typeof state === 'string');
	const has = async (state: string) =>
		shown.includes(state) || (!areShown && (await isInState(place, run, state)));
	// In this order: a delivery that fails between the two looks is in one of them.
	const isPending = await has('pending');
	const isFailed = await has('failed');
	if (isFailed) return { state: 'failed' };
	if (isPending === false && isFailed === false) return { state: 'complete' };
	if (isPending && !isGivenUp(place, run)) return { state: 'underway' };
	return {
		state: 'failed',
		reason: isPending
			? 'its pages were not delivered within a day'
			: 'the service does not show whether its pages were delivered, and its lists of failed and pending deliveries are too long to look there',
	};
}

const isGivenUp = ({ clock }: Place, { start }: FoundRun): boolean =>
	clock.now() - Date.parse(start) > PATIENCE;

/** The newest complete runs that this process has seen. Complete runs stay complete. */
const complete = new Set<string>();

function rememberComplete(requestId: string): void {
	if (complete.size >= MOST_IN_LOOK) complete.clear();
	complete.add(requestId);
}

/** The records of a run that the service shows. */
export async function recordsOfRun(place: Place, run: FoundRun): Promise<QueuedRecord[]> {
	const { service, connectionId } = place;
	const iterates = place.iterates(run.requestId);
	const isEnough = (records: QueuedRecord[]) =>
		records.some((record) => !isTerminal(record)) || !('missing' in pagesOf(records, { iterates }));
	const listed = await recordsWithId(service, connectionId, run.id, isEnough);
	const single = listed.length === 0 ? await findRequest(service, run.id) : undefined;
	return single ? [single] : listed;
}

/** Runs of which a page is lost for good, by their request identifiers, and why. */
const lost = new Map<string, string>();

/**
 * Has the next run make up for this one, because one of its pages is lost although the service counts it as delivered.
 * @param reason As a clause.
 */
export function declareLost({ requestId }: FoundRun, reason: string): void {
	if (lost.size >= MOST_IN_LOOK) lost.clear();
	lost.set(requestId, reason);
	complete.delete(requestId);
}

async function stateOf(place: Place, run: FoundRun): Promise<Pick<Run, 'state' | 'reason'>> {
	const reason = lost.get(run.requestId);
	if (reason !== undefined) return { state: 'failed', reason };
	if (complete.has(run.requestId)) return { state: 'complete' };
	const iterates = place.iterates(run.requestId);
	const shown = await recordsOfRun(place, run);
	if (shown.length === 0) return { state: 'failed', reason: 'the service knows it no more' };
	const records: QueuedRecord[] = [];
	for (const record of shown)
		records.push(hasFailed(record) ? record : await answeredPage(place.service, record));
	const pages = pagesOf(records, { iterates });
	if ('failed' in pages) return { state: 'failed' };
	if ('complete' in pages) {
		const state = await stateByDeliveries(place, run, pages.complete);
		if (state.state === 'complete') rememberComplete(run.requestId);
		return state;
	}
	const mayGoOn =
		records.some((record) => !isTerminal(record)) ||
		(records.every(hasMorePages) && !isGivenUp(place, run));
	return mayGoOn ? { state: 'underway' } : { state: 'failed', reason: pages.missing };
}

/** What a connection's queue shows about the runs of a scheduled query. */
export interface Past {
	latest?: Run;
	/** The newest run that reached the workflow completely. We look for it only on request. */
	lastComplete?: Run;
	/** If none is complete: when the oldest of its own runs was started that was looked at, as ISO 8601. */
	oldest?: string;
	/** Whether that one was started where this n8n has another address: it was moved since, or is a copy. */
	isFromElsewhere?: true;
	/** Why none is known to be complete, although there may have been one. */
	doubt?: Unclear;
}

const lookAt = (place: Place): Look => ({
	...place,
	known: place.known.filter(({ requestId }) => asksTheSame(place.name, requestId)),
	readsLeft: MOST_READS,
});

/** The newest run of a scheduled query. Undefined if the queue shows none. */
export async function newestRun(place: Place): Promise<FoundRun | undefined> {
	for await (const { isElsewhere, ...run } of foundRuns(lookAt(place)))
		if (!isElsewhere) return run;
	return undefined;
}

/**
 * Looks through the queue for the newest run. On request, it goes back to the newest run whose pages all completed and
 * were delivered. It does not look beyond a newest run that is still underway. If none of its own is complete, it goes on after what
 * came before them at an address where the workflow remembers a run: n8n was moved, or this is a copy. A copy's own runs are never taken
 * for those of its original, which does not remember them.
 */
export async function lookBack(place: Place, isCompleteWanted: boolean): Promise<Past> {
	const look = lookAt(place);
	const elsewhere: FoundRun[] = [];
	let latest: Run | undefined;
	let oldest: string | undefined;
	let looked = 0;
	for await (const { isElsewhere, ...found } of foundRuns(look)) {
		if (isElsewhere) {
			elsewhere.push(found);
			continue;
		}
		const { requestId, start } = found;
		const run: Run = { requestId, start, ...(await stateOf(place, found)) };
		latest ??= run;
		oldest = start;
		if (run.state === 'complete') return { latest, lastComplete: run };
		if (!isCompleteWanted || latest.state === 'underway') return { latest };
		looked += 1;
		if (looked === MOST_RUNS) break;
	}
	const before = elsewhere.filter(
		({ requestId, start }) =>
			(oldest === undefined || Date.parse(start) < Date.parse(oldest)) &&
			look.known.some((one) => areOfOneAddress(one.requestId, requestId)),
	);
	for (const found of isCompleteWanted ? before.slice(0, MOST_RUNS) : []) {
		const state = await stateOf(place, found);
		if (state.state !== 'complete') continue;
		const { requestId, start } = found;
		const lastComplete = { requestId, start, ...state };
		return { latest, lastComplete, isFromElsewhere: true };
	}
	const noneOfKnown =
		look.known.length > 0
			? unclear("the connection's queue shows none of the runs that it has started")
			: undefined;
	const doubt = latest
		? unclear('none of its last runs reached the workflow completely')
		: (look.doubt ?? noneOfKnown);
	return { latest, oldest, doubt };
}

import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isPassing } from '../../../../queue/calls/errors';
import { settled } from '../../../../queue/calls/settled';
import { shortHash } from '../../../../queue/calls/shortHash';
import { type IdleItem, placesIn, roundFor, turnsOf } from '../../../../queue/once/items';
import { knownFrom, note, type Standing } from '../../../../queue/once/journal';
import { beginTurn, inTurnOfRun, lookForRun } from '../../../../queue/once/perform';
import { changedSince } from '../../../../queue/once/writeErrors';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import type { Outcome } from '../../../../queue/reader/outcomes';
import { wroteNothing } from '../../../../queue/requests/queuedRecord';
import { type Form, optionsOf } from '../../../../quickbooks/form/form';
import { FormError, UnclearError } from '../../../../quickbooks/form/formError';
import { groupBy } from '../../../../quickbooks/json/groupBy';
import { distinctWarnings } from '../../../../quickbooks/qbxml/answer';
import { refuseClosedPeriods } from '../../operations/fields/closedPeriods';
import { keepOrderOfItems, waitingOptions } from '../../operations/fields/result';
import { settlingOptions } from '../../operations/fields/settling';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import { isFurther, type NextRequests, type Progress, type Step } from '../../operations/steps';
import { warningsOn } from '../outcomes/warnings';
import { closedTo } from '../queueing/closedPeriods';
import { firstRequests, type Job, jobsOf, type Naming, repeated, showHints } from '../queueing/job';
import { queueJobs } from '../queueing/queueJobs';
import { failAs, type Failures, setAside } from '../run/failures';
import type { Run } from '../run/run';
import type { Awaited } from '../run/sleep';
import { takeStep } from './takeStep';
import { awaitedThen, queuedTurns, type ReadyTurn, resumed, type Turn } from './turns';

/** What the rounds of a run need. */
export interface Rounds {
	run: Run;
	operation: QueueingOperation;
	isTool: boolean;
	/** How many events the run's journal had when this try began. */
	begunAt: number;
	/** Whether it was asleep. n8n may run an execution once more from there, and has nothing of what it did then. */
	isWoken: boolean;
	failures: Failures;
	/** Of all items, but those that failed before anything was sent. */
	forms: ReadonlyMap<number, Form>;
	failed: Progress['failed'];
	requestsAtOnce: number;
	knowledgeFor: (form: Form) => QbxmlKnowledge | undefined;
}

/** The options that change nothing of what an item asks for: how it is sent and waited for, and what follows if it goes wrong. */
const mannerOptions = [
	...waitingOptions,
	...settlingOptions,
	keepOrderOfItems,
	refuseClosedPeriods,
];

/** Stands for what an item asks for, so that a change of the form is noticed. How it waits and what comes out is not that. */
export function formHashOf(form: Form): string {
	const asked = { ...form.values };
	for (const name of ['result', 'simplify']) delete asked[name];
	const options = { ...optionsOf(form) };
	for (const { name } of mannerOptions) delete options[name];
	return shortHash(8, { ...asked, options });
}

/** The name of an item in the run's state. An agent may ask for several things in one run. */
export const itemNameOf = (isTool: boolean, form: Form, itemIndex: number): string =>
	isTool ? `${itemIndex}w${shortHash(5, form.values, ...repeated(form))}` : String(itemIndex);

/** Each job once: items that read the same share one. */
const distinct = (jobs: readonly Job[]): Job[] => [
	...new Map(jobs.map((job) => [job.slot, job])).values(),
];

/** How the requests of a run's present round are named. */
export const namingOf = ({ run, isTool }: Pick<Rounds, 'isTool' | 'run'>): Naming => ({
	prefix: run.prefix,
	executionMark: run.executionMark,
	round: knownFrom(run.journal).round,
	isTool,
	execution: run.execution,
});

/** Makes the requests of an item's turn. */
function jobsOfTurn(
	rounds: Rounds,
	{ item, itemIndex, form }: Pick<Turn, 'form' | 'item' | 'itemIndex'>,
	next: NextRequests | undefined,
): Job[] {
	const { operation, knowledgeFor, run } = rounds;
	const qbxml = knowledgeFor(form);
	const naming = namingOf(rounds);
	if (!next) {
		return jobsOf(operation, firstRequests(operation, form, qbxml), form, itemIndex, naming);
	}
	const step = Object.keys(operation.steps ?? {}).indexOf(next.then);
	const round = roundFor(knownFrom(run.journal), item, step);
	return jobsOf(operation, next.requests, form, itemIndex, naming, { item, round, step });
}

/** Whether an operation finds out itself what became of a request of which nobody knows whether it was queued. */
export const settles =
	(operation: QueueingOperation) =>
	({ form }: Pick<Job, 'form'>): boolean =>
		form !== undefined && operation.settles?.(form) === true;

/**
 * Queues what items ask for in one round, and notes where those stand then of which everything was queued.
 * @returns What they wait for, and why not everything was queued. What was queued is waited for all the same.
 */
async function queueTurns(
	{ run, operation, failures, requestsAtOnce }: Rounds,
	turns: readonly ReadyTurn[],
): Promise<{ queued: Awaited[]; problem?: { reason: unknown } }> {
	const { journal } = run;
	const jobs = distinct(turns.flatMap((turn) => turn.jobs));
	// A shared read that can't be queued fails all items that share it, not only the first.
	const ofJobs: Failures = new Map();
	const manner = { requestsAtOnce, keepsOrder: true, mayBeLost: settles(operation) };
	const result = await settled(queueJobs(run, jobs, ofJobs, manner));
	// What was queued before a problem came up stands in the journal.
	const { events, awaited, missing } = queuedTurns(knownFrom(journal), run, operation, turns);
	for (const event of events) note(journal, event);
	for (const [itemIndex, job] of missing) {
		const failure = ofJobs.get(job.itemIndex);
		if (failure) failAs(failures, itemIndex, failure);
	}
	return { queued: awaited, ...(result.status === 'rejected' && { problem: result }) };
}

/** What belongs to each item, by item. */
export const groupedByItem = <Part extends { itemIndex: number }>(parts: readonly Part[]) =>
	groupBy(parts, ({ itemIndex }) => itemIndex);

/** The requests of each item, in the order of the items. */
export const byItem = (awaited: readonly Awaited[]): Awaited[][] => [
	...groupedByItem(awaited).values(),
];

/**
 * Begins with the items, and goes on with those that an earlier try has left on their way.
 * @param jobs What the items begin with.
 */
export async function begin(rounds: Rounds, jobs: readonly Job[]): Promise<Awaited[]> {
	const { run, operation, isTool, failures, forms } = rounds;
	const { context, journal } = run;
	const jobsOfItems = groupedByItem(jobs);
	const items = [...forms].map(([itemIndex, form]) => ({
		item: itemNameOf(isTool, form, itemIndex),
		itemIndex,
		form,
		formHash: formHashOf(form),
		jobs: jobsOfItems.get(itemIndex) ?? [],
	}));
	const { events, awaited, changed, fresh } = resumed(knownFrom(journal), run, operation, items);
	for (const event of events) note(journal, event);
	for (const { itemIndex, written } of changed) {
		setAside(context, failures, changedSince(written), itemIndex);
	}
	const { queued, problem } = await queueTurns(rounds, fresh);
	if (problem) throw problem.reason;
	return awaitedThen(awaited, queued, failures);
}

/** The connections on which everything that was queued has ended. A round ends for each connection by itself. */
function idleConnections(awaited: readonly Awaited[], outcomes: Outcomes): Set<string> {
	const all = new Set(awaited.map(({ connectionId }) => connectionId));
	for (const { connectionId, id } of awaited) if (!outcomes.has(id)) all.delete(connectionId);
	return all;
}

/** What the items of the connections ask for whose requests have all ended. */
function turnsAfter(rounds: Rounds, awaited: readonly Awaited[], outcomes: Outcomes) {
	const { run, operation, failures, forms, failed, knowledgeFor } = rounds;
	const { journal } = run;
	const known = knownFrom(journal);
	const idle = idleConnections(awaited, outcomes);
	const standpoint = { operation, known, outcomes, forms, failed };
	const turns = new Map<string, Turn>();
	const idleItems: IdleItem[] = [];
	let problem: unknown;
	for (const requests of byItem(awaited)) {
		const [{ itemIndex, connectionId, item: name, form }] = requests;
		const item = known.items.get(name ?? '');
		if (!item || !form || !name || failures.has(itemIndex) || !idle.has(connectionId)) continue;
		const turn = { item: name, itemIndex, form };
		if (item.waitsFor) {
			turns.set(name, turn);
			idleItems.push({ item: name, waitsFor: item.waitsFor });
			continue;
		}
		try {
			const next = takeStep(standpoint, item, requests, {
				form,
				qbxml: knowledgeFor(form),
				itemIndex,
			});
			if (!isFurther(next)) continue;
			const { warnings: before = [] } = item;
			const warnings = distinctWarnings([...before, ...warningsOn(requests, outcomes)]);
			turns.set(name, { ...turn, next, warnings });
			const changes = [next.changes ?? []].flat().map((one) => `${connectionId} ${one}`);
			idleItems.push({ item: name, changes });
		} catch (error) {
			// The service may be away for a moment. Any other error is the item's, and comes out with the results.
			if (isPassing(error)) problem = error;
		}
	}
	const { goOn: going, beginAnew, deferred } = turnsOf(idleItems);
	for (const one of deferred) note(journal, { event: 'deferred', ...one });
	if (problem !== undefined) throw problem;
	return [...going, ...beginAnew]
		.map((name) => turns.get(name) as Turn)
		.sort((one, other) => one.itemIndex - other.itemIndex);
}

/**
 * Goes on with the items whose requests have ended: queues what they ask for next, and waits for that instead.
 * @param waiting What was waited for. It holds what is waited for now, even if not everything could be queued: what was
 * queued must never be queued again.
 * @returns Whether any item asked for more at this moment.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues on errors.
 */
export async function goOn(
	rounds: Rounds,
	waiting: { awaited: readonly Awaited[]; outcomes: Outcomes },
): Promise<boolean> {
	const { run, failures } = rounds;
	const turns = turnsAfter(rounds, waiting.awaited, waiting.outcomes);
	if (turns.length === 0) return false;
	const pause = turns.reduce((longest, { next }) => Math.max(longest, next?.pauseMs ?? 0), 0);
	if (pause > 0) await sleep(pause, run.context.getExecutionCancelSignal());
	const { queued, problem } = await inTurnOfRun(run, async () => {
		beginTurn(run, knownFrom(run.journal).round + 1);
		const made: ReadyTurn[] = [];
		for (const turn of turns) {
			try {
				const jobs = jobsOfTurn(rounds, turn, turn.next);
				made.push({ ...turn, formHash: formHashOf(turn.form), jobs });
			} catch (error) {
				setAside(run.context, failures, error, turn.itemIndex);
			}
		}
		const refused = await closedTo(
			run,
			made.flatMap((turn) => turn.jobs),
		);
		// A Retry reads again: the date may have been corrected since.
		for (const { item, itemIndex } of made) {
			if (!refused.has(itemIndex)) continue;
			note(run.journal, { event: 'failed', item, execution: endsIn(rounds) });
		}
		for (const [itemIndex, error] of refused) {
			setAside(run.context, failures, error, itemIndex);
		}
		const ready = made.filter(({ itemIndex }) => !refused.has(itemIndex));
		const jobs = ready.flatMap((turn) => turn.jobs);
		run.writes = jobs;
		showHints(run.context, jobs);
		const writes = jobs.filter(({ isRead }) => rounds.isWoken && !isRead);
		for (const connectionId of new Set(writes.map((job) => job.connectionId))) {
			await lookForRun(run, connectionId);
		}
		return await queueTurns(rounds, ready);
	});
	waiting.awaited = awaitedThen(waiting.awaited, queued, failures);
	if (problem) throw problem.reason;
	return true;
}

/**
 * The output of an item whose requests have all ended. Undefined if it has more to ask for.
 * @throws FormError or QueueError if it has failed.
 */
export function itemsOfSteps(
	{ run, operation, forms, failed, knowledgeFor }: Rounds,
	outcomes: Outcomes,
	requests: readonly Awaited[],
): IDataObject[] | undefined {
	const [{ item: name = '', itemIndex, form }] = requests;
	const known = knownFrom(run.journal);
	const item = known.items.get(name);
	if (!item || !form || item.waitsFor) return undefined;
	const standpoint = { operation, known, outcomes, forms, failed };
	const next = takeStep(standpoint, item, requests, { form, qbxml: knowledgeFor(form), itemIndex });
	return isFurther(next) ? undefined : next.items;
}

/** Whether an item whose requests have all ended may begin anew although it failed. */
export function mayBeginAnew(
	{ operation }: Pick<Rounds, 'operation'>,
	{ step, kept }: Standing,
	requests: readonly Awaited[],
	outcomes: Outcomes,
	error: unknown,
): boolean {
	const { [step]: own } = operation.steps ?? {};
	const isSo = (question: Step['hasWritten']) =>
		requests.some(({ form }) => form && question?.(form, kept as IDataObject));
	if (error instanceof UnclearError || isSo(own?.hasWritten)) return false;
	// What a step says itself, it says of what it knows.
	if (error instanceof FormError) return true;
	const isOnceOnly = isSo(own?.isOnceOnly);
	return !isOnceOnly || requests.some(({ id }) => isCertainlyRefused(outcomes.get(id)));
}

const isCertainlyRefused = (outcome: Outcome | undefined): boolean =>
	outcome !== undefined && 'failed' in outcome && wroteNothing(outcome.failed);

/**
 * The execution that an item fails in: a later one may write it. An agent calls again in the same execution, when it has put right
 * what was wrong.
 */
export const endsIn = ({ run, isTool }: Pick<Rounds, 'isTool' | 'run'>): string =>
	isTool ? '' : run.execution;

/**
 * Notes that an item has failed for good in this execution, if it may begin anew on Retry.
 * @param requests Those of the item, which have all ended.
 */
export function endAsFailed(
	rounds: Rounds,
	requests: readonly Awaited[],
	outcomes: Outcomes,
	error: unknown,
): void {
	const { run } = rounds;
	const [{ item: name = '' }] = requests;
	const item = knownFrom(run.journal).items.get(name);
	if (item && mayBeginAnew(rounds, item, requests, outcomes, error)) {
		note(run.journal, { event: 'failed', item: name, execution: endsIn(rounds) });
	}
}

/** Finds out what the run has in a connection's queue, and where its items stand there. */
export async function takeOverSteps(
	{ run, operation, isTool }: Rounds,
	connectionId: string,
	forms: ReadonlyMap<number, Form>,
): Promise<void> {
	const asked = [...forms].map(([itemIndex, form]) => ({
		item: itemNameOf(isTool, form, itemIndex),
		formHash: formHashOf(form),
	}));
	const steps = Object.keys(operation.steps ?? {});
	const found = await lookForRun(run, connectionId);
	const events = placesIn(knownFrom(run.journal), run, { connectionId, asked, steps }, found);
	for (const event of events) note(run.journal, event);
}

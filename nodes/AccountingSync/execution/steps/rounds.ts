import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { settled } from '../../../../queue/calls/settled';
import { shortHash } from '../../../../queue/calls/shortHash';
import { type AskedItem, placesIn, whyStepsMoved } from '../../../../queue/once/items';
import {
	type JournalEvent,
	type Known,
	knownFrom,
	note,
	type Standing,
} from '../../../../queue/once/journal';
import { beginTurn, inTurnOfRun, lookForRun } from '../../../../queue/once/perform';
import { changedSince, unknownRun } from '../../../../queue/once/writeErrors';
import { writesByItem } from '../../../../queue/once/writesByItem';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { isCertainlyRefused } from '../../../../queue/reader/outcomes';
import { readRoundOf } from '../../../../queue/requests/identifiers';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError, NotWrittenError, UnclearError } from '../../../../quickbooks/form/formError';
import { formHashOf } from '../../operations/formHash';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import type { Progress, Step } from '../../operations/steps';
import { closedTo } from '../queueing/closedPeriods';
import { type Job, type Naming, repeated, showHints, wordsOfStep } from '../queueing/job';
import { queueJobs } from '../queueing/queueJobs';
import { failAs, type Failures, setAside } from '../run/failures';
import type { Run } from '../run/run';
import type { Awaited } from '../run/sleep';
import { takeStep } from './takeStep';
import {
	awaitedThen,
	groupedByItem,
	jobsOfTurn,
	queuedTurns,
	type ReadyTurn,
	resumed,
	soughtAgain,
	type TakeStep,
	type Turn,
	turnsAfter,
} from './turns';

/** What the rounds of a run need. */
export interface Rounds {
	run: Run;
	operation: QueueingOperation;
	isTool: boolean;
	/** How many events the run's journal had when this try began. */
	begunAt: number;
	failures: Failures;
	/** Of all items, but those that failed before anything was sent. */
	forms: ReadonlyMap<number, Form>;
	failed: Progress['failed'];
	requestsAtOnce: number;
	knowledgeFor: (form: Form) => QbxmlKnowledge | undefined;
}

/** The name of an item in the run's state. An agent may ask for several things in one run. */
export const itemNameOf = (isTool: boolean, form: Form, itemIndex: number): string =>
	isTool ? `${itemIndex}w${shortHash(5, form.values, ...repeated(form))}` : String(itemIndex);

/** What a form of an operation of several steps asks for. */
export const askedOf = (
	{ operation, isTool, knowledgeFor }: Pick<Rounds, 'isTool' | 'knowledgeFor' | 'operation'>,
	form: Form,
	itemIndex: number,
): AskedItem & Pick<Turn, 'form' | 'itemIndex'> => ({
	item: itemNameOf(isTool, form, itemIndex),
	itemIndex,
	form,
	formHash: formHashOf(form),
	wordsAt: (step) =>
		wordsOfStep(operation, Object.values(operation.steps ?? {})[step], {
			form,
			qbxml: knowledgeFor(form),
		}),
});

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

/** Begins with the items, and goes on with those that an earlier try has left on their way. */
export async function begin(rounds: Rounds): Promise<Awaited[]> {
	const { run, operation, failures, forms, knowledgeFor } = rounds;
	const { context, journal } = run;
	const items = [...forms].map(([itemIndex, form]) => askedOf(rounds, form, itemIndex));
	const { events, awaited, changed, fresh } = resumed(knownFrom(journal), run, operation, items);
	for (const event of events) note(journal, event);
	for (const { itemIndex, written } of changed)
		setAside(context, failures, changedSince(written), itemIndex);
	// What was read before a crash may be old. The round is another one if anything was written after it.
	const naming = namingOf(rounds);
	const turns = fresh.map((turn) => {
		const made = { naming, qbxml: knowledgeFor(turn.form) };
		return { ...turn, jobs: jobsOfTurn(operation, knownFrom(journal), turn, made) };
	});
	const { queued, problem } = await queueTurns(rounds, turns);
	if (problem) throw problem.reason;
	return awaitedThen(awaited, queued, failures);
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
	const { run, operation, failures, knowledgeFor } = rounds;
	const take = stepsOf(rounds, waiting.outcomes);
	const { prefix, context } = run;
	const { steps } = operation;
	const manner = { over: failures, continuesOnFail: context.continueOnFail(), prefix, steps };
	const after = turnsAfter(knownFrom(run.journal), waiting, manner, take);
	const { turns } = after;
	for (const event of after.events) note(run.journal, event);
	if (after.problem) throw after.problem.reason;
	if (turns.length === 0) return false;
	const requests = groupedByItem(waiting.awaited);
	// What was refused to those that go on, nobody asks about any more.
	const over = turns.flatMap(({ itemIndex }) => requests.get(itemIndex) ?? []);
	const refusals = refusalsOf(rounds, over, waiting.outcomes, endsIn(rounds));
	for (const event of refusals) note(run.journal, event);
	const pause = turns.reduce((longest, { next }) => Math.max(longest, next?.pauseMs ?? 0), 0);
	if (pause > 0) await sleep(pause, run.context.getExecutionCancelSignal());
	const { queued, problem } = await inTurnOfRun(run, async () => {
		beginTurn(run, knownFrom(run.journal).round + 1);
		const naming = namingOf(rounds);
		const made: ReadyTurn[] = [];
		for (const turn of turns) {
			try {
				const { form } = turn;
				const qbxml = knowledgeFor(form);
				const jobs = jobsOfTurn(operation, knownFrom(run.journal), turn, { naming, qbxml });
				made.push({ ...turn, formHash: formHashOf(form), jobs });
			} catch (error) {
				setAside(run.context, failures, error, turn.itemIndex);
			}
		}
		const all = made.flatMap((turn) => turn.jobs);
		run.writes = all;
		for (const connectionId of soughtAgain(all)) await lookForRun(run, connectionId);
		const refused = await closedTo(run, all);
		// A Retry reads again: the date may have been corrected since.
		for (const { item, itemIndex } of made) {
			if (!refused.has(itemIndex)) continue;
			note(run.journal, { event: 'failed', item, execution: endsIn(rounds) });
		}
		for (const [itemIndex, error] of refused) setAside(run.context, failures, error, itemIndex);
		const ready = made.filter(({ itemIndex }) => !refused.has(itemIndex));
		const jobs = ready.flatMap((turn) => turn.jobs);
		showHints(run.context, jobs);
		return await queueTurns(rounds, ready);
	});
	waiting.awaited = awaitedThen(waiting.awaited, queued, failures);
	if (problem) throw problem.reason;
	return true;
}

/** Takes the steps of a run's items. */
export const stepsOf =
	({ run, operation, forms, failed, knowledgeFor }: Rounds, outcomes: Outcomes): TakeStep =>
	(item, requests, form) => {
		const standpoint = { operation, known: knownFrom(run.journal), outcomes, forms, failed };
		const [{ itemIndex }] = requests;
		return takeStep(standpoint, item, requests, { form, qbxml: knowledgeFor(form), itemIndex });
	};

/** Whether an item whose requests have all ended may begin anew although it failed. */
function mayBeginAnew(
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

/**
 * The execution that an item fails in: a later one may write it. An agent calls again in the same execution, when it has put right
 * what was wrong.
 */
export const endsIn = ({ run, isTool }: Pick<Rounds, 'isTool' | 'run'>): string =>
	isTool ? '' : run.execution;

/** Tells which items wait for what they read before they have written anything. What settles reads after a write that the queue may not show. */
export function toRead({ run: { journal, prefix }, operation }: Rounds, outcomes: Outcomes) {
	const { isQuery, settles, then } = operation;
	const { steps } = writesByItem(knownFrom(journal));
	const isRefused = (id: string): boolean => isCertainlyRefused(outcomes.get(id));
	return ({ slot, item = '' }: Awaited): boolean =>
		!isQuery &&
		readRoundOf(prefix, slot) !== undefined &&
		(settles
			? knownFrom(journal).items.get(item)?.step === then
			: (steps.get(item) ?? []).every(({ record }) => isRefused(record.id)));
}

/** What is noted of requests that QuickBooks has certainly refused: another try may write them. What only reads has written nothing either. */
export function refusalsOf(
	{ operation, isTool }: Pick<Rounds, 'isTool' | 'operation'>,
	awaited: readonly Awaited[],
	outcomes: Outcomes,
	execution: string,
): JournalEvent[] {
	const isLost = isTool && operation.isQuery;
	return awaited.flatMap(({ id, slot }) => {
		const outcome = outcomes.get(id);
		const isOver = isCertainlyRefused(outcome) || (isLost && outcome && 'failed' in outcome);
		return isOver ? [{ event: 'refused', slot, id, execution }] : [];
	});
}

/** What is noted of an item that has failed for good in this execution, if it may begin anew on Retry. Its requests have all ended. */
export function failureOf(
	rounds: Pick<Rounds, 'operation'>,
	known: Known,
	requests: readonly Awaited[],
	outcomes: Outcomes,
	{ error, execution }: { error: unknown; execution: string },
): JournalEvent[] {
	const [{ item = '' }] = requests;
	const standing = known.items.get(item);
	if (!standing || !mayBeginAnew(rounds, standing, requests, outcomes, error)) return [];
	const last = error instanceof NotWrittenError && writesByItem(known).later.get(item);
	const refused = last && { slot: last.slot, id: last.record.id, execution };
	return [
		...(refused ? [{ event: 'refused' as const, ...refused }] : []),
		{ event: 'failed', item, execution },
	];
}

/** Finds out what the run has in a connection's queue, and where its items stand there. */
export async function takeOverSteps(
	rounds: Rounds,
	connectionId: string,
	forms: ReadonlyMap<number, Form>,
): Promise<void> {
	const { run, operation, isTool } = rounds;
	const asked = [...forms].map(([itemIndex, form]) => askedOf(rounds, form, itemIndex));
	const steps = Object.keys(operation.steps ?? {});
	const found = await lookForRun(run, connectionId);
	const moved = !isTool && whyStepsMoved(run.prefix, asked, found);
	if (moved) throw unknownRun(moved.because);
	const events = placesIn(knownFrom(run.journal), run, { connectionId, asked, steps }, found);
	for (const event of events) note(run.journal, event);
}

import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError, UnclearError } from '../../../shared/form/formError';
import { isPassing } from '../../../shared/transport/errors';
import { wroteNothing } from '../../../shared/transport/queuedRecord';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import { isFurther, type NextRequests } from '../../operations/steps';
import type { Outcome, Outcomes } from '../outcomes/checkCompletion';
import type { Run } from '../queueing/enqueueOnce';
import { firstRequests, type Job, jobsOf, mark, type Naming } from '../queueing/job';
import { awaitedOf, queueJobs } from '../queueing/queueJobs';
import { type Failures, setAside } from '../run/failures';
import type { ItemState } from '../run/runState';
import type { Awaited } from '../run/sleep';
import { takeStep } from './takeStep';

/** What the rounds of a run need. */
export interface Rounds {
	run: Run;
	operation: QueueingOperation;
	isTool: boolean;
	failures: Failures;
	/** Of all items, but those that failed before anything was sent. */
	forms: ReadonlyMap<number, Form>;
	requestsAtOnce: number;
	knowledgeFor: (form: Form) => QbxmlKnowledge | undefined;
}

/** Stands for what an item asks for, so that a change of the form is noticed. */
export const formMarkOf = ({ values }: Form): string => mark(8, values);

/** The name of an item in the run's state. An agent may ask for several things in one run. */
export const itemNameOf = (isTool: boolean, form: Form, itemIndex: number): string =>
	isTool ? `${itemIndex}w${mark(5, form.values)}` : String(itemIndex);

/** What an item asks for in one round. */
interface Turn {
	item: string;
	itemIndex: number;
	form: Form;
	/** Undefined if it begins, or begins anew. */
	next?: NextRequests;
	jobs: Job[];
}

/** Each job once: items that read the same share one. */
const distinct = (jobs: readonly Job[]): Job[] => [
	...new Map(jobs.map((job) => [job.slot, job])).values(),
];

const namingOf = ({ run, isTool }: Pick<Rounds, 'isTool' | 'run'>): Naming => ({
	prefix: run.prefix,
	executionMark: run.executionMark,
	round: run.state.round,
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
	const place = { item, round: run.state.round, step };
	return jobsOf(operation, next.requests, form, itemIndex, naming, place);
}

/** What came of queueing a round. */
interface QueuedTurns {
	/** What is waited for. */
	awaited: Awaited[];
	/** Why not everything was queued. What was queued is waited for all the same. */
	problem?: { reason: unknown };
}

/** Queues what items ask for in one round, and notes where those stand then of which everything was queued. */
async function queueTurns(rounds: Rounds, turns: readonly Turn[]): Promise<QueuedTurns> {
	const { run, operation, failures, requestsAtOnce } = rounds;
	const { state } = run;
	const jobs = distinct(turns.flatMap((turn) => turn.jobs));
	const settles = (job: Job): boolean =>
		job.form !== undefined && operation.settles?.(job.form) === true;
	// A shared read that can't be queued fails all items that share it, not only the first.
	const ofJobs: Failures = new Map();
	const [result] = await Promise.allSettled([
		queueJobs(run, jobs, ofJobs, { requestsAtOnce, keepsOrder: true, mayBeLost: settles }),
	]);
	const { taken, lost } = state;
	// What was queued before a problem came up stands in the state.
	const ids =
		result.status === 'fulfilled'
			? new Map(result.value.map(({ slot, id }) => [slot, id]))
			: new Map(
					jobs.flatMap(({ slot }): Array<[string, string]> => {
						const { [slot]: own } = taken;
						return own ? [[slot, own.record.id]] : [];
					}),
				);
	const awaited: Awaited[] = [];
	for (const { item, itemIndex, form, next, jobs: own } of turns) {
		const missing = own.find(({ slot }) => !ids.has(slot) && !lost[slot]);
		const failure = missing && ofJobs.get(missing.itemIndex);
		if (missing) {
			if (failure) failures.set(itemIndex, { ...failure, pairedItem: { item: itemIndex } });
			continue;
		}
		state.items[item] = {
			step: next?.then ?? operation.then ?? '',
			slots: own.map(({ slot }) => slot),
			kept: next?.kept ?? {},
			formMark: formMarkOf(form),
		};
		awaited.push(
			...own.map((job) => ({
				...awaitedOf(state, job, ids.get(job.slot) ?? ''),
				...(!ids.has(job.slot) && { id: `lost ${job.slot}`, isLost: true as const }),
				itemIndex,
				form,
				item,
			})),
		);
	}
	return { awaited, ...(result.status === 'rejected' && { problem: { reason: result.reason } }) };
}

/** Queues the first requests of items. */
export async function begin(
	rounds: Rounds,
	items: ReadonlyArray<{ itemIndex: number; form: Form; jobs: Job[] }>,
): Promise<Awaited[]> {
	const { isTool } = rounds;
	const { awaited, problem } = await queueTurns(
		rounds,
		items.map((one) => ({ ...one, item: itemNameOf(isTool, one.form, one.itemIndex) })),
	);
	if (problem) throw problem.reason;
	return awaited;
}

/** What belongs to each item, by item. */
export function groupedByItem<Part extends { itemIndex: number }>(
	parts: readonly Part[],
): Map<number, Part[]> {
	const items = new Map<number, Part[]>();
	for (const part of parts) {
		const own = items.get(part.itemIndex);
		if (own) own.push(part);
		else items.set(part.itemIndex, [part]);
	}
	return items;
}

/** The requests of each item, in the order of the items. */
export const byItem = (awaited: readonly Awaited[]): Awaited[][] => [
	...groupedByItem(awaited).values(),
];

/** The connections on which everything that was queued has ended. A round ends for each connection by itself. */
function idleConnections(awaited: readonly Awaited[], outcomes: Outcomes): Set<string> {
	const all = new Set(awaited.map(({ connectionId }) => connectionId));
	for (const { connectionId, id } of awaited) if (!outcomes.has(id)) all.delete(connectionId);
	return all;
}

/** What the items of the connections ask for whose requests have all ended. */
function turnsAfter(rounds: Rounds, awaited: readonly Awaited[], outcomes: Outcomes) {
	const { run, operation, failures, forms, knowledgeFor } = rounds;
	const { context, state } = run;
	const idle = idleConnections(awaited, outcomes);
	const standpoint = { context, operation, state, outcomes, forms };
	const changing = new Set<string>();
	const turns: Array<Omit<Turn, 'jobs'>> = [];
	const waiting: Array<{ turn: Omit<Turn, 'jobs'>; waitsFor: readonly string[] }> = [];
	let problem: unknown;
	for (const requests of byItem(awaited)) {
		const [{ itemIndex, connectionId, item: name, form }] = requests;
		const item = state.items[name ?? ''];
		if (!item || !form || !name || failures.has(itemIndex) || !idle.has(connectionId)) continue;
		const turn = { item: name, itemIndex, form };
		if (item.waitsFor) {
			waiting.push({ turn, waitsFor: item.waitsFor });
			continue;
		}
		try {
			const next = takeStep(standpoint, item, requests, {
				form,
				qbxml: knowledgeFor(form),
				itemIndex,
			});
			if (!isFurther(next)) continue;
			const changed = [next.changes ?? []].flat().map((one) => `${connectionId} ${one}`);
			if (changed.some((one) => changing.has(one))) item.waitsFor = changed;
			else turns.push({ ...turn, next });
			for (const one of changed) changing.add(one);
		} catch (error) {
			// The service may be away for a moment. Any other error is the item's, and comes out with the results.
			if (isPassing(error)) problem = error;
		}
	}
	if (problem !== undefined) throw problem;
	const anew = waiting.filter(({ waitsFor }) => !waitsFor.some((one) => changing.has(one)));
	return [...turns, ...anew.map(({ turn }) => turn)].sort(
		(one, other) => one.itemIndex - other.itemIndex,
	);
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
	run.state.round += 1;
	const ready: Turn[] = [];
	for (const turn of turns) {
		try {
			ready.push({ ...turn, jobs: jobsOfTurn(rounds, turn, turn.next) });
		} catch (error) {
			setAside(run.context, failures, error, turn.itemIndex);
		}
	}
	const { awaited: queued, problem } = await queueTurns(rounds, ready);
	const moved = new Set([...queued.map(({ itemIndex }) => itemIndex), ...failures.keys()]);
	waiting.awaited = [
		...waiting.awaited.filter(({ itemIndex }) => !moved.has(itemIndex)),
		...queued,
	].sort((one, other) => one.itemIndex - other.itemIndex);
	if (problem) throw problem.reason;
	return true;
}

/**
 * The output of an item whose requests have all ended. Undefined if it has more to ask for.
 * @throws FormError or NodeOperationError if it has failed.
 */
export function itemsOfSteps(
	{ run, operation, forms, knowledgeFor }: Rounds,
	outcomes: Outcomes,
	requests: readonly Awaited[],
): IDataObject[] | undefined {
	const [{ item: name = '', itemIndex, form }] = requests;
	const item = run.state.items[name];
	if (!item || !form || item.waitsFor) return undefined;
	const standpoint = { context: run.context, operation, state: run.state, outcomes, forms };
	const next = takeStep(standpoint, item, requests, { form, qbxml: knowledgeFor(form), itemIndex });
	return isFurther(next) ? undefined : next.items;
}

/** Whether an item whose requests have all ended may begin anew although it failed. */
function mayBeginAnew(
	{ operation }: Rounds,
	{ step }: ItemState,
	requests: readonly Awaited[],
	outcomes: Outcomes,
	error: unknown,
): boolean {
	if (error instanceof UnclearError) return false;
	// What a step says itself, it says of what it knows.
	if (error instanceof FormError) return true;
	const { [step]: taken } = operation.steps ?? {};
	const isOnceOnly = requests.some(({ form }) => form && taken?.isOnceOnly?.(form));
	return !isOnceOnly || requests.some(({ id }) => isCertainlyRefused(outcomes.get(id)));
}

const isCertainlyRefused = (outcome: Outcome | undefined): boolean =>
	outcome !== undefined && 'failed' in outcome && wroteNothing(outcome.failed);

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
	const { [name]: item } = run.state.items;
	if (item && mayBeginAnew(rounds, item, requests, outcomes, error)) item.failedIn = run.execution;
}

/**
 * The items that an earlier try of the run has left somewhere on their way, as far as they can go on from there.
 * @param onChanged What to do with an item whose form was changed after it had written something.
 */
export function resumed(
	{ run, isTool }: Pick<Rounds, 'isTool' | 'run'>,
	forms: ReadonlyMap<number, Form>,
	onChanged: (itemIndex: number, requestId: string) => void,
): Awaited[] {
	const { state, execution, isRetry } = run;
	const awaited: Awaited[] = [];
	for (const [itemIndex, form] of forms) {
		const name = itemNameOf(isTool, form, itemIndex);
		const { [name]: item } = state.items;
		if (!item) continue;
		const own = item.slots.map((slot) => ({ slot, taken: state.taken[slot] }));
		const isFailed = item.failedIn !== undefined && item.failedIn !== execution;
		const isChanged = item.formMark !== formMarkOf(form) && isRetry;
		const written = own.find(({ slot, taken }) => taken && !slot.startsWith(run.prefix));
		const isOfOther = written?.taken && written.taken.execution !== execution;
		if (isChanged && !isFailed && isOfOther) {
			onChanged(itemIndex, written.taken?.record.id ?? '');
			continue;
		}
		if (isFailed || isChanged || own.some(({ taken }) => taken === undefined)) {
			delete state.items[name];
			continue;
		}
		awaited.push(
			...own.flatMap(({ slot, taken }) =>
				taken
					? [
							{
								itemIndex,
								connectionId: requiredId(form, connection),
								slot,
								id: taken.record.id,
								iterates: false,
								alreadyExisted: taken.alreadyExisted,
								form,
								item: name,
							},
						]
					: [],
			),
		);
	}
	return awaited;
}

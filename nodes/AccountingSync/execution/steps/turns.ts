import type { IDataObject } from 'n8n-workflow';

import { isPassing } from '../../../../queue/calls/errors';
import { decide, type RunFacts, untouched } from '../../../../queue/once/decide';
import {
	type AskedItem,
	changesBefore,
	type IdleItem,
	placesOf,
	roundFor,
	roundOf,
	turnsOf,
} from '../../../../queue/once/items';
import type { JournalEvent, Known, Queued, Standing } from '../../../../queue/once/journal';
import { writesByItem } from '../../../../queue/once/writesByItem';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { isCertainlyRefused } from '../../../../queue/reader/outcomes';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { type Form, requiredId } from '../../../../quickbooks/form/form';
import { groupBy } from '../../../../quickbooks/json/groupBy';
import { distinctWarnings, type Warning } from '../../../../quickbooks/qbxml/answer';
import { connection } from '../../../shared/fields/connection';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import { isFurther, type Next, type NextRequests, type Steps } from '../../operations/steps';
import { warningsOn } from '../outcomes/warnings';
import { firstRequests, type Job, jobsOf, type Naming } from '../queueing/job';
import { awaitedOf } from '../queueing/queueJobs';
import type { Awaited } from '../run/sleep';

/** What an item asks for in one round. */
export interface Turn {
	/** Its name in the journal. */
	item: string;
	itemIndex: number;
	form: Form;
	/** Undefined if it begins, or begins anew. */
	next?: NextRequests;
	/** Whether it was done already, and an item before it has written over it since. */
	isAgain?: boolean;
	/** What QuickBooks warned of in the steps before. */
	warnings?: readonly Warning[];
}

/** An item's turn with all that it asks for. */
export interface ReadyTurn extends Turn {
	/** Stands for its form. */
	formHash: string;
	jobs: readonly Job[];
}

/** Whether the items go through the operation's steps. A write that need not be settled is done when it is answered. */
export const isStepwise = ({ settles, goesOn }: QueueingOperation, form: Form): boolean =>
	(!settles && !goesOn) || settles?.(form) === true || goesOn?.(form) === true;

/**
 * What has to be looked for in a connection's queue before items begin there, if the journal may not tell: nothing was handed down after
 * a crash, and others may have pressed Retry on the same execution before.
 * @param jobs What the items begin with.
 */
export function soughtBefore(
	operation: QueueingOperation,
	jobs: readonly Job[],
	{ isContinued, isRetry }: { isContinued: boolean; isRetry: boolean },
): 'nothing' | 'requests' | 'steps' {
	const { steps, isQuery, goesOn } = operation;
	if (isContinued && !isRetry) return 'nothing';
	const mayGoOn = ({ form }: Job) => form && (goesOn || isStepwise(operation, form));
	if (steps && !isQuery && jobs.some(mayGoOn)) return 'steps';
	return jobs.some(({ isRead }) => !isRead) ? 'requests' : 'nothing';
}

/**
 * Lets the items of a run go on where an earlier try has left them.
 * @returns What is noted, what those wait for that go on, those whose form was changed after they had written something, and those
 * that begin.
 */
export function resumed<Item extends AskedItem & Turn>(
	known: Known,
	run: Pick<RunFacts, 'execution' | 'isRetry'> & { prefix: string },
	{ looksFirst, steps = {} }: QueueingOperation,
	items: readonly Item[],
) {
	const events: JournalEvent[] = [];
	const awaited: Awaited[] = [];
	const changed: Array<{ itemIndex: number; written: Queued }> = [];
	const fresh: Item[] = [];
	const asked = items.map((one) => ({ ...one, connectionId: requiredId(one.form, connection) }));
	const places = placesOf(known, run, asked, { looksFirst, steps: Object.keys(steps) });
	for (const [index, one] of asked.entries()) {
		const { item, itemIndex, form, connectionId } = one;
		const { [index]: place } = places;
		if (place.at === 'end') changed.push({ itemIndex, written: place.written });
		else if (place.at === 'step') {
			if (place.planned) events.push(place.planned);
			for (const { slot, record, earlier } of place.queued) {
				const { id } = record;
				awaited.push({ itemIndex, connectionId, slot, id, iterates: false, earlier, form, item });
			}
		} else {
			// What it was about stays remembered, unless it is about something else now.
			if (place.at === 'beginning anew') events.push({ event: 'begunAnew', item });
			fresh.push(items[index]);
		}
	}
	return { events, awaited, changed, fresh };
}

/**
 * The connections on which a run has to be looked for before the writes of a later round go out: n8n may run an execution twice at once, or
 * wake it twice, and the queue alone tells then what the other one has written.
 */
export const soughtAgain = (jobs: readonly Job[]): Set<string> =>
	new Set(jobs.flatMap(({ isRead, connectionId }) => (isRead ? [] : [connectionId])));

/** Makes the requests of an item's turn. */
export function jobsOfTurn(
	operation: QueueingOperation,
	known: Pick<Known, 'round' | 'unanswered'>,
	{ item, itemIndex, form, next }: Turn,
	{ naming, qbxml }: { naming: Naming; qbxml: QbxmlKnowledge | undefined },
): Job[] {
	if (!next) {
		return jobsOf(operation, firstRequests(operation, form, qbxml), form, itemIndex, naming);
	}
	const step = Object.keys(operation.steps ?? {}).indexOf(next.then);
	const round = roundFor(known, item, step);
	return jobsOf(operation, next.requests, form, itemIndex, naming, { item, round, step });
}

/** The request that stands in the queue for a job. */
function requestFor(known: Known, run: RunFacts, job: Job): QueuedRecord | undefined {
	const decision = decide(known, run, job, untouched);
	return decision.next === 'end' && decision.as === 'queued' ? decision.record : undefined;
}

/**
 * Where the items of a round stand when it was queued. A request that is lost counts as queued.
 * @returns What is noted of those of which everything was queued, what they wait for, and what is missing of the others, by item.
 */
export function queuedTurns(
	known: Known,
	run: RunFacts,
	{ then = '' }: QueueingOperation,
	turns: readonly ReadyTurn[],
) {
	const events: JournalEvent[] = [];
	const awaited: Awaited[] = [];
	const missing = new Map<number, Job>();
	for (const { item, itemIndex, form, formHash, next, isAgain, warnings = [], jobs } of turns) {
		const own = jobs.map((job) => ({ job, record: requestFor(known, run, job) }));
		const left = own.find(({ job, record }) => !record && !known.lost.has(job.slot));
		if (left) {
			missing.set(itemIndex, left.job);
			continue;
		}
		const { kept = {} } = known.items.get(item) ?? {};
		const { remembered, before = isAgain ? kept : undefined } = kept;
		// What was found there, another worker may have planned with books that it had read before.
		const isOwn = jobs.every(({ slot, position }) => !position || known.sentInTurn.has(slot));
		events.push({
			event: 'planned',
			item,
			step: next?.then ?? then,
			slots: jobs.map(({ slot }) => slot),
			kept: (isOwn && next?.kept) || { remembered, before },
			formHash,
			...(warnings.length > 0 && { warnings }),
		});
		for (const { job, record } of own) {
			const id = record?.id ?? `lost ${job.slot}`;
			const one = { ...awaitedOf(known, job, id), itemIndex, form, item };
			awaited.push(record ? one : { ...one, isLost: true });
		}
	}
	return { events, awaited, missing };
}

/**
 * What is waited for when items have gone on.
 * @param over The items that are done.
 */
export function awaitedThen(
	before: readonly Awaited[],
	queued: readonly Awaited[],
	over: Pick<ReadonlySet<number>, 'has'>,
): Awaited[] {
	const moved = new Set(queued.map(({ itemIndex }) => itemIndex));
	return [
		...before.filter(({ itemIndex }) => !moved.has(itemIndex) && !over.has(itemIndex)),
		...queued,
	].sort((one, other) => one.itemIndex - other.itemIndex);
}

/** What belongs to each item, by item. */
export const groupedByItem = <Part extends { itemIndex: number }>(parts: readonly Part[]) =>
	groupBy(parts, ({ itemIndex }) => itemIndex);

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

/**
 * What follows for an item whose requests have all ended, by its step.
 * @throws FormError or QueueError if it has failed.
 */
export type TakeStep = (item: Standing, requests: readonly Awaited[], form: Form) => Next;

/** The manner in which a run goes on. */
interface Manner extends Pick<Naming, 'prefix'>, Pick<QueueingOperation, 'steps'> {
	/** The items that are done. */
	over: Pick<ReadonlySet<number>, 'has'>;
	continuesOnFail: boolean;
}

/** Whether an item has written, or may have, what must not be written twice: it can't begin anew any more. */
const isBound = ({ then, requests, kept }: NextRequests, form: Form, steps: Steps = {}): boolean =>
	steps[then]?.hasWritten?.(form, kept) === true ||
	(requests.every(({ isRead }) => isRead) && steps[then]?.isOnceOnly?.(form, kept) === true);

/**
 * Lets the items go on of the connections whose requests have all ended. Unless the node continues on errors, none begins to write when
 * an item before it has failed: it may change the same, and Retry writes the other one first.
 * @returns Their turns in the order of the items, what is noted of those that wait for others, and why it can't be told yet what one
 * asks for.
 */
export function turnsAfter(
	known: Known,
	{ awaited, outcomes }: { awaited: readonly Awaited[]; outcomes: Outcomes },
	{ over, continuesOnFail, prefix, steps }: Manner,
	take: TakeStep,
) {
	const writes = writesByItem(known);
	const changedBefore = changesBefore(writes, (id) => isCertainlyRefused(outcomes.get(id)));
	const idle = idleConnections(awaited, outcomes);
	const turns = new Map<string, Turn>();
	const idleItems: IdleItem[] = [];
	let problem: { reason: unknown } | undefined;
	let isStopped = false;
	for (const requests of byItem(awaited)) {
		const [{ itemIndex, connectionId, item: name = '', form }] = requests;
		const item = known.items.get(name);
		if (!item || !form || over.has(itemIndex) || !idle.has(connectionId)) continue;
		const hasWritten = writes.first.has(name) || writes.steps.has(name);
		if (isStopped && !hasWritten) continue;
		const turn = { item: name, itemIndex, form };
		if (item.waitsFor) {
			turns.set(name, turn);
			idleItems.push({ item: name, waitsFor: item.waitsFor });
			continue;
		}
		try {
			const next = take(item, requests, form);
			const own = [next.changes ?? []].flat();
			const changes = own.map((one) => `${connectionId} ${one}`);
			const isDone = !isFurther(next);
			const round = roundOf(item, { prefix });
			const isOver = own.some((one) => changedBefore(connectionId, one, name) > round);
			const bound = !isDone && isBound(next, form, steps);
			if (isDone && isOver) idleItems.push({ item: name, waitsFor: changes });
			else if (!(isDone && hasWritten))
				idleItems.push({ item: name, changes, isDone, isBound: bound });
			const { warnings: before = [] } = item;
			const warnings = distinctWarnings([...before, ...warningsOn(requests, outcomes)]);
			turns.set(name, { ...turn, warnings, ...(isDone ? { isAgain: hasWritten } : { next }) });
		} catch (error) {
			// The service may be away for a moment. Any other error is the item's, and comes out with the results.
			if (isPassing(error)) problem = { reason: error };
			else if (!continuesOnFail) isStopped = true;
		}
	}
	const { goOn, beginAnew, deferred } = turnsOf(idleItems);
	const going = [...goOn, ...beginAnew].map((name) => turns.get(name) as Turn);
	const events = deferred.map((one): JournalEvent => ({ event: 'deferred', ...one }));
	return { turns: going.sort((one, other) => one.itemIndex - other.itemIndex), events, problem };
}

/**
 * The output of an item whose requests have all ended. Undefined if it has more to ask for.
 * @throws FormError or QueueError if it has failed.
 */
export function itemsOfSteps(
	{ items }: Known,
	requests: readonly Awaited[],
	take: TakeStep,
): IDataObject[] | undefined {
	const [{ item: name = '', form }] = requests;
	const item = items.get(name);
	if (!item || !form || item.waitsFor) return undefined;
	const next = take(item, requests, form);
	return isFurther(next) ? undefined : next.items;
}

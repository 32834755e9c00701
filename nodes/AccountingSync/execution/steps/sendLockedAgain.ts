import { sleep } from 'n8n-workflow';

import { isPassing } from '../../../../queue/calls/errors';
import { settled } from '../../../../queue/calls/settled';
import { asksForIdentifier } from '../../../../queue/once/decide';
import { type Known, knownFrom, lookOf, note } from '../../../../queue/once/journal';
import { beginTurn, inTurnOfRun, lookForRun } from '../../../../queue/once/perform';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { isCertainlyRefused, refusalOfOutcome } from '../../../../queue/reader/outcomes';
import { isPassingLock, LOCK_DELAYS_MS } from '../../../../quickbooks/rules/statuses';
import { originOf } from '../../../shared/transport/shownError';
import { firstRequests, type Job, jobsOf } from '../queueing/job';
import { loadKnowledge } from '../queueing/qbxmlKnowledge';
import { awaitedOf, queueJobs } from '../queueing/queueJobs';
import { failAs, type Failures } from '../run/failures';
import type { Run } from '../run/run';
import type { Awaited } from '../run/sleep';
import { namingOf, type Rounds, settles } from './rounds';

/** A write that somebody's lock has kept out, and the request that is to go out again. */
interface Locked {
	awaited: Awaited;
	job: Job;
}

/** Whether QuickBooks has certainly not carried out a request, because somebody had open what it is about. */
function isKeptOut({ id }: Awaited, outcomes: Outcomes): boolean {
	const outcome = outcomes.get(id);
	if (!outcome || 'pages' in outcome) return false;
	return isCertainlyRefused(outcome) && isPassingLock(refusalOfOutcome(outcome));
}

const lockTriesOf = ({ lockTries = 0 }: Awaited): number => lockTries;

/** The requests that go out again. Those of an item's later steps are its steps' business, which read the record again. */
async function lockedOf(
	rounds: Rounds,
	{ awaited, outcomes }: { awaited: readonly Awaited[]; outcomes: Outcomes },
): Promise<Locked[]> {
	const { run, operation, failures, forms } = rounds;
	const keptOut = awaited.filter(
		(one) =>
			isKeptOut(one, outcomes) &&
			lockTriesOf(one) < LOCK_DELAYS_MS.length &&
			!failures.has(one.itemIndex),
	);
	if (keptOut.length === 0) return [];
	// An execution that was asleep has loaded no facts for an operation without steps.
	const knowledgeFor = await loadKnowledge(run.context, operation, forms);
	const naming = namingOf(rounds);
	const found: Locked[] = [];
	for (const one of keptOut) {
		const { form, itemIndex, slot } = one;
		if (!form) continue;
		try {
			const requests = firstRequests(operation, form, knowledgeFor(form));
			const jobs = jobsOf(operation, requests, form, itemIndex, naming);
			const job = jobs.find((own) => own.slot === slot && !own.isRead);
			if (job) found.push({ awaited: one, job });
		} catch {
			// What can't be made again stays refused.
		}
	}
	return found;
}

/** Waits a little longer each time: who has a record open needs seconds or minutes. */
const pauseBefore = (locked: readonly Locked[]): number =>
	Math.max(...locked.map(({ awaited }) => LOCK_DELAYS_MS[lockTriesOf(awaited)]));

/**
 * Those of which the queue shows that nothing was sent in their place. It is looked at as for a Retry: the process may have died
 * after it had sent them again, and n8n hands down what it knew before that.
 */
async function certainOf(again: Run, locked: readonly Locked[]): Promise<Locked[]> {
	const certain = new Map<string, boolean>();
	for (const { job } of locked.filter(({ job: own }) => !asksForIdentifier(again, own))) {
		const { connectionId } = job;
		if (certain.has(connectionId)) continue;
		await lookForRun(again, connectionId);
		const because = lookOf(knownFrom(again.journal), connectionId, again.execution);
		certain.set(connectionId, because === '');
	}
	return locked.filter(
		({ job }) => asksForIdentifier(again, job) || certain.get(job.connectionId) === true,
	);
}

/** What is waited for instead of a request that was locked. */
function successorOf(
	known: Known,
	{ awaited, job: { slot, ...job } }: Locked,
	{ isLeft, isTriedLater }: { isLeft: boolean; isTriedLater: boolean },
): Awaited {
	const lockTries = lockTriesOf(awaited) + 1;
	const exhausted = { ...awaited, lockTries: LOCK_DELAYS_MS.length };
	if (isLeft) return exhausted;
	if (known.lost.has(slot)) return { ...awaited, id: `lost ${slot}`, isLost: true, lockTries };
	const id = known.queued.get(slot)?.record.id;
	if (id !== undefined && id !== awaited.id) {
		const { item } = awaited;
		return {
			...awaitedOf(known, { ...job, slot }, id),
			...(item !== undefined && { item }),
			lockTries,
		};
	}
	if (isTriedLater) return awaited;
	// The refusal holds if the service has certainly not taken it again. Otherwise it ends as what went wrong says.
	return known.unanswered.has(slot) ? { ...awaited, id: `unknown ${slot}`, lockTries } : exhausted;
}

/**
 * Sends the first requests of items again that QuickBooks has refused only because somebody had something open, up to a few times. Each is
 * a new request in the queue, in the place of the refused one: it goes out exactly once, as after a Retry.
 * @param waiting What was waited for. It holds what is waited for now.
 * @returns Whether anything was sent again.
 * @throws NodeApiError or NodeOperationError of the first item that can't be queued, unless the node continues on errors.
 */
export async function sendLockedAgain(
	rounds: Rounds,
	waiting: { awaited: readonly Awaited[]; outcomes: Outcomes },
): Promise<boolean> {
	const { run, operation, failures, requestsAtOnce } = rounds;
	const { context, journal } = run;
	const all = await lockedOf(rounds, waiting);
	if (all.length === 0) return false;
	await sleep(pauseBefore(all), context.getExecutionCancelSignal());
	const failed: Failures = new Map();
	const sent = await inTurnOfRun(run, async () => {
		const again: Run = {
			...run,
			isRetry: true,
			shared: new Map(),
			writes: all.map(({ job }) => job),
		};
		beginTurn(again, knownFrom(journal).round);
		for (const { awaited } of all) {
			// No execution has to be told that it wrote nothing: this one may write in its place already.
			note(journal, { event: 'refused', slot: awaited.slot, id: awaited.id, execution: '' });
		}
		const locked = await certainOf(again, all);
		const jobs = locked.map(({ job }) => job);
		const result = await settled(
			queueJobs(again, jobs, failed, {
				requestsAtOnce,
				keepsOrder: true,
				mayBeLost: settles(operation),
			}),
		);
		return { locked, result };
	});
	const { result } = sent;
	const isTriedLater = result.status === 'rejected' && isPassing(originOf(result.reason));
	const successors = new Map(
		all.map((one) => {
			const { itemIndex } = one.awaited;
			const failure = failed.get(itemIndex);
			if (failure) failAs(failures, itemIndex, failure);
			const isLeft = !sent.locked.includes(one);
			return [one.awaited, successorOf(knownFrom(journal), one, { isLeft, isTriedLater })];
		}),
	);
	waiting.awaited = waiting.awaited.map((one) => successors.get(one) ?? one);
	if (result.status === 'rejected') throw result.reason;
	return sent.locked.length > 0;
}

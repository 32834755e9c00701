import type { IExecuteFunctions } from 'n8n-workflow';

import { outcomeIsUnknown, QueueError, UNKNOWN_OUTCOME } from '../../../../queue/calls/errors';
import { runLanes } from '../../../../queue/calls/runLanes';
import { settled } from '../../../../queue/calls/settled';
import { type Known, knownFrom, note } from '../../../../queue/once/journal';
import { enqueue } from '../../../../queue/once/perform';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { canceledError, isCanceled } from '../../../shared/n8nInternals/cancellation';
import { type Failures, setAside } from '../run/failures';
import type { Run } from '../run/run';
import type { Awaited } from '../run/sleep';
import { iterates, type Job } from './job';

/** A request that was queued for an item, with the record that the service gave at that time. */
export interface Queued extends Awaited {
	record: QueuedRecord;
}

/** What is waited for. The record is in the run's state already. */
export function withoutRecord(one: Queued): Awaited {
	const kept: Awaited & Partial<Queued> = { ...one };
	delete kept.record;
	return kept;
}

/** What a write must not overtake, if the writes of a run need no order: what another item has queued may stand for it. */
const bondsOf = ({ connectionId, itemIndex, replaces, identity, identifier }: Job): string[] => [
	`item ${itemIndex}`,
	...(replaces === undefined ? [] : [`instead of ${replaces}`]),
	...(identity === 'made' ? [] : [`as ${connectionId} ${identifier}`]),
];

/** Groups writes so that those which have anything in common are in one lane, in their order. */
function unorderedLanes(writes: readonly Job[]): Job[][] {
	const lanes = new Map<string, Job[]>();
	const add = (lane: Job[], job: Job) => {
		lane.push(job);
		for (const bond of bondsOf(job)) lanes.set(bond, lane);
	};
	for (const job of writes) {
		const joined = new Set<Job[]>();
		for (const bond of bondsOf(job)) {
			const before = lanes.get(bond);
			if (before) joined.add(before);
		}
		const [lane = [], ...others] = joined;
		for (const other of others.flat()) add(lane, other);
		add(lane, job);
	}
	return [...new Set(lanes.values())];
}

/** Writes to the same connection go out one after the other, if they keep their order. Everything else goes out in parallel. */
function lanesOf(jobs: readonly Job[], keepsOrder: boolean): Job[][] {
	const writes = jobs.filter(({ isRead }) => !isRead);
	const connections = new Set(writes.map(({ connectionId }) => connectionId));
	return [
		...(keepsOrder
			? [...connections].map((connection) =>
					writes.filter((job) => job.connectionId === connection),
				)
			: unorderedLanes(writes)),
		...jobs.filter(({ isRead }) => isRead).map((job) => [job]),
	];
}

function throwIfCanceled(
	context: IExecuteFunctions,
	results: ReadonlyArray<PromiseSettledResult<QueuedRecord | undefined> | undefined>,
): void {
	if (!isCanceled(context)) return;
	const queued = results.filter((result) => result?.status === 'fulfilled').length;
	const underWay = results.filter(
		(result) => result?.status === 'rejected' && outcomeIsUnknown(result.reason),
	).length;
	const description = [
		'Those stay in the queue and will be carried out.',
		...(underWay === 0 ? [] : [`${underWay} more may have been queued, but no answer came.`]),
	].join(' ');
	const error = canceledError(
		context,
		`: ${queued} of ${results.length} requests had been queued`,
		{ description },
	);
	// n8n has already saved the execution, without this error. So we also write it to the log and the editor's console.
	context.logger.warn(`${error.message} ${description}`);
	context.sendMessageToUI(`${error.message} ${description}`);
	throw error;
}

/** A queued job as it is waited for. */
export function awaitedOf(
	{ queued }: Known,
	{ itemIndex, connectionId, slot, form, ...job }: Job,
	id: string,
): Awaited {
	return {
		itemIndex,
		connectionId,
		slot,
		id,
		iterates: iterates(job),
		earlier: queued.get(slot)?.earlier,
		form,
	};
}

/** The error of a call of which nobody knows whether the service took its request. */
const isLost = (reason: unknown): reason is QueueError =>
	reason instanceof QueueError && reason.code === UNKNOWN_OUTCOME;

/** How jobs are queued. */
interface Manner {
	/** How many calls are under way at once. */
	requestsAtOnce: number;
	/** Whether writes to the same connection go out one after the other. */
	keepsOrder: boolean;
	mayBeLost: (job: Job) => boolean;
}

/**
 * Queues jobs exactly once, with writes in order unless the user needs none.
 * @param mayBeLost Whether an item goes on if nobody knows whether a job of it was queued. It stands in the run's state then.
 * @returns What is queued, in the order of the jobs.
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues on errors.
 */
export async function queueJobs(
	run: Run,
	jobs: readonly Job[],
	failures: Failures,
	{ requestsAtOnce, keepsOrder, mayBeLost }: Manner,
): Promise<Queued[]> {
	const { context, journal } = run;
	const queueOne = async (job: Job): Promise<QueuedRecord | undefined> => {
		const result = await settled(enqueue(run, job));
		if (result.status === 'fulfilled') return result.value;
		const { reason } = result;
		if (!isLost(reason) || !mayBeLost(job)) throw reason;
		const { message, description = '' } = reason;
		const { slot, externalGuid } = job;
		const at = new Date().toISOString();
		note(journal, { event: 'unknown', slot, message, description, externalGuid, at });
		return undefined;
	};
	const results = await runLanes(lanesOf(jobs, keepsOrder), queueOne, {
		atOnce: requestsAtOnce,
		goOnAfterFailure: context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		enter: run.service.enter,
	});
	throwIfCanceled(
		context,
		jobs.map((job) => results.get(job)),
	);
	const queued: Queued[] = [];
	for (const job of jobs) {
		const result = results.get(job);
		if (result?.status === 'fulfilled') {
			const { value: record } = result;
			if (record) queued.push({ ...awaitedOf(knownFrom(journal), job, record.id), record });
		} else if (result) {
			setAside(context, failures, result.reason, job.itemIndex);
		}
	}
	return queued;
}

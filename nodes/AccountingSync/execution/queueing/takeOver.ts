import { NodeOperationError } from 'n8n-workflow';

import type { QueuedRecord } from '../../../shared/transport/queuedRecord';
import { wroteNothing } from '../../../shared/transport/queuedRecord';
import {
	externalGuidIn,
	requestIdIn,
	searchRequests,
} from '../../../shared/transport/queuedRequests';
import { spend } from '../run/runState';
import { asksHistory, type Run } from './enqueueOnce';
import { isPrebuilt, itemPrefix, type Job, placeIn } from './job';
import { historyOf, requestsWith } from './queueHistory';

/** How many records of a queue we read back to find what a crashed execution queued. */
const MOST_AFTER_CRASH = 5_000;

export function unknownBefore(
	{ context }: Pick<Run, 'context'>,
	itemIndex: number,
	because: string,
) {
	return new NodeOperationError(
		context.getNode(),
		'It is unknown what the original execution queued.',
		{
			itemIndex,
			description: `Nothing was sent, so that nothing is written twice. n8n did not pass on what this node had done, and the queue does not tell, since ${because}. Check in QuickBooks or under Queued Request > Get Many, and run what is missing in a new execution.`,
		},
	);
}

type Find = (phrase: string, fits: (identifier: string) => boolean) => Promise<QueuedRecord[]>;

/**
 * How to find requests of the run in a connection's queue by their identifiers.
 * @param isCertain Whether nothing may be overlooked.
 * @throws NodeOperationError if nothing may be overlooked, and we can't find out what was queued.
 */
async function finderFor(
	run: Run,
	connectionId: string,
	jobs: readonly Job[],
	isCertain: boolean,
): Promise<Find> {
	const { context } = run;
	if (!isCertain) {
		return async (phrase, fits) =>
			await searchRequests(context, connectionId, phrase, (record) =>
				fits(requestIdIn(record) ?? ''),
			);
	}
	const question = { arePrebuilt: jobs.some(isPrebuilt), limit: MOST_AFTER_CRASH };
	const history = await historyOf(context, connectionId, question);
	if (history.by === 'none') throw unknownBefore(run, jobs[0].itemIndex, history.because);
	return async (phrase, fits) => await requestsWith(context, connectionId, history, phrase, fits);
}

/**
 * Takes over what was queued for a run that n8n has told us nothing about: its process died and another process starts
 * the run again, or somebody pressed Retry. Call it before anything is sent.
 * @throws NodeOperationError for a Retry, if we can't find out what was queued.
 */
export async function takeOverQueued(
	run: Run,
	connectionId: string,
	writes: readonly Job[],
): Promise<void> {
	const { state, prefix, isRetry } = run;
	const find = await finderFor(run, connectionId, writes, isRetry);
	for (const record of await find(prefix, (identifier) => identifier.startsWith(prefix))) {
		const identifier = String(requestIdIn(record));
		const job = writes.find(({ key: other, itemIndex, slot }) =>
			identifier.startsWith(slot === other ? other : itemPrefix(prefix, itemIndex)),
		);
		if (!job) continue;
		if (wroteNothing(record)) {
			spend(state, job.slot, { id: record.id, execution: '' });
			continue;
		}
		const execution = isRetry ? '' : run.execution;
		const key = identifier.startsWith(job.key) ? job.key : identifier;
		const externalGuid = externalGuidIn(record);
		state.taken[job.slot] ??= { key, identifier, connectionId, record, execution, externalGuid };
	}
	const named = writes.filter((job) => job.isUsersIdentifier && !asksHistory(run, job));
	for (const { identifier, itemIndex } of isRetry ? named : []) {
		const others = await find(identifier, (shown) => shown === identifier);
		const other = others.find((record) => !wroteNothing(record));
		if (!other) continue;
		const because = `the request ${other.id} has the Custom Request ID ${identifier}, and may be that execution's or another's`;
		throw unknownBefore(run, itemIndex, because);
	}
}

/** Whether calls for writes of later steps gave no answer, so that nobody knows whether they were queued. */
export const hasUnansweredSteps = ({ state, prefix }: Run): boolean =>
	Object.values(state.unanswered).some((key) => placeIn(prefix, key) !== undefined);

/** A write of a later step that an earlier process has queued, and where it stands. */
export interface Standing {
	item: string;
	step: number;
	slot: string;
}

/**
 * Takes over the writes of later steps that were queued for a run that n8n has told us nothing about. What was refused, and
 * a step with several writes, is left alone: the item begins anew then, and its first step sees what is in the books.
 * @param jobs The first requests of the run's items.
 * @returns The newest write of each item.
 * @throws NodeOperationError for a Retry, if we can't find out what was queued.
 */
export async function takeOverSteps(
	run: Run,
	connectionId: string,
	jobs: readonly Job[],
): Promise<Standing[]> {
	const { state, prefix, isRetry } = run;
	const isUnanswered = hasUnansweredSteps(run);
	const find = await finderFor(run, connectionId, jobs, isRetry || isUnanswered);
	const newest = new Map<string, Standing & { round: number }>();
	for (const record of await find(prefix, (identifier) => identifier.startsWith(prefix))) {
		const identifier = String(requestIdIn(record));
		const place = placeIn(prefix, identifier);
		if (!place) continue;
		state.round = Math.max(state.round, place.round);
		const isOneOfSeveral = place.slot.includes('.');
		const isOlder = place.round < (newest.get(place.item)?.round ?? 0);
		if (isOneOfSeveral || isOlder || wroteNothing(record)) continue;
		newest.set(place.item, place);
		const execution = isRetry ? '' : run.execution;
		state.taken[place.slot] ??= {
			key: identifier,
			identifier,
			connectionId,
			record,
			execution,
			externalGuid: externalGuidIn(record),
		};
	}
	return [...newest.values()];
}

import { QueueError } from '../../../../queue/calls/errors';
import { knownFrom } from '../../../../queue/once/journal';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { standingsIn } from '../../../../queue/reader/readRemovals';
import type { Run } from '../run/run';
import type { Awaited } from '../run/sleep';

const removedError = (by: string): QueueError =>
	new QueueError(
		'What the original execution wrote for this item was voided or deleted since.',
		`The request ${by} did that. It was not written again: run this item in a new execution to write it.`,
		'removed_since',
	);

/**
 * Makes sure that a Retry does not pass on what the execution that it repeats has written, as if it stood, after somebody has undone
 * that. Nor does an agent that asks again get it.
 * @param isRepeated Whether an agent has asked for a request before.
 * @returns What throws a QueueError for an item of which something was voided or deleted since.
 */
export function removalCheck(
	{ service, journal, isRetry, execution }: Run,
	isRepeated: (one: Awaited) => boolean,
) {
	const standings = new Map<string, ReturnType<typeof standingsIn>>();
	return async (requests: readonly Awaited[], outcomes: Outcomes): Promise<void> => {
		for (const one of requests) {
			const { connectionId, slot, id } = one;
			const queued = knownFrom(journal).queued.get(slot);
			const outcome = outcomes.get(id);
			if (!queued || !outcome || !('pages' in outcome)) continue;
			if (!(isRetry && queued.execution !== execution) && !isRepeated(one)) continue;
			const standingOf = standings.get(connectionId) ?? standingsIn(service, connectionId);
			standings.set(connectionId, standingOf);
			const standing = await standingOf(outcome.pages[0]);
			if (standing.is === 'removed') throw removedError(standing.by);
		}
	};
}

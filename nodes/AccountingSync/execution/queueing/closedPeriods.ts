import type { QueueError } from '../../../../queue/calls/errors';
import { isRefusedBefore, knownFrom } from '../../../../queue/once/journal';
import { mayBeQueuedAs } from '../../../../queue/once/perform';
import {
	closedFor,
	readClosingDates,
	refusalOfClosed,
	warningOfClosed,
} from '../../../../queue/reader/closingDate';
import { refusesClosedPeriods } from '../../operations/fields/closedPeriods';
import type { Run } from '../run/run';
import { type Job, showHints } from './job';

/**
 * Warns of what is about to be written to closed periods. What is in the queue is not looked at again, unless it was refused. A call
 * that gave no answer may have brought it there: that is found out before it is sent again.
 * @returns Why items are not sent that asked for that, by item.
 */
export async function closedTo(
	run: Run,
	jobs: readonly Job[],
): Promise<ReadonlyMap<number, QueueError>> {
	const { context, service, clock, journal } = run;
	const known = knownFrom(journal);
	const fresh = jobs.filter(({ slot }) => {
		const own = known.queued.get(slot);
		return !own || isRefusedBefore(known, slot, own.record, run.execution);
	});
	const closingDates = await readClosingDates(service, clock, fresh, context.getTimezone());
	const hints: string[] = [];
	const refused = new Map<number, QueueError>();
	for (const job of fresh) {
		const closed = closedFor(job, closingDates);
		if (!closed) continue;
		if (!job.form || !refusesClosedPeriods(job.form)) hints.push(warningOfClosed(closed));
		else if (known.unanswered.has(job.slot))
			(run.withheld ??= new Map()).set(job.slot, refusalOfClosed(closed));
		else if (!(await mayBeQueuedAs(run, job))) refused.set(job.itemIndex, refusalOfClosed(closed));
	}
	showHints(context, [{ hints }]);
	return refused;
}

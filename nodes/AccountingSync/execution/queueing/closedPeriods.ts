import type { QueueError } from '../../../../queue/calls/errors';
import { isRefusedBefore, knownFrom } from '../../../../queue/once/journal';
import { mayBeQueuedAs } from '../../../../queue/once/perform';
import {
	closedFor,
	readClosingDates,
	refusalOfClosed,
	warningOfClosed,
} from '../../../../queue/reader/closingDate';
import { hint } from '../../../shared/n8nInternals/asHtml';
import { refusesClosedPeriods } from '../../operations/fields/closedPeriods';
import type { Run } from '../run/run';
import type { Job } from './job';

/**
 * Warns of what is about to be written to closed periods. What has been sent before is not looked at again, unless it was refused.
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
		if (own) return isRefusedBefore(known, slot, own.record, run.execution);
		return !known.unanswered.has(slot);
	});
	const closingDates = await readClosingDates(service, clock, fresh, context.getTimezone());
	const warnings = new Set<string>();
	const refused = new Map<number, QueueError>();
	for (const job of fresh) {
		const closed = closedFor(job, closingDates);
		if (!closed) continue;
		if (!job.form || !refusesClosedPeriods(job.form)) warnings.add(warningOfClosed(closed));
		else if (!(await mayBeQueuedAs(run, job))) refused.set(job.itemIndex, refusalOfClosed(closed));
	}
	for (const message of warnings) {
		hint(context, message, 'warning');
	}
	return refused;
}

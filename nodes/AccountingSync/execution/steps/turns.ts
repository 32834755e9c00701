import type { Form } from '../../../../quickbooks/form/form';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { Job } from '../queueing/job';

/** Whether the items go through the operation's steps. A write that need not be settled is done when it is answered. */
export const isStepwise = ({ settles, goesOn }: QueueingOperation, form: Form): boolean =>
	settles === undefined || settles(form) || goesOn?.(form) === true;

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

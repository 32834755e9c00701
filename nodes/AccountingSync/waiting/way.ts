import type { IExecuteFunctions } from 'n8n-workflow';

import { FormError } from '../../shared/form/formError';
import { isTerminal, type QueuedRecord } from '../../shared/service/queue';
import type { ResultSettings } from '../fields/result';
import type { Job } from '../queue/job';
import { resumeUrlOf, suspensionProblem } from './suspend';

/** How a run waits for its results. */
export interface Way {
	waits: 'not' | 'polling' | 'suspended';
	/** Where the service wakes the execution, for the suspended way. */
	webhookUrl?: string;
	/** Why this way was taken, where the node chose it itself. */
	reason?: string;
}

/**
 * Chooses how to wait. A Webhook URL of the user's takes the one place there is for it, so that polling is left.
 * @throws FormError when the user wants the suspended way and it can't be had.
 */
export async function chooseWay(
	context: IExecuteFunctions,
	{ mode }: ResultSettings,
	jobs: readonly Job[],
): Promise<Way> {
	if (mode === 'queuedRequest') return { waits: 'not' };
	if (mode === 'waitPolling') return { waits: 'polling' };
	const problem = jobs.some(({ hasUsersWebhook }) => hasUsersWebhook)
		? 'a Webhook URL is set, and a request can have only one'
		: await suspensionProblem(context);
	if (problem === undefined) {
		const reason = 'the service can wake it, which costs nothing while it sleeps';
		return { waits: 'suspended', webhookUrl: resumeUrlOf(context), reason };
	}
	if (mode === 'waitSuspended' && !problem.startsWith('a Webhook URL')) {
		throw new FormError(
			`This execution can't be suspended: ${problem}.`,
			'Choose Wait, Polling or Return the Queued Request under Result.',
		);
	}
	return { waits: 'polling', reason: problem };
}

/**
 * The way for what is in the queue now: a request that was there before under the user's identifier wakes whoever
 * queued it, so that this execution has to ask.
 */
export function wayFor(
	way: Way,
	jobs: readonly Job[],
	queued: ReadonlyArray<{ itemIndex: number; record: QueuedRecord }>,
): Way {
	const usersOwn = jobs.filter(({ isUsersIdentifier }) => isUsersIdentifier);
	const items = new Set(usersOwn.map(({ itemIndex }) => itemIndex));
	const wakesAnother = queued.some(
		({ itemIndex, record }) =>
			items.has(itemIndex) && !isTerminal(record) && record.webhook_url !== way.webhookUrl,
	);
	return way.waits === 'suspended' && wakesAnother
		? { waits: 'polling', reason: 'a request that was queued before does not report to it' }
		: way;
}

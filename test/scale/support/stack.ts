import type { INode } from 'n8n-workflow';

import type { ProcessCounts, QueueModeN8n } from '../../../n8n/stack/queue-mode';
import { type Stack, startStack } from '../../../n8n/stack/start';
import { SECRET } from '../../support/deliveries';

/** Seconds before each try of a delivery: n8n's processes are away for some of them. */
const webhookTries = [0, 1, 2, 4, 8, 16, 32, 64];

/**
 * n8n notices soon what a dead worker was running; by default it takes a minute or more, and, if the process that had
 * queued the execution is dead too, up to three hours.
 */
const soonNoticed = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.5',
};

/** An n8n of several processes, six unless given, with the package in each, and the service. */
export const startScaleStack = async (
	counts: Partial<ProcessCounts> = {},
): Promise<Stack<QueueModeN8n>> =>
	await startStack({
		n8n: { env: soonNoticed },
		queueMode: counts,
		service: { webhookSecret: SECRET, webhookTries },
	});

/** The node after the trigger: an execution is at it for a second, so that a kill finds some. */
export const AFTER = 'After';
export const after: INode = {
	id: 'after',
	name: AFTER,
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	position: [220, 0],
	parameters: { resume: 'timeInterval', amount: 1, unit: 'seconds' },
};

import { randomUUID } from 'node:crypto';

import { SECRET } from '../../test/support/deliveries';
import { type GivenNode, lineOf } from '../../test/support/workflows';
import { after } from '../support/after';
import type { Setting } from '../support/setting';

/** Who takes deliveries: the trigger of this package, or n8n's Webhook node. */
export type Receiver = 'trigger' | 'webhook';

/** A published workflow that takes deliveries. */
export interface Published {
	workflowId: string;
	url: string;
}

const nodesOf: Record<Receiver, (webhookId: string) => GivenNode[]> = {
	trigger: (webhookId) => [
		{
			name: 'Accounting Sync Trigger',
			type: 'n8n-nodes-accounting-sync.accountingSyncTrigger',
			typeVersion: 2,
			webhookId,
			parameters: { triggerOn: 'completedRequest' },
			credentials: { accountingSyncApi: { id: '', name: '' } },
		},
		after,
	],
	webhook: (webhookId) => [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			webhookId,
			parameters: { path: webhookId, httpMethod: 'POST', responseMode: 'onReceived' },
		},
		after,
	],
};

const paths: Record<Receiver, (webhookId: string) => string> = {
	trigger: (webhookId) => `${webhookId}/delivery`,
	webhook: (webhookId) => webhookId,
};

/** Imports and publishes a workflow that takes deliveries. */
export async function publish(
	{ n8n, createCredential }: Setting,
	receiver: Receiver,
): Promise<Published> {
	const webhookId = randomUUID();
	const credential = await createCredential({ webhookSecret: SECRET });
	const file = lineOf(`Deliveries, ${receiver}`, nodesOf[receiver](webhookId));
	const workflow = await n8n.client.importWorkflow(file, [credential]);
	await n8n.client.activate(workflow);
	return {
		workflowId: workflow.id,
		url: `${n8n.address}/webhook/${paths[receiver](webhookId)}`,
	};
}

import { randomUUID } from 'node:crypto';
import type { INode, IConnections } from 'n8n-workflow';
import type { WorkflowFile } from '../../n8n/clients/n8n';
import { after, link, workflowOf } from '../calls/contestants';
import type { Setting } from '../setting';
import { API_KEY } from '../setting';
import { SECRET } from './pages';

/** Who takes deliveries: the trigger of this package, or n8n's Webhook node. */
export type Receiver = 'trigger' | 'webhook';

/** A published workflow that takes deliveries. */
export interface Published {
	workflowId: string;
	url: string;
}

type Nodes = Array<Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>>;

const inLine = (nodes: Nodes): IConnections =>
	Object.fromEntries(
		nodes.slice(1).map(({ name }, index) => [nodes[index].name, { main: [link(name)] }]),
	);

const nodesOf: Record<Receiver, (webhookId: string) => Nodes> = {
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
	{ n8n, roads: [direct] }: Setting,
	receiver: Receiver,
): Promise<Published> {
	const webhookId = randomUUID();
	const credential = await n8n.client.createCredential('Deliveries', 'accountingSyncApi', {
		baseUrl: direct.baseUrl,
		apiKey: API_KEY,
		webhookSecret: SECRET,
	});
	const nodes = nodesOf[receiver](webhookId);
	const file: WorkflowFile = workflowOf(`Deliveries, ${receiver}`, nodes, inLine(nodes));
	const workflow = await n8n.client.importWorkflow(file, [credential]);
	await n8n.client.activate(workflow);
	return {
		workflowId: workflow.id,
		url: `${n8n.address}/webhook/${paths[receiver](webhookId)}`,
	};
}

import { randomUUID } from 'node:crypto';

import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { type CredentialReference, type Execution, itemsOf } from '../../n8n/clients/n8n';
import type { RunningN8n } from '../../n8n/stack/n8n-process';
import { until } from '../../n8n/until';
import { post } from './deliveries';
import { type GivenNode, lineOf } from './workflows';

export const TRIGGER = 'Accounting Sync Trigger';
/** The trigger's ID in its workflow, from which the token in its URL is made. */
export const TRIGGER_ID = 'trigger';

/** A workflow in n8n that begins with the trigger. */
export interface TriggerWorkflow {
	id: string;
	versionId: string;
	/** Where its trigger takes deliveries: in production and in test mode. */
	url: string;
	testUrl: string;
}

/**
 * Imports a workflow that begins with the trigger and goes on with `nodes`, one after the other.
 * @param beside what else is in the workflow
 */
export async function importTrigger(
	{ client, address }: RunningN8n,
	credential: CredentialReference,
	name: string,
	parameters: IDataObject,
	nodes: readonly GivenNode[] = [],
	beside: { nodes: INode[]; connections: IConnections } = { nodes: [], connections: {} },
): Promise<TriggerWorkflow> {
	const webhookId = randomUUID();
	const line = lineOf(name, [
		{
			id: TRIGGER_ID,
			webhookId,
			name: TRIGGER,
			type: 'n8n-nodes-accounting-sync.accountingSyncTrigger',
			typeVersion: 2,
			// Whole pages as they came: most tests look at those.
			parameters: { splitIntoItems: false, simplify: false, ...parameters } as INode['parameters'],
			credentials: { accountingSyncApi: { id: '', name: '' } },
		},
		...nodes,
	]);
	const { id, versionId } = await client.importWorkflow(
		{
			name,
			nodes: [...line.nodes, ...beside.nodes],
			connections: { ...line.connections, ...beside.connections },
		},
		[credential],
	);
	return {
		id,
		versionId,
		url: `${address}/webhook/${webhookId}/delivery`,
		testUrl: `${address}/webhook-test/${webhookId}/delivery`,
	};
}

/** Deactivates a workflow and waits until n8n refuses what is delivered to it. */
export async function untilDeactivated(
	{ client }: Pick<RunningN8n, 'client'>,
	workflow: TriggerWorkflow,
): Promise<void> {
	await client.deactivate(workflow);
	await until(
		async () => (await post(workflow.url, '{}')).status,
		(status) => status === 404,
		{ what: 'n8n to refuse a delivery' },
	);
}

/** Waits until a workflow has had that many executions and all have ended; the oldest first. */
export async function untilExecutions(
	{ client }: Pick<RunningN8n, 'client'>,
	{ id }: { id: string },
	count: number,
	timeout?: number,
): Promise<Execution[]> {
	const listed = await until(
		async () => await client.executions(id),
		(executions) =>
			executions.length >= count &&
			executions.every(({ status }) => ['success', 'error', 'crashed'].includes(status)),
		{ timeout, what: `${count} executions` },
	);
	const ids = listed.map((execution) => Number(execution.id)).sort((one, other) => one - other);
	return await Promise.all(ids.map(async (each) => await client.execution(String(each))));
}

/** What a page's item holds, as these tests look at it. */
export interface PageItem {
	id: string;
	page: number;
	page_request_id: string;
	state: string;
	records: Array<Record<string, unknown>>;
}

/** The page that started an execution, by the trigger's only item. */
export function pageOf(execution: Execution): PageItem {
	const items = itemsOf(execution, TRIGGER);
	expect(items).toHaveLength(1);
	return items[0].json as unknown as PageItem;
}

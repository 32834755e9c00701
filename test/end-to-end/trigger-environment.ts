import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { Cleanup } from '../../n8n/processes/cleanup';
import { itemsOf, type CredentialReference, type Execution } from '../../n8n/clients/n8n';
import { ensureInstalled } from '../../n8n/install/install';
import { packPackage } from '../../n8n/install/pack';
import type { RunningN8n } from '../../n8n/stack/single';
import { startN8n } from '../../n8n/stack/single';
import { post } from '../engine/trigger/support/deliveries';

export const API_KEY = 'end-to-end-key';
export const SECRET = 'end-to-end-webhook-secret';
export const TRIGGER = 'Accounting Sync Trigger';

const DEADLINE_MILLISECONDS = 60_000;
const ASK_EVERY_MILLISECONDS = 250;

/**
 * Asks until the answer is as wanted.
 * @throws after a minute, or the time given, with the last answer
 */
export async function until<Answer>(
	ask: () => Promise<Answer>,
	isWanted: (answer: Answer) => boolean,
	milliseconds = DEADLINE_MILLISECONDS,
): Promise<Answer> {
	const deadline = Date.now() + milliseconds;
	for (;;) {
		const answer = await ask();
		if (isWanted(answer)) return answer;
		if (Date.now() > deadline) {
			throw new Error(`Still not as wanted: ${JSON.stringify(answer).slice(0, 2000)}`);
		}
		await delay(ASK_EVERY_MILLISECONDS);
	}
}

/** A real n8n with the package in it. */
export async function startN8nWithPackage(): Promise<{ n8n: RunningN8n; stop(): Promise<void> }> {
	const cleanup = new Cleanup();
	try {
		await ensureInstalled((line) => process.stderr.write(`${line}\n`));
		const { tarball, folder } = await packPackage();
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const n8n = await startN8n({ packageTarball: tarball });
		cleanup.add(async () => await n8n.stop());
		return { n8n, stop: async () => await cleanup.run() };
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}

/** Calls the interface directly; the answer's `data`. */
export async function callService<Answer>(
	baseUrl: string,
	method: string,
	path: string,
	body?: object,
): Promise<Answer> {
	const response = await fetch(`${baseUrl}${path}`, {
		method,
		headers: {
			authorization: `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`,
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return (JSON.parse(text) as { data: Answer }).data;
}

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
	{ client, address }: Pick<RunningN8n, 'client' | 'address'>,
	credential: CredentialReference,
	name: string,
	parameters: IDataObject,
	nodes: INode[] = [],
	beside: { nodes: INode[]; connections: IConnections } = { nodes: [], connections: {} },
): Promise<TriggerWorkflow> {
	const webhookId = randomUUID();
	const trigger: INode = {
		id: 'trigger',
		webhookId,
		name: TRIGGER,
		type: 'n8n-nodes-accounting-sync.accountingSyncTrigger',
		typeVersion: 2,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { accountingSyncApi: { id: '', name: '' } },
	};
	const names = [TRIGGER, ...nodes.map((node) => node.name)];
	const connections: IConnections = Object.fromEntries(
		names
			.slice(0, -1)
			.map((from, index) => [
				from,
				{ main: [[{ node: names[index + 1], type: NodeConnectionTypes.Main, index: 0 }]] },
			]),
	);
	const { id, versionId } = await client.importWorkflow(
		{
			name,
			nodes: [trigger, ...nodes, ...beside.nodes],
			connections: { ...connections, ...beside.connections },
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
	);
}

/** Waits until a workflow has had that many executions and all have ended; the oldest first. */
export async function untilExecutions(
	{ client }: Pick<RunningN8n, 'client'>,
	{ id }: { id: string },
	count: number,
	milliseconds?: number,
): Promise<Execution[]> {
	const listed = await until(
		async () => await client.executions(id),
		(executions) =>
			executions.length >= count &&
			executions.every(({ status }) => ['success', 'error', 'crashed'].includes(status)),
		milliseconds,
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

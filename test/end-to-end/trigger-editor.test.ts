import type { IDataObject, INode } from 'n8n-workflow';

import { type CredentialReference, type Execution, itemsOf } from '../../n8n/clients/n8n';
import type { RunningN8n } from '../../n8n/stack/n8n-process';
import { delivery, post, SECRET, signature } from '../support/deliveries';
import {
	importTrigger,
	pageOf,
	TRIGGER,
	type TriggerWorkflow,
	untilDeactivated,
	untilExecutions,
} from '../support/trigger-workflow';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const stack = usePlaceInSharedN8n({ simulate: 'at-once', webhookSecret: SECRET });
let n8n: RunningN8n;
let signed: CredentialReference;
let unsigned: CredentialReference;
let connectionId: string;

beforeAll(async () => {
	({ n8n, credential: signed } = stack);
	unsigned = await stack.createCredential({ webhookSecret: undefined });
	({ id: connectionId } = await stack.service.createConnection());
});

/** The oldest first. */
const requests = async () => (await stack.service.queue(connectionId)).reverse();

const connection = () => ({ __rl: true, mode: 'id', value: connectionId });

/** What the editor does when somebody presses Listen For Test Event. */
async function listen({ id }: TriggerWorkflow): Promise<void> {
	const answer = await n8n.client.call<{ waitingForWebhook?: boolean }>(
		'POST',
		`/workflows/${id}/run`,
		{ triggerToStartFrom: { name: TRIGGER } },
	);
	expect(answer).toEqual({ waitingForWebhook: true });
}

async function testEvent(workflow: TriggerWorkflow): Promise<Execution> {
	const [execution] = await untilExecutions(n8n, workflow, 1);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	return execution;
}

describe('Listen For Test Event', () => {
	test.each(['signed', 'unsigned'])(
		'On Scheduled Query brings one real page with a sample, and no further ones (%s)',
		async (how) => {
			const before = await requests();
			const workflow = await importTrigger(n8n, how === 'signed' ? signed : unsigned, 'Query', {
				triggerOn: 'completedQuery',
				connection: connection(),
				queriedResource: 'invoice',
				queryOptions: { maximumResults: 20 },
			});
			await listen(workflow);
			const page = pageOf(await testEvent(workflow));
			expect(page.records).toHaveLength(10);
			const queued = (await requests()).slice(before.length);
			expect(queued.map(({ id }) => id)).toEqual([page.id]);
			expect(queued[0].request_xml).not.toContain('iterator');
		},
	);

	test('On Completed Request takes what is delivered to the test URL', async () => {
		const workflow = await importTrigger(n8n, signed, 'Request', { triggerOn: 'completedRequest' });
		expect((await post(workflow.testUrl, delivery())).status).toBe(404);
		await listen(workflow);
		const page = delivery();
		const raw = JSON.stringify(page);
		const header = { 'X-Qube-Signature': signature(raw, { secrets: [SECRET] }) };
		expect((await post(workflow.testUrl, raw, header)).status).toBe(200);
		expect(pageOf(await testEvent(workflow)).id).toBe(page.id);
	});
});

test("requests of a workflow complete to This Workflow's Trigger", async () => {
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 300],
		webhookId: '5d7c2b7e-54f6-43c1-9a8c-3a4e2f6b1c0d',
		parameters: { httpMethod: 'POST', path: 'start-the-query', options: {} },
	};
	const parameters: IDataObject = {
		resource: 'customer',
		operation: 'query',
		result: 'queuedRequest',
		connection: connection(),
		filters: { nameContains: 'müller bäckerei' },
		options: { webhookUrl: { __rl: true, mode: 'list', value: 'thisWorkflowsTrigger' } },
	};
	const query: INode = {
		id: 'query',
		name: 'Query',
		type: 'n8n-nodes-accounting-sync.accountingSync',
		typeVersion: 1,
		position: [220, 300],
		parameters: parameters as INode['parameters'],
		credentials: { accountingSyncApi: { id: '', name: '' } },
	};
	const workflow = await importTrigger(
		n8n,
		unsigned,
		'Own trigger',
		{ triggerOn: 'completedRequest' },
		[],
		{
			nodes: [start, query],
			connections: { Start: { main: [[{ node: 'Query', type: 'main', index: 0 }]] } },
		},
	);
	await n8n.client.activate(workflow);
	expect((await post(`${n8n.address}/webhook/start-the-query`, {})).status).toBe(200);
	const [queueing, completing] = await untilExecutions(n8n, workflow, 2);
	const [{ json: queued }] = itemsOf(queueing, 'Query');
	expect(queued.webhook_url).toBe(`${workflow.url}?trigger_token=…`);
	expect(pageOf(completing)).toMatchObject({
		id: queued.id,
		state: 'completed',
		records: [{ FullName: 'Müller Bäckerei' }, { FullName: 'Müller Bäckerei:Ofen-Umbau' }],
	});

	await untilDeactivated(n8n, workflow);
	const again = await n8n.client.call<{ executionId?: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		{
			triggerToStartFrom: {
				name: 'Start',
				data: {
					startTime: 0,
					executionIndex: 0,
					executionTime: 0,
					source: [],
					executionStatus: 'success',
					data: { main: [[{ json: {} }]] },
				},
			},
		},
	);
	const execution = await n8n.client.waitForExecution(String(again.executionId), ['error']);
	expect(execution.data.resultData.error?.message).toMatch(
		/no active trigger for completed requests/,
	);
});

test('saving an active workflow with another filter starts over; with another schedule it does not', async () => {
	const form = {
		triggerOn: 'completedQuery',
		connection: connection(),
		queriedResource: 'vendor',
	};
	const workflow = await importTrigger(n8n, signed, 'Saved', form);
	await n8n.client.activate(workflow);
	await untilExecutions(n8n, workflow, 1);
	const saved = async (more: IDataObject) => {
		const before = (await requests()).length;
		const stored = await n8n.client.call<{ nodes: INode[]; versionId: string }>(
			'GET',
			`/workflows/${workflow.id}`,
		);
		const nodes = stored.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...more },
		}));
		const { versionId } = await n8n.client.call<{ versionId: string }>(
			'PATCH',
			`/workflows/${workflow.id}`,
			{
				nodes,
				versionId: stored.versionId,
			},
		);
		await n8n.client.activate({ id: workflow.id, versionId });
		return (await requests()).slice(before).map(({ request_xml: xml }) => xml);
	};
	expect(await saved({ schedule: 'hours', every: 3 })).toEqual([]);
	expect(await saved({ filters: { nameContains: 'Lumber' } })).toEqual([
		expect.not.stringContaining('FromModifiedDate'),
	]);
});

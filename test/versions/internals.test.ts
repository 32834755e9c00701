import { join } from 'node:path';

import Database from 'libsql';

import { type Execution, failureOf, itemsOf } from '../../n8n/clients/n8n';
import { installations } from '../../n8n/files';
import { startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { delivery, post, SECRET, signature } from '../support/deliveries';
import { type Office, openOffice } from '../support/office';
import { importTrigger, TRIGGER, untilExecutions } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import {
	chainOf,
	createInvoice,
	itemsNode,
	jsonOf,
	ordersOf,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';

/** The node looks by itself after a minute, and n8n for what is due once a minute. */
const WITHIN = 300_000;

/** Which n8n gives an execution a random secret that its Retry keeps. */
const hasResumeToken: Record<keyof typeof installations, boolean> = {
	'1.123': false,
	'2.0': false,
	latest: true,
};

/*
 * One test for each thing that the nodes rely on and that n8n's types do not promise: see nodes/shared/n8nInternals. One
 * that fails tells that an n8n has changed underneath.
 */
describe.each(Object.entries(installations))('n8n %s', (name, installation) => {
	let dropsDeliveries = false;
	const stack = useStack(
		async () =>
			await startStack({
				n8n: { installation },
				service: { webhookSecret: SECRET },
				onDelivery: async ({ body, forward }) => (dropsDeliveries ? 'drop' : await forward(body)),
			}),
	);
	let office: Office;

	beforeEach(async () => {
		office = await openOffice(stack.service, 'Office');
	});

	afterEach(async () => {
		dropsDeliveries = false;
		await office?.turnOff();
	});

	/** Starts a workflow that writes the orders; the execution's ID. */
	async function write(orders: object[], parameters: object): Promise<string> {
		const { client } = stack.n8n;
		const workflow = await client.importWorkflow(
			chainOf(
				'Write',
				itemsNode(orders),
				syncNode({ ...createInvoice(office.connectionId), ...parameters }),
			),
			[stack.credential],
		);
		return await client.startManualRun(workflow, START);
	}

	const tokenOf = ({ data }: Execution): unknown =>
		(data as unknown as { resumeToken?: unknown }).resumeToken;

	it('Retry after a failure writes nothing twice', async () => {
		const { client } = stack.n8n;
		const orders = [
			{ refNumber: 'R-1', extra: '{}' },
			{ refNumber: 'R-2', extra: '{"no_such_field":1}' },
		];
		const id = await write(orders, {
			result: 'queuedRequest',
			options: { extraBodyFields: '={{ $json.extra }}' },
		});
		const failed = await client.waitForExecution(id, ['error']);
		expect(typeof tokenOf(failed) === 'string').toBe(
			hasResumeToken[name as keyof typeof installations],
		);
		const before = await office.queue();
		expect(before).toHaveLength(1);
		const { id: retry } = await client.call<{ id: string }>('POST', `/executions/${id}/retry`, {
			loadWorkflow: false,
		});
		const retried = await client.waitForExecution(retry, ['error']);
		expect(tokenOf(retried)).toEqual(tokenOf(failed));
		expect((await office.queue()).map((request) => request.id)).toEqual(
			before.map((request) => request.id),
		);
	});

	it(
		'Wake up by the clock when nothing is delivered',
		async () => {
			const { client } = stack.n8n;
			const orders = ordersOf(2, 'C');
			dropsDeliveries = true;
			const id = await write(orders, { result: 'waitSuspended' });
			await client.waitForExecution(id, ['waiting']);
			await office.turnOn();
			const execution = await client.waitForExecution(id, ['success', 'error'], WITHIN);
			expect(failureOf(execution)).toBeUndefined();
			expect(jsonOf(execution, SYNC).map(({ RefNumber }) => RefNumber)).toEqual(
				orders.map(({ refNumber }) => refNumber),
			);
			const items = itemsOf(execution, SYNC);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		},
		WITHIN,
	);

	it('An execution that was stopped while it slept is retried with its original workflow alone', async () => {
		const { client } = stack.n8n;
		const id = await write(ordersOf(2, 'A'), { result: 'waitSuspended' });
		await client.waitForExecution(id, ['waiting']);
		await client.stopExecution(id);
		await client.waitForExecution(id, ['canceled']);
		await office.turnOn();
		// n8n would pass on the input of the sleeping node as its results.
		await expect(
			client.call('POST', `/executions/${id}/retry`, { loadWorkflow: true }),
		).rejects.toThrow(/asleep: choose Retry with original workflow/);
		const { status, data } = await client.retryExecution(id);
		expect(status).toBe('success');
		expect(data.resultData.runData[SYNC]).toHaveLength(1);
		expect(await office.queue()).toHaveLength(2);
	});

	it('A stopped execution is shown as stopped', async () => {
		const { client } = stack.n8n;
		const id = await write(ordersOf(1, 'S'), { result: 'waitPolling' });
		await until(
			async () => await office.queue(),
			(queue) => queue.length === 1,
		);
		await client.stopExecution(id);
		expect(await client.waitForExecution(id, ['canceled'])).toMatchObject({ status: 'canceled' });
	});

	it('Of two executions with the same page, one has it', async () => {
		const { n8n, credential } = stack;
		const workflow = await importTrigger(n8n, credential, 'Twice', {
			triggerOn: 'completedRequest',
		});
		await n8n.client.activate(workflow);
		const page = JSON.stringify(delivery());
		const deliver = async () =>
			await post(workflow.url, page, { 'X-Qube-Signature': signature(page) });
		expect(await deliver()).toMatchObject({ status: 200 });
		await untilExecutions(n8n, workflow, 1);
		// Nothing but the table of processed items remembers the page then, as for another process at the same moment.
		await n8n.kill();
		const database = new Database(join(n8n.userFolder, '.n8n', 'database.sqlite'));
		database.prepare('UPDATE workflow_entity SET staticData = NULL WHERE id = ?').run(workflow.id);
		database.close();
		await n8n.restart();
		expect(await deliver()).toMatchObject({ status: 200, text: expect.stringContaining('taken') });
		const executions = await untilExecutions(n8n, workflow, 2);
		expect(executions.map((execution) => itemsOf(execution, TRIGGER).length)).toEqual([1, 0]);
	});
});

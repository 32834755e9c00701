import type { INodeParameters } from 'n8n-workflow';

import { failureOf, type WorkflowFile } from '../../n8n/clients/n8n';
import { installations } from '../../n8n/files';
import { startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { type Office, openOffice } from '../support/office';
import { useStack } from '../support/use-stack';
import {
	AFTER,
	afterNode,
	chainOf,
	createInvoice,
	type GivenNode,
	itemsNode,
	jsonOf,
	lineOf,
	ordersOf,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';

// Who waits for an execution, and what they get if the desktop is off for longer than the node looks before it sleeps.
describe.each(Object.entries(installations))('n8n %s', (name, installation) => {
	const stack = useStack(async () => await startStack({ n8n: { installation } }));
	let office: Office;

	beforeEach(async () => {
		office = await openOffice(stack.service, expect.getState().currentTestName ?? 'Office');
	});
	afterEach(async () => await office.turnOff());

	const LONGER_THAN_A_LOOK = 3_000;

	/** Waits until requests have been in the queue for longer than the node looks before it would go to sleep. */
	const untilItWouldSleep = async (count: number) =>
		await until(
			async () => await office.queue(),
			(queue) =>
				queue.length === count &&
				queue.every(({ updated_at: at }) => Date.now() - Date.parse(at) > LONGER_THAN_A_LOOK),
			{ what: 'the requests, which nobody has answered for some seconds' },
		);

	const written = (prefix: string) =>
		office.company.invoices.filter(({ RefNumber }) => RefNumber.startsWith(prefix));

	const create = (more: INodeParameters = {}): GivenNode =>
		syncNode(createInvoice(office.connectionId, { result: 'wait', ...more }));

	const importIt = async (file: WorkflowFile) =>
		await stack.n8n.client.importWorkflow(file, [stack.credential]);

	const webhook = (path: string, responseMode: string): GivenNode => ({
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST', responseMode },
	});

	/** Makes the item of a webhook's call, which has the order in its body, one as the node takes it. */
	const order: GivenNode = {
		name: 'Order',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: 'return $input.all().map(({ json }) => ({ json: json.body }));' },
	};

	it('The caller of a webhook that answers with the last node gets what was written', async () => {
		const path = `caller-${Date.now()}`;
		const workflow = await importIt(
			lineOf('Caller', [webhook(path, 'lastNode'), order, create(), afterNode('note', "'done'")]),
		);
		await stack.n8n.client.activate(workflow);
		const answered = fetch(`${stack.n8n.address}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ refNumber: 'C-001' }),
		});
		await untilItWouldSleep(1);
		await office.turnOn();
		const answer = await answered;
		const [invoice, ...others] = written('C-');
		expect(others).toEqual([]);
		expect({ status: answer.status, body: await answer.json() }).toMatchObject({
			status: 200,
			body: { TxnID: invoice.TxnID, note: 'done' },
		});
	});

	/** Starts a parent that calls a child for each order, and the execution's ID. */
	async function startParent(orders: object[]): Promise<string> {
		const called: GivenNode = {
			name: 'Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const child = await importIt(lineOf('Child', [called, create()]));
		// n8n 2 calls only what is published, and n8n 1 publishes only what starts by itself.
		if (name !== '1.123') await stack.n8n.client.activate(child);
		const calling: GivenNode = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: child.id },
				mode: 'each',
				options: { waitForSubWorkflow: true },
			},
		};
		const parent = await importIt(
			chainOf('Parent', itemsNode(orders), calling, afterNode('note', '$json.TxnID')),
		);
		return await stack.n8n.client.startManualRun(parent, START);
	}

	it('A workflow that calls another one for each order gets what was written', async () => {
		const id = await startParent(ordersOf(3, 'P'));
		await untilItWouldSleep(1);
		await office.turnOn();
		const execution = await stack.n8n.client.waitForExecution(id);
		expect(failureOf(execution)).toBeUndefined();
		const invoices = written('P-');
		expect(invoices.map(({ RefNumber }) => RefNumber).sort()).toEqual(['P-001', 'P-002', 'P-003']);
		const ids = jsonOf(execution, AFTER).map(({ note }) => note);
		expect(ids.sort()).toEqual(invoices.map(({ TxnID }) => TxnID).sort());
	});

	it('A workflow that calls another one gets the error of an order that is refused', async () => {
		office.faults.add({ fault: 'refused', status_code: 3140, times: 1, request: 'InvoiceAddRq' });
		const id = await startParent(ordersOf(2, 'E'));
		await untilItWouldSleep(1);
		await office.turnOn();
		const execution = await stack.n8n.client.waitForExecution(id, ['error']);
		expect(failureOf(execution)).toBeDefined();
	});

	it.each(['wait', 'waitPolling'])(
		'A timeout of the workflow ends in an error, and Retry goes on: %s',
		async (result) => {
			const { client } = stack.n8n;
			const file = chainOf('Timeout', itemsNode(ordersOf(1, 'T')), create({ result }));
			const workflow = await importIt({
				...file,
				settings: { executionOrder: 'v1', executionTimeout: 12 },
			});
			const id = await client.startManualRun(workflow, START);
			const execution = await client.waitForExecution(id, ['error', 'canceled']);
			expect(execution.status).toBe('error');
			expect(failureOf(execution)).toContain('Still waiting');
			await office.turnOn();
			const retried = await client.retryExecution(id);
			expect(jsonOf(retried, SYNC)).toMatchObject([{ RefNumber: 'T-001' }]);
			expect(written('T-')).toHaveLength(1);
		},
	);
});

import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../n8n/clients/n8n';
import { installations } from '../../n8n/files';
import { startStack } from '../../n8n/stack/start';
import { type Office, openOffice } from '../support/office';
import { pageSize } from '../support/page-size';
import { importTrigger, pageOf, untilExecutions } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import {
	AFTER,
	afterNode,
	byId,
	chainOf,
	createInvoice,
	itemsNode,
	jsonOf,
	ordersOf,
	runOperation,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';

const PACKAGE = 'n8n-nodes-accounting-sync';
const INVOICES = 300;
const PAGE_SIZE = 100;

describe.each(Object.entries(installations))('n8n %s', (_name, installation) => {
	const stack = useStack(async () => await startStack({ n8n: { installation } }));
	let office: Office;

	beforeAll(async () => {
		office = await openOffice(stack.service, 'Office');
		stack.beforeStop(office.turnOff);
	});

	const everyInvoice = () => office.company.invoices.map(({ TxnID }) => TxnID).sort();

	it('Installed by hand, the nodes are in the panel', async () => {
		const types = await stack.n8n.client.nodeTypes();
		const own = types.filter(({ name }) => name.startsWith(`${PACKAGE}.`));
		expect(own.map(({ name }) => name).sort()).toEqual([
			`${PACKAGE}.accountingSync`,
			`${PACKAGE}.accountingSyncTool`,
			`${PACKAGE}.accountingSyncTrigger`,
		]);
		for (const { properties } of own) expect(properties.length).toBeGreaterThan(0);
	});

	it('The credential is tested', async () => {
		const { client } = stack.n8n;
		expect(await client.testCredential(stack.credential)).toMatchObject({ status: 'OK' });
		const wrong = await stack.createCredential({ apiKey: 'wrong' });
		expect(await client.testCredential(wrong)).toMatchObject({ status: 'Error' });
	});

	it('Connections are offered from a list', async () => {
		const { results } = await stack.n8n.client.call<{ results: IDataObject[] }>(
			'POST',
			'/dynamic-node-parameters/resource-locator-results',
			{
				nodeTypeAndVersion: { name: `${PACKAGE}.accountingSync`, version: 1 },
				path: 'parameters.connection',
				methodName: 'searchConnections',
				currentNodeParameters: { resource: 'customer', operation: 'query' },
				credentials: { accountingSyncApi: stack.credential },
			},
		);
		expect(results).toContainEqual(
			expect.objectContaining({
				name: expect.stringContaining('Office'),
				value: office.connectionId,
			}),
		);
	});

	it('Create an invoice', async () => {
		await office.turnOn();
		const [invoice] = await runOperation(stack, 'Create', {
			...createInvoice(office.connectionId),
			additionalFields: { refNumber: 'V-001' },
		});
		await office.turnOff();
		const [written] = office.company.invoices.filter(({ RefNumber }) => RefNumber === 'V-001');
		expect(invoice.json).toMatchObject({ RefNumber: 'V-001', TxnID: written.TxnID });
	});

	it('Query with pages', async () => {
		await office.turnOn();
		const invoices = await runOperation(stack, 'Query', {
			resource: 'invoice',
			operation: 'query',
			connection: byId(office.connectionId),
			returnAll: true,
			options: pageSize(PAGE_SIZE),
		});
		await office.turnOff();
		expect(invoices.length).toBeGreaterThanOrEqual(INVOICES);
		expect(invoices.map(({ json }) => json.TxnID).sort()).toEqual(everyInvoice());
	});

	it('Sleep until the desktop has answered', async () => {
		const { client } = stack.n8n;
		const orders = ordersOf(3, 'W');
		const workflow = await client.importWorkflow(
			chainOf(
				'Sleep',
				itemsNode(orders),
				syncNode(createInvoice(office.connectionId)),
				afterNode('note', "$('Items').item.json.refNumber"),
			),
			[stack.credential],
		);
		const id = await client.startManualRun(workflow, START);
		const asleep = await client.waitForExecution(id, ['waiting']);
		expect(asleep.data.resultData.runData[AFTER]).toBeUndefined();
		await office.turnOn();
		const execution = await client.waitForExecution(id);
		await office.turnOff();
		expect(failureOf(execution)).toBeUndefined();
		const written = office.company.invoices.filter(({ RefNumber }) => RefNumber.startsWith('W-'));
		expect(written).toHaveLength(orders.length);
		expect(jsonOf(execution, SYNC).map(({ TxnID }) => TxnID)).toEqual(
			written.map(({ TxnID }) => TxnID),
		);
		expect(jsonOf(execution, AFTER).map(({ note }) => note)).toEqual(
			orders.map(({ refNumber }) => refNumber),
		);
	});

	it('Start a workflow for each page', async () => {
		await office.turnOn();
		const { n8n, credential } = stack;
		const workflow = await importTrigger(n8n, credential, 'Pages', {
			triggerOn: 'completedQuery',
			connection: byId(office.connectionId),
			queriedResource: 'invoice',
			queryOptions: { maximumResults: PAGE_SIZE },
		});
		await n8n.client.activate(workflow);
		const expected = everyInvoice();
		const executions = await untilExecutions(n8n, workflow, Math.ceil(expected.length / PAGE_SIZE));
		await n8n.client.deactivate(workflow);
		await office.turnOff();
		const pages = executions.map(pageOf);
		expect(pages.map(({ page }) => page).sort()).toEqual(pages.map((_page, index) => index + 1));
		expect(pages.flatMap(({ records }) => records.map(({ TxnID }) => TxnID)).sort()).toEqual(
			expected,
		);
	});
});

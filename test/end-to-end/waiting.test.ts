import type { INode, INodeParameters } from 'n8n-workflow';

import type { CredentialReference, Execution } from '../../n8n/clients/n8n';
import { failureOf } from '../../n8n/clients/n8n';
import type { Order } from '../../n8n/demo/example-workflows';
import {
	EXAMPLE_CREATED,
	EXAMPLE_REFUSED,
	EXAMPLE_TRIGGER,
	fillIn,
	readExample,
	readOrders,
} from '../../n8n/demo/example-workflows';
import type { OnCall } from '../../n8n/processes/proxy';
import { startStack } from '../../n8n/stack/start';
import { until } from '../../n8n/until';
import { type Office, openOffice } from '../support/office';
import { pageSize } from '../support/page-size';
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
	START,
	SYNC,
	syncNode,
} from '../support/workflows';

/** Seconds before each try of a delivery: n8n is away for some of them. */
const webhookTries = [0, 1, 2, 4, 8, 16, 32];
const ANSWERED = 'response_received';

const stack = useStack(async () => await startStack({ service: { webhookTries } }));
let office: Office;

beforeEach(async () => {
	office = await openOffice(stack.service, expect.getState().currentTestName ?? 'Office');
});

afterEach(async () => {
	await office.turnOff();
});

/** A credential for the service behind a proxy. */
async function credentialBehind(onCall: OnCall): Promise<CredentialReference> {
	return await stack.createCredential({ baseUrl: await stack.addressBehind(onCall) });
}

interface Run {
	items: object[];
	parameters: INodeParameters;
	/** What the node after it notes of the item that a result points to. */
	note?: string;
	credential?: CredentialReference;
	node?: Partial<INode>;
}

/** Starts a workflow that gives items to the action node; the execution's ID. */
async function start({ items, parameters, note = "''", credential, node }: Run): Promise<string> {
	const { client } = stack.n8n;
	const workflow = await client.importWorkflow(
		chainOf(
			expect.getState().currentTestName ?? 'Run',
			itemsNode(items),
			syncNode(parameters, node),
			afterNode('note', note),
		),
		[credential ?? stack.credential],
	);
	return await client.startManualRun(workflow, START);
}

/** How often a node ran in an execution. */
const turnsOf = ({ data }: Execution, node: string) => data.resultData.runData[node]?.length ?? 0;

const newInvoices = (prefix: string) =>
	office.company.invoices.filter(({ RefNumber }) => RefNumber.startsWith(prefix));

describe('waiting suspended', () => {
	it('collects 12 pages of 3 items after n8n was killed and the desktop was off', async () => {
		const { client, kill, restart } = stack.n8n;
		const id = await start({
			// 300 invoices: 5, 4 and 3 pages.
			items: [{ pageSize: 60 }, { pageSize: 75 }, { pageSize: 100 }],
			parameters: {
				resource: 'invoice',
				operation: 'query',
				connection: byId(office.connectionId),
				returnAll: true,
				options: pageSize('={{ $json.pageSize }}'),
			},
			note: "$('Items').item.json.pageSize",
		});
		await client.waitForExecution(id, ['waiting']);
		expect((await office.queue()).map(({ state }) => state)).toEqual(Array(3).fill('waiting'));

		await kill();
		await office.turnOn();
		const pages = await office.queue();
		expect(pages.map(({ state }) => state)).toEqual(Array(12).fill(ANSWERED));
		await restart();

		const execution = await client.waitForExecution(id);
		expect(execution.status).toBe('success');
		expect(turnsOf(execution, AFTER)).toBe(1);
		const results = jsonOf(execution, AFTER);
		const everyInvoice = office.company.invoices.map(({ TxnID }) => TxnID).sort();
		for (const pageSize of ['60', '75', '100']) {
			const ofItem = results.filter(({ note }) => note === pageSize);
			expect(ofItem.map(({ TxnID }) => TxnID).sort()).toEqual(everyInvoice);
		}
		expect(results).toHaveLength(3 * everyInvoice.length);
		await untilDelivered();
	});
});

describe('an operation of several steps', () => {
	/** Runs the desktop once, and waits until what the answers lead to is in the queue and n8n asleep again. */
	async function untilNextStep(id: string, requests: number): Promise<void> {
		await office.visit();
		await until(
			async () => (await office.queue()).map(({ state }) => state),
			(states) => states.length === requests && states[0] === 'waiting',
			{ what: 'the next step in the queue' },
		);
		await stack.n8n.client.waitForExecution(id, ['waiting']);
	}

	const customerNamed = (name: string) =>
		office.company.customers.filter(({ FullName }) => FullName === name);

	it('sleeps through both steps of an update, and n8n may be killed in between', async () => {
		const { client, kill, restart } = stack.n8n;
		const id = await start({
			items: [{ phone: '415-555-0190' }],
			parameters: {
				resource: 'customer',
				operation: 'update',
				connection: byId(office.connectionId),
				listId: { __rl: true, mode: 'name', value: 'Café Zoë' },
				additionalFields: { phone: '={{ $json.phone }}' },
			},
			note: "$('Items').item.json.phone",
		});
		await client.waitForExecution(id, ['waiting']);
		await untilNextStep(id, 2);
		expect(customerNamed('Café Zoë')[0].Phone).not.toBe('415-555-0190');

		await kill();
		await office.turnOn();
		await restart();
		const execution = await client.waitForExecution(id);
		expect(failureOf(execution)).toBeUndefined();
		expect(jsonOf(execution, AFTER)).toMatchObject([
			{ FullName: 'Café Zoë', Phone: '415-555-0190', changed: true, note: '415-555-0190' },
		]);
		expect(customerNamed('Café Zoë')[0].Phone).toBe('415-555-0190');
		expect(await office.queue()).toHaveLength(2);
	});

	it('creates one customer for three orders, and sleeps in between', async () => {
		const { client } = stack.n8n;
		const id = await start({
			items: [{ order: 'A' }, { order: 'B' }, { order: 'C' }],
			parameters: {
				resource: 'customer',
				operation: 'findOrCreate',
				connection: byId(office.connectionId),
				name: 'Lindqvist, Harriet',
			},
			note: "$('Items').item.json.order",
		});
		await client.waitForExecution(id, ['waiting']);
		await untilNextStep(id, 2);
		expect(customerNamed('Lindqvist, Harriet')).toEqual([]);
		await office.turnOn();

		const execution = await client.waitForExecution(id);
		expect(failureOf(execution)).toBeUndefined();
		const [{ ListID }, ...others] = customerNamed('Lindqvist, Harriet');
		expect(others).toEqual([]);
		expect(jsonOf(execution, AFTER)).toMatchObject([
			{ ListID, created: true, note: 'A' },
			{ ListID, created: false, note: 'B' },
			{ ListID, created: false, note: 'C' },
		]);
	});
});

describe('a connection that breaks off', () => {
	it('finds the invoice in the books that the desktop wrote before it disappeared', async () => {
		const { client } = stack.n8n;
		office.faults.add({ fault: 'unanswered', silent: false, times: 1, request: 'InvoiceAddRq' });
		const id = await start({
			items: ordersOf(3, 'B'),
			parameters: createInvoice(office.connectionId, {
				options: { whenOutcomeUnknown: 'lookInBooks' },
			}),
			note: "$('Items').item.json.refNumber",
		});
		await client.waitForExecution(id, ['waiting']);
		await office.turnOn();

		const execution = await client.waitForExecution(id);
		expect(failureOf(execution)).toBeUndefined();
		const written = newInvoices('B-').map(({ TxnID }) => TxnID);
		expect(written).toHaveLength(3);
		const results = jsonOf(execution, AFTER);
		expect(results.map(({ note }) => note)).toEqual(['B-001', 'B-002', 'B-003']);
		expect(results.map(({ TxnID }) => TxnID).sort()).toEqual(written.sort());
		expect(results.filter(({ settled }) => settled === 'found')).toHaveLength(1);
	});
});

describe('an existing request', () => {
	it('wakes both executions that wait for it', async () => {
		const { client } = stack.n8n;
		const run = {
			items: ordersOf(2, 'X'),
			parameters: createInvoice(office.connectionId, {
				options: { customRequestId: '={{ $json.refNumber }}', ifAlreadyQueued: 'returnExisting' },
			}),
		};
		const sleeping = [await start(run), await start(run)];
		for (const id of sleeping) await client.waitForExecution(id, ['waiting']);
		await office.turnOn();

		for (const id of sleeping) {
			const woken = await client.waitForExecution(id);
			const written = newInvoices('X-').map(({ TxnID }) => TxnID);
			expect(written).toHaveLength(2);
			expect(jsonOf(woken, AFTER).map(({ TxnID }) => TxnID)).toEqual(written);
		}
		await untilDelivered();
	});
});

/** Every delivery has been accepted in the end. */
async function untilDelivered(): Promise<void> {
	for (const { id } of await office.nudges()) {
		const { webhook_state: state } = await until(
			async () => await stack.service.queuedRequest(id),
			({ webhook_state: now }) => now === 'succeeded' || now === 'failed',
			{ timeout: 100_000 },
		);
		expect(state).toBe('succeeded');
	}
}

describe('nothing twice', () => {
	it('creates exactly 200 invoices although every fifth answer is lost', async () => {
		let calls = 0;
		let lostWrites = 0;
		const credential = await credentialBehind(async ({ method, forward }) => {
			calls++;
			const isLost = calls % 5 === 0;
			const answer = await forward();
			if (!isLost) return answer;
			if (method === 'POST') lostWrites++;
			return 'drop';
		});
		await office.turnOn();
		const orders = ordersOf(200, 'P');
		const id = await start({
			items: orders,
			parameters: createInvoice(office.connectionId),
			note: "$('Items').item.json.refNumber",
			credential,
		});

		const execution = await stack.n8n.client.waitForExecution(id);
		expect(failureOf(execution)).toBeUndefined();
		expect(lostWrites).toBeGreaterThan(20);
		const refNumbers = orders.map(({ refNumber }) => refNumber);
		const results = jsonOf(execution, AFTER);
		expect(results.map(({ note }) => note)).toEqual(refNumbers);
		expect(results.map(({ RefNumber }) => RefNumber)).toEqual(refNumbers);
		const written = newInvoices('P-');
		expect(written.map(({ RefNumber }) => RefNumber)).toEqual(refNumbers);
		expect(results.map(({ TxnID }) => TxnID)).toEqual(written.map(({ TxnID }) => TxnID));
		expect(new Set(results.map(({ TxnID }) => TxnID)).size).toBe(200);
		expect(await office.queue()).toHaveLength(200);
	});

	it('queues nothing again when Retry On Fail runs the node a second time', async () => {
		let writes = 0;
		const credential = await credentialBehind(async ({ method, forward }) => {
			if (method === 'POST') writes++;
			if (method !== 'POST' || writes !== 7) return await forward();
			const error = { code: 'invalid_request', message: 'Not this time.' };
			return {
				status: 422,
				headers: { 'content-type': 'application/json' },
				body: Buffer.from(JSON.stringify({ error })),
			};
		});
		await office.turnOn();
		const orders = ordersOf(10, 'R');
		const id = await start({
			items: orders,
			parameters: createInvoice(office.connectionId),
			note: "$('Items').item.json.refNumber",
			credential,
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 },
		});

		const execution = await stack.n8n.client.waitForExecution(id);
		expect(failureOf(execution)).toBeUndefined();
		// Six, the one that failed, and from there on the four that were missing.
		expect(writes).toBe(11);
		const refNumbers = orders.map(({ refNumber }) => refNumber);
		expect(newInvoices('R-').map(({ RefNumber }) => RefNumber)).toEqual(refNumbers);
		expect(jsonOf(execution, AFTER)).toEqual(
			newInvoices('R-').map(({ TxnID, RefNumber }) =>
				expect.objectContaining({ TxnID, RefNumber, note: RefNumber }),
			),
		);
	});
});

describe('Create invoices from orders', () => {
	/** Runs the example with the desktop off at first; what its two last nodes show. */
	async function runExample(orders: Order[]) {
		const { client } = stack.n8n;
		const connection = { id: office.connectionId, name: 'Office' };
		const example = fillIn(await readExample(), orders, connection);
		const workflow = await client.importWorkflow(example, [stack.credential]);
		const id = await client.startManualRun(workflow, EXAMPLE_TRIGGER);
		await client.waitForExecution(id, ['waiting']);
		await office.turnOn();
		const execution = await client.waitForExecution(id);
		await office.turnOff();
		expect(failureOf(execution)).toBeUndefined();
		return {
			created: jsonOf(execution, EXAMPLE_CREATED),
			refused: jsonOf(execution, EXAMPLE_REFUSED),
		};
	}

	it('shows what was created and what was refused, and creates only what is missing in a second run', async () => {
		const [first, second, third] = await readOrders();
		const wrong = { ...second, customer_list_id: '8000FFFF-1' };
		const before = await runExample([first, wrong, third]);
		expect(before.created.map(({ RefNumber }) => RefNumber)).toEqual([first.number, third.number]);
		expect(before.refused).toEqual([
			{
				Order: second.number,
				Reason: expect.stringContaining('8000FFFF-1'),
				WhatToDo: expect.stringContaining('Check the spelling in QuickBooks'),
			},
		]);

		const after = await runExample([first, second, third]);
		expect(after.refused).toEqual([]);
		expect(after.created).toMatchObject([
			before.created[0],
			{ RefNumber: second.number, Total: '123.40' },
			before.created[1],
		]);
		expect(newInvoices('W-')).toHaveLength(3);
	});
});

describe('the end of waiting', () => {
	it('fails or gives data when the time is up, and leaves the requests in the queue', async () => {
		const { client } = stack.n8n;
		const startWith = async (whenTimeIsUp: string) =>
			await start({
				items: ordersOf(2, 'E'),
				parameters: createInvoice(office.connectionId, { options: { waitLimit: 1, whenTimeIsUp } }),
				note: "$('Items').item.json.refNumber",
			});
		const failing = await startWith('error');
		const going = await startWith('data');
		await client.waitForExecution(failing, ['waiting']);
		await client.waitForExecution(going, ['waiting']);

		const sentence = "hasn't been set up yet: the customer has yet to finish the setup.";
		const failed = await client.waitForExecution(failing, ['error'], 480_000);
		expect(failureOf(failed)).toContain(sentence);
		expect(turnsOf(failed, AFTER)).toBe(0);
		const gone = await client.waitForExecution(going, ['success'], 480_000);
		expect(jsonOf(gone, AFTER)).toEqual(
			['E-001', 'E-002'].map((note) =>
				expect.objectContaining({
					note,
					still_waiting: true,
					state: 'waiting',
					message: expect.stringContaining(sentence),
				}),
			),
		);
		expect((await office.queue()).map(({ state }) => state)).toEqual(Array(4).fill('waiting'));
	});

	it('queues no more once the execution is cancelled, and says how many went out', async () => {
		const { client } = stack.n8n;
		let writes = 0;
		let seeFive: () => void;
		const five = new Promise<void>((resolve) => (seeFive = resolve));
		let goOn: () => void;
		const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
		const credential = await credentialBehind(async ({ method, forward }) => {
			if (method !== 'POST') return await forward();
			writes++;
			const answer = await forward();
			if (writes === 5) {
				seeFive();
				await mayGoOn;
			}
			return answer;
		});
		const id = await start({
			items: ordersOf(20, 'C'),
			parameters: createInvoice(office.connectionId),
			credential,
		});
		await five;
		await client.stopExecution(id);
		goOn!();

		const execution = await client.waitForExecution(id);
		expect(execution.status).toBe('canceled');
		expect(await office.queue()).toHaveLength(5);
		// The fifth was in the queue, but its answer never came to n8n.
		expect(stack.n8n.output()).toMatch(
			/4 of 20 requests had been queued\. .* 1 more may have been queued/,
		);
		expect(turnsOf(execution, AFTER)).toBe(0);
	});

	it('stays asleep for good when it is cancelled in its sleep', async () => {
		const { client } = stack.n8n;
		const id = await start({
			items: ordersOf(2, 'S'),
			parameters: createInvoice(office.connectionId),
		});
		await client.waitForExecution(id, ['waiting']);
		await client.stopExecution(id);

		await office.turnOn();
		expect(newInvoices('S-')).toHaveLength(2);
		const [{ id: last }] = await office.nudges();
		await stack.service.waitForDeliveryTry(last);
		const execution = await client.execution(id);
		expect(execution.status).toBe('canceled');
		expect(turnsOf(execution, AFTER)).toBe(0);
		expect(turnsOf(execution, SYNC)).toBeLessThanOrEqual(1);
	});
});

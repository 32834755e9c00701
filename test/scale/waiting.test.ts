import { EventEmitter, once } from 'node:events';

import type { INodeParameters } from 'n8n-workflow';

import type { CredentialReference, Execution } from '../../n8n/clients/n8n';
import { failureOf, itemsOf } from '../../n8n/clients/n8n';
import { until } from '../../n8n/until';
import { type LawfulService, startLawfulService } from '../lawful/service';
import { type Office, openOffice } from '../support/office';
import { importTrigger, TRIGGER } from '../support/trigger-workflow';
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
	syncNode,
} from '../support/workflows';
import { startScaleStack } from './support/stack';

const INVOICES = 30;
const WRITTEN_BEFORE_DEATH = 3;
const TEST_TIMEOUT_MILLISECONDS = 480_000;

const stack = useStack(startScaleStack);
let office: Office;

beforeEach(async () => {
	office = await openOffice(stack.service, expect.getState().currentTestName ?? 'Office');
});

afterEach(async () => {
	await office?.turnOff();
});

/** Starts a workflow that gives items to the action node; the execution's ID. */
async function start(
	items: object[],
	parameters: INodeParameters,
	credential: CredentialReference = stack.credential,
): Promise<string> {
	const { client } = stack.n8n;
	const workflow = await client.importWorkflow(
		chainOf(
			expect.getState().currentTestName ?? 'Run',
			itemsNode(items),
			syncNode(parameters),
			afterNode('order', "$('Items').item.json.refNumber"),
		),
		[credential],
	);
	return await client.startManualRun(workflow, START);
}

/** Each order has its invoice, in its place, and the company file has each once. */
function expectEachOnce(execution: Execution, numbers: string[]): void {
	expect(failureOf(execution)).toBeUndefined();
	const results = jsonOf(execution, AFTER);
	expect(results.map(({ RefNumber }) => RefNumber)).toEqual(numbers);
	expect(results.map(({ order }) => order)).toEqual(numbers);
	const written = office.company.invoices
		.map(({ RefNumber }) => RefNumber)
		.filter((number) => numbers.includes(String(number)));
	expect(written.sort()).toEqual([...numbers].sort());
}

test(
	'a suspended execution is woken through a webhook processor and goes on in any worker, though all that knew it are dead',
	async () => {
		const { client, workers, webhookProcessors } = stack.n8n;
		const orders = ordersOf(INVOICES, 'S');
		const parameters = createInvoice(office.connectionId, { result: 'waitSuspended' });
		const id = await start(orders, parameters);
		await client.waitForExecution(id, ['waiting'], TEST_TIMEOUT_MILLISECONDS);
		expect(await office.queue()).toHaveLength(INVOICES);
		await Promise.all([...workers, webhookProcessors[1]].map(async (each) => await each.kill()));
		await Promise.all([workers[1], workers[2]].map(async (each) => await each.restart()));
		await office.turnOn();
		const execution = await client.waitForExecution(id, ['success'], TEST_TIMEOUT_MILLISECONDS);
		expectEachOnce(
			execution,
			orders.map(({ refNumber }) => refNumber),
		);
		await Promise.all([workers[0], webhookProcessors[1]].map(async (each) => await each.restart()));
	},
	TEST_TIMEOUT_MILLISECONDS,
);

test(
	'a run whose worker dies while it queues is run again by hand, and nothing is written twice',
	async () => {
		const { client, workers } = stack.n8n;
		const orders = ordersOf(INVOICES, 'K');
		// The order's number is the key across executions.
		const parameters = createInvoice(office.connectionId, {
			result: 'wait',
			options: {
				customRequestId: '={{ $json.refNumber }}',
				ifAlreadyQueued: 'returnExisting',
			},
		});
		// The next write after these reaches the service no more before the workers are dead, however fast they are.
		const events = new EventEmitter();
		const reached = once(events, 'reached');
		const died = once(events, 'died');
		let writes = 0;
		const baseUrl = await stack.addressBehind(async (call) => {
			if (call.method !== 'POST' || ++writes !== WRITTEN_BEFORE_DEATH + 1)
				return await call.forward();
			events.emit('reached');
			await died;
			return 'drop';
		});
		const credential = await stack.createCredential({ baseUrl });
		const first = await start(orders, parameters, credential);
		await reached;
		await Promise.all(workers.map(async (each) => await each.kill()));
		events.emit('died');
		expect(await office.queue()).toHaveLength(WRITTEN_BEFORE_DEATH);
		await Promise.all(workers.map(async (each) => await each.restart()));
		await until(
			async () => (await client.execution(first)).status,
			(status) => status === 'error' || status === 'crashed',
		);
		const second = await start(orders, parameters);
		await office.turnOn();
		const execution = await client.waitForExecution(second, ['success'], TEST_TIMEOUT_MILLISECONDS);
		expectEachOnce(
			execution,
			orders.map(({ refNumber }) => refNumber),
		);
	},
	TEST_TIMEOUT_MILLISECONDS,
);

test(
	'polling brings the results too',
	async () => {
		const { client } = stack.n8n;
		await office.turnOn();
		const orders = ordersOf(3, 'P');
		const parameters = createInvoice(office.connectionId, { result: 'waitPolling' });
		const id = await start(orders, parameters);
		expectEachOnce(
			await client.waitForExecution(id, ['success'], TEST_TIMEOUT_MILLISECONDS),
			orders.map(({ refNumber }) => refNumber),
		);
	},
	TEST_TIMEOUT_MILLISECONDS,
);

test('the editor, on the main process, lists connections', async () => {
	const { results } = await stack.n8n.client.call<{
		results: Array<{ name: string; value: string }>;
	}>('POST', '/dynamic-node-parameters/resource-locator-results', {
		path: 'parameters.connection',
		methodName: 'searchConnections',
		currentNodeParameters: { connection: byId('') },
		nodeTypeAndVersion: { name: 'n8n-nodes-accounting-sync.accountingSync', version: 1 },
		credentials: { accountingSyncApi: stack.credential },
	});
	expect(results.map(({ value }) => value)).toContain(office.connectionId);
});

test(
	'Listen For Test Event, on the main process, brings a page through the load balancer',
	async () => {
		const { n8n, credential } = stack;
		await office.turnOn();
		const workflow = await importTrigger(n8n, credential, 'Test event', {
			triggerOn: 'completedQuery',
			connection: byId(office.connectionId),
			queriedResource: 'customer',
			queryOptions: { maximumResults: 5 },
		});
		const answer = await n8n.client.call('POST', `/workflows/${workflow.id}/run`, {
			triggerToStartFrom: { name: TRIGGER },
		});
		expect(answer).toEqual({ waitingForWebhook: true });
		const [{ id }] = await until(
			async () => await n8n.client.executions(workflow.id),
			([newest]) => newest?.status === 'success',
		);
		const [{ json }] = itemsOf(await n8n.client.execution(id), TRIGGER);
		expect(json).toMatchObject({ recordType: 'Customer', state: 'completed' });
	},
	TEST_TIMEOUT_MILLISECONDS,
);

/** A service that honours no keys, so that nothing but n8n's own database keeps what is written at once apart. */
describe('at a service without keys', () => {
	let service: LawfulService;

	beforeEach(async () => {
		service = await startLawfulService({});
	});

	afterEach(async () => {
		await service.close();
	});

	const startThere = async (orders: object[], form: INodeParameters = {}) => {
		const { baseUrl, apiKey } = service;
		const credential = await stack.createCredential({ baseUrl, apiKey });
		const parameters = { ...createInvoice(service.newConnection()), ...form };
		return await start(orders, parameters, credential);
	};

	/** Each order is in the books once, and what is green has all of them, in order. */
	async function expectOnce(
		executions: readonly Execution[],
		orders: ReturnType<typeof ordersOf>,
	): Promise<void> {
		await service.desktop.run();
		const numbers = orders.map(({ refNumber }) => refNumber);
		const added = service.ledger.filter(({ kind }) => kind === 'InvoiceAdd');
		expect(added.map(({ refNumber }) => refNumber).sort()).toEqual(numbers);
		const green = executions.filter(({ status }) => status === 'success');
		expect(green.length).toBeGreaterThan(0);
		for (const one of green) {
			expect(itemsOf(one, AFTER).map(({ json }) => json.RefNumber)).toEqual(numbers);
		}
	}

	test(
		'Retry is pressed six times at once, and the workers write each order once',
		async () => {
			let writes = 0;
			service.meddle(({ method, path }) =>
				method === 'POST' && path.includes('/invoices') && ++writes === 3
					? { status: 422, error: { code: 'invalid_request', message: 'Not now.' } }
					: undefined,
			);
			const orders = ordersOf(60, 'T');
			const { client } = stack.n8n;
			const failed = await client.waitForExecution(await startThere(orders), ['error']);
			const retries = Array.from({ length: 6 }, async () => await client.retryExecution(failed.id));
			await expectOnce(await Promise.all(retries), orders);
		},
		TEST_TIMEOUT_MILLISECONDS,
	);
});

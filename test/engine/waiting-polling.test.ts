import type { IDataObject } from 'n8n-workflow';

import { pageSize } from '../support/page-size';
import { type GivenNode, startWorkflow, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { refusedAs } from './support/refused-as';
import { byId, parametersFor, runOperation } from './support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);
const polling = { result: 'waitPolling' };
const at = (connectionId: string): IDataObject => ({ connection: { ...byId(connectionId) } });
const itemsOf = ({ items }: WorkflowRun) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** Resolves when the given number of looks at what is queued has come in. */
function afterLooks(count: number, meddle: () => 'drop' | undefined = () => undefined) {
	let looks = 0;
	return new Promise<void>((resolve) => {
		proxied.meddle((call) => {
			if (queues(call) || !call.path.includes('queued_requests')) return Promise.resolve(undefined);
			if (++looks === count) resolve();
			return Promise.resolve(meddle());
		});
	});
}

test('Create Invoice: the invoice comes out, plain', async () => {
	const connectionId = await service.newConnection();
	const run = await runOperation(service, 'invoice.create', {
		...at(connectionId),
		...smallInvoice,
		...polling,
	});
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([
		{
			json: expect.objectContaining({
				TxnID: expect.any(String),
				Subtotal: '85.00',
				InvoiceLineRet: [expect.objectContaining({ Amount: '85.00' })],
			}),
			pairedItem: { item: 0 },
		},
	]);
	const [{ webhook_url: url }] = await service.requestsOf(connectionId);
	expect(url).toBeFalsy();
});

test('several items over several connections, with pages and without matches, each pointing to its item', async () => {
	const [one, other] = [await service.newConnection(), await service.newConnection()];
	const run = await runOperation(
		service,
		'vendor.query',
		{
			connection: { ...byId('={{ $json.connectionId }}') },
			...polling,
			filters: { nameContains: '={{ $json.name }}', activeStatus: 'All' },
			returnAll: true,
			options: { ...pageSize(15), fields: ['ListID'] },
		},
		{
			items: [
				{ connectionId: one, name: 'e' },
				{ connectionId: other, name: 'nobody is called this' },
				{ connectionId: other, name: 'e' },
			],
		},
	);
	expect(run.error).toBeUndefined();
	expect(itemsOf(run)).toEqual([...Array<number>(32).fill(0), ...Array<number>(32).fill(2)]);
});

test.each([true, false])('Simplify %j', async (simplify) => {
	const connectionId = await service.newConnection();
	const run = await runOperation(service, 'customer.query', {
		...at(connectionId),
		...polling,
		simplify,
		filters: { nameContains: 'müller' },
	});
	const [{ id }] = await service.requestsOf(connectionId);
	expect(run.items.map(({ json }) => json)).toEqual(
		simplify
			? Array(2).fill(expect.objectContaining({ ListID: expect.any(String) }))
			: [
					expect.objectContaining({
						id,
						state: 'response_received',
						response_json: [expect.anything()],
					}),
				],
	);
});

describe('failures in between', () => {
	const invoices = (connectionId: string) => ({
		...at(connectionId),
		...smallInvoice,
		...polling,
		customerListId: '={{ $json.customer }}',
	});
	const items = [smallInvoice.customerListId, '80000FFF-1', smallInvoice.customerListId].map(
		(customer) => ({ customer }),
	);

	test('On Error stopWorkflow: the first one ends the run, with what it means', async () => {
		const run = await runOperation(
			service,
			'invoice.create',
			invoices(await service.newConnection()),
			{
				items,
			},
		);
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('80000FFF-1'),
			description: expect.stringMatching(/Check the spelling.*Error code: 3140/),
			context: { itemIndex: 1, code: '3140' },
		});
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'On Error %s',
		async (onError) => {
			const connectionId = await service.newConnection();
			const run = await runOperation(service, 'invoice.create', invoices(connectionId), {
				items,
				onError,
			});
			const [good, failed = []] = run.outputs['Accounting Sync'];
			const refused = refusedAs(onError, '3140');
			const invoice = expect.objectContaining({ TxnID: expect.any(String) });
			expect([...good, ...failed].map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
				onError === 'continueRegularOutput'
					? [
							[invoice, { item: 0 }],
							[refused, { item: 1 }],
							[invoice, { item: 2 }],
						]
					: [
							[invoice, { item: 0 }],
							[invoice, { item: 2 }],
							[{ ...items[1], ...refused }, { item: 1 }],
						],
			);
		},
	);
});

test('a look that fails for a moment is waited out', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	let isAway = true;
	const asked = afterLooks(1, () => (isAway ? 'drop' : undefined));
	const running = runOperation(proxied, 'customer.query', {
		...at(connectionId),
		...polling,
		filters: { nameContains: 'müller' },
	});
	await asked;
	await service.turnOn(connectionId);
	isAway = false;
	const run = await running;
	expect(run.error).toBeUndefined();
	expect(run.items).toHaveLength(2);
});

test('an execution that is canceled while it reads says that nothing is written after it', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const asked = afterLooks(3);
	const change = {
		listId: { __rl: true, mode: 'name', value: 'Ann' },
		additionalFields: { phone: '1' },
	};
	const parameters = parametersFor('customer.update', {
		...at(connectionId),
		...polling,
		...change,
	});
	const started = await startWorkflow({
		nodes: [{ parameters }],
		credentials: proxied.credentials,
		items: [{ json: {} }],
	});
	await asked;
	started.cancel();
	const { error } = await started.finished;
	expect(error?.description).toContain(
		'An item that has only read so far has not queued its change: Retry sends it.',
	);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'a canceled execution looks no more, and says what it leaves behind: On Error %s',
	async (onError: GivenNode['onError']) => {
		const connectionId = await service.newConnectionTurnedOff();
		const asked = afterLooks(2);
		const started = await startWorkflow({
			nodes: [
				{
					parameters: parametersFor('customer.query', { ...at(connectionId), ...polling }),
					onError,
				},
			],
			credentials: proxied.credentials,
			items: [{ json: {} }, { json: {} }],
		});
		await asked;
		started.cancel();
		const run = await started.finished;
		expect(run.status).toBe('canceled');
		expect(run.error).toMatchObject({
			message: expect.stringMatching(/^The execution was canceled while it waited for 2 results/),
			description: expect.stringContaining('stay in the queue'),
		});
		expect(await service.requestsOf(connectionId)).toMatchObject([
			{ state: 'waiting' },
			{ state: 'waiting' },
		]);
	},
);

test.each([
	{ items: 24, connections: 1 },
	{ items: 24, connections: 3 },
])('$items requests on $connections connections are looked at with few calls', async (many) => {
	const connections = await Promise.all(
		Array.from({ length: many.connections }, async () => await service.newConnection()),
	);
	for (const connectionId of connections) await service.turnOff(connectionId);
	const queued = new Promise<void>((resolve) => {
		let number = 0;
		proxied.meddle((call) => {
			if (queues(call) && ++number === many.items) resolve();
			return Promise.resolve(undefined);
		});
	});
	const running = runOperation(
		proxied,
		'customer.query',
		{
			connection: { ...byId('={{ $json.connectionId }}') },
			...polling,
			filters: { nameContains: 'müller' },
		},
		{
			items: Array.from({ length: many.items }, (_, index) => ({
				connectionId: connections[index % many.connections],
			})),
		},
	);
	await queued;
	for (const connectionId of connections) await service.turnOn(connectionId);
	const run = await running;
	expect(run.items).toHaveLength(2 * many.items);
	const looks = proxied.calls.filter((line) => line.includes('/queued_requests'));
	const lists = looks.filter((line) => line.includes('search_phrase=n8n-'));
	// One request of each connection at a time, until it is done; then a list tells of all the others.
	expect(lists.length).toBeLessThanOrEqual(2 * many.connections);
	expect(new Set(looks).size).toBeLessThan(many.items / 2);
});

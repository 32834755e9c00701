import type { IDataObject } from 'n8n-workflow';

import { retry } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { useProxiedService } from '../support/proxied-service';
import { smallInvoice } from '../support/queueing-operations';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();
const hosted = useHostedOperations();
const proxied = useProxiedService(service);

const inQbxml = {};

/** What only the endpoint takes. */
const atEndpoint = {
	options: { extraBodyFields: '{"memo":"From the web shop"}' },
};

const create = (connectionId: string, orderNumber: string, more: IDataObject = {}) =>
	runOperation(
		service,
		'invoice.create',
		{
			connection: { ...byId(connectionId) },
			...smallInvoice,
			orderNumber,
			result: 'waitPolling',
			...more,
		},
		{ mode: 'trigger' },
	);

describe.each([
	['at the endpoint', atEndpoint],
	['in qbXML', inQbxml],
])('the same orders run again, %s', (_way, form) => {
	test('write nothing twice, and the output says so', async () => {
		const connectionId = await service.newConnection();
		const first = await create(connectionId, 'SO 1042', form);
		expect(first.error).toBeUndefined();
		expect(first.items).toMatchObject([{ json: { already_existed: false } }]);
		const again = await create(connectionId, ' SO  1042 ', form);
		expect(again.items).toMatchObject([
			{ json: { already_existed: true, TxnID: first.items[0].json.TxnID } },
		]);
		expect(Object.keys(again.items[0].json)[0]).toBe('already_existed');
		expect(JSON.stringify(first.hints)).not.toContain('already written');
		expect(Object.values(again.hints).flat()).toMatchObject([
			{
				message: expect.stringMatching(
					/^SO 1042 was already written on .+, with the same contents\. Nothing was written now\.$/,
				) as string,
				type: 'warning',
			},
		]);
		const other = await create(connectionId, 'SO 1043', form);
		expect(other.items[0].json).toMatchObject({ already_existed: false });
		expect(other.items[0].json.TxnID).not.toBe(first.items[0].json.TxnID);
		const writes = (await service.requestsOf(connectionId)).filter(({ request_xml: xml }) =>
			xml.includes('InvoiceAddRq'),
		);
		expect(writes).toHaveLength(2);
	});
});

test('an order that went out one way is known when it would go out the other way', async () => {
	const connectionId = await service.newConnection();
	const first = await create(connectionId, '1042', atEndpoint);
	const memo = { additionalFields: { memo: 'From the web shop' } };
	const again = await create(connectionId, '1042', memo);
	expect(again.items).toMatchObject([
		{ json: { already_existed: true, TxnID: first.items[0].json.TxnID } },
	]);
});

test('an order with other contents is an error that shows them, and nothing is written', async () => {
	const connectionId = await service.newConnection();
	await create(connectionId, '1042');
	const again = await create(connectionId, '1042', { additionalFields: { memo: 'Rush' } });
	expect(again.error?.message).toBe(
		'Order 1042 was already written, with other contents. Memo: nothing was written, and this run has "Rush".',
	);
	expect(again.error?.description).toContain('Nothing was written for it now.');
	expect(await service.requestsOf(connectionId)).toHaveLength(1);
});

test('an order is known where what is asked of endpoints shows no identifiers', async () => {
	const connectionId = await service.newConnection();
	const atEndpoints = new Set<string>();
	proxied.meddle(async ({ method, path, forward }) => {
		const answer = await forward();
		const { data } = JSON.parse(answer.body.toString()) as { data?: IDataObject | IDataObject[] };
		const records = [data ?? []].flat();
		if (method === 'POST' && path.includes('/invoices')) atEndpoints.add(String(records[0].id));
		for (const record of records.filter(({ id }) => atEndpoints.has(String(id)))) {
			record.request_xml = String(record.request_xml).replace(/ requestID="[^"]*"/, '');
			record.request_json = null;
		}
		const body = Buffer.from(JSON.stringify({ ...JSON.parse(answer.body.toString()), data }));
		return { status: answer.status, headers: { 'content-type': 'application/json' }, body };
	});
	const form = { connection: byId(connectionId), result: 'waitPolling' };
	const order = { ...form, ...smallInvoice, orderNumber: '1042' };
	const first = await runOperation(proxied, 'invoice.create', order);
	const listId = byId(String(first.items[0].json.CustomerListID));
	expect((await runOperation(proxied, 'customer.get', { ...form, listId })).error).toBeUndefined();
	const again = await runOperation(proxied, 'invoice.create', order);
	expect(again.items).toMatchObject([
		{ json: { already_existed: true, TxnID: first.items[0].json.TxnID } },
	]);
});

test('what was refused may be written under its number', async () => {
	const connectionId = await service.newConnection();
	const unknown = { customerListId: '80000FFF-1' };
	const refused = await create(connectionId, '1042', unknown);
	expect(refused.error?.message).toContain('80000FFF-1');
	const written = await create(connectionId, '1042');
	expect(written.items).toMatchObject([{ json: { already_existed: false } }]);
	const refusedAgain = await create(connectionId, '1044', unknown);
	expect(refusedAgain.error).toBeDefined();
	expect((await create(connectionId, '1044', unknown)).error).toBeDefined();
	expect((await create(connectionId, '1044')).items).toHaveLength(1);
});

test('with the queued request, its number is forgotten', async () => {
	const connectionId = await service.newConnection();
	const first = await create(connectionId, '1042');
	for (const { id } of await service.requestsOf(connectionId)) {
		await runOperation(service, 'queuedRequest.delete', { queuedRequest: { ...byId(id) } });
	}
	const again = await create(connectionId, '1042');
	expect(again.items).toMatchObject([{ json: { already_existed: false } }]);
	expect(again.items[0].json.TxnID).not.toBe(first.items[0].json.TxnID);
});

describe('with an item that fails beside one that is written', () => {
	const two = async (more: IDataObject) => {
		const connectionId = await service.newConnection();
		return await runOperation(
			service,
			'invoice.create',
			{
				connection: { ...byId(connectionId) },
				...smallInvoice,
				customerListId: byId('={{ $json.customer }}'),
				result: 'waitPolling',
				...more,
			},
			{
				items: [
					{ number: 'S-1', customer: smallInvoice.customerListId },
					{ number: 'S-2', customer: '80000FFF-1' },
				],
			},
		);
	};

	test('the error names the order, and says that nothing is written twice', async () => {
		const { error } = await two({ orderNumber: '={{ $json.number }}' });
		expect(error?.message).toMatch(/^Order S-2: /);
		expect(error?.description).toContain('Written: S-1.');
	});

	test('without numbers it says that running it again repeats the others', async () => {
		const { error } = await two({});
		expect(error?.description).toContain(
			'Item 1 (counted from 1) has been written. Retry on this execution gives its results and writes nothing twice, but running the workflow again writes it again. With Order Number (Unique) filled in',
		);
	});
});

test('what was refused is sent again by Retry', async () => {
	const connectionId = await service.newConnection();
	const form = { customerListId: '80000FFF-1' };
	const refused = await create(connectionId, '1042', form);
	expect(refused.error).toBeDefined();
	const before = await service.requestsOf(connectionId);
	const again = await retry(refused);
	expect(again.error).toBeDefined();
	expect(await service.requestsOf(connectionId)).toHaveLength(before.length + 1);
});

test('an order that is to be queued anyway is written again', async () => {
	const connectionId = await service.newConnection();
	const anyway = { options: { ifAlreadyQueued: 'queueAnyway' } };
	const [first] = (await create(connectionId, '1042', anyway)).items;
	const [second] = (await create(connectionId, '1042', anyway)).items;
	expect(second.json.TxnID).not.toBe(first.json.TxnID);
});

test('numbers that differ in letters beyond ASCII alone are different orders', async () => {
	const connectionId = await service.newConnection();
	const ids = new Set<unknown>();
	for (const number of ['Ł-7', 'Ď-7', '№-7', '-7']) {
		const { error, items } = await create(connectionId, number);
		expect(error).toBeUndefined();
		ids.add(items[0].json.TxnID);
		const again = await create(connectionId, number);
		expect(again.items).toMatchObject([
			{ json: { already_existed: true, TxnID: items[0].json.TxnID } },
		]);
	}
	expect(ids.size).toBe(4);
});

test('two executions that write the same order at the same time write it once', async () => {
	const connectionId = await service.newConnection();
	const runs = await Promise.all(
		Array.from({ length: 4 }, async () => await create(connectionId, '1042', inQbxml)),
	);
	const ids = new Set(runs.map(({ items }) => items[0]?.json.TxnID));
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	expect(ids.size).toBe(1);
	expect(
		(await service.requestsOf(connectionId)).filter(({ request_xml: xml }) =>
			xml.includes('InvoiceAddRq'),
		),
	).toHaveLength(1);
});

test('two items with the same order: the second gets what the first has written', async () => {
	const connectionId = await service.newConnection();
	const run = await runOperation(
		service,
		'invoice.create',
		{
			connection: { ...byId(connectionId) },
			...smallInvoice,
			orderNumber: '1042',
			result: 'waitPolling',
		},
		{ items: [{}, {}] },
	);
	expect(run.items.map(({ json }) => json.already_existed)).toEqual([false, true]);
	expect(run.items[0].json.TxnID).toBe(run.items[1].json.TxnID);
});

test('an execution that sleeps knows what existed before when it wakes', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const queued = await create(connectionId, '1042', { result: 'queuedRequest' });
	expect(queued.items).toMatchObject([{ json: { already_existed: false } }]);
	const { host, start } = await hosted(service, 'invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		orderNumber: '={{ $json.order }}',
		additionalFields: { expectedTotal: '1.00' },
		result: 'waitSuspended',
	});
	expect((await start([{ order: '1042' }, { order: '1043' }])).status).toBe('waiting');
	await service.turnOn(connectionId);
	const run = await host.lastRun();
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => [json.already_existed, json.expected_total])).toEqual([
		[true, '1.00'],
		[false, '1.00'],
	]);
});

test.each([
	['x'.repeat(31), {}, 'Order Number (Unique) has 31 characters'],
	['={{ $json.number }}', {}, 'Order Number (Unique): the expression gave nothing.'],
	['={{ null }}', {}, 'Order Number (Unique): the expression gave nothing.'],
	['={{ "  " }}', {}, 'Order Number (Unique): the expression gave nothing.'],
	['1042', { options: { customRequestId: 'a' } }, 'Order Number and Custom Request ID are both'],
])('%s %j is refused before anything is sent', async (orderNumber, more, message) => {
	const connectionId = await service.newConnection();
	const run = await create(connectionId, orderNumber, more);
	expect(run.error?.message).toContain(message);
	expect(await service.requestsOf(connectionId)).toEqual([]);
});

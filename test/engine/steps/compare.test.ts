import '../support/short-pauses';

import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 60, creditMemos: 3 }));

const hosted = useHostedOperations();

const period = { transactionDateFrom: '2023-01-01', transactionDateTo: '2026-12-31' };

const formOf = (connectionId: string, more: IDataObject = {}): IDataObject => ({
	connection: { ...byId(connectionId) },
	...period,
	number: '={{ $json.number }}',
	customerOrVendor: '={{ $json.customer }}',
	orderDate: '={{ $json.date }}',
	orderTotal: '={{ $json.total }}',
	result: 'waitPolling',
	...more,
	options: { askInWindows: 'year', ...(more.options as IDataObject | undefined) },
});

const compare = async (connectionId: string, items: IDataObject[], more: IDataObject = {}) =>
	await runOperation(service, 'books.compare', formOf(connectionId, more), { items });

/** What the books have, with whatever the options ask for. */
async function recordsOf(connectionId: string, resource = 'invoice', options: IDataObject = {}) {
	const run = await runOperation(service, `${resource}.query`, {
		connection: { ...byId(connectionId) },
		filters: { ...period },
		options,
		result: 'waitPolling',
	});
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => json);
}

const orderOf = ({ RefNumber, CustomerName, TxnDate, TotalAmount }: IDataObject): IDataObject => ({
	number: RefNumber,
	customer: CustomerName,
	date: TxnDate,
	total: TotalAmount,
});

type Run = Awaited<ReturnType<typeof compare>>;

function statusesOf({ error, items }: Run): unknown[] {
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.status);
}

const queriesOf = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).map(({ request_xml: xml }) => xml ?? '');

test('orders are alike, different or missing, and the books are read once for all of them', async () => {
	const connectionId = await service.newConnection();
	const [one, two, three] = await recordsOf(connectionId);
	const before = (await queriesOf(connectionId)).length;
	const run = await compare(connectionId, [
		orderOf(one),
		{ ...orderOf(two), total: '1.00', customer: 'Nobody' },
		{ number: 'shop-1' },
		{ number: three.RefNumber },
	]);
	expect(statusesOf(run)).toEqual(['alike', 'different', 'missing', 'alike']);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3].map((item) => ({ item })),
	);
	expect(run.items[0].json).toEqual({
		status: 'alike',
		key: one.RefNumber,
		explanation: '',
		differences: [],
		record: {
			TxnID: one.TxnID,
			RefNumber: one.RefNumber,
			CustomerName: one.CustomerName,
			CustomerListID: one.CustomerListID,
			TxnDate: one.TxnDate,
			TotalAmount: one.TotalAmount,
			BalanceRemaining: one.BalanceRemaining,
		},
	});
	expect(run.items[1].json).toMatchObject({
		explanation: `Customer: Nobody in the order, ${String(two.CustomerName)} in the books; Total: 1.00 in the order, ${String(two.TotalAmount)} in the books`,
		differences: [
			{ field: 'Customer', order: 'Nobody', books: two.CustomerName },
			{ field: 'Total', order: '1.00', books: two.TotalAmount },
		],
		record: { TxnID: two.TxnID },
	});
	expect(run.items[2].json).toEqual({
		status: 'missing',
		key: 'shop-1',
		explanation: 'The books have no such invoice in the period.',
		differences: [],
		record: null,
	});
	// One for each year, whatever the number of orders, with nothing that is not compared.
	const queries = (await queriesOf(connectionId)).slice(before);
	expect(queries).toHaveLength(4);
	expect(queries.join()).not.toContain('IncludeLineItems');
	expect(queries.join()).not.toContain('Memo');
});

test('what is doubled is said, in the run and in the books', async () => {
	const connectionId = await service.newConnection();
	const [one, two] = await recordsOf(connectionId);
	const invoices = service.company(connectionId).invoices;
	const [, second, third] = invoices;
	third.RefNumber = second.RefNumber;
	const run = await compare(connectionId, [
		{ number: one.RefNumber },
		{ number: two.RefNumber },
		{ number: ` ${String(one.RefNumber)} ` },
	]);
	expect(statusesOf(run)).toEqual(['doubled', 'doubled', 'doubled']);
	const inRun = 'Items 1 and 3 of this run are orders with the same number.';
	expect(run.items.map(({ json }) => json.explanation)).toEqual([
		inRun,
		'The books have 2 invoices with the same number.',
		inRun,
	]);
	expect(run.items.map(({ json }) => (json.records as IDataObject[]).length)).toEqual([1, 2, 1]);
});

test('amounts may differ by the tolerance', async () => {
	const connectionId = await service.newConnection();
	const [one] = await recordsOf(connectionId);
	const off = (cents: number) => ({
		...orderOf(one),
		total: (Number(one.TotalAmount) + cents / 100).toFixed(2),
	});
	const exact = await compare(connectionId, [off(1)]);
	expect(statusesOf(exact)).toEqual(['different']);
	for (const [cents, status] of [
		[2, 'alike'],
		[-2, 'alike'],
		[3, 'different'],
	] as const) {
		const run = await compare(connectionId, [off(cents)], { options: { tolerance: '0.02' } });
		expect(statusesOf(run)).toEqual([status]);
	}
});

test('records without an order come with the first item of those that read the same', async () => {
	const connectionId = await service.newConnection();
	const all = await recordsOf(connectionId);
	const [left, ...others] = all;
	const run = await compare(connectionId, others.map(orderOf), {
		options: { includeUnexpected: true },
	});
	const [first, unexpected, ...rest] = run.items;
	expect(statusesOf(run)).toHaveLength(all.length);
	expect(first.json.status).toBe('alike');
	expect(unexpected).toMatchObject({
		json: { status: 'unexpected', key: left.RefNumber, record: { TxnID: left.TxnID } },
		pairedItem: { item: 0 },
	});
	expect(new Set(rest.map(({ json }) => json.status))).toEqual(new Set(['alike']));
});

test('further values: memo, PO number, balance and lines', async () => {
	const connectionId = await service.newConnection();
	const all = await recordsOf(connectionId, 'invoice', { includeLineItems: true });
	const record = all.find(({ PONumber, Memo }) => PONumber !== undefined && Memo !== undefined);
	const lines = (record?.InvoiceLineRet as IDataObject[])
		.filter(({ ItemName }) => ItemName !== undefined)
		.map(({ ItemName, Quantity, Amount }) => ({
			item: ItemName,
			quantity: Quantity,
			amount: Amount,
		}));
	const furtherValues = {
		orderMemo: record?.Memo,
		orderPoNumber: record?.PONumber,
		orderBalance: record?.BalanceRemaining,
		orderLines: JSON.stringify(lines),
	};
	const order = orderOf(record ?? {});
	const alike = await compare(connectionId, [order], { furtherValues });
	expect(alike.items[0].json).toMatchObject({ status: 'alike' });
	const different = await compare(connectionId, [order], {
		furtherValues: {
			orderMemo: 'x',
			orderPoNumber: 'y',
			orderBalance: '99999.00',
			orderLines: [...lines.slice(1), { item: 'Gold' }],
		},
	});
	const [{ json }] = different.items;
	expect((json.differences as IDataObject[]).map(({ field }) => field)).toEqual(
		expect.arrayContaining(['Memo', 'PO Number', 'Item', 'Balance']),
	);
	// What an item leaves empty is not compared, and read all the same, so that all items share what is read.
	const before = (await queriesOf(connectionId)).length;
	const mixed = await compare(connectionId, [{ ...order, memo: record?.Memo }, order], {
		furtherValues: { orderMemo: '={{ $json.memo }}' },
	});
	expect(statusesOf(mixed)).toEqual(['doubled', 'doubled']);
	expect(await queriesOf(connectionId)).toHaveLength(before + 4);
});

test.each<[string, IDataObject, (record: IDataObject) => IDataObject]>([
	['PO number', { matchBy: 'poNumber' }, ({ PONumber }) => ({ orderPoNumber: PONumber })],
	['memo', { matchBy: 'memo' }, ({ Memo }) => ({ orderMemo: Memo })],
])('finds an order by its %s', async (_what, form, valuesOf) => {
	const connectionId = await service.newConnection();
	const all = await recordsOf(connectionId);
	const record = all.find(
		(one) => one.PONumber !== undefined && all.filter(({ Memo }) => Memo === one.Memo).length === 1,
	) as IDataObject;
	const run = await compare(connectionId, [{ total: record.TotalAmount }], {
		...form,
		furtherValues: valuesOf(record),
	});
	expect(run.items[0].json).toMatchObject({ status: 'alike', record: { TxnID: record.TxnID } });
});

test('finds an order without a number by customer, date and total', async () => {
	const connectionId = await service.newConnection();
	const [one, two] = await recordsOf(connectionId);
	const orders = [orderOf(one), { ...orderOf(two), total: '0.01' }];
	const run = await compare(
		connectionId,
		orders.map((order) => ({ ...order, number: '' })),
		{ matchBy: 'customerDateTotal' },
	);
	expect(statusesOf(run)).toEqual(['alike', 'missing']);
	expect(run.items[0].json).toMatchObject({
		key: [one.CustomerName, one.TxnDate, one.TotalAmount].join(', '),
		record: { TxnID: one.TxnID },
	});
});

test('finds an order by a custom field', async () => {
	const connectionId = await service.newConnection();
	const [one] = service.company(connectionId).invoices;
	one.DataExtRet = [
		{ OwnerID: '0', DataExtName: 'Route', DataExtType: 'STR255TYPE', DataExtValue: 'Shop 7' },
	] as never;
	const run = await compare(connectionId, [{ field: 'shop 7' }, { field: 'shop 8' }], {
		matchBy: 'customField',
		comparedCustomField: 'route',
		comparedCustomFieldValue: '={{ $json.field }}',
	});
	expect(statusesOf(run)).toEqual(['alike', 'missing']);
	expect(run.items[0].json).toMatchObject({ record: { TxnID: one.TxnID } });
});

test('a long period is read month by month', async () => {
	const connectionId = await service.newConnection();
	const [one] = await recordsOf(connectionId);
	const before = (await queriesOf(connectionId)).length;
	const run = await compare(connectionId, [orderOf(one)], {
		transactionDateFrom: '2024-01-01',
		transactionDateTo: '2024-04-02',
		options: { askInWindows: undefined },
	});
	expect(statusesOf(run)).toEqual(['alike']);
	expect(await queriesOf(connectionId)).toHaveLength(before + 4);
});

test('sleeps while the desktop is off', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(
		service,
		'books.compare',
		formOf(connectionId, {
			result: 'waitSuspended',
			options: { includeUnexpected: true, askInWindows: 'year' },
		}),
	);
	const asleep = await start([{ number: '1001' }, { number: 'shop-1' }, { number: '1001' }]);
	expect(asleep.status).toBe('waiting');
	await service.turnOn(connectionId);
	const run = await host.resumedRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	const ofOrders = run.items.filter(({ json }) => json.status !== 'unexpected');
	expect(ofOrders.map(({ json }) => [json.status, json.key])).toEqual([
		['doubled', '1001'],
		['missing', 'shop-1'],
		['doubled', '1001'],
	]);
	expect(run.items).toHaveLength(3 + 59);
});

test.each<[string, IDataObject, string]>([
	['no key', { number: '' }, 'Number is missing'],
	['no period', { transactionDateTo: '={{ $json.none }}' }, 'Transaction Date To is missing'],
	['a period the wrong way round', { transactionDateTo: '2020-01-01' }, 'is later than'],
	['a total with more than two decimals', { orderTotal: '1.005' }, 'at most two decimals'],
	['a date that does not exist', { orderDate: '2026-02-30' }, "isn't a valid date"],
	[
		'a balance that the records have not',
		{ recordType: 'salesReceipt', furtherValues: { orderBalance: '1.00' } },
		"Balance can't be compared: sales receipts have none",
	],
	[
		'lines without an item',
		{ furtherValues: { orderLines: '[{ "quantity": 1 }]' } },
		'Line 1 has no item',
	],
])('refuses %s before anything is sent', async (_what, more, message) => {
	const connectionId = await service.newConnection();
	const run = await compare(connectionId, [{}], { number: '1001', ...more });
	expect(run.error?.message).toContain(message);
	expect(await service.requestsOf(connectionId)).toHaveLength(0);
});

test.each([
	...['bill', 'check', 'creditMemo', 'estimate', 'purchaseOrder', 'receivePayment'],
	...['salesOrder', 'salesReceipt', 'vendorCredit'],
])('reads what a %s can be compared by', async (recordType) => {
	const connectionId = await service.newConnection();
	const run = await compare(connectionId, [{ number: 'none' }], {
		recordType,
		furtherValues: { orderMemo: 'x', orderLines: '[{ "item": "x" }]' },
		options: { includeUnexpected: true },
	});
	expect(statusesOf(run)[0]).toBe('missing');
	for (const { json } of run.items.slice(1)) {
		expect(json).toMatchObject({ status: 'unexpected', record: { TxnID: expect.any(String) } });
		expect((json.record as IDataObject).TotalAmount).toBeDefined();
	}
});

test('an order that can not be read fails by itself', async () => {
	const connectionId = await service.newConnection();
	const [one, two] = await recordsOf(connectionId);
	const run = await runOperation(service, 'books.compare', formOf(connectionId), {
		items: [{ ...orderOf(one), total: 'much' }, orderOf(two)],
		onError: 'continueRegularOutput',
	});
	expect(run.items[0].json.error).toBeDefined();
	expect(run.items[1].json.status).toBe('alike');
});

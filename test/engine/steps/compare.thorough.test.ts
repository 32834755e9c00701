import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 60, creditMemos: 3 }));

const hosted = useHostedOperations();

const period = { transactionDateFrom: '2023-01-01', transactionDateTo: '2026-12-31' };

const formOf = (connectionId: string, more: IDataObject = {}): IDataObject => ({
	connection: { ...byId(connectionId) },
	...period,
	number: "={{ $json.number ?? '' }}",
	customerOrVendor: "={{ $json.customer ?? '' }}",
	orderDate: "={{ $json.date ?? '' }}",
	orderTotal: "={{ $json.total ?? '' }}",
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
		returnAll: true,
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
	expect(statusesOf(run)).toEqual(['same', 'different', 'missing', 'same']);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3].map((item) => ({ item })),
	);
	expect(run.items[0].json).toEqual({
		status: 'same',
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
	expect(statusesOf(run)).toEqual(['duplicate', 'duplicate', 'duplicate']);
	const inRun = 'Items 1 and 3 of this run are orders with the same reference number.';
	expect(run.items.map(({ json }) => json.explanation)).toEqual([
		inRun,
		'The books have 2 invoices with the same reference number.',
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
		[2, 'same'],
		[-2, 'same'],
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
	expect(first.json.status).toBe('same');
	expect(unexpected).toMatchObject({
		json: { status: 'unexpected', key: left.RefNumber, record: { TxnID: left.TxnID } },
		pairedItem: { item: 0 },
	});
	expect(new Set(rest.map(({ json }) => json.status))).toEqual(new Set(['same']));
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
	expect(alike.items[0].json).toMatchObject({ status: 'same' });
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
		furtherValues: { orderMemo: "={{ $json.memo ?? '' }}" },
	});
	expect(statusesOf(mixed)).toEqual(['duplicate', 'duplicate']);
	expect(await queriesOf(connectionId)).toHaveLength(before + 4);
});

test.each([
	['shows', false],
	['does not show', true],
])(
	'what is open of bills and credits comes from their links if QuickBooks %s it',
	async (_what, isAbsent) => {
		const connectionId = await service.newConnection();
		const run = async (request: string) =>
			await runOperation(service, 'queuedRequest.create', {
				connection: { ...byId(connectionId) },
				requestFormat: 'xml',
				requestXml: `<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
				result: 'waitPolling',
			});
		const [{ FullName: vendor }] = service.company(connectionId).vendors.map((one) => ({
			FullName: one.Name,
		}));
		const head = `<VendorRef><FullName>${vendor.replace(/&/g, '&amp;')}</FullName></VendorRef>`;
		const linesOf = (amount: string) =>
			`<ExpenseLineAdd><AccountRef><FullName>Subcontractors</FullName></AccountRef><Amount>${amount}</Amount></ExpenseLineAdd>`;
		for (const number of ['R-1', 'R-2']) {
			await run(
				`<BillAddRq><BillAdd>${head}<TxnDate>2026-01-15</TxnDate><RefNumber>${number}</RefNumber>${linesOf('100.00')}</BillAdd></BillAddRq>`,
			);
		}
		await run(
			`<VendorCreditAddRq><VendorCreditAdd>${head}<TxnDate>2026-01-15</TxnDate><RefNumber>C-1</RefNumber>${linesOf('30.00')}</VendorCreditAdd></VendorCreditAddRq>`,
		);
		const { bills, vendorCredits } = service.company(connectionId);
		const idOf = (number: string) =>
			String([...bills, ...vendorCredits].find(({ RefNumber }) => RefNumber === number)?.TxnID);
		const paid = await run(
			`<BillPaymentCheckAddRq><BillPaymentCheckAdd><PayeeEntityRef><FullName>${vendor.replace(/&/g, '&amp;')}</FullName></PayeeEntityRef><BankAccountRef><FullName>Checking</FullName></BankAccountRef><IsToBePrinted>true</IsToBePrinted><AppliedToTxnAdd><TxnID>${idOf('R-1')}</TxnID><PaymentAmount>40.00</PaymentAmount><SetCredit><CreditTxnID>${idOf('C-1')}</CreditTxnID><AppliedAmount>10.00</AppliedAmount></SetCredit></AppliedToTxnAdd></BillPaymentCheckAdd></BillPaymentCheckAddRq>`,
		);
		expect(paid.error).toBeUndefined();
		service.company(connectionId).contrary = isAbsent ? ['open-amount-is-shown'] : [];
		const balances = async (recordType: string, orders: IDataObject[]) => {
			const compared = await compare(connectionId, orders, {
				recordType,
				furtherValues: { orderBalance: '={{ $json.balance }}' },
			});
			expect(compared.error).toBeUndefined();
			return compared.items
				.filter(({ json }) => json.status !== 'unexpected')
				.map(({ json }) => [json.status, (json.record as IDataObject).OpenAmount]);
		};
		expect(
			await balances('bill', [
				{ number: 'R-1', balance: '50.00' },
				{ number: 'R-2', balance: '99.00' },
			]),
		).toEqual([
			['same', '50.00'],
			['different', '100.00'],
		]);
		expect(await balances('vendorCredit', [{ number: 'C-1', balance: '20.00' }])).toEqual([
			['same', '20.00'],
		]);
	},
);

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
	expect(run.items[0].json).toMatchObject({ status: 'same', record: { TxnID: record.TxnID } });
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
	expect(statusesOf(run)).toEqual(['same', 'missing']);
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
	expect(statusesOf(run)).toEqual(['same', 'missing']);
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
	expect(statusesOf(run)).toEqual(['same']);
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
	const run = await host.lastRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	const ofOrders = run.items.filter(({ json }) => json.status !== 'unexpected');
	expect(ofOrders.map(({ json }) => [json.status, json.key])).toEqual([
		['duplicate', '1001'],
		['missing', 'shop-1'],
		['duplicate', '1001'],
	]);
	expect(run.items).toHaveLength(3 + 59);
});

test.each<[string, IDataObject, string]>([
	['no key', { number: '' }, 'Number is missing'],
	[
		'no period',
		{ transactionDateTo: '={{ $json.none }}' },
		'Transaction Date To: the expression gave nothing',
	],
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

describe('an order that can not be read', () => {
	const run = async (items: IDataObject[], more: IDataObject = {}) => {
		const connectionId = await service.newConnection();
		const [one, two] = await recordsOf(connectionId);
		const { items: results } = await runOperation(
			service,
			'books.compare',
			formOf(connectionId, { options: { includeUnexpected: true }, ...more }),
			{
				items: items.map((item, index) => ({ ...orderOf([one, two][index] ?? two), ...item })),
				onError: 'continueRegularOutput',
			},
		);
		const own = results.filter(({ json }) =>
			[one, two].some(({ RefNumber }) => RefNumber === json.key),
		);
		return {
			results,
			own: own.map(({ json }) => json.status),
			all: results.map(({ json }) => json.status),
		};
	};

	test('fails by itself, and its record is not unexpected', async () => {
		const { results, own, all } = await run([{}, { total: 'much' }]);
		expect(results.some(({ json }) => json.error !== undefined)).toBe(true);
		expect(own).toEqual(['same']);
		expect(all).toContain('unexpected');
	});

	test('counts among the orders with its number', async () => {
		const { results } = await run([{}, {}, { total: 'much' }]);
		expect(results.map(({ json }) => json.explanation)).toContain(
			'Items 2 and 3 of this run are orders with the same reference number.',
		);
	});

	test('may be that of any record if its number can not be read either', async () => {
		const { own, all, results } = await run([{}, { number: '' }]);
		expect(own).toEqual(['same', 'unclear']);
		expect(all).not.toContain('unexpected');
		expect(results.map(({ json }) => json.explanation)).toContain(
			'No order of this run matches it, but item 2 could not be read, and may be its order.',
		);
	});
});

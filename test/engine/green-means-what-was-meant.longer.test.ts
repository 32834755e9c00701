import type { IDataObject } from 'n8n-workflow';

import { mapperField } from '../../nodes/AccountingSync/methods/mapperField';
import { TEST_QUEUED, TEST_WROTE } from '../../queue/words/runHints';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import { requestFields } from '../../quickbooks/requests/requestFields';
import { callTool, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { smallInvoice } from './support/queueing-operations';
import { byId, type OperationName, parametersFor, runOperation } from './support/run-operation';
import {
	changedRecords,
	closeWorkflows,
	publishedTrigger,
} from './trigger/support/published-trigger';

useShortPauses();
const service = useServiceWithDesktops();
const DESIGN = '80020001-1700000001';
const NY = 'America/New_York';
const name = (value: string) => ({ __rl: true, mode: 'name', value });
const invoice = (more: IDataObject) => ({ ...smallInvoice, ...more });
const json = (linesJson: string) => invoice({ specifyLines: 'json', linesJson });
const BIG = 1234567890123456789; // 19 digits

async function typed(request: string, value: IDataObject, further: IDataObject = {}) {
	const message = (await loadRequestFacts()).get(request);
	const schema = message ? requestFields(message).map((f) => mapperField(f, undefined)) : [];
	return {
		requestFormat: 'typed',
		typedRequest: { __rl: true, mode: 'list', value: request },
		typedFields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
		...further,
	} as unknown as IDataObject;
}

/** With the desktop off: what was sent, without what surrounds it. */
async function sentBy(
	operation: OperationName,
	form: IDataObject,
	items: IDataObject[],
	timezone?: string,
) {
	const id = await service.newConnectionTurnedOff();
	const run = await runOperation(
		service,
		operation,
		{ connection: { ...byId(id) }, ...form },
		{ items, ...(timezone && { settings: { timezone } }) },
	);
	const sent = (await service.requestsOf(id)).map(({ request_xml: xml }) =>
		xml.replace(/^[\s\S]*<QBXMLMsgsRq[^>]*>/, '').replace(/<\/QBXMLMsgsRq>[\s\S]*/, ''),
	);
	return { error: run.error?.message, sent };
}

/** What an error says of an expression that doesn't give what is meant. */
const REASON =
	/gave nothing|was not evaluated|keep all of its digits|instead of text|has no value|are the same field|what JavaScript makes of/;

async function refused(
	operation: OperationName,
	form: IDataObject,
	items: IDataObject[] = [{}],
	timezone?: string,
) {
	const { error, sent } = await sentBy(operation, form, items, timezone);
	expect(sent).toEqual([]);
	expect(error).toMatch(REASON);
}

/** With the desktop on. */
const on = async (
	id: string,
	operation: OperationName,
	form: IDataObject,
	items: IDataObject[] = [{}],
	more: IDataObject = {},
) =>
	await runOperation(
		service,
		operation,
		{ connection: { ...byId(id) }, result: 'waitPolling', ...form },
		{ items, ...(more as object) },
	);

afterEach(async () => {
	await closeWorkflows();
});

describe('1 nothing', () => {
	type Case = [
		what: string,
		operation: OperationName,
		form: () => Promise<IDataObject> | IDataObject,
		item: IDataObject,
	];
	test.each<Case>([
		[
			'what is left of a price with an empty text, ".00"',
			'invoice.create',
			() => json(`=[{"item_list_id": "${DESIGN}", "Quantity": 1, "Rate": "{{ $json.rate }}.00"}]`),
			{ rate: '' },
		],
		[
			'what is left of a quantity with an empty text, "1{{ }}"',
			'invoice.create',
			() =>
				json(`=[{"item_list_id": "${DESIGN}", "Quantity": "1{{ $json.zeros }}", "Rate": "2.00"}]`),
			{ zeros: '' },
		],
		[
			'what is left of a quantity that is no text',
			'invoice.create',
			() =>
				json(`=[{"item_list_id": "${DESIGN}", "Quantity": 1{{ $json.zeros }}, "Rate": "2.00"}]`),
			{ zeros: '' },
		],
		[
			'JSON.stringify of one line in a typed list',
			'invoice.create',
			() => json('=[{{ JSON.stringify({ ItemRef: "Lumber", Quantity: $json.q }) }}]'),
			{},
		],
		[
			'JSON.stringify behind a condition',
			'invoice.create',
			() =>
				json(
					'={{ $json.l ? JSON.stringify($json.l.map(x => ({ ItemRef: x.i, Quantity: x.q }))) : "[]" }}',
				),
			{ l: [{ i: 'Lumber' }] },
		],
		[
			'JSON.stringify with a blank before its bracket',
			'invoice.create',
			() => json('={{ JSON.stringify ($json.l.map(x => ({ ItemRef: x.i, Quantity: x.q }))) }}'),
			{ l: [{ i: 'Lumber' }] },
		],
		[
			'an order number whose last part is an empty text',
			'invoice.create',
			() => invoice({ orderNumber: '={{ $json.shop }}-{{ $json.no }}' }),
			{ shop: 'EU', no: '' },
		],
		[
			'an order number that is joined',
			'invoice.create',
			() => invoice({ orderNumber: '={{ ["INV", $json.no].join("-") }}' }),
			{},
		],
		[
			'an order number with an empty list added',
			'invoice.create',
			() => invoice({ orderNumber: '={{ "INV-" + $json.no }}' }),
			{ no: [] },
		],
		[
			'an order number that is replaced into',
			'invoice.create',
			() => invoice({ orderNumber: '={{ "INV-%s".replace("%s", $json.no) }}' }),
			{},
		],
		[
			'an order number in capitals',
			'invoice.create',
			() => invoice({ orderNumber: '={{ `inv-${$json.no}`.toUpperCase() }}' }),
			{},
		],
		[
			'an order number that is cut',
			'invoice.create',
			() => invoice({ orderNumber: '={{ ("000" + $json.no).slice(-5) }}' }),
			{},
		],
		[
			'a name in title case',
			'customer.create',
			() => ({ name: '={{ `${$json.first} ${$json.last}`.toTitleCase() }}' }),
			{ first: 'Bob' },
		],
		[
			'an object in capitals',
			'invoice.create',
			() => invoice({ orderNumber: '={{ ("x" + $json.o).toUpperCase() }}' }),
			{ o: { a: 1 } },
		],
		[
			'a filter of a typed query with an empty text',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', { RefNumber: '={{ $json.x }}' }),
			{ x: '' },
		],
		[
			'all filters of a typed query with empty texts',
			'queuedRequest.create',
			() =>
				typed('InvoiceQueryRq', {
					TxnID: '={{ $json.x }}',
					'EntityFilter.ListID': '={{ $json.x }}',
				}),
			{ x: '' },
		],
		[
			'a filter under More Values with an empty text',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', {}, { typedJson: '={{ ({ RefNumber: $json.x }) }}' }),
			{ x: '' },
		],
		[
			'a filter of a typed query with the text [null]',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', { RefNumber: '={{ $json.x }}' }),
			{ x: '[null]' },
		],
		[
			'a filter of a typed query with the text []',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', { TxnID: '={{ $json.x }}' }),
			{ x: '[]' },
		],
		[
			'a filter of a typed query with a comma alone',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', { TxnID: '={{ $json.x }}' }),
			{ x: ',' },
		],
		[
			'a filter of a typed query with an empty object',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', { 'EntityFilter.ListID': '={{ $json.x }}' }),
			{ x: {} },
		],
		[
			'More Values with null in a text',
			'queuedRequest.create',
			() => typed('InvoiceQueryRq', {}, { typedJson: '={{ $json.x }}' }),
			{ x: '{"RefNumber": null}' },
		],
		[
			'typed lines with null in a text',
			'queuedRequest.create',
			() =>
				typed('InvoiceAddRq', { 'CustomerRef.FullName': 'A', InvoiceLineAdd: '={{ $json.x }}' }),
			{ x: '[{"ItemRef": {"FullName": "Design"}, "Quantity": null}]' },
		],
		[
			'typed lines with an empty quantity',
			'queuedRequest.create',
			() =>
				typed('InvoiceAddRq', {
					'CustomerRef.FullName': 'A',
					InvoiceLineAdd: '={{ [{ ItemRef: { FullName: "Design" }, Quantity: $json.x }] }}',
				}),
			{ x: '' },
		],
		[
			'an empty list as text under Item Lines (JSON)',
			'bill.create',
			() => ({
				vendorListId: name('Bayshore CalOil Service'),
				transactionDate: '2026-01-15',
				specifyLines: 'json',
				expenseLinesJson: '={{ [{ AccountRef: "Rent", Amount: 5 }] }}',
				itemLinesJson: '={{ $json.x }}',
			}),
			{ x: '[]' },
		],
		[
			'an amount of a typed request with an empty text',
			'queuedRequest.create',
			() =>
				typed('ReceivePaymentAddRq', {
					'CustomerRef.FullName': 'A',
					TotalAmount: '={{ $json.x }}',
				}),
			{ x: '' },
		],
		[
			'an amount of a typed line with an empty text',
			'queuedRequest.create',
			() =>
				typed('ReceivePaymentAddRq', {
					'CustomerRef.FullName': 'A',
					TotalAmount: '5.00',
					AppliedToTxnAdd: '={{ [{ TxnID: "1-1", PaymentAmount: $json.x }] }}',
				}),
			{ x: '' },
		],
		[
			'a number of a request in XML with an empty text',
			'queuedRequest.create',
			() => ({
				requestFormat: 'xml',
				requestXml:
					'=<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><BillAddRq><BillAdd><VendorRef><FullName>{{ $json.v }}</FullName></VendorRef><RefNumber>{{ $json.x }}</RefNumber></BillAdd></BillAddRq></QBXMLMsgsRq></QBXML>',
			}),
			{ v: 'A', x: '' },
		],
		[
			'the date of null as a day',
			'invoice.create',
			() => invoice({ transactionDate: '={{ new Date($json.d).toISOString().slice(0, 10) }}' }),
			{ d: null },
		],
		[
			'seconds that JavaScript takes for milliseconds',
			'invoice.create',
			() => invoice({ transactionDate: '={{ new Date($json.s) }}' }),
			{ s: 1768435200 },
		],
		[
			'the moment of null by luxon',
			'invoice.create',
			() =>
				invoice({ additionalFields: { dueDate: '={{ DateTime.fromMillis(Number($json.d)) }}' } }),
			{ d: null },
		],
		[
			'the date of null in a line in JSON',
			'invoice.create',
			() => json('={{ [{ ItemRef: "Design", Quantity: 1, ServiceDate: new Date($json.d) }] }}'),
			{ d: null },
		],
		[
			'the date of null in a typed request',
			'queuedRequest.create',
			() => typed('BillAddRq', { 'VendorRef.FullName': 'A', TxnDate: '={{ new Date($json.d) }}' }),
			{ d: null },
		],
		[
			'the date of null in a filter',
			'invoice.query',
			() => ({ filters: { transactionDateFrom: '={{ new Date($json.d) }}' } }),
			{ d: null },
		],
		[
			'the date of null as Modified After',
			'invoice.query',
			() => ({ filters: { modifiedAfter: '={{ new Date($json.d) }}' } }),
			{ d: null },
		],
		[
			'the date of null as Deleted After',
			'deletedRecord.query',
			() => ({ filters: { deletedAfter: '={{ new Date($json.d) }}' } }),
			{ d: null },
		],
		[
			'the date of null in a report',
			'report.run',
			() => ({
				reportType: name('ProfitAndLossStandard'),
				period: 'dates',
				fromDate: '={{ new Date($json.d) }}',
				toDate: '2026-01-31',
			}),
			{ d: null },
		],
	])('%s is refused', async (_what, operation, form, item) => {
		await refused(operation, await form(), [item]);
	});

	test.each<[what: string, filters: IDataObject]>([
		['a text', { memoContains: '=INV-{{ $workflow.misspelt }}' }],
		['a name', { customerListId: name('=A {{ $workflow.misspelt }}') }],
		['the date of null', { dueDateFrom: '={{ new Date(null) }}' }],
	])('a filter of the trigger with what is left of %s is refused', async (_what, filters) => {
		const id = await service.newConnectionTurnedOff();
		const parameters = {
			...changedRecords(id, 'invoice', { filters }),
			schedule: 'hours',
			every: 1,
		};
		const host = await publishedTrigger({ credentials: service.credentials, parameters });
		await expect(host.activate()).rejects.toThrow(REASON);
	});
});

test.each<[what: string, expression: string, item: IDataObject, number: string]>([
	['a method of n8n', '={{ $json.no.toUpperCase().removeTags() }}', { no: 'a-1' }, 'A-1'],
	['a choice', '={{ $json.a ?? $json.b }}', { b: 'B-1' }, 'B-1'],
	['a condition', '={{ $json.a ? "X" : "Y" }}', {}, 'Y'],
	['a number that is 0', '={{ "N-" + $json.n }}', { n: 0 }, 'N-0'],
	['false', '={{ "N-" + $json.n }}', { n: false }, 'N-false'],
	['an entry of a list', '={{ "N-" + $json.list[1] }}', { list: [{}, 7] }, 'N-7'],
	['the length of an empty list', '={{ "N-" + $json.list.length }}', { list: [] }, 'N-0'],
	[
		'a function of lines',
		'={{ "N-" + $json.list.map((one) => one.a).join("") }}',
		{ list: [{ a: 1 }] },
		'N-1',
	],
	['a text with braces', '={{ "{" + $json.a + "}" }}', { a: 'b' }, '{b}'],
	['18 digits as text', '={{ "N" + $json.a }}', { a: '123456789012345678' }, 'N123456789012345678'],
])('1 an order number of %s is taken', async (_what, orderNumber, item, number) => {
	const id = await service.newConnectionTurnedOff();
	const form = { connection: { ...byId(id) }, ...invoice({ orderNumber }) };
	const { error } = await runOperation(service, 'invoice.create', form, { items: [item] });
	expect(error).toBeUndefined();
	expect((await service.requestsOf(id))[0].request_xml).toContain(`requestID="invoice:${number}-`);
});

test.each([
	[
		'by a method of n8n',
		'={{ $json.d.toDateTime().plus({ days: 30 }).toISODate() }}',
		'2026-02-14',
	],
	['as a DateTime', '={{ $json.d.toDateTime() }}', '2026-01-15'],
	['of a DateTime', '={{ DateTime.fromISO($json.d).plus({ days: 1 }) }}', '2026-01-16'],
])('1 a date that is worked out %s is taken', async (_how, transactionDate, day) => {
	const { error, sent } = await sentBy(
		'invoice.create',
		invoice({ transactionDate }),
		[{ d: '2026-01-15' }],
		NY,
	);
	expect(error).toBeUndefined();
	expect(sent[0]).toContain(`<TxnDate>${day}</TxnDate>`);
});

describe('2 {{ }} in a field without an expression', () => {
	test.each<
		[what: string, operation: OperationName, form: () => Promise<IDataObject> | IDataObject]
	>([
		[
			'a memo',
			'invoice.create',
			() => invoice({ additionalFields: { memo: 'Order {{ $json.no }}' } }),
		],
		['an order number', 'invoice.create', () => invoice({ orderNumber: 'INV-{{ $json.no }}' })],
		[
			'a Custom Request ID',
			'invoice.create',
			() => invoice({ options: { customRequestId: 'x{{ $json.no }}' } }),
		],
		[
			'a description in JSON',
			'invoice.create',
			() => json('[{"ItemRef": "Design", "Quantity": 1, "Desc": "{{ $json.q }}"}]'),
		],
		[
			'Extra Body Fields',
			'invoice.create',
			() => invoice({ options: { extraBodyFields: '{"memo": "{{ $json.x }}"}' } }),
		],
		['the name of a new customer', 'customer.create', () => ({ name: '{{ $json.name }}' })],
		[
			'the name of a customer',
			'invoice.create',
			() => invoice({ customerListId: name('{{ $json.name }}') }),
		],
		[
			'a custom field',
			'dataExtension.set',
			() => ({ attachTo: 'company', dataExtName: 'Route', dataExtValue: '{{ $json.x }}' }),
		],
		[
			'a typed request',
			'queuedRequest.create',
			() => typed('CustomerAddRq', { Name: '{{ $json.x }}' }),
		],
		[
			'a request in JSON',
			'queuedRequest.create',
			() => ({
				requestFormat: 'json',
				requestJson:
					'{ "version": "16.0", "request": { "name": "CustomerAddRq", "children": [{ "name": "CustomerAdd", "children": [{ "name": "Name", "text": "{{ $json.x }}" }] }] } }',
			}),
		],
		[
			'a request in XML',
			'queuedRequest.create',
			() => ({
				requestFormat: 'xml',
				requestXml:
					'<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq><CustomerAdd><Name>{{ $json.x }}</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>',
			}),
		],
		['a filter', 'invoice.query', () => ({ filters: { refNumberContains: '{{ $json.y }}' } })],
	])('%s is refused', async (_what, operation, form) => {
		await refused(operation, await form());
	});

	test('the name for Find or Create is refused', async () => {
		const id = await service.newConnection();
		const { error } = await on(id, 'customer.findOrCreate', { name: '{{ $json.n }}' });
		expect(error?.message).toMatch(REASON);
	});

	test('a memo in Update is refused', async () => {
		const id = await service.newConnection();
		const made = await on(id, 'invoice.create', smallInvoice);
		const { error } = await on(id, 'invoice.update', {
			txnId: byId(String(made.items[0].json.TxnID)),
			additionalFields: { memo: 'to {{ $json.q }}' },
		});
		expect(error?.message).toMatch(REASON);
	});
});

describe('3 numbers that lost digits', () => {
	test.each<
		[
			what: string,
			operation: OperationName,
			form: () => Promise<IDataObject> | IDataObject,
			x?: number,
		]
	>([
		['a memo', 'invoice.create', () => invoice({ additionalFields: { memo: '={{ $json.x }}' } })],
		[
			'a memo, 1e21',
			'invoice.create',
			() => invoice({ additionalFields: { memo: '={{ $json.x }}' } }),
			1e21,
		],
		[
			'a text around it',
			'invoice.create',
			() => invoice({ additionalFields: { memo: '=No. {{ $json.x }}' } }),
		],
		[
			'a PO number',
			'invoice.create',
			() => invoice({ additionalFields: { poNumber: '={{ $json.x }}' } }),
		],
		['an order number', 'invoice.create', () => invoice({ orderNumber: '={{ $json.x }}' })],
		[
			'a Custom Request ID',
			'invoice.create',
			() => invoice({ options: { customRequestId: '={{ $json.x }}' } }),
		],
		['a name', 'customer.create', () => ({ name: '={{ $json.x }}' })],
		[
			'a custom field',
			'dataExtension.set',
			() => ({ attachTo: 'company', dataExtName: 'Route', dataExtValue: '={{ $json.x }}' }),
		],
		[
			'a request of raw elements',
			'queuedRequest.create',
			() => ({
				requestFormat: 'form',
				requestName: 'InvoiceQueryRq',
				children: { entries: [{ name: 'RefNumber', text: '={{ $json.x }}' }] },
			}),
		],
		[
			'a request in XML',
			'queuedRequest.create',
			() => ({
				requestFormat: 'xml',
				requestXml:
					'=<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq><CustomerAdd><Name>{{ $json.x }}</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>',
			}),
		],
		['a filter', 'invoice.query', () => ({ filters: { refNumberContains: '={{ $json.x }}' } })],
	])('%s is refused', async (_what, operation, form, x = BIG) => {
		await refused(operation, await form(), [{ x }]);
	});

	test('two orders of 19 digits are two orders, or an error', async () => {
		const id = await service.newConnection();
		const run = await on(id, 'invoice.create', invoice({ orderNumber: '={{ $json.no }}' }), [
			{ no: BIG },
			{ no: 1234567890123456788 },
		]);
		const ids = new Set(run.items.map(({ json: { TxnID } }) => TxnID));
		expect(run.error !== undefined || ids.size === 2).toBe(true);
	});
});

describe('4 order numbers', () => {
	test.each<[what: string, form: IDataObject, values: string[]]>([
		[
			'Reference Number',
			{ additionalFields: { refNumber: '={{ $json.v[$itemIndex] }}' } },
			['R-1', 'R-2'],
		],
		[
			'PO Number',
			{ additionalFields: { poNumber: '={{ $json.v[$itemIndex] }}' } },
			['PO-1', 'PO-2'],
		],
		[
			'an address',
			{ additionalFields: { shipAddress: { address: { addr1: '={{ $json.v[$itemIndex] }}' } } } },
			['A St', 'B St'],
		],
		[
			'a description',
			{
				lines: {
					line: [
						{
							itemListId: byId(DESIGN),
							quantity: '1',
							rate: '85.00',
							description: '={{ $json.v[$itemIndex] }}',
						},
					],
				},
			},
			['a', 'b'],
		],
	])(
		'two items of one run under one number with another %s, by $itemIndex, are an error',
		async (_what, form, v) => {
			const id = await service.newConnection();
			const run = await on(id, 'invoice.create', invoice({ orderNumber: 'P-1', ...form }), [
				{ v },
				{ v },
			]);
			expect(run.error?.message).toContain('Order P-1 was already written, with other contents');
		},
	);

	test.each([
		['words', 'a', 'b'],
		['a number of 13 digits', 'EAN 4006381333931', 'EAN 4006381333948'],
		['a time of day', '10:30', '10:45'],
	])(
		'lines in JSON whose texts differ in %s are an error, also if another key follows the clock',
		async (_what, one, other) => {
			const id = await service.newConnection();
			const lines =
				'={{ [{ ItemRef: "Design", Quantity: 1, Rate: "10", Other1: $json.o, ServiceDate: $today.toISODate() }] }}';
			const run = await on(id, 'invoice.create', { ...json(lines), orderNumber: 'P-2' }, [
				{ o: one },
				{ o: other },
			]);
			expect(run.error?.message).toContain('Order P-2 was already written, with other contents');
		},
	);

	test.each([
		['invisible characters', 'Z-1', 'Z-1\u200b'],
		['variation selectors', 'Z-2', 'Z-2\uFE0F'],
		['hyphens that do not break', 'Z-3', 'Z\u20113'],
		['Unicode normalisation', 'Ä-1', 'A\u0308-1'],
		['what stands inside of a letter', 'Ö-1', 'O\u200b\u0308-1'],
	])('numbers that differ only in %s are one order, or an error', async (_what, one, other) => {
		const id = await service.newConnection();
		const run = await on(id, 'invoice.create', invoice({ orderNumber: '={{ $json.no }}' }), [
			{ no: one },
			{ no: other },
		]);
		const ids = new Set(run.items.map(({ json: { TxnID } }) => TxnID));
		expect(run.error !== undefined || ids.size === 1).toBe(true);
	});

	test.each([
		['from an expression', '={{ $json.no }}', '\u200b', 'a text of invisible characters'],
		['the mark of a file', '={{ $json.no }}', '\ufeff', 'a text of invisible characters'],
		['an empty braille cell', '={{ $json.no }}', '\u2800', 'a text of invisible characters'],
		['typed', '\u200b\u00ad', '', 'has only invisible characters'],
		['typed, the mark of a file', '\ufeff', '', 'has only invisible characters'],
	])('a number of invisible characters alone is refused: %s', async (_how, number, no, says) => {
		const id = await service.newConnectionTurnedOff();
		const form = { connection: { ...byId(id) }, ...invoice({ orderNumber: number }) };
		const { error } = await runOperation(service, 'invoice.create', form, {
			items: [{ no }],
		});
		expect(`${error?.message} ${String(error?.description)}`).toContain(says);
		expect(await service.requestsOf(id)).toEqual([]);
	});
});

test.each(['\u200b', '\ufeff'])('a Reference Number of %j alone is refused', async (x) => {
	await refused('invoice.create', invoice({ additionalFields: { refNumber: '={{ $json.x }}' } }), [
		{ x },
	]);
});

describe('5 dates', () => {
	const UTC = '2026-01-15T00:00:00.000Z';
	test.each<
		[
			what: string,
			operation: OperationName,
			form: () => Promise<IDataObject> | IDataObject,
			element: string,
		]
	>([
		[
			'Transaction Date',
			'invoice.create',
			() => invoice({ transactionDate: '={{ $json.d }}' }),
			'TxnDate',
		],
		[
			'Transaction Date, a Date',
			'invoice.create',
			() => invoice({ transactionDate: '={{ new Date($json.d) }}' }),
			'TxnDate',
		],
		[
			'Due Date',
			'invoice.create',
			() => invoice({ additionalFields: { dueDate: '={{ $json.d }}' } }),
			'DueDate',
		],
		[
			'Due Date by luxon in UTC',
			'invoice.create',
			() =>
				invoice({
					additionalFields: { dueDate: '={{ DateTime.fromISO("2026-01-15", { zone: "utc" }) }}' },
				}),
			'DueDate',
		],
		[
			'Service Date',
			'invoice.create',
			() =>
				invoice({
					lines: {
						line: [
							{
								itemListId: byId(DESIGN),
								quantity: '1',
								additionalFields: { serviceDate: '={{ $json.d }}' },
							},
						],
					},
				}),
			'ServiceDate',
		],
		[
			'Service Date in JSON',
			'invoice.create',
			() => json('={{ [{ ItemRef: "Design", Quantity: 1, ServiceDate: $json.d }] }}'),
			'ServiceDate',
		],
		[
			'a typed request',
			'queuedRequest.create',
			() => typed('BillAddRq', { 'VendorRef.FullName': 'A', TxnDate: '={{ $json.d }}' }),
			'TxnDate',
		],
		[
			'Transaction Date From',
			'invoice.query',
			() => ({ filters: { transactionDateFrom: '={{ $json.d }}' } }),
			'FromTxnDate',
		],
		[
			'a report',
			'report.run',
			() => ({
				reportType: name('ProfitAndLossStandard'),
				period: 'dates',
				fromDate: '={{ $json.d }}',
				toDate: '2026-01-31',
			}),
			'FromReportDate',
		],
	])('midnight UTC is that day in New York: %s', async (_what, operation, form, element) => {
		const { error, sent } = await sentBy(operation, await form(), [{ d: UTC }], NY);
		expect(error).toBeUndefined();
		expect(sent[0]).toContain(`<${element}>2026-01-15</${element}>`);
	});

	test('midnight UTC is that day in Update and in Compare', async () => {
		const id = await service.newConnection();
		const made = await on(
			id,
			'invoice.create',
			invoice({ additionalFields: { refNumber: 'R-77' } }),
		);
		const settings = { settings: { timezone: NY } };
		const compared = await on(
			id,
			'books.compare',
			{
				transactionDateFrom: '={{ $json.d }}',
				transactionDateTo: '={{ $json.d }}',
				matchBy: 'number',
				number: 'R-77',
				includeUnexpected: false,
			},
			[{ d: UTC }],
			settings,
		);
		const updated = await on(
			id,
			'invoice.update',
			{
				txnId: byId(String(made.items[0].json.TxnID)),
				additionalFields: { dueDate: '={{ $json.d }}' },
			},
			[{ d: UTC }],
			settings,
		);
		expect([compared.items[0].json.status, updated.items[0].json.DueDate]).toEqual([
			'same',
			'2026-01-15',
		]);
	});

	test.each<[what: string, operation: OperationName, form: IDataObject]>([
		['Transaction Date, $today', 'invoice.create', invoice({ transactionDate: '={{ $today }}' })],
		['Transaction Date, $now', 'invoice.create', invoice({ transactionDate: '={{ $now }}' })],
		[
			'Transaction Date, toDateTime()',
			'invoice.create',
			invoice({ transactionDate: '={{ "2026-01-15".toDateTime() }}' }),
		],
		[
			'a report, $today',
			'report.run',
			{
				reportType: name('ProfitAndLossStandard'),
				period: 'dates',
				fromDate: '={{ $today.minus({ days: 7 }) }}',
			},
		],
	])('a DateTime is a date: %s', async (_what, operation, form) => {
		const { error } = await sentBy(operation, form, [{}], NY);
		expect(error).toBeUndefined();
	});

	test.each([
		['$today is a date', '={{ $today }}', true],
		['the date of null is refused', '={{ new Date(null) }}', false],
	])('Include Changes Since of the trigger: %s', async (_what, firstRunFrom, isTaken) => {
		const id = await service.newConnectionTurnedOff();
		const parameters = {
			...changedRecords(id, 'invoice', { beginWith: 'date', firstRunFrom }),
			schedule: 'hours',
			every: 1,
		};
		const host = await publishedTrigger({ credentials: service.credentials, parameters });
		const activated = await host.activate().then(
			() => true,
			() => false,
		);
		expect(activated).toBe(isTaken);
	});

	test('a DateTime is a date: the period of Compare', async () => {
		const id = await service.newConnection();
		const run = await on(id, 'books.compare', {
			transactionDateFrom: '={{ $today.minus({ days: 7 }) }}',
			transactionDateTo: '={{ $today }}',
			matchBy: 'number',
			number: 'R-77',
			includeUnexpected: false,
		});
		expect(run.error).toBeUndefined();
	});
});

const UNKNOWN = expect.stringContaining('there is no "Nobody Here" in QuickBooks') as string;
const DONE_ABOUT_IT = expect.stringMatching(/Check the spelling.*Error code: 3140/) as string;

describe('6 output', () => {
	test.each([
		['under an order number', { orderNumber: 'T-1' }],
		['without one', {}],
	])('an agent’s second identical write says already_existed: %s', async (_how, more) => {
		const id = await service.newConnection();
		const { response } = await callTool({
			parameters: parametersFor('invoice.create', {
				connection: { ...byId(id) },
				result: 'waitPolling',
				...smallInvoice,
				...more,
			}),
			toolArguments: {},
			credentials: service.credentials,
			thenAgain: [() => {}],
		});
		expect(response).toMatchObject([{ already_existed: true }]);
	});

	test.each([
		['under an order number', { orderNumber: 'T-2' }, { already_existed: false }],
		['without one', {}, {}],
	])(
		'what an agent writes after QuickBooks has refused it does not say already_existed: true: %s',
		async (_how, more, said) => {
			const id = await service.newConnection();
			const { response, run } = await callTool({
				parameters: parametersFor('invoice.create', {
					connection: { ...byId(id) },
					result: 'waitPolling',
					...smallInvoice,
					customerListId: name('Not Yet Here'),
					...more,
				}),
				toolArguments: {},
				credentials: service.credentials,
				thenAgain: [async () => await on(id, 'customer.create', { name: 'Not Yet Here' })],
			});
			expect(run.error).toBeUndefined();
			expect(response).toMatchObject([{ RefNumber: expect.any(String) as string, ...said }]);
			expect(response).not.toMatchObject([{ already_existed: true }]);
		},
	);

	const change = { listId: name('Not Yet Here'), additionalFields: { phone: '555-0199' } };
	test.each<[what: string, operation: OperationName, form: IDataObject, expected: IDataObject]>([
		['changes it', 'customer.update', change, { changed: true }],
		[
			'finds it',
			'customer.query',
			{ filters: { nameContains: 'Not Yet' } },
			{ FullName: 'Not Yet Here' },
		],
	])('an agent that has added what was missing %s', async (_what, operation, form, expected) => {
		const id = await service.newConnection();
		const { response, run } = await callTool({
			parameters: parametersFor(operation, {
				connection: { ...byId(id) },
				result: 'waitPolling',
				...form,
			}),
			toolArguments: {},
			credentials: service.credentials,
			thenAgain: [async () => await on(id, 'customer.create', { name: 'Not Yet Here' })],
		});
		expect(run.error).toBeUndefined();
		expect(response).toMatchObject([expected]);
	});

	test.each([
		['continueRegularOutput', { error: UNKNOWN, description: DONE_ABOUT_IT, code: '3140' }],
		['continueErrorOutput', { order: 'A', error: UNKNOWN, message: DONE_ABOUT_IT }],
	] as const)(
		'$json.error is a text, with what to do and the code beside it: %s',
		async (onError, json) => {
			const id = await service.newConnection();
			const form = invoice({ customerListId: name('Nobody Here') });
			const run = await on(id, 'invoice.create', form, [{ order: 'A' }], { onError });
			expect(run.outputs['Accounting Sync'].flat().map((item) => item.json)).toEqual([json]);
		},
	);

	describe('Find for several items', () => {
		const sought = [{ n: 'nope1' }, { n: 'Müller' }, { n: 'nope2' }];
		const find = async (options: IDataObject, items: IDataObject[]) =>
			await on(
				await service.newConnection(),
				'customer.query',
				{ filters: { nameContains: '={{ $json.n }}' }, options },
				items,
			);

		test('says which found nothing', async () => {
			const { items, hints } = await find({}, sought);
			expect(items.length).toBeGreaterThan(0);
			for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 1 });
			expect(Object.values(hints).flat()).toMatchObject([
				{
					message: expect.stringContaining(
						'Nothing was found for 2 of 3 items: 1 and 3 (counted from 1).',
					) as string,
				},
			]);
		});

		test('says it of all of them', async () => {
			const { items, hints } = await find({}, [sought[0], sought[2]]);
			expect(items).toEqual([]);
			expect(Object.values(hints).flat()).toMatchObject([
				{
					message: expect.stringContaining('Nothing was found for all 2 items: 1 and 2') as string,
				},
			]);
		});

		test('can give an item each for them', async () => {
			const { items, hints } = await find({ outputIfNothingFound: true }, sought);
			expect(items[0]).toMatchObject({ json: { found: false }, pairedItem: { item: 0 } });
			expect(items.at(-1)).toMatchObject({ json: { found: false }, pairedItem: { item: 2 } });
			expect(items.filter(({ json }) => json.found === false)).toHaveLength(2);
			expect(items.length).toBeGreaterThan(2);
			expect(Object.values(hints).flat()).toEqual([]);
		});

		test('of one item says nothing of its own', async () => {
			const { items, hints } = await find({}, [sought[0]]);
			expect([items, Object.values(hints).flat()]).toEqual([[], []]);
		});
	});

	describe('a test that wrote to the books says so', () => {
		const said = ({ hints }: WorkflowRun) =>
			Object.values(hints)
				.flat()
				.map(({ message }) => message);

		test('and not what comes from a trigger, or what only reads', async () => {
			const id = await service.newConnection();
			expect(said(await on(id, 'invoice.create', smallInvoice))).toEqual([TEST_WROTE]);
			expect(said(await on(id, 'invoice.create', smallInvoice, [{}], { mode: 'trigger' }))).toEqual(
				[],
			);
			expect(said(await on(id, 'customer.query', {}))).not.toContain(TEST_WROTE);
			const request = await typed('CustomerQueryRq', { FullName: 'Müller Bäckerei' });
			expect(said(await on(id, 'queuedRequest.create', request))).not.toContain(TEST_WROTE);
		});

		test.each<[how: string, operation: OperationName, form: IDataObject, fault?: string]>([
			['Upsert that creates', 'customer.upsert', { name: 'Ups' }],
			[
				'Update that sets a custom field last',
				'customer.update',
				{
					listId: name('Müller Bäckerei'),
					additionalFields: { phone: '1' },
					customFields: { field: [{ name: 'Route', value: 'P-1' }] },
				},
			],
			[
				'Create that looked in the books after the connection broke off',
				'invoice.create',
				{ ...smallInvoice, options: { whenOutcomeUnknown: 'lookInBooks' } },
				'InvoiceAddRq',
			],
		])('also %s', async (...[, operation, form, broken]) => {
			const id = await service.newConnection();
			if (broken !== undefined) {
				service.faults(id).add({ fault: 'unanswered', silent: false, times: 1, request: broken });
			}
			expect(said(await on(id, operation, form))).toContain(TEST_WROTE);
		});

		test.each(['waitPolling', 'queuedRequest'])(
			'and not what stands under a Custom Request ID: %s',
			async (result) => {
				const id = await service.newConnection();
				const options = { customRequestId: 'c-1', ifAlreadyQueued: 'returnExisting' };
				await on(id, 'invoice.create', invoice({ options }));
				const again = said(await on(id, 'invoice.create', invoice({ options, result })));
				expect([TEST_WROTE, TEST_QUEUED].filter((one) => again.includes(one))).toEqual([]);
			},
		);

		test('also if it only queued them', async () => {
			const id = await service.newConnectionTurnedOff();
			const result = 'queuedRequest';
			const order = invoice({ orderNumber: 'T-3', result });
			expect(said(await on(id, 'invoice.create', order))).toContain(TEST_QUEUED);
			expect(said(await on(id, 'invoice.create', order))).not.toContain(TEST_QUEUED);
			expect(said(await on(id, 'customer.query', { result }))).not.toContain(TEST_QUEUED);
			const request = await typed('CustomerQueryRq', { FullName: 'Müller Bäckerei' });
			const query = await on(id, 'queuedRequest.create', { ...request, result });
			expect(said(query)).not.toContain(TEST_QUEUED);
		});

		test('and not an order that was written before, nor a dry run', async () => {
			const id = await service.newConnection();
			const order = invoice({ orderNumber: 'T-2' });
			const [made] = (await on(id, 'invoice.create', order)).items;
			expect(said(await on(id, 'invoice.create', order))).not.toContain(TEST_WROTE);
			const change = { txnId: byId(String(made.json.TxnID)), additionalFields: { memo: 'x' } };
			const dry = { ...change, dryRun: true };
			expect(said(await on(id, 'invoice.update', dry))).not.toContain(TEST_WROTE);
			expect(said(await on(id, 'invoice.update', change))).toContain(TEST_WROTE);
			expect(said(await on(id, 'invoice.update', change))).not.toContain(TEST_WROTE);
		});
	});
});

describe('wrong amounts and parties otherwise', () => {
	test('a line in JSON that gives its quantity under both of its names is refused', async () => {
		await refused(
			'invoice.create',
			json(`={{ [{ item_list_id: "${DESIGN}", Quantity: 1, quantity: 5, rate: "1.00" }] }}`),
		);
	});
	test('a line in JSON that gives its item twice, by ID and by another name, is refused', async () => {
		await refused(
			'invoice.create',
			json(`={{ [{ item_list_id: "${DESIGN}", ItemRef: { FullName: "Lumber" }, Quantity: 1 }] }}`),
		);
	});
	test('a line in JSON that gives its item twice, by ID and by a path, is refused', async () => {
		await refused(
			'invoice.create',
			json(`={{ [{ item_list_id: "${DESIGN}", "ItemRef.FullName": "Lumber", Quantity: 1 }] }}`),
		);
	});
	test('Find or Create does not double a customer whose name has an invisible character', async () => {
		const id = await service.newConnection();
		const run = await on(id, 'customer.findOrCreate', { name: 'Müller Bäckerei\u200b' });
		expect(run.error !== undefined || run.items[0].json.created === false).toBe(true);
	});
});

import type { IDataObject } from 'n8n-workflow';

import { useServiceWithDesktops } from './support/desktops';
import { smallInvoice } from './support/queueing-operations';
import { byId, type OperationName, runOperation } from './support/run-operation';

const service = useServiceWithDesktops();

const CONSULTING = '80020001-1700000001';
const VALUE = '{{ $json.kind === "date" ? DateTime.fromISO("x") : $json.value }}';
const value = `=${VALUE}`;

/** One item for each way in which a value can be none, with the words by which the error tells them apart. */
const nothings: ReadonlyArray<[item: IDataObject, inWords: string]> = [
	[{}, 'undefined'],
	[{ value: null }, 'null'],
	[{ value: NaN }, 'NaN'],
	[{ value: [] }, 'an empty list'],
	[{ kind: 'date' }, 'Invalid DateTime'],
	[{ value: '' }, 'an empty text'],
	[{ value: ' ' }, 'an empty text'],
];

let refusing: string;

beforeAll(async () => {
	refusing = await service.newConnectionTurnedOff();
});

/** Runs an operation of which nothing may be sent, and says what was. */
async function refused(
	operation: OperationName,
	form: IDataObject,
	items: IDataObject[],
	onError?: 'continueRegularOutput',
) {
	const filledIn = { connection: { ...byId(refusing) }, ...form };
	const outcome = await runOperation(service, operation, filledIn, { items, onError });
	return { ...outcome, sent: await service.requestsOf(refusing) };
}

/** What an operation gives for items that are right. */
async function written(operation: OperationName, form: IDataObject, items: IDataObject[]) {
	const connectionId = await service.newConnection();
	const filledIn = {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		result: 'waitPolling',
		...form,
	};
	const outcome = await runOperation(service, operation, filledIn, { items });
	expect(outcome.error).toBeUndefined();
	return { connectionId, records: outcome.items.map(({ json }) => json) };
}

const line = (more: IDataObject) => ({
	lines: { line: [{ itemListId: byId(CONSULTING), quantity: '1', rate: '85.00', ...more }] },
});

/** Where people add a field themselves, an empty text leaves it out. */
const mayBeBlank: readonly string[] = ['Due Date', 'Terms'];

/** Fields that decide what is written or acted on, with what errors call them. */
const deciding: ReadonlyArray<[label: string, operation: OperationName, form: IDataObject]> = [
	['Line 1: Quantity', 'invoice.create', line({ quantity: value })],
	['Line 1: Rate', 'invoice.create', line({ rate: value })],
	['Line 1: Item', 'invoice.create', line({ itemListId: byId(value) })],
	['Line 1: Amount', 'invoice.create', line({ additionalFields: { amount: value } })],
	['Customer', 'invoice.create', { customerListId: byId(value) }],
	['Transaction Date', 'invoice.create', { transactionDate: value }],
	['Order Number (Unique)', 'invoice.create', { orderNumber: value }],
	['Expected Total', 'invoice.create', { additionalFields: { expectedTotal: value } }],
	['Custom Request ID', 'invoice.create', { options: { customRequestId: value } }],
	['Webhook URL', 'invoice.create', { options: { webhookUrl: value } }],
	['Invoice', 'invoice.update', { txnId: byId(value), additionalFields: { memo: 'x' } }],
	['Invoice', 'invoice.void', { txnId: byId(value) }],
	['Invoice', 'invoice.delete', { txnId: byId(value) }],
	['Due Date', 'invoice.create', { additionalFields: { dueDate: value } }],
	['Terms', 'invoice.create', { additionalFields: { termsListId: byId(value) } }],
	['Name', 'customer.findOrCreate', { name: value }],
	['Name', 'customer.upsert', { name: value }],
	['Memo Contains', 'invoice.query', { filters: { memoContains: value } }],
	['Execution ID', 'books.undo', { executionId: value }],
];

test.each(deciding)(
	'%s of %s refuses an expression that gives nothing before anything is sent',
	async (label, operation, form) => {
		const filledIn = operation === 'invoice.create' ? { ...smallInvoice, ...form } : form;
		const own = nothings.filter(
			([, inWords]) => inWords !== 'an empty text' || !mayBeBlank.includes(label),
		);
		const items = own.map(([item]) => item);
		const { items: results, sent } = await refused(
			operation,
			filledIn,
			items,
			'continueRegularOutput',
		);
		expect(results.map(({ json }) => json)).toEqual(
			own.map(([, inWords]) => ({
				error: `${label}: the expression gave nothing.`,
				description: expect.stringContaining(`${VALUE} gave ${inWords}.`) as string,
			})),
		);
		expect(sent).toEqual([]);
	},
);

test.each([
	['a moment', '={{ new Date($json.day) }}'],
	['a text', '={{ new Date($json.day).toISOString() }}'],
])('a date that JavaScript would make of null is refused as %s', async (_how, transactionDate) => {
	const form = { ...smallInvoice, transactionDate };
	const { error, sent } = await refused('invoice.create', form, [{ day: null }]);
	expect(error?.message).toBe('Transaction Date: the expression gave nothing.');
	expect(sent).toEqual([]);
});

test('sends nothing of any item if one of them gives nothing', async () => {
	const form = { ...smallInvoice, ...line({ quantity: '={{ $json.qty }}' }) };
	const { error, sent } = await refused('invoice.create', form, [{ qty: 2 }, { quantity: 3 }]);
	expect(error?.message).toBe('Line 1: Quantity: the expression gave nothing.');
	expect(error?.description).toContain('{{ $json.qty }} gave undefined');
	expect(sent).toEqual([]);
});

describe('lines in JSON', () => {
	const jsonOf = (linesJson: string) => ({ ...smallInvoice, specifyLines: 'json', linesJson });
	const asExpression =
		'={{ [{ item_list_id: "80020001-1700000001", Quantity: 1 }, { item_list_id: $json.item, Quantity: $json.qty, Desc: $json.text }] }}';

	test.each([
		['Quantity', { item: CONSULTING }, 'undefined'],
		['Quantity', { item: CONSULTING, qty: null }, 'null'],
		['Quantity', { item: CONSULTING, qty: '' }, 'an empty text'],
		['Item', { qty: 1 }, 'undefined'],
	])('refuse a key without a value: %s', async (label, item, inWords) => {
		const { error, sent } = await refused('invoice.create', jsonOf(asExpression), [item]);
		expect(error?.message).toContain(`Line 2: ${label}: the expression gave nothing.`);
		expect(error?.description).toContain(`of this line is ${inWords}.`);
		expect(error?.description).toContain('{{ [{ item_list_id: "80020001');
		expect(sent).toEqual([]);
	});

	test.each([
		['an expression that gives no list', '={{ $json.lines }}'],
		['an empty list', '={{ [] }}'],
	])('refuse %s', async (_name, linesJson) => {
		const { error, sent } = await refused('invoice.create', jsonOf(linesJson), [{}]);
		expect(error?.message).toContain('Lines (JSON): the expression gave nothing.');
		expect(sent).toEqual([]);
	});

	test('refuse a reference without a name that was typed', async () => {
		const typed = '[{"ItemRef": {"FullName": null}, "Desc": "Work", "Quantity": 1}]';
		const { error, sent } = await refused('invoice.create', jsonOf(typed), [{}]);
		expect(error?.message).toContain('Line 1: Item has no value.');
		expect(sent).toEqual([]);
	});

	test.each([
		[
			'a key that JSON.stringify leaves out',
			`={{ JSON.stringify([{ item_list_id: "${CONSULTING}", Quantity: $json.qty }]) }}`,
			'Line 1: Quantity: the expression gave nothing.',
		],
		[
			'a key that toJsonString leaves out',
			`={{ [{ item_list_id: "${CONSULTING}", Quantity: $json.qty }].toJsonString() }}`,
			'Line 1: Quantity: the expression gave nothing.',
		],
		[
			'what is left of a price',
			`=[{"item_list_id": "${CONSULTING}", "Rate": "{{ $json.rate }}.00"}]`,
			'Line 1: Rate: the expression gave nothing.',
		],
		[
			'what is left of a number',
			`=[{"item_list_id": "${CONSULTING}", "Quantity": 1{{ $json.zeros }}}]`,
			'Lines (JSON): the expression gave nothing.',
		],
		[
			'what is left of an item’s name',
			'=[{"ItemRef": {"FullName": "Design{{ $json.part }}"}, "Quantity": 1}]',
			'Line 1: FullName: the expression gave nothing.',
		],
		[
			'an item’s name with undefined in it',
			'={{ [{ ItemRef: { FullName: "Design" + $json.part }, Quantity: 1 }] }}',
			'Line 1: Item: the expression gave nothing.',
		],
		[
			'a number divided by nothing',
			`={{ [{ item_list_id: "${CONSULTING}", Rate: 85 / 0 }] }}`,
			'Line 1: Rate: the expression gave nothing.',
		],
	])('refuse %s', async (_what, linesJson, message) => {
		const { error, sent } = await refused('invoice.create', jsonOf(linesJson), [{}]);
		expect(error?.message).toContain(message);
		expect(sent).toEqual([]);
	});

	test.each([
		[
			'made by JSON.stringify',
			`{{ JSON.stringify([{ item_list_id: "${CONSULTING}", Quantity: $json.qty, Desc: $json.text }]) }}`,
		],
		[
			'typed around expressions',
			`[{"item_list_id": "${CONSULTING}", "Quantity": {{ $json.qty }}, "Desc": "For {{ $json.text }}"}]`,
		],
	])('may lack a description, %s', async (_how, linesJson) => {
		const { records } = await written('invoice.create', jsonOf(`=${linesJson}`), [{ qty: 3 }]);
		expect(records).toMatchObject([{ Subtotal: '255.00' }]);
	});

	test('may lack a description', async () => {
		const { records } = await written('invoice.create', jsonOf(asExpression), [
			{ item: CONSULTING, qty: 3 },
		]);
		expect(records).toMatchObject([{ Subtotal: '340.00' }]);
	});
});

describe('a text with an expression in it', () => {
	test.each([
		['Order Number (Unique)', { orderNumber: '=INV-{{ $json.no }}' }, '{{ $json.no }}'],
		[
			'Customer',
			{
				customerListId: { __rl: true, mode: 'name', value: '={{ $json.last }}, {{ $json.first }}' },
			},
			'{{ $json.last }}',
		],
	])('refuses what is left of %s without it', async (label, form, expression) => {
		const { error, sent } = await refused('invoice.create', { ...smallInvoice, ...form }, [{}]);
		expect(error?.message).toContain(`${label}: the expression gave nothing.`);
		expect(error?.description).toContain(`${expression} gave undefined.`);
		expect(sent).toEqual([]);
	});

	test.each<[string, OperationName, IDataObject, gave: string]>([
		[
			'Order Number (Unique)',
			'invoice.create',
			{ ...smallInvoice, orderNumber: '={{ "INV-" + $json.no }}' },
			'INV-undefined',
		],
		[
			'Order Number (Unique)',
			'invoice.create',
			{ ...smallInvoice, orderNumber: '={{ `INV-${$json.no ?? null}` }}' },
			'INV-null',
		],
		[
			'Reference Number',
			'invoice.create',
			{ ...smallInvoice, additionalFields: { refNumber: '={{ "R" + 2 * $json.no }}' } },
			'RNaN',
		],
		[
			'Name',
			'customer.create',
			{ name: '={{ $json.first + " " + $json.last }}' },
			'undefined undefined',
		],
		[
			'Invoice',
			'invoice.void',
			{ txnId: byId('={{ $json.a.concat("-", $json.b) }}') },
			'1-undefined',
		],
		[
			'Request XML',
			'queuedRequest.create',
			{
				requestFormat: 'xml',
				requestXml:
					'={{ `<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><ClassAddRq><ClassAdd><Name>${$json.no}</Name></ClassAdd></ClassAddRq></QBXMLMsgsRq></QBXML>` }}',
			},
			'undefined',
		],
	])(
		'refuses %s of %s that has joined what does not exist',
		async (label, operation, form, gave) => {
			const { error, sent } = await refused(operation, form, [{ a: '1' }]);
			expect(error?.message).toContain(`${label}: a part of the expression gave nothing.`);
			expect(error?.description).toContain(gave);
			expect(sent).toEqual([]);
		},
	);

	test.each<[string, OperationName, IDataObject]>([
		[
			'Extra Body Fields: ref_number',
			'invoice.create',
			{
				...smallInvoice,
				options: { extraBodyFields: '={{ { ref_number: $json.no, memo: $json.no } }}' },
			},
		],
		[
			'Extra Body Fields: ref_number',
			'invoice.create',
			{
				...smallInvoice,
				options: { extraBodyFields: '={"memo": "{{ $json.no }}", "ref_number": "{{ $json.no }}"}' },
			},
		],
		[
			'Request JSON: CreditLimit',
			'queuedRequest.create',
			{
				requestFormat: 'json',
				requestJson:
					'={{ ({ version: "16.0", request: { name: "CustomerAddRq", children: [{ name: "CustomerAdd", children: [{ name: "Name", text: "Zed" }, { name: "Notes", text: $json.no }, { name: "CreditLimit", text: $json.no }] }] } }) }}',
			},
		],
	])('refuses %s of %s without a value', async (label, operation, form) => {
		const { error, sent } = await refused(operation, form, [{}]);
		expect(error?.message).toContain(`${label}: the expression gave nothing.`);
		expect(sent).toEqual([]);
	});

	test('takes a surname that only looks like nothing', async () => {
		const { records } = await written(
			'invoice.create',
			{ additionalFields: { poNumber: '={{ $json.first + " " + $json.last }}' } },
			[{ first: 'annulled', last: 'Null' }],
		);
		expect(records).toMatchObject([{ PONumber: 'annulled Null' }]);
	});

	test.each([
		['Memo', { additionalFields: { memo: '=For {{ $json.customer }}' } }],
		['Line 1: Description', line({ description: '={{ $json.customer }}' })],
		['Order Number (Unique)', { orderNumber: '={{ $json.customer + "" }}' }],
	])('refuses an object in %s', async (label, form) => {
		const item = { customer: { name: 'Kristy' } };
		const { error, sent } = await refused('invoice.create', { ...smallInvoice, ...form }, [item]);
		expect(error?.message).toContain(`${label}: the expression gave an object instead of text.`);
		expect(sent).toEqual([]);
	});
});

test('leaves out free text, optional fields with an empty text, and what is empty without an expression', async () => {
	const { connectionId, records } = await written(
		'invoice.create',
		{
			...line({ rate: '', quantity: '={{ $json.qty }}', description: '={{ $json.text }}' }),
			additionalFields: {
				memo: '={{ $json.memo }}',
				poNumber: "={{ $json.po ?? '' }}",
				refNumber: '',
				billAddress: {
					address: { addr1: 'Kristy', addr2: '={{ $json.company }}', city: 'Bayshore' },
				},
			},
		},
		[{ qty: 2, memo: 'Thanks', po: 'PO-1', company: 'Kristy & Co' }, { qty: 3 }],
	);
	expect(records).toMatchObject([
		{ Memo: 'Thanks', PONumber: 'PO-1', Subtotal: '170.00' },
		{ Subtotal: '255.00' },
	]);
	const requests = (await service.requestsOf(connectionId)).map(({ request_xml: xml }) => xml);
	const [second] = requests.filter((xml) => xml.includes('<Quantity>3</Quantity>'));
	for (const element of ['Memo', 'PONumber', 'RefNumber', 'Addr2', 'Rate', 'Desc']) {
		expect(second).not.toContain(`<${element}`);
	}
	expect(second).toContain('<Addr1>Kristy</Addr1><City>Bayshore</City>');
});

test('an update refuses what gives nothing, in free text too, and leaves a field with an empty text as it is', async () => {
	const { connectionId, records } = await written(
		'invoice.create',
		{ additionalFields: { memo: 'Before', poNumber: 'PO-1' } },
		[{}],
	);
	const update = async (item: IDataObject) =>
		await runOperation(
			service,
			'invoice.update',
			{
				connection: { ...byId(connectionId) },
				txnId: byId(String(records[0].TxnID)),
				additionalFields: { memo: '={{ $json.memo }}', poNumber: '={{ $json.po }}' },
				result: 'waitPolling',
			},
			{ items: [item] },
		);
	const before = (await service.requestsOf(connectionId)).length;
	expect((await update({ po: 'PO-2' })).error?.message).toContain(
		'Memo: the expression gave nothing.',
	);
	expect((await update({ memo: 'x' })).error?.message).toContain('PO Number: the expression gave');
	expect(await service.requestsOf(connectionId)).toHaveLength(before);
	const { items } = await update({ memo: 'After', po: '' });
	expect(items[0].json).toMatchObject({ Memo: 'After', PONumber: 'PO-1', changed: true });
});

describe('an object where a text is meant', () => {
	const items = [{ o: { a: 1 }, list: [{ name: 'a' }], text: '[object Object]' }];
	const json = (Desc: string) => ({
		...smallInvoice,
		specifyLines: 'json',
		linesJson: `={{ [{ item_list_id: "${CONSULTING}", Quantity: 1, Desc: ${Desc} }] }}`,
	});

	test.each<[string, OperationName, IDataObject]>([
		[
			'a list of objects in a memo',
			'invoice.create',
			{ ...smallInvoice, additionalFields: { memo: '={{ $json.list }}' } },
		],
		[
			'an object in a text of an address',
			'invoice.create',
			{
				...smallInvoice,
				additionalFields: { billAddress: { address: { addr1: '=To {{ $json.o }}' } } },
			},
		],
		['an object in a line in JSON', 'invoice.create', json('"For " + $json.o')],
		['an earlier object in a line in JSON', 'invoice.create', json('$json.text')],
		[
			'an earlier object in JSON as text',
			'invoice.create',
			{
				...smallInvoice,
				specifyLines: 'json',
				linesJson: `=[{"item_list_id": "${CONSULTING}", "Quantity": 1, "Desc": "{{ $json.o }}"}]`,
			},
		],
		[
			'an object in a custom field',
			'dataExtension.set',
			{ attachTo: 'company', dataExtName: 'Route', dataExtValue: '={{ $json.list }}' },
		],
		[
			'an object in what is searched for',
			'invoice.query',
			{ filters: { memoContains: '={{ $json.list }}' } },
		],
		[
			'an object in a name that is searched for',
			'customer.get',
			{ listId: { __rl: true, mode: 'name', value: '={{ $json.list }}' } },
		],
		[
			'an object in XML',
			'queuedRequest.create',
			{
				requestFormat: 'xml',
				requestXml:
					'=<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><HostQueryRq requestID="{{ $json.o }}"/></QBXMLMsgsRq></QBXML>',
			},
		],
		[
			'a text that was typed',
			'invoice.create',
			{ ...smallInvoice, additionalFields: { memo: 'See [object Object]' } },
		],
		[
			'an order number',
			'invoice.create',
			{ ...smallInvoice, orderNumber: '={{ "S-" + $json.o }}' },
		],
	])('%s of %s is refused, and nothing is sent', async (_, operation, form) => {
		const { error, sent } = await refused(operation, form, items);
		expect(error?.message).toMatch(
			/the expression gave an object instead of text|would be written as \[object Object\]/,
		);
		expect(sent).toEqual([]);
	});
});

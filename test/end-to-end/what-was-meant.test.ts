import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type Execution, failureOf } from '../../n8n/clients/n8n';
import { type Office, openOffice } from '../support/office';
import {
	afterNode,
	byId,
	chainOf,
	itemsNode,
	jsonOf,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';
import { usePlaceInSharedN8n } from './support/shared-n8n';

// What people have met with other nodes: an execution that is green and means something else. n8n evaluates the expressions here.

const stack = usePlaceInSharedN8n({});
const BIG = '7615917337495251231';
const BIGGER = '7615917337495251232';
let office: Office;

beforeEach(async () => {
	office = await openOffice(stack.service, expect.getState().currentTestName ?? 'Office');
	await office.turnOn();
});
afterEach(async () => await office.turnOff());

const LINE = '[{"item_list_id":"80020001-1700000001","quantity":2,"rate":"150.00"}]';

const invoice = (more: INodeParameters): INodeParameters => ({
	resource: 'invoice',
	operation: 'create',
	connection: byId(office.connectionId),
	customerListId: byId('80000001-1700000001'),
	transactionDate: '2026-01-12',
	specifyLines: 'json',
	linesJson: LINE,
	...more,
});

/** Runs a workflow that gives items to a node, and hands on what comes out. */
async function run(
	items: object[],
	parameters: INodeParameters,
	more: IDataObject = {},
	settings: IDataObject = {},
): Promise<Execution> {
	const { client } = stack.n8n;
	const file = chainOf('What was meant', itemsNode(items), syncNode(parameters, more));
	const workflow = await client.importWorkflow(
		{ ...file, settings: { ...file.settings, ...settings } },
		[stack.credential],
	);
	return await client.runWorkflow(workflow, START);
}

/** A value under another name than the node looks for, or as JavaScript makes something of it. */
test.each<[what: string, parameters: () => INodeParameters, item: object]>([
	[
		'a filter of Find',
		() => ({
			resource: 'invoice',
			operation: 'query',
			connection: byId(office.connectionId),
			filters: { customerListId: byId('={{ $json.customer }}') },
		}),
		{},
	],
	['a part of an order number', () => invoice({ orderNumber: '=WEB-{{ $json.id }}' }), {}],
	[
		'an order number that is joined',
		() => invoice({ orderNumber: '={{ ["WEB", $json.id].join("-") }}' }),
		{},
	],
	[
		'an order number in capitals',
		() => invoice({ orderNumber: '={{ `web-${$json.id}`.toUpperCase() }}' }),
		{},
	],
	[
		'a quantity in JSON',
		() =>
			invoice({
				linesJson: '={{ [{ item_list_id: "80020001-1700000001", quantity: $json.qty }] }}',
			}),
		{},
	],
	[
		'a quantity that JSON.stringify leaves out',
		() =>
			invoice({
				linesJson:
					'=[{{ JSON.stringify({ item_list_id: "80020001-1700000001", quantity: $json.qty }) }}]',
			}),
		{},
	],
	[
		'what is left of a price',
		() =>
			invoice({
				linesJson: '=[{"item_list_id":"80020001-1700000001","rate":"{{ $json.rate }}.00"}]',
			}),
		{ rate: '' },
	],
	[
		'the date of null',
		() => invoice({ transactionDate: '={{ new Date($json.date).toISOString().slice(0, 10) }}' }),
		{ date: null },
	],
	[
		'a text that is not evaluated',
		() => invoice({ additionalFields: { memo: 'Order {{ $json.memo }}' } }),
		{ memo: 'x' },
	],
	[
		'a number that has lost digits',
		() => invoice({ orderNumber: '={{ $json.id }}' }),
		{ id: Number(BIG) },
	],
	[
		'a number in a text that has lost digits',
		() => invoice({ additionalFields: { memo: '={{ "No. " + $json.id }}' } }),
		{ id: Number(BIG) },
	],
])(
	'%s that is not what was meant is an error, and nothing is sent',
	async (_what, parameters, item) => {
		const execution = await run([item], parameters());
		expect(failureOf(execution)).toMatch(/gave nothing|was not evaluated|keep all of its digits/);
		expect(await office.queue()).toEqual([]);
	},
);

test('two orders of 19 digits are two orders', async () => {
	const execution = await run(
		[{ id: BIG }, { id: BIGGER }],
		invoice({ orderNumber: '={{ $json.id }}' }),
	);
	expect(failureOf(execution)).toBeUndefined();
	const [one, other] = jsonOf(execution, SYNC);
	expect([one.already_existed, other.already_existed]).toEqual([false, false]);
	expect(one.TxnID).not.toBe(other.TxnID);
});

test('three orders under one number are not one invoice and three green items', async () => {
	const orders = [{ qty: 1 }, { qty: 2 }, { qty: 3 }];
	const linesJson = '={{ [{ item_list_id: "80020001-1700000001", quantity: $json.qty }] }}';
	const execution = await run(orders, invoice({ orderNumber: 'WEB-', linesJson }));
	expect(failureOf(execution)).toContain('already written, with other contents');
});

test('midnight in UTC and a moment are the days that they show in New York', async () => {
	const items = [{ date: '2026-02-01T00:00:00.000Z' }, { date: '2026-02-01T03:00:00.000Z' }];
	const execution = await run(
		items,
		invoice({ transactionDate: '={{ $json.date }}' }),
		{},
		{ timezone: 'America/New_York' },
	);
	expect(jsonOf(execution, SYNC).map(({ TxnDate }) => TxnDate)).toEqual([
		'2026-02-01',
		'2026-01-31',
	]);
});

test.each([
	'={{ $now }}',
	'={{ $today }}',
	'={{ $json.date.toDateTime() }}',
	'={{ $json.date.toDateTime().plus(1, "day").toFormat("yyyy-MM-dd") }}',
])('%s is a date', async (transactionDate) => {
	const execution = await run([{ date: '2026-02-01' }], invoice({ transactionDate }));
	expect(failureOf(execution)).toBeUndefined();
	expect(jsonOf(execution, SYNC)).toMatchObject([
		{ TxnDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
	]);
});

test('Find says for which items nothing was found, and gives an item for each', async () => {
	const query = {
		resource: 'customer',
		operation: 'query',
		connection: byId(office.connectionId),
		filters: { nameContains: '={{ $json.name }}' },
	};
	const sought = [{ name: 'nobody' }, { name: 'Müller' }];
	const { data } = await run(sought, query);
	expect(JSON.stringify(data.resultData.runData[SYNC][0].hints)).toContain(
		'Nothing was found for 1 of 2 items: 1',
	);
	const execution = await run(sought, { ...query, options: { outputIfNothingFound: true } });
	expect(jsonOf(execution, SYNC)[0]).toEqual({ found: false });
});

test('an error is a text for the node behind it, and a test that wrote says so', async () => {
	const { client } = stack.n8n;
	const file = chainOf(
		'Error as text',
		itemsNode([{ customer: '80000001-1700000001' }, { customer: '80000FFF-1' }]),
		syncNode(invoice({ customerListId: byId('={{ $json.customer }}') }), {
			onError: 'continueErrorOutput',
		}),
		afterNode('note', "'Refused: ' + $json.error + ' ' + $json.message"),
	);
	// The second output is that of the errors.
	file.connections[SYNC] = { main: [[], ...file.connections[SYNC].main] };
	const workflow = await client.importWorkflow(file, [stack.credential]);
	const execution = await client.runWorkflow(workflow, START);
	const [{ note }] = jsonOf(execution, 'After');
	expect(note).toMatch(/^Refused: .*80000FFF-1.*\(Error code: 3140\)$/);
	expect(JSON.stringify(execution.data.resultData.runData[SYNC][0].hints)).toContain(
		'This test wrote to the books',
	);
});

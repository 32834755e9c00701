import type { IDataObject } from 'n8n-workflow';

import { retry, retryAfterCrash } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { useProxiedService } from '../support/proxied-service';
import { byId, fromList, type OperationName, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);

const DOOR = '80020001-1700000001';
const CUSTOMER = '80000002-1700000002';
const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const line = (more: IDataObject = {}) => ({
	itemListId: byId(DOOR),
	quantity: 2,
	rate: '1.5',
	...more,
});
const order = (more: IDataObject = {}): IDataObject => ({
	customerListId: byId(CUSTOMER),
	transactionDate: '={{ $today.toISODate() }}',
	lines: { line: [line()] },
	orderNumber: 'S-1',
	result: 'waitPolling',
	...more,
});

const run = async (
	connectionId: string,
	form: IDataObject,
	{ operation = 'invoice.create' as OperationName, items = [{}] as IDataObject[] } = {},
) =>
	await runOperation(
		proxied,
		operation,
		{ connection: byId(connectionId), ...form },
		{ mode: 'trigger', items },
	);

const additions = async (connectionId: string): Promise<number> =>
	(await service.requestsOf(connectionId)).filter(({ request_xml: xml }) => xml.includes('AddRq'))
		.length;

/** Writes an order, and runs it once more with another form. */
async function twice(first: IDataObject, second: IDataObject) {
	const connectionId = await service.newConnection();
	const before = await run(connectionId, first);
	expect(before.error).toBeUndefined();
	const again = await run(connectionId, second);
	expect(await additions(connectionId)).toBe(1);
	return { connectionId, before, again };
}

const hintsOf = ({ hints }: { hints: object }): string => JSON.stringify(hints);

test.each<[string, IDataObject, string[]]>([
	[
		'another quantity',
		{ lines: { line: [line({ quantity: 3 })] } },
		['Line 1: Quantity: "2" was written, and this run has "3"'],
	],
	[
		'another rate',
		{ lines: { line: [line({ rate: '1.51' })] } },
		['Line 1: Rate: "1.5" was written, and this run has "1.51"'],
	],
	[
		'another customer',
		{ customerListId: byId('80000001-1700000001') },
		['Customer: "', 'this run has "80000001-1700000001"'],
	],
	[
		'one line more',
		{ lines: { line: [line(), line({ quantity: 5 })] } },
		['Line 2 was not written: '],
	],
	[
		'a line of text more',
		{ lines: { line: [line(), { description: 'Thank you', quantity: '' }] } },
		['Line 2 was not written: "Thank you"'],
	],
	[
		'a memo',
		{ additionalFields: { memo: 'Rush' } },
		['Memo: nothing was written, and this run has "Rush"'],
	],
	[
		'a date of its own',
		{ transactionDate: '2026-01-15' },
		['Transaction Date: ', 'this run has "2026-01-15"'],
	],
	[
		'an address',
		{ additionalFields: { shipAddress: { address: { city: 'Bayshore' } } } },
		['Ship Address: nothing was written, and this run has "Bayshore"'],
	],
	[
		'lines in JSON with another rate',
		{ specifyLines: 'json', linesJson: [{ item_list_id: DOOR, quantity: 2, rate: '7' }] },
		['Line 1: Rate: "1.5" was written, and this run has "7"'],
	],
	[
		'other lines at the endpoint',
		{ options: { extraBodyFields: '{"memo":"From the web shop"}' } },
		['Memo: nothing was written, and this run has "From the web shop"'],
	],
])(
	'an order that is run again with %s ends in an error that shows it',
	async (_, form, messages) => {
		const { again } = await twice(order(), order(form));
		expect(again.error?.message).toContain('Order S-1 was already written, with other contents. ');
		for (const message of messages) expect(again.error?.message).toContain(message);
		expect(again.error?.description).toContain('Nothing was written for it now.');
	},
);

test.each<[string, IDataObject, IDataObject]>([
	['numbers written differently', {}, { lines: { line: [line({ quantity: '2.00', rate: 1.5 })] } }],
	['a customer by name', {}, { customerListId: byName('müller BÄCKEREI') }],
	['a customer from the list', {}, { customerListId: fromList(CUSTOMER, 'Somebody') }],
	['IDs in lower case', {}, { lines: { line: [line({ itemListId: byId(DOOR.toLowerCase()) })] } }],
	[
		'lines as JSON',
		{},
		{ specifyLines: 'json', linesJson: [{ item_list_id: DOOR, quantity: 2, rate: '1.50' }] },
	],
	[
		'lines in another order',
		{ lines: { line: [line(), line({ quantity: 9 })] } },
		{ lines: { line: [line({ quantity: 9 }), line()] } },
	],
	[
		'another order number of blanks, and another way of waiting',
		{},
		{ orderNumber: ' S-1 ', simplify: false },
	],
	[
		'text that follows the clock',
		{ additionalFields: { memo: '={{ "Imported at " + $now.toMillis() }}' } },
		{ additionalFields: { memo: '={{ "Imported at " + $now.toMillis() }}' } },
	],
	[
		'a service date that follows the clock',
		{ lines: { line: [line({ additionalFields: { serviceDate: '2026-01-01' } })] } },
		{ lines: { line: [line({ additionalFields: { serviceDate: '={{ $today }}' } })] } },
	],
	[
		'another day, when the date is that of the run',
		{ transactionDate: '2026-01-15' },
		{ transactionDate: '={{ $json.date ?? $today.toISODate() }}' },
	],
])('an order that is run again with %s is the same', async (_, first, second) => {
	const { before, again } = await twice(order(first), order(second));
	expect(again.error).toBeUndefined();
	expect(again.items).toMatchObject([{ json: { already_existed: true } }]);
	expect(again.items[0].json).not.toHaveProperty('contents_differ');
	expect(hintsOf(again)).toContain('with the same contents. Nothing was written now.');
	if (second.simplify !== false) expect(again.items[0].json.TxnID).toBe(before.items[0].json.TxnID);
});

test('what was written can be taken as it is, and the output says that it differs', async () => {
	const { before, again } = await twice(
		order(),
		order({
			lines: { line: [line({ quantity: 3 })] },
			options: { ifAlreadyQueued: 'returnExisting' },
		}),
	);
	expect(again.items).toMatchObject([
		{ json: { already_existed: true, contents_differ: true, TxnID: before.items[0].json.TxnID } },
	]);
	expect(hintsOf(again)).toContain(
		'with other contents. Nothing was written now, and what this run filled in was ignored.',
	);
});

test('two items of one run with the same order and other contents: the second is an error', async () => {
	const connectionId = await service.newConnection();
	const form = order({ lines: { line: [line({ quantity: '={{ $json.qty }}' })] } });
	const { error } = await run(connectionId, form, { items: [{ qty: 2 }, { qty: 3 }] });
	expect(error?.message).toContain('Line 1: Quantity: "2" was written, and this run has "3"');
	expect(await additions(connectionId)).toBe(1);
});

test('what people have changed in the books since is no difference', async () => {
	const connectionId = await service.newConnection();
	const [{ json }] = (await run(connectionId, order())).items;
	const change = {
		txnId: byId(String(json.TxnID)),
		additionalFields: { memo: 'Changed by hand' },
		orderNumber: '',
	};
	const changed = await run(
		connectionId,
		{ ...change, result: 'waitPolling' },
		{
			operation: 'invoice.update',
		},
	);
	expect(changed.error).toBeUndefined();
	const again = await run(connectionId, order());
	expect(again.error).toBeUndefined();
	expect(again.items).toMatchObject([{ json: { already_existed: true } }]);
});

test('a request that waits for a desktop that is off is compared too', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const queued = { result: 'queuedRequest' };
	await run(connectionId, order(queued));
	const same = await run(connectionId, order(queued));
	expect(same.items).toMatchObject([{ json: { already_existed: true } }]);
	expect(hintsOf(same)).toContain('with the same contents');
	const other = await run(connectionId, order({ ...queued, additionalFields: { memo: 'Rush' } }));
	expect(other.error?.message).toContain('Memo: nothing was written');
	// Nobody knows yet whose name it is.
	const unknown = await run(
		connectionId,
		order({ ...queued, customerListId: byName('Cook, Brian') }),
	);
	expect(unknown.error).toBeUndefined();
	expect(hintsOf(unknown)).toContain('It could not be compared');
	expect(await additions(connectionId)).toBe(1);
});

/** Shows only so much of the requests in the queue. */
const showing = (how: (record: IDataObject) => IDataObject) =>
	proxied.meddle(async ({ forward }) => {
		const answer = await forward();
		const body = JSON.parse(answer.body.toString()) as { data?: IDataObject | IDataObject[] };
		const data = Array.isArray(body.data) ? body.data.map(how) : body.data && how(body.data);
		return {
			status: answer.status,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify({ ...body, data })),
		};
	});

test.each<[string, (record: IDataObject) => IDataObject]>([
	[
		'nothing inside of the request',
		(record) => ({
			...record,
			request_json: null,
			request_xml: String(record.request_xml).replace(/(<InvoiceAdd>)[^]*(<\/InvoiceAdd>)/, '$1$2'),
		}),
	],
	[
		'the outermost elements only',
		(record) => ({
			...record,
			request_json: null,
			request_xml: String(record.request_xml).replace(
				/(<InvoiceLineAdd>)[^]*(<\/InvoiceLineAdd>)/,
				'$1$2',
			),
		}),
	],
])('a service that shows %s gives a hint and no error', async (_, how) => {
	const connectionId = await service.newConnection();
	showing((record) => (record.request_xml === undefined ? record : how(record)));
	await run(connectionId, order());
	const again = await run(connectionId, order({ additionalFields: { memo: 'Rush' } }));
	expect(again.error).toBeUndefined();
	expect(again.items).toMatchObject([{ json: { already_existed: true } }]);
	expect(hintsOf(again)).toContain(
		'It could not be compared, since the service does not show all that was written.',
	);
	expect(await additions(connectionId)).toBe(1);
});

test('an error shows five differences, and how many more there are', async () => {
	const many = (rate: string) => ({
		lines: { line: Array.from({ length: 8 }, () => line({ rate })) },
	});
	const { again } = await twice(order(many('1')), order(many('2')));
	expect(again.error?.message).toContain('Line 5: Rate');
	expect(again.error?.message).not.toContain('Line 6: Rate');
	expect(again.error?.message).toContain('and 3 more.');
});

describe('ways round it that do not lead past it', () => {
	const other = { lines: { line: [line({ quantity: 3 })] } };

	test('Retry of the execution that ended in the error', async () => {
		const { connectionId, again } = await twice(order(), order(other));
		const retried = await retry(again);
		expect(retried.error?.message).toContain('already written, with other contents');
		expect(await additions(connectionId)).toBe(1);
	});

	test('Retry after n8n died', async () => {
		const { connectionId, again } = await twice(order(), order(other));
		const retried = await retryAfterCrash(again);
		expect(retried.error?.message).toContain('already written, with other contents');
		expect(await additions(connectionId)).toBe(1);
	});

	test('an item that goes on with its error, beside one that is the same', async () => {
		const connectionId = await service.newConnection();
		const form = order({
			orderNumber: '={{ $json.number }}',
			lines: { line: [line({ quantity: '={{ $json.qty }}' })] },
		});
		await run(connectionId, form, {
			items: [
				{ number: 'A', qty: 1 },
				{ number: 'B', qty: 1 },
			],
		});
		const { items } = await runOperation(
			proxied,
			'invoice.create',
			{ connection: byId(connectionId), ...form },
			{
				items: [
					{ number: 'A', qty: 1 },
					{ number: 'B', qty: 2 },
				],
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ already_existed: true },
			{ error: expect.any(String) as string, code: 'other_contents' },
		]);
		expect(await additions(connectionId)).toBe(2);
	});

	test('lines that only Extra Body Fields give', async () => {
		const extra = (quantity: number) => ({
			options: {
				extraBodyFields: JSON.stringify({
					lines: [{ item_list_id: DOOR, quantity, rate: '1.5' }],
				}),
			},
		});
		const { again } = await twice(order(extra(2)), order(extra(4)));
		expect(again.error?.message).toContain('Quantity: "2" was written, and this run has "4"');
	});

	test('a number with a colon in it is named whole', async () => {
		const { again } = await twice(
			order({ orderNumber: 'A:1' }),
			order({ ...other, orderNumber: 'A:1' }),
		);
		expect(again.error?.message).toContain('Order A:1 was already written');
	});

	test('a record that was voided is written anew with other contents, and the node says so', async () => {
		const connectionId = await service.newConnection();
		const [{ json }] = (await run(connectionId, order())).items;
		await run(
			connectionId,
			{ txnId: byId(String(json.TxnID)), result: 'waitPolling' },
			{ operation: 'invoice.void' },
		);
		const anew = await run(connectionId, order(other));
		expect(anew.items).toMatchObject([{ json: { earlier_was_removed: true } }]);
		expect(hintsOf(anew)).toContain('S-1 was written before, and voided or deleted since.');
		expect((await run(connectionId, order())).error?.message).toContain('with other contents');
	});

	test('what is asked for by another kind of record has numbers of its own', async () => {
		const connectionId = await service.newConnection();
		await run(connectionId, order());
		const receipt = await run(connectionId, order(other), { operation: 'salesReceipt.create' });
		expect(receipt.items).toMatchObject([{ json: { already_existed: false } }]);
	});

	test('a service that honours keys and gives the request of an execution elsewhere', async () => {
		const connectionId = await service.newConnection();
		await run(connectionId, order());
		const [first] = await service.requestsOf(connectionId);
		// Another process has queued it since this one looked.
		proxied.meddle(async ({ method, path, forward }) => {
			if (method === 'POST' && path.includes('queued_requests')) {
				const body = Buffer.from(JSON.stringify({ data: first }));
				return { status: 201, headers: { 'content-type': 'application/json' }, body };
			}
			const answer = await forward();
			if (!path.includes('/queued_requests')) return answer;
			const { data, ...more } = JSON.parse(answer.body.toString()) as { data: unknown };
			const others = Array.isArray(data) ? data.filter(({ id }) => id !== first.id) : data;
			const body = Buffer.from(JSON.stringify({ ...more, data: others }));
			return { status: answer.status, headers: { 'content-type': 'application/json' }, body };
		});
		const { error } = await run(connectionId, order(other));
		expect(error?.message).toContain('already written, with other contents');
		expect(await additions(connectionId)).toBe(1);
	});
});

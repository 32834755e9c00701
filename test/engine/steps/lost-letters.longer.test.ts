import type { IDataObject } from 'n8n-workflow';

import { useShortPauses } from '../support/pauses';
import { byId } from '../support/run-operation';
import { textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit, requestNames } = useUpdates();

const HINT = `QuickBooks can't keep these characters: Ł ź. It puts "?" or another letter in their place.`;

const INVOICE_ADD =
	'<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef><TxnDate>2026-01-15</TxnDate><RefNumber>1</RefNumber><InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>1</Quantity><Rate>10.00</Rate></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>';

let connectionId: string;
let txnId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
	txnId = textIn(edit(connectionId, INVOICE_ADD), 'TxnID');
});

const hintsOf = ({ hints }: Awaited<ReturnType<typeof run>>): string[] =>
	Object.values(hints)
		.flat()
		.map(({ message }) => message);

const update = async (filledIn: IDataObject) =>
	await run('invoice.update', connectionId, { txnId: { ...byId(txnId) }, ...filledIn });

const writes = async () =>
	(await requestNames(connectionId)).filter((name) => /(?:Add|Mod)Rq$/.test(name));

const inLines = (lineMode: string, line: IDataObject) => ({
	lineMode,
	specifyLines: 'json',
	linesJson: JSON.stringify([line]),
});

describe('an Update with letters that QuickBooks loses', () => {
	test.each<[string, IDataObject]>([
		['a field', { additionalFields: { memo: 'Łódź' } }],
		['a part of an address', { additionalFields: { billAddress: { address: { city: 'Łódź' } } } }],
		['a custom field', { customFields: { field: [{ name: 'Project Code', value: 'Łódź' }] } }],
		['a line', inLines('change', { ItemRef: 'Design', Desc: 'Łódź' })],
		['all lines', inLines('replace', { ItemRef: 'Trim', Quantity: 2, Rate: '1.00', Desc: 'Łódź' })],
	])('of %s is written once, says so, and is not written again', async (_, filledIn) => {
		const first = await update(filledIn);
		expect(first.error).toBeUndefined();
		expect(first.items[0].json).toMatchObject({ changed: true });
		expect(hintsOf(first)).toEqual([HINT]);
		const second = await update(filledIn);
		expect(second.error).toBeUndefined();
		expect(second.items[0].json).toMatchObject({ changed: false, changes: [] });
		expect(await writes()).toHaveLength(1);
	});

	test('is known to be carried out after the connection broke off', async () => {
		service.faults(connectionId).add({
			fault: 'unanswered',
			silent: false,
			times: 1,
			request: 'InvoiceModRq',
			carried_out: true,
		});
		const { error, items } = await update({ additionalFields: { memo: 'Łódź' } });
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ changed: true, Memo: '?ódz' });
	});

	test('keeps a letter with an accent of its own', async () => {
		const { items } = await update({ additionalFields: { memo: 'Cafe\u0301' } });
		expect(items[0].json).toMatchObject({ Memo: 'Café' });
	});

	test('is written if other letters differ', async () => {
		await update({ additionalFields: { memo: 'Łódź' } });
		const { items } = await update({ additionalFields: { memo: 'Łódki' } });
		expect(items[0].json).toMatchObject({ changed: true, Memo: '?ódki' });
	});
});

describe('customers whose names lose letters', () => {
	const find = async (
		operation: 'findOrCreate' | 'upsert',
		names: string[],
		more: IDataObject = {},
	) =>
		await run(
			`customer.${operation}`,
			connectionId,
			{ name: '={{ $json.name }}', ...more },
			names.map((name) => ({ name })),
			{ onError: 'continueRegularOutput' },
		);
	const outcomes = ({ items }: Awaited<ReturnType<typeof find>>) =>
		items.map(({ json }) => json.created ?? json.error);

	test.each(['findOrCreate', 'upsert'] as const)('are found again: %s', async (operation) => {
		const first = await find(operation, ['Paweł Źródło']);
		expect(outcomes(first)).toEqual([true]);
		expect(first.items[0].json).toMatchObject({ FullName: 'Pawe? Zród?o' });
		const second = await find(operation, ['Paweł Źródło', 'paweł źródło ']);
		expect(outcomes(second)).toEqual([false, false]);
		expect(second.items[0].json.ListID).toBe(first.items[0].json.ListID);
		expect(await writes()).toEqual(['CustomerAddRq']);
	});

	test('are found by a custom field that loses letters', async () => {
		const by = { matchBy: 'customField', customFieldName: 'Route', customFieldValue: 'Łódź 7' };
		const first = await find('findOrCreate', ['Ann'], by);
		expect(outcomes(first)).toEqual([true]);
		const second = await find('findOrCreate', ['Ann'], by);
		expect(outcomes(second)).toEqual([false]);
	});

	test('are not found by a name of which nothing is left', async () => {
		edit(connectionId, '<CustomerAddRq><CustomerAdd><Name>??</Name></CustomerAdd></CustomerAddRq>');
		const found = await find('findOrCreate', ['李明', '王芳 Ltd', 'Иван Иванов']);
		expect(outcomes(found)).toEqual([
			expect.stringMatching(/^There is no customer "李明", but there are names/),
			expect.stringMatching(/^QuickBooks can't keep the name "王芳 Ltd"/),
			expect.stringMatching(/^QuickBooks can't keep the name "Иван Иванов"/),
		]);
		expect(await writes()).toEqual([]);
	});

	test('with such a name are found by something else', async () => {
		const by = { matchBy: 'email', additionalFields: { email: 'li@example.com' } };
		const first = await find('upsert', ['李明'], by);
		expect(outcomes(first)).toEqual([true]);
		const second = await find('upsert', ['李明'], by);
		expect(second.items[0].json).toMatchObject({ created: false, changed: false });
	});
});

describe('Compare', () => {
	const compare = async (orders: IDataObject[], more: IDataObject = {}) => {
		const { error, items } = await run(
			'books.compare',
			connectionId,
			{
				transactionDateFrom: '2026-01-15',
				transactionDateTo: '2026-01-15',
				matchBy: 'memo',
				furtherValues: { orderMemo: '={{ $json.memo }}' },
				...more,
			},
			orders,
		);
		expect(error).toBeUndefined();
		return items.map(({ json }) => [json.status, (json.record as IDataObject | null)?.TxnID]);
	};

	test('finds an order whose key loses letters', async () => {
		await update({ additionalFields: { memo: 'Łódź 7' } });
		expect(await compare([{ memo: 'Łódź 7' }])).toEqual([['same', txnId]]);
		expect(await compare([{ memo: 'łódź 7' }])).toEqual([['same', txnId]]);
		expect(await compare([{ memo: 'Łódź 8' }])).toEqual([['missing', undefined]]);
		expect(await compare([{ memo: 'Łódź 7' }], { options: { includeUnexpected: true } })).toEqual([
			['same', txnId],
		]);
	});

	test('tells that two orders would have the same key', async () => {
		await update({ additionalFields: { memo: 'Łódź 7' } });
		const found = await compare([{ memo: 'Łódź 7' }, { memo: 'Żódź 7' }]);
		expect(found.map(([status]) => status)).toEqual(['duplicate', 'duplicate']);
	});

	test('calls values alike that lost letters', async () => {
		await update({ additionalFields: { memo: 'Łódź 7' } });
		const orders = [{ number: '1', memo: 'Łódź 7' }];
		const byNumber = { matchBy: 'number', number: '={{ $json.number }}' };
		expect(await compare(orders, byNumber)).toEqual([['same', txnId]]);
	});
});

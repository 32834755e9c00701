import type { IDataObject } from 'n8n-workflow';

import { FormError } from '../../../../../../quickbooks/form/formError';
import { fullInvoice } from '../../../../support/full-invoice';
import { CONNECTION_ID, requestOf } from '../../../../support/request-of';

const line = { itemListId: '80000001-1', description: 'Beam', quantity: 1, rate: '10' };
const smallest: IDataObject = {
	customerListId: '80000002-1',
	transactionDate: '2026-01-15',
	lines: { line: [line] },
};
const create = (filledIn: IDataObject) =>
	requestOf('invoice', 'create', { ...smallest, ...filledIn });
const linesOf = (filledIn: IDataObject) => (create(filledIn).body as { lines: unknown[] }).lines;

describe('Create Invoice', () => {
	test('every field of the interface', () => {
		expect(requestOf('invoice', 'create', fullInvoice.form)).toEqual({
			method: 'POST',
			path: `/connections/${CONNECTION_ID}/invoices`,
			query: fullInvoice.query,
			body: fullInvoice.body,
		});
	});

	test('what was left empty is not sent', () => {
		const filledIn = {
			additionalFields: {
				memo: '',
				billAddress: { address: { addr1: '', city: '' } },
				shipAddress: {},
			},
			lines: { line: [{ ...line, description: '', rate: '', classListId: '' }] },
		};
		expect(create(filledIn)).toEqual({
			method: 'POST',
			path: `/connections/${CONNECTION_ID}/invoices`,
			query: {},
			body: {
				customer_list_id: '80000002-1',
				transaction_date: '2026-01-15',
				lines: [{ item_list_id: '80000001-1', quantity: 1 }],
			},
		});
	});

	test.each<[rate: unknown, sent: string]>([
		['150.00', '150.00'],
		['0.1', '0.1'],
		[0.1, '0.1'],
		[0.1 + 0.2, '0.3'],
		[150, '150'],
	])('a rate of %j goes out as "%s", in the form and in JSON', (rate, sent) => {
		const asForm = { lines: { line: [{ ...line, rate }] } } as IDataObject;
		const asJson = {
			specifyLines: 'json',
			linesJson: [{ item_list_id: '8-1', rate }],
		} as IDataObject;
		expect(linesOf(asForm)).toEqual([expect.objectContaining({ rate: sent })]);
		expect(linesOf(asJson)).toEqual([{ item_list_id: '8-1', rate: sent }]);
	});

	test('the order of the lines is kept', () => {
		const descriptions = ['third', 'first', 'second'];
		const lines = { line: descriptions.map((description) => ({ description })) };
		expect(linesOf({ lines })).toEqual(descriptions.map((description) => ({ description })));
	});

	test('a line that is just a text gets no quantity from the default, but keeps one that was given', () => {
		const texts = [1, 3].map((quantity) => ({
			itemListId: '',
			description: 'Thank you',
			quantity,
		}));
		expect(linesOf({ lines: { line: texts } })).toEqual([
			{ description: 'Thank you' },
			{ description: 'Thank you', quantity: 3 },
		]);
	});

	test('a quantity of 0 is sent: without one, the line would cost its rate', () => {
		const [zero, emptied] = linesOf({
			lines: { line: [0, ''].map((quantity) => ({ ...line, quantity })) },
		});
		expect(zero).toMatchObject({ quantity: 0, rate: '10' });
		expect(emptied).not.toHaveProperty('quantity');
	});

	test('lines as JSON text, with every key that a line may have', () => {
		const linesJson =
			'[{"item_list_id":"8-1","description":"Beam","quantity":"2.5","rate":"1.50","class_list_id":"8-2"}]';
		expect(linesOf({ specifyLines: 'json', linesJson })).toEqual([
			{
				item_list_id: '8-1',
				description: 'Beam',
				quantity: 2.5,
				rate: '1.50',
				class_list_id: '8-2',
			},
		]);
	});

	test('a text that is null in a line is not sent', () => {
		const linesJson = [{ item_list_id: '8-1', description: null }];
		expect(linesOf({ specifyLines: 'json', linesJson })).toEqual([{ item_list_id: '8-1' }]);
	});

	test.each([
		['quantity', 'Quantity'],
		['rate', 'Rate'],
		['class_list_id', 'Class'],
	])('%s is not null in a line', (key, label) => {
		const linesJson = [{ item_list_id: '8-1', [key]: null }];
		const send = () => linesOf({ specifyLines: 'json', linesJson });
		expect(send).toThrow(`Line 1: ${label} has no value.`);
	});

	test('lines with further fields go out as given from Extra Body Fields', () => {
		const extraBodyFields = '{"lines":[{"item_list_id":"8-1","other1":"a"}]}';
		const form = { specifyLines: 'json', linesJson: '[]', options: { extraBodyFields } };
		expect(linesOf(form)).toEqual([{ item_list_id: '8-1', other1: 'a' }]);
	});

	test('Extra Body Fields come on top, in place of fields of the same name', () => {
		const extraBodyFields = '{"po_number":"7","memo":"other","lines":[{"item_list_id":"Y"}]}';
		const { body } = create({ additionalFields: { memo: 'mine' }, options: { extraBodyFields } });
		expect(body).toMatchObject({ po_number: '7', memo: 'other', lines: [{ item_list_id: 'Y' }] });
	});

	test("the day of a date with a time is that of the workflow's time zone", () => {
		const transactionDate = '2026-01-15T23:30:00Z';
		expect(create({ transactionDate }).body).toMatchObject({ transaction_date: '2026-01-16' });
	});
});

describe('what Create Invoice refuses', () => {
	const asJson = (linesJson: unknown) => ({ specifyLines: 'json', linesJson }) as IDataObject;
	const withLine = (values: IDataObject) => ({ lines: { line: [line, { ...line, ...values }] } });

	test.each<[what: string, form: IDataObject, message: string]>([
		['no connection', { connection: '' }, 'Connection is missing.'],
		['no customer', { customerListId: '' }, 'Customer is missing.'],
		['no date', { transactionDate: '' }, 'Transaction Date is missing.'],
		[
			'a day that does not exist',
			{ transactionDate: '2026-02-30' },
			"Transaction Date isn't a valid",
		],
		['a date of another form', { transactionDate: '15.01.2026' }, "Transaction Date isn't a valid"],
		['no lines', { lines: {} }, 'Nothing is filled in under Lines.'],
		['an empty list of lines', { lines: { line: [] } }, 'Nothing is filled in under Lines.'],
		['an empty JSON list', asJson('[]'), 'Nothing is filled in under Lines.'],
		['empty JSON', asJson(''), 'Nothing is filled in under Lines.'],
		['broken JSON', asJson('[{'), 'Lines (JSON) is not valid JSON'],
		['JSON that is no list', asJson('{}'), 'Lines (JSON) must be a JSON list of objects.'],
		[
			'JSON that is a list of texts',
			asJson('["a"]'),
			'Lines (JSON) must be a JSON list of objects.',
		],
		[
			'JSON with a line that is null',
			asJson('[{"item_list_id":"8-1"}, null]'),
			'Lines (JSON) must be a JSON list of objects.',
		],
		[
			'JSON with a line that is a list',
			asJson([[{ item_list_id: '8-1' }]]),
			'Lines (JSON) must be a JSON list of objects.',
		],
		[
			'an unknown key in a line',
			asJson('[{"item_list_id":"8-1","qty":2}]'),
			'Line 1: unknown field "qty". Allowed: item_list_id, description, quantity, rate, class_list_id, ItemRef,',
		],
		[
			'several unknown keys, all of them named',
			asJson(
				'[{"item_list_id":"8-1"},{"itemListId":"8-1","__proto__":1,"quantity":1,"Rate":null}]',
			),
			'Line 2: unknown fields "itemListId", "__proto__". Allowed: item_list_id,',
		],
		[
			'a line of nothing but null',
			asJson('[{"item_list_id":null,"description":null}]'),
			'Line 1: Item has no value.',
		],
		[
			'a line with nothing in it',
			withLine({ itemListId: '', description: '' }),
			'Line 2 has neither an Item, a Description, an Item Group nor a Sales Order.',
		],
		['a rate with a comma', withLine({ rate: '1,50' }), 'Line 2: Rate must be an amount'],
		['a rate with an exponent', withLine({ rate: 1e-7 }), 'Line 2: Rate must be a plain decimal'],
		['a quantity in words', withLine({ quantity: 'two' }), 'Line 2: Quantity must be a number'],
		[
			'a rate in JSON that is none',
			asJson('[{"item_list_id":"8-1","rate":"free"}]'),
			'Line 1: Rate must be an amount',
		],
		['a memo that is an object', { additionalFields: { memo: { a: 1 } } }, 'Memo must be text'],
		[
			'lines emptied by Extra Body Fields',
			{ options: { extraBodyFields: '{"lines":[]}' } },
			'An invoice needs at least one line.',
		],
		[
			'Extra Body Fields that are a list',
			{ options: { extraBodyFields: '[1]' } },
			'Extra Body Fields must be a JSON object.',
		],
		[
			'Extra Body Fields that are no JSON',
			{ options: { extraBodyFields: '{a:1}' } },
			'Extra Body Fields is not valid JSON',
		],
	])('%s', (_what, form, message) => {
		expect(() => create(form)).toThrow(FormError);
		expect(() => create(form)).toThrow(message);
	});
});

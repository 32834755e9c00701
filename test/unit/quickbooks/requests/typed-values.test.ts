import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';
import type { JsonObject } from '../../../../quickbooks/json/object';
import { encodeRequest } from '../../../../quickbooks/qbxml/encodeRequest';
import { typedValues } from '../../../../quickbooks/requests/typedValues';

const all = readMessages(requests);

const read = (typedRequest: unknown, value: JsonObject | null = {}, further: JsonObject = {}) =>
	typedValues(
		{
			values: {
				typedRequest: typedRequest as JsonObject,
				typedFields: { mappingMode: 'defineBelow', value },
				typedJson: '{}',
				typedVersion: '',
				...further,
			},
			timezone: 'Europe/Berlin',
		},
		all,
	);

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

test.each([
	'InvoiceAddRq',
	'InvoiceAdd',
	'invoiceadd',
	'INVOICEADDRQ',
	' InvoiceAddRq ',
	byName('invoiceAdd'),
])('%j is InvoiceAddRq', (typed) => {
	expect(read(typed).message.name).toBe('InvoiceAddRq');
});

test.each<[typed: unknown, message: string]>([
	['', 'Request is missing.'],
	[byName(''), 'Request is missing.'],
	['InvoceAddRq', 'qbXML has no request "InvoceAddRq".'],
	['Rq', 'qbXML has no request "Rq".'],
])('%j is refused', (typed, message) => {
	expect(() => read(typed)).toThrow(message);
});

test.each([
	['', undefined],
	[' ', undefined],
	[undefined, undefined],
	['13.0', '13.0'],
	[' 13.0 ', '13.0'],
	[13, '13'],
])('version %j is %j', (typedVersion, version) => {
	expect(read('InvoiceAdd', {}, { typedVersion }).version).toBe(version);
});

test.each<[name: string, value: JsonObject, values: JsonObject]>([
	['InvoiceAdd', { Memo: 'Thanks', PONumber: '' }, { Memo: 'Thanks' }],
	['InvoiceAdd', { Memo: '[urgent] call' }, { Memo: '[urgent] call' }],
	['InvoiceAdd', { 'BillAddress.City': 'Bayshore' }, { BillAddress: { City: 'Bayshore' } }],
	['InvoiceAdd', { IsPending: false }, { IsPending: false }],
	['InvoiceAdd', { LinkToTxnID: '1-1, 2-2,' }, { LinkToTxnID: ['1-1', '2-2', ''] }],
	['InvoiceAdd', { LinkToTxnID: ['1-1', '2-2'] }, { LinkToTxnID: ['1-1', '2-2'] }],
	['CustomerQuery', { FullName: 'Smith, John' }, { FullName: 'Smith, John' }],
	['CustomerQuery', { FullName: '["Smith, John", "B"]' }, { FullName: ['Smith, John', 'B'] }],
	[
		'BillAdd',
		{ ExpenseLineAdd: '[{"AccountRef":{"FullName":"Rent"},"Amount":"5.00"}]' },
		{ ExpenseLineAdd: [{ AccountRef: { FullName: 'Rent' }, Amount: '5.00' }] },
	],
	['BillAdd', { ExpenseLineAdd: { Amount: 5 } }, { ExpenseLineAdd: { Amount: 5 } }],
	['BillAdd', { ExpenseLineAdd: '' }, {}],
	['BillAdd', { Unknown: '[x' }, { Unknown: '[x' }],
])('%s with %j', (name, value, values) => {
	expect(read(name, value).values).toEqual(values);
});

test.each<[name: string, value: JsonObject, message: string]>([
	['BillAdd', { ExpenseLineAdd: '[{' }, 'Expense Lines is not valid JSON'],
	['CustomerQuery', { FullName: '["A"' }, 'Full Names is not valid JSON'],
])('%s refuses %j', (name, value, message) => {
	expect(() => read(name, value)).toThrow(message);
});

test.each<[what: string, fields: JsonObject, further: JsonObject, values: JsonObject]>([
	['a field', { Memo: 'x', FOB: 'y' }, { Memo: 'z' }, { Memo: 'z', FOB: 'y' }],
	['nothing, where they are empty', { Memo: 'x' }, { Memo: '' }, { Memo: 'x' }],
	['a field, under its record', { Memo: 'x' }, { InvoiceAdd: { Memo: 'z' } }, { Memo: 'z' }],
	[
		'a part of a group',
		{ 'BillAddress.City': 'Bayshore', 'BillAddress.State': 'CA' },
		{ 'InvoiceAdd.BillAddress': { State: 'NV' } },
		{ BillAddress: { City: 'Bayshore', State: 'NV' } },
	],
	[
		'a whole reference',
		{ 'CustomerRef.FullName': 'x' },
		{ CustomerRef: { ListID: '80000001-1' } },
		{ CustomerRef: { ListID: '80000001-1' } },
	],
	[
		'the lines',
		{ 'InvoiceLineAdd|InvoiceLineGroupAdd': '[{"InvoiceLineAdd":{"Desc":"a"}}]' },
		{ 'InvoiceLineAdd|InvoiceLineGroupAdd': [{ InvoiceLineAdd: { Desc: 'b' } }] },
		{ 'InvoiceLineAdd|InvoiceLineGroupAdd': [{ InvoiceLineAdd: { Desc: 'b' } }] },
	],
])('further values take the place of %s', (_what, fields, further, values) => {
	expect(read('InvoiceAdd', fields, { typedJson: further }).values).toEqual(values);
});

test('further values for one kind of lines never make those of the field vanish', () => {
	const lines = { 'InvoiceLineAdd|InvoiceLineGroupAdd': '[{"InvoiceLineAdd":{"Desc":"a"}}]' };
	const further = { InvoiceLineGroupAdd: [{ ItemGroupRef: { FullName: 'b' } }] };
	const { message, values } = read('InvoiceAdd', lines, { typedJson: further });
	expect(() => encodeRequest(message, values, 'UTC')).toThrow('InvoiceLineGroupAdd is given twice');
});

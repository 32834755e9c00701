import { listNameOf, recordLists } from '../../../../quickbooks/lists/recordLists';
import { typeOfForm } from '../../../../quickbooks/records/registry';

test.each([
	['invoice', {}, 'Invoice'],
	['transfer', {}, 'Transfer'],
	['billPayment', {}, 'BillPaymentCheck'],
	['billPayment', { paidBy: 'check' }, 'BillPaymentCheck'],
	['billPayment', { paidBy: 'creditCard' }, 'BillPaymentCreditCard'],
])('a form of %s %j is about %s', (resource, form, type) => {
	const values: Record<string, unknown> = { resource, ...form };
	expect(typeOfForm((field) => values[field])).toBe(type);
	const { query } = recordLists.ownRecords.kind({
		valueOf: (field) => values[field],
		ownType: () => type,
	});
	expect(query).toBe(`${type}Query`);
});

test('a form that is about no record is a mistake', () => {
	expect(() => typeOfForm(() => 'company')).toThrow('The form is about no record.');
});

test.each([
	['class', 'classes'],
	['customer', 'customers'],
	['otherName', 'otherNames'],
	['invoice', undefined],
])('the records of %s are in the list %s', (resource, list) => {
	expect(listNameOf(resource)).toBe(list);
});

test.each([
	[
		{ TransferToAccountRef: { FullName: 'Savings' }, TxnDate: '2026-01-15', Amount: '5.00' },
		['Savings', '2026-01-15', '5.00'],
	],
	[
		{ VehicleRef: { FullName: 'Van' }, TripStartDate: '2026-01-15', TotalMiles: '12' },
		['Van', '2026-01-15', '12'],
	],
])('%j is told apart by %j', (fields, details) => {
	const kind = recordLists.ownRecords.kind({
		valueOf: () => 'transfer',
		ownType: () => 'Transfer',
	});
	expect(kind.details?.({ type: 'Transfer', fields })).toEqual(details);
	expect(kind.fields).toEqual(expect.arrayContaining(Object.keys(fields)));
});

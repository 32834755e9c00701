import {
	answeredAt,
	asksForAll,
	entriesOf,
	fieldsSeen,
	matching,
} from '../../../nodes/AccountingSync/idLists/entries';
import { listKinds, transactionsOf } from '../../../nodes/AccountingSync/idLists/kinds';
import type { AnswerObject } from '../../../nodes/shared/answer/answerFromXml';
import type { QueuedRecord } from '../../../nodes/shared/service/queue';

/** A completed query as the service lists it. */
const answered = (
	query: string,
	records: AnswerObject,
	more: Partial<QueuedRecord> = {},
): QueuedRecord => ({
	id: 'q1',
	state: 'response_received',
	webhook_state: 'not_applicable',
	inserted_at: '2026-01-15T12:00:00Z',
	updated_at: '2026-01-15T12:34:56Z',
	response_json: [{ QBXMLMsgsRs: { [`${query}Rs`]: { '@statusCode': 0, ...records } } }],
	...more,
});

test('customers by full name, with their company where the name does not say it', () => {
	const records: AnswerObject = {
		CustomerRet: [
			{ ListID: '80000002-2', FullName: 'Zoe', CompanyName: 'Zoe' },
			{ ListID: '80000001-1', FullName: 'Abe:Kitchen', CompanyName: 'Abe & Sons' },
			{ ListID: '80000003-3', FullName: 'Abe & Sons:Bath', CompanyName: 'Abe & Sons' },
			{ ListID: '80000004-4', FullName: 'Abernathy', CompanyName: 'Abe' },
			{ FullName: 'without an ID' },
		],
	};
	expect(entriesOf(listKinds.customers, [answered('CustomerQuery', records)])).toEqual([
		{ name: 'Abe & Sons:Bath', value: '80000003-3' },
		{ name: 'Abe:Kitchen · Abe & Sons', value: '80000001-1' },
		{ name: 'Abernathy · Abe', value: '80000004-4' },
		{ name: 'Zoe', value: '80000002-2' },
	]);
});

test('items of every kind, told apart by it', () => {
	const records: AnswerObject = {
		ItemServiceRet: [{ ListID: '1', Name: 'Plan', FullName: 'Work:Plan' }],
		ItemOtherChargeRet: [{ ListID: '2', Name: 'Freight', FullName: 'Freight' }],
		ItemSubtotalRet: [{ ListID: '3', Name: 'Subtotal' }],
	};
	const names = entriesOf(listKinds.items, [answered('ItemQuery', records)]).map(
		({ name }) => name,
	);
	expect(names).toEqual(['Freight · Other Charge', 'Subtotal', 'Work:Plan · Service']);
});

test('of accounts, only the receivable ones where only those can be used', () => {
	const records: AnswerObject = {
		AccountRet: [
			{ ListID: '1', FullName: 'Checking', AccountType: 'Bank' },
			{
				ListID: '2',
				FullName: 'Accounts Receivable',
				AccountType: 'AccountsReceivable',
				AccountNumber: '1200',
			},
		],
	};
	const answers = [answered('AccountQuery', records)];
	const labels = (kind: 'accounts' | 'receivableAccounts') =>
		entriesOf(listKinds[kind], answers).map(({ name }) => name);
	expect(labels('receivableAccounts')).toEqual(['Accounts Receivable · 1200']);
	expect(labels('accounts')).toEqual([
		'Accounts Receivable · 1200 · AccountsReceivable',
		'Checking · Bank',
	]);
});

test('transactions by number, with whose they are, their day and amount', () => {
	const records: AnswerObject = {
		InvoiceRet: [
			{
				TxnID: '1A-1',
				RefNumber: '1042',
				TxnDate: '2026-01-10',
				CustomerRef: { ListID: '8', FullName: 'Abe' },
				TotalAmount: '150.00',
			},
			{ TxnID: '1B-1' },
		],
	};
	expect(
		entriesOf(transactionsOf('Invoice'), [answered('InvoiceQuery', records)]).map(
			({ name }) => name,
		),
	).toEqual(['1042 · Abe · 2026-01-10 · 150.00', '1B-1']);
});

test('of the same record, what the newest answer says', () => {
	const newer = answered('VendorQuery', { VendorRet: [{ ListID: '1', Name: 'New Name' }] });
	const older = answered('VendorQuery', {
		VendorRet: [
			{ ListID: '1', Name: 'Old Name' },
			{ ListID: '2', Name: 'Other' },
		],
	});
	const names = entriesOf(listKinds.vendors, [newer, older]).map(
		({ name }) => name.split(' · ')[0],
	);
	expect(names).toEqual(['New Name', 'Other']);
});

test('a delivered answer is as old as its request: a delivery changes the record later', () => {
	const answer = (webhookState: string) =>
		answered('ClassQuery', {}, { webhook_state: webhookState });
	expect(answeredAt(answer('succeeded'))).toBe('2026-01-15T12:00:00Z');
	expect(answeredAt(answer('not_applicable'))).toBe('2026-01-15T12:34:56Z');
});

test('answers to other queries, and none at all, give no entries', () => {
	const other = answered('VendorQuery', { VendorRet: [{ ListID: '1', Name: 'A' }] });
	expect(entriesOf(listKinds.customers, [other])).toEqual([]);
	expect(entriesOf(listKinds.customers, [{ id: 'w', state: 'waiting' }])).toEqual([]);
});

test.each([
	['abe', ['1']],
	[' KITCHEN ', ['1']],
	['80', ['80-2']],
	['', ['1', '80-2']],
	['nobody', []],
])('typed %j', (typed, values) => {
	const entries = [
		{ name: 'Abe:Kitchen', value: '1' },
		{ name: 'Zoe', value: '80-2' },
	];
	expect(matching(entries, typed).map(({ value }) => value)).toEqual(values);
});

describe('whether a query asks for all there is', () => {
	const asking = (names: string[] | undefined, page?: number): QueuedRecord => ({
		id: 'q1',
		state: 'response_received',
		...(page !== undefined && { page }),
		request_json: {
			version: '16.0',
			request: { name: 'VendorQueryRq', children: names?.map((name) => ({ name, text: 'x' })) },
		},
	});

	test.each<[boolean, string[] | undefined, number | undefined]>([
		[true, undefined, undefined],
		[true, [], undefined],
		[true, ['IncludeRetElement', 'OwnerID'], undefined],
		[false, ['MaxReturned'], undefined],
		[true, ['MaxReturned'], 2],
		[false, ['NameFilter'], undefined],
		[false, ['FromModifiedDate', 'IncludeRetElement'], undefined],
		[false, ['ActiveStatus'], undefined],
	])('%s for %j on page %s', (all, names, page) => {
		expect(asksForAll(asking(names, page))).toBe(all);
	});

	test('one that the service shows no more is none that does', () => {
		expect(asksForAll({ id: 'q1', state: 'response_received' })).toBe(false);
	});
});

test('the fields that answers have shown, once each and sorted', () => {
	const one = answered('CustomerQuery', {
		CustomerRet: [
			{ ListID: '1', Phone: '5' },
			{ ListID: '2', Balance: '0.00' },
		],
	});
	const other = answered('VendorQuery', { VendorRet: [{ ListID: '1', Fax: '6' }] });
	expect(fieldsSeen('CustomerQuery', [one, other, one])).toEqual(['Balance', 'ListID', 'Phone']);
});

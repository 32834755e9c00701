import {
	answeredAt,
	asksForAll,
	fieldsSeen,
	hasReadableIds,
	isAskedFor,
	isCutOff,
	listItems,
	matching,
} from '../../../../queue/lists/listItems';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { type ListKind, listKinds, transactionsOf } from '../../../../quickbooks/lists/recordLists';
import type { AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';

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
	expect(listItems(listKinds.customers, [answered('CustomerQuery', records)])).toEqual([
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
	const names = listItems(listKinds.items, [answered('ItemQuery', records)]).map(
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
		listItems(listKinds[kind], answers).map(({ name }) => name);
	expect(labels('receivableAccounts')).toEqual(['Accounts Receivable · 1200']);
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
		listItems(transactionsOf('Invoice'), [answered('InvoiceQuery', records)]).map(
			({ name }) => name,
		),
	).toEqual(['1042 · Abe · 2026-01-10 · 150.00', '1B-1']);
});

test('transactions with the newest first, and their total with tax', () => {
	const records: AnswerObject = {
		InvoiceRet: [
			{ TxnID: '1A-1', RefNumber: '99', TxnDate: '2026-01-10', Subtotal: '10.00' },
			{ TxnID: '1A-4', RefNumber: '50', TxnDate: '2026-03-01', Subtotal: '1.00' },
			{ TxnID: '1A-5', RefNumber: '200' },
			{ TxnID: '1A-2', RefNumber: '7', TxnDate: '2026-02-01', Subtotal: '5.00' },
			{
				TxnID: '1A-3',
				RefNumber: '100',
				TxnDate: '2026-02-01',
				Subtotal: '100.00',
				SalesTaxTotal: '7.75',
			},
		],
	};
	const names = listItems(transactionsOf('Invoice'), [answered('InvoiceQuery', records)]);
	expect(names.map(({ name }) => name)).toEqual([
		'50 · 2026-03-01 · 1.00',
		'7 · 2026-02-01 · 5.00',
		'100 · 2026-02-01 · 107.75',
		'99 · 2026-01-10 · 10.00',
		'200',
	]);
});

test('what is empty is no name, and a kind without details has names alone', () => {
	const records = { ClassRet: [{ ListID: '1', FullName: '', Name: 'North' }] };
	const kind: ListKind = {
		entries: 'classes',
		query: 'ClassQuery',
		fields: ['ListID', 'FullName'],
	};
	expect(listItems(kind, [answered('ClassQuery', records)])).toEqual([
		{ name: 'North', value: '1' },
	]);
});

test('a delivered answer is as old as its request: a delivery changes the record later', () => {
	const answer = (webhookState: string) =>
		answered('ClassQuery', {}, { webhook_state: webhookState });
	expect(answeredAt(answer('succeeded'))).toBe('2026-01-15T12:00:00Z');
	expect(answeredAt(answer('not_applicable'))).toBe('2026-01-15T12:34:56Z');
});

test.each<[boolean, AnswerObject]>([
	[true, {}],
	[true, { CustomerRet: [{ ListID: '1' }] }],
	[true, { CustomerRet: [{ Name: 'A' }, { ListID: '1' }] }],
	[false, { CustomerRet: [{ Name: 'A' }] }],
	[true, { CustomerRet: [{ ListID: ['1'] }] }],
])('%s: the entries of an answer can be read: %j', (readable, records) => {
	expect(hasReadableIds(listKinds.customers, answered('CustomerQuery', records))).toBe(readable);
});

test('nothing is unreadable in a request that has no answer', () => {
	expect(hasReadableIds(listKinds.customers, { id: 'w', state: 'waiting' })).toBe(true);
});

test('answers to other queries, and none at all, give no entries', () => {
	const other = answered('VendorQuery', { VendorRet: [{ ListID: '1', Name: 'A' }] });
	expect(listItems(listKinds.customers, [other])).toEqual([]);
	expect(listItems(listKinds.customers, [{ id: 'w', state: 'waiting' }])).toEqual([]);
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

/** A query as its record shows it, in JSON and in XML. */
function formsOf(query: string, children: Array<[name: string, text: string]>): QueuedRecord[] {
	const record = { id: 'q1', state: 'response_received' };
	const elements = children.map(([name, text]) => `<${name}>${text}</${name}>`).join('');
	const request = {
		name: `${query}Rq`,
		attributes: { requestID: 'any' },
		children: children.map(([name, text]) => ({ name, text })),
	};
	return [
		{ ...record, request_json: { version: '16.0', request } },
		{
			...record,
			request_xml: `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${query}Rq requestID="any">${elements}</${query}Rq></QBXMLMsgsRq></QBXML>`,
		},
	];
}

describe('whether a query asks for all there is', () => {
	const iterating: AnswerObject = { '@iteratorRemainingCount': 0, '@iteratorID': '{1}' };

	test.each<[boolean, string[], QueuedRecord | undefined]>([
		[true, [], undefined],
		[true, ['IncludeRetElement', 'OwnerID'], undefined],
		[false, ['MaxReturned'], undefined],
		[true, ['MaxReturned'], answered('VendorQuery', iterating)],
		[true, ['MaxReturned'], answered('VendorQuery', iterating, { page: 2 })],
		// Some services give every record a page.
		[false, ['MaxReturned'], answered('VendorQuery', {}, { page: 1 })],
		[false, ['NameFilter'], undefined],
		[false, ['NameFilter'], answered('VendorQuery', iterating)],
		[false, ['FromModifiedDate', 'IncludeRetElement'], undefined],
		[false, ['ActiveStatus'], undefined],
	])('%s for %j', (all, names, answer) => {
		for (const asked of formsOf(
			'VendorQuery',
			names.map((name) => [name, 'x']),
		)) {
			expect(asksForAll({ ...answer, ...asked })).toBe(all);
		}
	});

	test.each<[what: string, shown: Partial<QueuedRecord>]>([
		['shows no more', {}],
		['shows as JSON of another shape', { request_json: { request: 'VendorQueryRq' } }],
		['shows as XML that can not be read', { request_xml: '<VendorQueryRq><' }],
	])('one that the service %s is none that does', (_what, shown) => {
		expect(asksForAll({ id: 'q1', state: 'response_received', ...shown })).toBe(false);
	});
});

describe('a request for a whole list', () => {
	const fields = (...names: string[]) =>
		names.map((name): [string, string] => ['IncludeRetElement', name]);
	const all = fields('CompanyName', 'ListID', 'FullName');

	test.each<[boolean, string, Array<[string, string]>]>([
		[true, 'CustomerQuery', all],
		[false, 'VendorQuery', all],
		[false, 'CustomerQuery', all.slice(1)],
		[false, 'CustomerQuery', [...all, ...fields('Phone')]],
		[false, 'CustomerQuery', [...all.slice(1), ...fields('Phone')]],
		[false, 'CustomerQuery', [['MaxReturned', '5'], ...all]],
		[false, 'CustomerQuery', [['TxnDateRangeFilter', ''], ...all]],
		[false, 'CustomerQuery', []],
	])('%s: is known by its words: %s %j', (isOne, query, children) => {
		for (const asked of formsOf(query, children)) {
			expect(isAskedFor(listKinds.customers, asked)).toBe(isOne);
		}
	});

	test('of transactions has its days in it', () => {
		const kind = transactionsOf('Invoice');
		const [asked] = formsOf('InvoiceQuery', [
			['TxnDateRangeFilter', ''],
			...fields(...kind.fields),
		]);
		expect(isAskedFor(kind, asked)).toBe(true);
		const [other] = formsOf('InvoiceQuery', [['RefNumber', '1'], ...fields(...kind.fields)]);
		expect(isAskedFor(kind, other)).toBe(false);
	});

	test.each<[what: string, shown: Partial<QueuedRecord>]>([
		['shows nothing', {}],
		[
			'shows several',
			{
				request_xml: '<QBXML><QBXMLMsgsRq><CustomerQueryRq/><VendorQueryRq/></QBXMLMsgsRq></QBXML>',
			},
		],
	])('is not known where the service %s', (_what, shown) => {
		const record = { id: 'q1', state: 'waiting', ...shown };
		expect(isAskedFor(listKinds.customers, record)).toBe(false);
		expect(isCutOff(record)).toBe(false);
	});

	test('is cut off by a maximum that the service has set', () => {
		for (const asked of formsOf('CustomerQuery', [['MaxReturned', '5'], ...all])) {
			expect(isCutOff(asked)).toBe(true);
			const iterated = answered('CustomerQuery', { '@iteratorRemainingCount': 0 });
			expect(isCutOff({ ...iterated, ...asked })).toBe(false);
		}
		for (const asked of formsOf('CustomerQuery', all)) expect(isCutOff(asked)).toBe(false);
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
	const waiting = { id: 'w', state: 'waiting' };
	expect(fieldsSeen('CustomerQuery', [one, other, waiting, one])).toEqual([
		'Balance',
		'ListID',
		'Phone',
	]);
});

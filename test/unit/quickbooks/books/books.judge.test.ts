import { earliest } from '../../../../quickbooks/books/earliest';
import { judgeAddition, type Seen } from '../../../../quickbooks/books/judgeAddition';
import { judgeChange, judgeRemoval } from '../../../../quickbooks/books/judgeChange';
import { type Wanted, wantedOf } from '../../../../quickbooks/books/wanted';
import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';
import type { AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';
import { requestInXml } from '../../../../quickbooks/qbxml/requestXml';

const facts = readMessages(requests);

function wanted(request: string): Wanted {
	const element = requestInXml(
		`<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
	);
	const found = element && wantedOf(facts, element);
	if (!found) throw new Error('Nothing was wanted.');
	return found;
}

const GUID = '{0a1b2c3d-0000-4000-8000-000000000001}';
const OTHER_GUID = '{0a1b2c3d-0000-4000-8000-000000000002}';

const invoice = wanted(
	'<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>Abercrombie</FullName></CustomerRef><TxnDate>2026-01-15</TxnDate><RefNumber>77</RefNumber><InvoiceLineAdd><ItemRef><ListID>1</ListID></ItemRef><Amount>85.00</Amount></InvoiceLineAdd><InvoiceLineAdd><Amount>15.00</Amount></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>',
);

const record = (fields: AnswerObject) => ({
	type: 'Invoice',
	fields: {
		TxnID: '1-1',
		TimeCreated: '2026-01-15T10:00:00-08:00',
		CustomerRef: { ListID: '8', FullName: 'Abercrombie' },
		TxnDate: '2026-01-15',
		RefNumber: '77',
		Subtotal: '100.00',
		SalesTaxTotal: '8.00',
		...fields,
	},
});

const seen = (more: Partial<Seen>): Seen => ({
	records: [],
	deleted: [],
	from: '2026-01-13T00:00:00Z',
	showsGuid: true,
	...more,
});

describe('an addition with a GUID', () => {
	test('is found by it, however it is written', () => {
		const shown = GUID.toUpperCase().slice(1, -1);
		const records = [
			record({ TxnID: '2-2', ExternalGUID: OTHER_GUID }),
			record({ ExternalGUID: shown }),
		];
		expect(judgeAddition(invoice, GUID, seen({ records }))).toEqual({ is: 'found', id: '1-1' });
	});

	test('is absent if only others are there, even if they are alike', () => {
		const records = [record({ ExternalGUID: OTHER_GUID })];
		expect(judgeAddition(invoice, GUID, seen({ records }))).toEqual({ is: 'absent' });
		expect(judgeAddition(invoice, GUID, seen({ showsGuid: false, records }))).toEqual({
			is: 'absent',
		});
	});

	test.each<[string, Partial<Seen>, RegExp]>([
		[
			'two have it',
			{ records: [record({ ExternalGUID: GUID }), record({ ExternalGUID: GUID })] },
			/^2 records have its/,
		],
		[
			'one is alike without a GUID',
			{ records: [record({})] },
			/without its ExternalGUID: 1-1, 77, Abercrombie, 2026-01-15, 108.00$/,
		],
		['one was deleted', { deleted: [record({})] }, /deleted by someone: 1-1/],
		['nobody tells what was deleted', { deleted: undefined }, /does not tell what was deleted/],
		['no GUID is shown', { showsGuid: false }, /no mark of their own/],
	])('is not certain if %s', (_what, more, because) => {
		expect(judgeAddition(invoice, GUID, seen(more))).toEqual({
			is: 'unclear',
			because: expect.stringMatching(because),
		});
	});

	test('what was added in the very second counts', () => {
		const records = [record({ TimeCreated: '2026-01-13T00:00:00Z' })];
		expect(judgeAddition(invoice, GUID, seen({ records }))).toMatchObject({ is: 'unclear' });
	});

	test.each<[string, AnswerObject]>([
		['before the request', { TimeCreated: '2026-01-10T10:00:00-08:00' }],
		['with another number', { RefNumber: '78' }],
	])('what was deleted and added %s does not count', (_what, fields) => {
		expect(judgeAddition(invoice, GUID, seen({ deleted: [record(fields)] }))).toEqual({
			is: 'absent',
		});
	});
});

describe('an addition without a GUID', () => {
	const byLikeness = (...all: AnswerObject[]) =>
		judgeAddition(invoice, '', seen({ records: all.map(record) }));

	test('is found if one record is exactly like it', () => {
		expect(byLikeness({}, { RefNumber: '78' })).toEqual({ is: 'found', id: '1-1' });
	});

	test.each<[string, AnswerObject]>([
		['number', { RefNumber: '78' }],
		['customer', { CustomerRef: { ListID: '9', FullName: 'Somebody' } }],
		['date', { TxnDate: '2026-01-16' }],
		['total', { Subtotal: '101.00' }],
		['time of creation', { TimeCreated: '2026-01-01T00:00:00-08:00' }],
		['GUID', { ExternalGUID: OTHER_GUID }],
	])('is not found by a record with another %s', (_what, fields) => {
		expect(byLikeness(fields)).toMatchObject({ is: 'unclear' });
	});

	test('is not certain if several are alike, or none is', () => {
		expect(byLikeness({}, { TxnID: '2-2' })).toEqual({
			is: 'unclear',
			because: expect.stringMatching(/^2 records look the same: 1-1.*; 2-2/),
		});
		expect(byLikeness()).toMatchObject({ is: 'unclear' });
	});

	test('of a list goes by its name', () => {
		const account = wanted(
			'<AccountAddRq><AccountAdd><Name>Telephone</Name><AccountType>Expense</AccountType></AccountAdd></AccountAddRq>',
		);
		const fields = { ListID: '5', TimeCreated: '2026-01-15T10:00:00Z', Name: 'telephone' };
		const records = [{ type: 'Account', fields }];
		expect(judgeAddition(account, '', seen({ records }))).toEqual({ is: 'found', id: '5' });
	});
});

test('a look begins two days before the request was queued, by whole days', () => {
	expect(earliest('2026-01-15T23:59:59.123Z')).toBe('2026-01-13T00:00:00Z');
	expect(earliest('')).toBeUndefined();
});

describe('a change', () => {
	const change = wanted(
		'<InvoiceModRq><InvoiceMod><TxnID>1-1</TxnID><EditSequence>5</EditSequence><CustomerRef><FullName>Abercrombie</FullName></CustomerRef><Memo>New</Memo><IsPending>false</IsPending><InvoiceLineMod><TxnLineID>L1</TxnLineID></InvoiceLineMod><InvoiceLineMod><TxnLineID>-1</TxnLineID><Quantity>2</Quantity></InvoiceLineMod></InvoiceMod></InvoiceModRq>',
	);
	const lines = [
		{ TxnLineID: 'L1', Quantity: '7' },
		{ TxnLineID: 'L2', Quantity: '2.0' },
	];
	const now = (fields: AnswerObject) =>
		record({ EditSequence: '6', Memo: 'New', IsPending: false, InvoiceLineRet: lines, ...fields });

	test('is absent if the edit sequence is still the one that it names', () => {
		expect(judgeChange(change, now({ EditSequence: '5', Memo: 'Old' }))).toEqual({ is: 'absent' });
	});

	test('is found if the record has all of it', () => {
		expect(judgeChange(change, now({}))).toEqual({ is: 'found', id: '1-1' });
	});

	test('knows a price again that was rounded to five decimals', () => {
		const priced = (rate: string) =>
			wanted(
				`<InvoiceModRq><InvoiceMod><TxnID>1-1</TxnID><EditSequence>5</EditSequence><InvoiceLineMod><TxnLineID>L1</TxnLineID><Rate>${rate}</Rate></InvoiceLineMod></InvoiceMod></InvoiceModRq>`,
			);
		const shown = now({ InvoiceLineRet: [{ TxnLineID: 'L1', Rate: '9.12346' }] });
		for (const rate of ['9.1234567', '9.123455', '9.12346']) {
			expect(judgeChange(priced(rate), shown)).toEqual({ is: 'found', id: '1-1' });
		}
		expect(judgeChange(priced('9.12345'), shown)).toMatchObject({ is: 'unclear' });
	});

	test.each<[string, AnswerObject]>([
		['Memo', { Memo: 'Other' }],
		['IsPending', { IsPending: true }],
		['CustomerRef', { CustomerRef: { ListID: '9', FullName: 'Somebody' } }],
		['InvoiceLineMod', { InvoiceLineRet: [lines[0]] }],
		['InvoiceLineMod', { InvoiceLineRet: [...lines, { TxnLineID: 'L3', Quantity: '1' }] }],
		['InvoiceLineMod', { InvoiceLineRet: [lines[0], { TxnLineID: 'L2', Quantity: '3' }] }],
		['InvoiceLineMod', { InvoiceLineRet: [{ TxnLineID: 'L0' }, lines[1]] }],
	])('is not certain if the record has another %s', (name, fields) => {
		expect(judgeChange(change, now(fields))).toEqual({
			is: 'unclear',
			because: expect.stringContaining(`something else in ${name}`),
		});
	});

	test.each<[what: string, shown: AnswerObject[], is: string]>([
		[
			'only the old line and one of somebody else',
			[
				{ TxnLineID: 'L1', Quantity: '2' },
				{ TxnLineID: 'L2', Quantity: '9' },
			],
			'unclear',
		],
		[
			'the new line before the old one',
			[
				{ TxnLineID: 'L2', Quantity: '2' },
				{ TxnLineID: 'L1', Quantity: '2' },
			],
			'found',
		],
	])('a new line that is like an old one is not the old one: %s', (_what, shown, is) => {
		expect(judgeChange(change, now({ InvoiceLineRet: shown }))).toMatchObject({ is });
	});

	test('two new lines that are alike are two lines', () => {
		const twice = wanted(
			'<InvoiceModRq><InvoiceMod><TxnID>1-1</TxnID><EditSequence>5</EditSequence><InvoiceLineMod><TxnLineID>-1</TxnLineID><Quantity>2</Quantity></InvoiceLineMod><InvoiceLineMod><TxnLineID>-1</TxnLineID><Quantity>2</Quantity></InvoiceLineMod></InvoiceMod></InvoiceModRq>',
		);
		const shown = (other: string) =>
			now({ InvoiceLineRet: [lines[1], { TxnLineID: 'L3', Quantity: other }] });
		expect(judgeChange(twice, shown('2'))).toMatchObject({ is: 'found' });
		expect(judgeChange(twice, shown('3'))).toMatchObject({ is: 'unclear' });
	});

	test('is not certain if the record is gone', () => {
		expect(judgeChange(change, undefined)).toMatchObject({ is: 'unclear' });
	});
});

describe('a removal', () => {
	const voided = wanted(
		'<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>1-1</TxnID></TxnVoidRq>',
	);
	const deleted = wanted('<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>1-1</TxnID></TxnDelRq>');

	test('a void goes by the amounts and the memo', () => {
		const zero = { Subtotal: '0.00', SalesTaxTotal: '0.00' };
		const saysSo = record({ ...zero, Memo: 'VOID: Sale' });
		expect(judgeRemoval(voided, saysSo)).toEqual({ is: 'found', id: '1-1' });
		expect(judgeRemoval(voided, record(zero))).toMatchObject({ is: 'unclear' });
		expect(judgeRemoval(voided, record({}))).toEqual({ is: 'absent' });
		expect(judgeRemoval(voided, undefined)).toMatchObject({ is: 'unclear' });
	});

	test('a deletion by the record', () => {
		expect(judgeRemoval(deleted, undefined)).toEqual({ is: 'found', id: '1-1' });
		expect(judgeRemoval(deleted, record({}))).toEqual({ is: 'absent' });
	});
});

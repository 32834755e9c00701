import fc from 'fast-check';

import { changedSince } from '../../../../quickbooks/changes/changedSince';
import { conflictsOf } from '../../../../quickbooks/changes/conflicts';
import {
	differenceOf,
	idsMeant,
	meaningThese,
	type Wanted,
} from '../../../../quickbooks/changes/difference';
import {
	type ChangeKnowledge,
	lineKindsOf,
	type ReadRecord,
} from '../../../../quickbooks/changes/lineKinds';
import { inRecordOrder, lineOrderIn } from '../../../../quickbooks/changes/lineOrder';
import { partOf } from '../../../../quickbooks/changes/meaning';
import type { LineMode } from '../../../../quickbooks/changes/planLines';
import { answers } from '../../../../quickbooks/facts/answers';
import { elementsIn } from '../../../../quickbooks/facts/elements';
import {
	type Content,
	type Group,
	isGroup,
	isReference,
	type Leaf,
} from '../../../../quickbooks/facts/facts';
import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { sameElement } from '../../../../quickbooks/facts/sameElement';
import type { JsonObject } from '../../../../quickbooks/json/object';
import type { AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';
import { clearable, contentOfMod } from '../../../../quickbooks/qbxml/changeFacts';
import { checkRequest } from '../../../../quickbooks/qbxml/checkRequest';
import { cleared, isCleared } from '../../../../quickbooks/qbxml/clearing';
import { encodeRequest } from '../../../../quickbooks/qbxml/encodeRequest';
import { canBeChanged, contentOfChange, elementAt } from '../../../../quickbooks/qbxml/recordFacts';
import { requestMessages as facts } from '../../../../quickbooks/qbxml/requestMessages';
import { unfolded, type Values } from '../../../../quickbooks/qbxml/requestValues';
import { formsOf, type RecordField } from '../../../../quickbooks/records/record';
import { records } from '../../../../quickbooks/records/registry';

/** What can be changed in a way of its own, or only in parts that the form doesn't have. */
const withoutUpdate = ['BillPaymentCheck', 'InventoryAdjustment'];

const forms = records
	.flatMap(formsOf)
	.filter(({ qbxml }) => canBeChanged(qbxml) && !withoutUpdate.includes(qbxml));
const readAnswers = readMessages(answers);

function knowledgeOf(type: string): ChangeKnowledge {
	const form = forms.find(({ qbxml }) => qbxml === type);
	if (!form) throw new Error(`There is no form of ${type}.`);
	return { facts, form, timezone: 'Europe/Berlin' };
}

const invoice = knowledgeOf('Invoice');

const line = (id: string, item: string, rest: object = {}): AnswerObject => ({
	TxnLineID: `${id}-1`,
	ItemRef: { ListID: `8${item.charCodeAt(0)}-1`, FullName: item },
	...rest,
});

const fields: AnswerObject = {
	TxnID: '1-1',
	EditSequence: '7',
	TimeModified: '2026-01-01T00:00:00+00:00',
	CustomerRef: { ListID: '5-1', FullName: 'Abercrombie' },
	TxnDate: '2026-01-15',
	RefNumber: '1042',
	BillAddress: { Addr1: 'A', City: 'Bayshore' },
	BalanceRemaining: '50.00',
	Memo: 'First',
	IsToBePrinted: false,
	InvoiceLineRet: [
		line('A', 'Design', { Desc: 'Drawings', Quantity: '2', Rate: '85.00', Amount: '170.00' }),
		line('B', 'Trim', { Quantity: '1', Rate: '10.00', Amount: '10.00' }),
		line('E', 'Trim', { Quantity: '3', Rate: '10.00', Amount: '30.00' }),
	],
	InvoiceLineGroupRet: [
		{
			TxnLineID: 'C-1',
			ItemGroupRef: { ListID: '9-1', FullName: 'Door Set' },
			Quantity: '1',
			InvoiceLineRet: [line('D', 'Door', { Quantity: '1' })],
		},
	],
};

const record: ReadRecord = { type: 'Invoice', fields };
const withFields = (changes: object): ReadRecord => ({
	type: 'Invoice',
	fields: { ...fields, ...changes } as AnswerObject,
});
const linesWith = (index: number, changes: object): ReadRecord =>
	withFields({
		InvoiceLineRet: (fields.InvoiceLineRet as AnswerObject[]).map((one, place) =>
			place === index ? { ...one, ...changes } : one,
		),
	});

const inLines = (mode: LineMode, ...lines: object[]): Wanted => ({
	values: {},
	lines: { InvoiceLineAdd: { mode, lines: lines.map((one) => ['InvoiceLineAdd', { ...one }]) } },
});

const linesIn = (wanted: Wanted, from = record): unknown =>
	differenceOf(invoice, from, wanted).request?.values['InvoiceLineMod|InvoiceLineGroupMod'];

const stays = (id: string) => ({ InvoiceLineMod: { TxnLineID: `${id}-1` } });
const groupStays = { InvoiceLineGroupMod: { TxnLineID: 'C-1' } };

describe('lines', () => {
	test.each<[string, Wanted, unknown]>([
		[
			'that are added stand at the end, after all others by their IDs',
			inLines('add', { ItemRef: 'Paint', Quantity: '1' }),
			[
				...[stays('A'), stays('B'), groupStays, stays('E')],
				{ InvoiceLineMod: { TxnLineID: '-1', ItemRef: 'Paint', Quantity: '1' } },
			],
		],
		[
			'that change say only what differs',
			inLines('change', { ItemRef: 'design', Quantity: '2.0', Rate: '90' }),
			[
				{ InvoiceLineMod: { TxnLineID: 'A-1', Rate: '90' } },
				...[stays('B'), groupStays, stays('E')],
			],
		],
		[
			'that are cleared say so',
			inLines('change', { TxnLineID: 'a-1', Desc: cleared }),
			[
				{ InvoiceLineMod: { TxnLineID: 'A-1', Desc: cleared } },
				...[stays('B'), groupStays, stays('E')],
			],
		],
		[
			'of a group are named only if one of them changes',
			inLines('change', { ItemRef: 'Door', Quantity: '2' }),
			[
				...[stays('A'), stays('B')],
				{
					InvoiceLineGroupMod: {
						TxnLineID: 'C-1',
						InvoiceLineMod: [{ TxnLineID: 'D-1', Quantity: '2' }],
					},
				},
				stays('E'),
			],
		],
		[
			'that go are not named',
			inLines('remove', { TxnLineID: 'B-1' }, { ItemRef: 'Design' }),
			[groupStays, stays('E')],
		],
		[
			'that are replaced stay if they are so already',
			inLines('replace', { ItemRef: 'Trim', Quantity: '1' }, { ItemRef: 'Trim', Quantity: '4' }),
			[stays('B'), { InvoiceLineMod: { TxnLineID: '-1', ItemRef: 'Trim', Quantity: '4' } }],
		],
		['that are to be kept are not named', inLines('keep', { ItemRef: 'Trim' }), undefined],
		[
			'that are so already are not named',
			inLines('change', { ItemRef: 'Design', Desc: 'Drawings ' }),
			undefined,
		],
	])('%s', (_, wanted, expected) => {
		expect(linesIn(wanted)).toEqual(expected);
	});

	test.each<[string, Wanted, string | RegExp]>([
		[
			'an item that several lines have',
			inLines('change', { ItemRef: 'Trim', Quantity: '9' }),
			'Line 1: 2 lines of the record have the Item Trim.',
		],
		[
			'an item that no line has',
			inLines('change', { ItemRef: 'Paint', Quantity: '1' }),
			'Line 1: the record has no line with the Item Paint.',
		],
		[
			'the same line twice, to be removed',
			inLines('remove', { TxnLineID: 'a-1' }, { ItemRef: 'DESIGN' }),
			'Line 1 and Line 2 mean the same line of the record.',
		],
		['an unknown ID', inLines('change', { TxnLineID: 'F-1' }), 'no line with the ID F-1'],
		['nothing to find it by', inLines('change', { Desc: 'x' }), "doesn't say which line"],
		[
			'the same line twice',
			inLines('change', { TxnLineID: 'A-1', Desc: 'x' }, { ItemRef: 'Design', Desc: 'y' }),
			'Line 1 and Line 2 mean the same line of the record.',
		],
		[
			'a new line with an ID',
			inLines('add', { TxnLineID: 'A-1', ItemRef: 'Paint' }),
			"Line 1 has a line ID, but new lines can't have one.",
		],
		[
			'a line that can only be added',
			inLines('change', { TxnLineID: 'A-1', LinkToTxn: { TxnID: '1-1' } }),
			/Sales Order Line|Link To Transaction/,
		],
		[
			'lines that swap their places',
			inLines('replace', { TxnLineID: 'B-1' }, { TxnLineID: 'A-1' }),
			'can stay there',
		],
		['no lines at all', inLines('replace'), "Lines: the invoice can't be left without any."],
		[
			'the quantity of nothing',
			inLines('change', { TxnLineID: 'A-1', Quantity: cleared }),
			"Quantity can't be cleared.",
		],
		[
			'the only line of a group',
			inLines('remove', { ItemRef: 'Door' }),
			'Line 3 would be a group without lines.',
		],
	])('%s is refused', (_, wanted, message) => {
		expect(() => linesIn(wanted)).toThrow(message);
	});

	describe('that are to be removed', () => {
		const withLines = (...lines: AnswerObject[]): ReadRecord =>
			withFields({ InvoiceLineRet: lines, InvoiceLineGroupRet: [] });
		const [design, trim] = fields.InvoiceLineRet as AnswerObject[];
		/** What a removal does to a record in which others have changed something since it was read. */
		const removal = (now: ReadRecord, ...lines: object[]) => {
			const wanted = inLines('remove', ...lines);
			const ids = idsMeant(invoice, record, wanted);
			return differenceOf(invoice, now, meaningThese(wanted, ids));
		};

		test.each<[string, ReadRecord, object[], unknown]>([
			['are named by nothing any more', record, [{ ItemRef: 'Design' }], ['B-1', 'C-1', 'E-1']],
			['may be in a group', record, [{ ItemRef: 'door' }, { TxnLineID: 'A-1' }], 'group'],
			[
				'are gone already, twice',
				withLines(trim),
				[{ ItemRef: 'Design' }, { TxnLineID: 'D-1' }],
				undefined,
			],
			['are gone already, and others stay', withLines(trim), [{ TxnLineID: 'A-1' }], undefined],
			[
				'were never there',
				record,
				[{ ItemRef: 'Paint' }, { ItemRef: { FullName: 'Paint' } }],
				undefined,
			],
			[
				'are one of several of the item',
				record,
				[{ ItemRef: 'Trim', Quantity: '3.0' }],
				['A-1', 'B-1', 'C-1'],
			],
			[
				'are one of several of the item, by a number',
				record,
				[{ ItemRef: 'Trim', Quantity: 3, Rate: 10 }],
				['A-1', 'B-1', 'C-1'],
			],
			[
				'say by their IDs which they are, whatever else is given',
				record,
				[{ TxnLineID: 'A-1', Quantity: '9', Nonsense: 'x' }],
				['B-1', 'C-1', 'E-1'],
			],
			[
				'are gone already, while another one holds something else',
				withLines(trim, line('F', 'Design', { Quantity: '1' })),
				[{ ItemRef: 'Design', Quantity: '2' }],
				undefined,
			],
			[
				'have another twin by now',
				withLines(design, trim, line('F', 'Design', { Quantity: '2' })),
				[{ ItemRef: 'Design' }],
				['B-1', 'F-1'],
			],
		])('%s', (_, now, lines, expected) => {
			if (expected === 'group') {
				expect(() => removal(now, ...lines)).toThrow('would be a group without lines');
				return;
			}
			const named = removal(now, ...lines).request?.values['InvoiceLineMod|InvoiceLineGroupMod'];
			const ids = (named as object[] | undefined)?.map((one) =>
				String(Object.values(one).map((each: { TxnLineID: string }) => each.TxnLineID)),
			);
			expect(ids).toEqual(expected);
			expect(removal(now, ...lines).missing).toHaveLength(expected ? 0 : lines.length);
		});

		test.each<[string, ReadRecord, string]>([
			[
				'in place of the one that was meant',
				withLines(trim, line('F', 'Design')),
				'the line of the record with the Item Design is gone, and another one has appeared',
			],
			['twice', withLines(line('F', 'Design'), line('G', 'Design')), 'another one has appeared'],
			[
				'in a group',
				withFields({
					InvoiceLineRet: [trim],
					InvoiceLineGroupRet: [
						{
							TxnLineID: 'C-1',
							ItemGroupRef: { FullName: 'Door Set' },
							InvoiceLineRet: [line('F', 'Design')],
						},
					],
				}),
				'another one has appeared',
			],
		])('are not taken if they came %s', (_, now, message) => {
			expect(() => removal(now, { ItemRef: 'Design' })).toThrow(message);
			expect(removal(now, { TxnLineID: 'A-1' }).missing).toMatchObject([{ wasThere: true }]);
		});

		test.each([
			[{ ItemRef: 'Design', Quantity: '3' }],
			[{ ItemRef: 'Trim', Quantity: '2' }],
			[{ ItemRef: 'Design', Desc: cleared }],
		])('are not taken if they hold something else: %p', (given) => {
			expect(() => removal(record, given)).toThrow("but it doesn't hold what else is filled in");
		});

		test('are not taken if there was none before', () => {
			expect(() => removal(withLines(trim, line('F', 'Paint')), { ItemRef: 'Paint' })).toThrow(
				'Line 1: there was no line of the record with the Item Paint, and another one has appeared.',
			);
		});

		test('are never taken for new ones if the answer shows no IDs', () => {
			const withoutIds = (fields.InvoiceLineRet as AnswerObject[]).map((one) =>
				Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'TxnLineID')),
			);
			const { request } = differenceOf(
				invoice,
				withFields({ InvoiceLineRet: withoutIds }),
				inLines('remove', { ItemRef: 'Design' }),
			);
			expect(() => problemsOf(request?.name ?? '', request?.values ?? {})).toThrow('is empty');
		});
	});

	test('an error lists the lines that could be meant', () => {
		expect(() => linesIn(inLines('remove', { ItemRef: 'Trim' }))).toThrow(
			expect.objectContaining({
				description:
					'Say which one by its line ID: Line 2 (Trim, 1, 10.00, ID B-1); Line 4 (Trim, 3, 30.00, ID E-1).',
			}),
		);
	});

	test('their order is that of the answer where it is known', () => {
		const order = lineOrderIn(
			'<A><TxnLineID>E-1</TxnLineID><B><TxnLineID> A-1 </TxnLineID></B><TxnLineID>C-1</TxnLineID><TxnLineID>B-1</TxnLineID></A>',
		);
		expect(order).toEqual(['E-1', 'A-1', 'C-1', 'B-1']);
		const [first, second] = [[{ id: 'A-1' }, { id: 'B-1' }], [{ id: 'C-1' }]];
		expect(inRecordOrder([first, second], order)).toEqual([first[0], second[0], first[1]]);
		expect(inRecordOrder([[{ id: 'F-1' }], [{ id: '10-1' }, { id: '2-1' }]])).toEqual([
			{ id: 'F-1' },
			{ id: '10-1' },
			{ id: '2-1' },
		]);
	});
});

describe('a deposit', () => {
	const deposit: ReadRecord = {
		type: 'Deposit',
		fields: {
			TxnID: '1-1',
			EditSequence: '1',
			DepositLineRet: [
				{ TxnType: 'ReceivePayment', TxnID: '3-1', TxnLineID: 'A-1', Memo: 'x', Amount: '5.00' },
				{ TxnLineID: 'B-1', AccountRef: { FullName: 'Interest' }, Amount: '2.00' },
			],
		},
	};
	const changed = (values: Values) =>
		differenceOf(knowledgeOf('Deposit'), deposit, {
			values: {},
			lines: { DepositLineAdd: { mode: 'change', lines: [['DepositLineAdd', values]] } },
		}).request?.values.DepositLineMod;

	test('says by the names of a payment what changes in its line', () => {
		expect(changed({ PaymentTxnID: '3-1', Memo: 'y' })).toEqual([
			{ TxnLineID: 'A-1', PaymentTxnID: '3-1', OverrideMemo: 'y' },
			{ TxnLineID: 'B-1' },
		]);
	});

	test('says by its own names what changes in another line', () => {
		expect(changed({ AccountRef: 'Interest', Memo: 'y', Amount: '2' })).toEqual([
			{ TxnLineID: 'A-1' },
			{ TxnLineID: 'B-1', Memo: 'y' },
		]);
	});
});

test('a payment names all that it pays, with how much', () => {
	const payment: ReadRecord = {
		type: 'ReceivePayment',
		fields: {
			TxnID: '1-1',
			EditSequence: '1',
			AppliedToTxnRet: [
				{ TxnID: '3-1', TxnType: 'Invoice', Amount: '5.00', BalanceRemaining: '0.00' },
				{ TxnID: '4-1', TxnType: 'Invoice', Amount: '7.00', BalanceRemaining: '1.00' },
			],
		},
	};
	const { changes, request } = differenceOf(knowledgeOf('ReceivePayment'), payment, {
		values: {},
		lines: {
			AppliedToTxnAdd: {
				mode: 'change',
				lines: [['AppliedToTxnAdd', { TxnID: '4-1', PaymentAmount: '8.00' }]],
			},
		},
	});
	expect(changes).toEqual([
		{
			field: 'Amount Paid',
			path: 'AppliedToTxnAdd.PaymentAmount',
			line: 'Paid Invoice 2',
			from: '7.00',
			to: '8.00',
		},
	]);
	expect(request?.values.AppliedToTxnMod).toEqual([
		{ TxnID: '3-1', PaymentAmount: '5.00' },
		{ TxnID: '4-1', PaymentAmount: '8.00' },
	]);
});

describe('a journal entry', () => {
	const entry: ReadRecord = {
		type: 'JournalEntry',
		fields: {
			TxnID: '1-1',
			EditSequence: '1',
			JournalDebitLine: [{ TxnLineID: 'B-1', AccountRef: { FullName: 'Rent' }, Amount: '5.00' }],
			JournalCreditLine: [{ TxnLineID: 'A-1', AccountRef: { FullName: 'Bank' }, Amount: '5.00' }],
		},
	};
	const other = { ...entry.fields, JournalDebitLine: [], JournalCreditLine: [] };

	test('makes a credit of a debit', () => {
		const { request } = differenceOf(knowledgeOf('JournalEntry'), entry, {
			values: {},
			lines: {
				JournalDebitLine: {
					mode: 'change',
					lines: [
						['JournalCreditLine', { TxnLineID: 'B-1', Amount: '5' }],
						['JournalCreditLine', { AccountRef: 'bank', Memo: 'x' }],
					],
				},
			},
		});
		expect(request?.values.JournalLineMod).toEqual([
			{ TxnLineID: 'A-1', Memo: 'x' },
			{ TxnLineID: 'B-1', JournalLineType: 'Credit' },
		]);
	});

	test('adds lines with their sides', () => {
		const { request } = differenceOf(
			knowledgeOf('JournalEntry'),
			{ ...entry, fields: other },
			{
				values: {},
				lines: {
					JournalDebitLine: {
						mode: 'replace',
						lines: [['JournalDebitLine', { AccountRef: 'Rent', Amount: '5' }]],
					},
				},
			},
		);
		expect(request?.values.JournalLineMod).toEqual([
			{ TxnLineID: '-1', JournalLineType: 'Debit', AccountRef: 'Rent', Amount: '5' },
		]);
	});

	test('has changed if a side has', () => {
		const moved = { ...other, JournalCreditLine: [entry.fields.JournalDebitLine].flat() };
		const now = { ...entry, fields: { ...moved, JournalDebitLine: [] } as AnswerObject };
		const asWritten = { ...entry, fields: { ...entry.fields, JournalCreditLine: [] } };
		expect(changedSince(knowledgeOf('JournalEntry'), asWritten, now)).toMatchObject([
			{ field: 'Journal Line Type', from: 'Debit', to: 'Credit' },
		]);
	});
});

test('what a group of items is made of goes all together, and can be emptied', () => {
	const group: ReadRecord = {
		type: 'ItemGroup',
		fields: {
			ListID: '1-1',
			EditSequence: '1',
			ItemGroupLine: [
				{ ItemRef: { ListID: '2-1', FullName: 'Door' }, Quantity: '1' },
				{ ItemRef: { ListID: '2-2', FullName: 'Frame' }, Quantity: '2' },
			],
		},
	};
	const request = (mode: LineMode, ...lines: Values[]) =>
		differenceOf(knowledgeOf('ItemGroup'), group, {
			values: {},
			lines: { ItemGroupLine: { mode, lines: lines.map((one) => ['ItemGroupLine', one]) } },
		}).request?.values;
	expect(request('change', { ItemRef: 'frame', Quantity: '3' })).toMatchObject({
		ItemGroupLine: [
			{ ItemRef: { ListID: '2-1' }, Quantity: '1' },
			{ ItemRef: { ListID: '2-2' }, Quantity: '3' },
		],
	});
	expect(request('replace')).toEqual({
		ListID: '1-1',
		EditSequence: '1',
		ClearItemsInGroup: true,
	});
});

describe('what can be cleared', () => {
	test.each([
		['Invoice', 'Memo', true],
		['Invoice', 'ShipAddress', true],
		['Invoice', 'ShipAddress.City', true],
		['Invoice', 'CustomerRef', false],
		['Invoice', 'IsPending', false],
		['Invoice', 'TxnID', false],
		['Invoice', 'InvoiceLineMod.Desc', true],
		['Invoice', 'InvoiceLineMod.Rate', false],
		['Invoice', 'InvoiceLineMod.SalesTaxCodeRef', false],
		['Customer', 'SalesTaxCodeRef', true],
		['Customer', 'CreditLimit', true],
		['Customer', 'Nonsense', false],
		['TimeTracking', 'Duration', false],
	])('%s: %s, %s', (type, path, isClearable) => {
		expect(clearable(facts, type, path)).toBe(isClearable);
	});

	test('a field that stays says so in the words of the form', () => {
		const wanted = { values: {}, clear: ['ARAccountRef'] };
		expect(() => differenceOf(invoice, record, wanted)).toThrow(
			"Accounts Receivable Account can't be cleared.",
		);
	});

	test('what is empty already needs nothing', () => {
		const clear = ['PONumber', 'ShipAddress', 'TermsRef'];
		expect(differenceOf(invoice, record, { values: {}, clear }).request).toBeUndefined();
	});
});

test('a record of another type is refused', () => {
	expect(() =>
		differenceOf(knowledgeOf('ItemService'), { type: 'ItemInventory', fields }, { values: {} }),
	).toThrow('The record is an item inventory, not an item service.');
});

describe('conflicts', () => {
	test.each<[string, ReadRecord, Wanted, object[]]>([
		['a field that nobody touched', record, { values: { Memo: 'Mine' } }, []],
		['another field', withFields({ PONumber: 'X' }), { values: { Memo: 'Mine' } }, []],
		['the same value', withFields({ Memo: 'Mine' }), { values: { Memo: 'Mine ' } }, []],
		[
			'another value',
			withFields({ Memo: 'Theirs' }),
			{ values: { Memo: 'Mine' } },
			[{ field: 'Memo', path: 'Memo', before: 'First', theirs: 'Theirs', yours: 'Mine' }],
		],
		[
			'a field that is to be cleared',
			withFields({ Memo: 'Theirs' }),
			{ values: {}, clear: ['Memo'] },
			[{ field: 'Memo', path: 'Memo', before: 'First', theirs: 'Theirs', yours: null }],
		],
		[
			'another part of the address',
			withFields({ BillAddress: { Addr1: 'B', City: 'Bayshore' } }),
			{ values: { BillAddress: { City: 'Middlefield' } } },
			[],
		],
		[
			'the same part of the address',
			withFields({ BillAddress: { Addr1: 'A', City: 'Millbrae' } }),
			{ values: { 'BillAddress.City': 'Middlefield' } },
			[
				{
					field: 'Bill Address: City',
					path: 'BillAddress.City',
					before: 'Bayshore',
					theirs: 'Millbrae',
					yours: 'Middlefield',
				},
			],
		],
		[
			'a line that the user changes elsewhere',
			linesWith(0, { Desc: 'Theirs' }),
			inLines('change', { ItemRef: 'Design', Rate: '90' }),
			[],
		],
		[
			'a line that the user changes too',
			linesWith(0, { Rate: '86.00' }),
			inLines('change', { ItemRef: 'Design', Rate: '90' }),
			[
				{
					field: 'Rate',
					path: 'InvoiceLineAdd.Rate',
					line: 'Line 1',
					before: '85.00',
					theirs: '86.00',
					yours: '90',
				},
			],
		],
		[
			'a line that the user removes',
			linesWith(0, { Rate: '86.00' }),
			inLines('remove', { ItemRef: 'Design' }),
			[{ field: 'Rate', before: '85.00', theirs: '86.00', yours: null }],
		],
		[
			'a line that is gone already',
			withFields({ InvoiceLineRet: [] }),
			inLines('remove', { ItemRef: 'Design' }),
			[],
		],
		[
			'any line, if all are replaced',
			linesWith(1, { Quantity: '2' }),
			inLines('replace', { ItemRef: 'Paint' }),
			[{ field: 'Quantity', line: 'Line 2', before: '1', theirs: '2' }],
		],
		[
			'the same lines',
			withFields({
				InvoiceLineRet: [line('F', 'Paint', { Amount: '1.00' })],
				InvoiceLineGroupRet: [],
			}),
			inLines('replace', { ItemRef: 'Paint' }),
			[],
		],
		['any line, if one is added', linesWith(0, { Desc: 'x' }), inLines('add', { Desc: 'y' }), []],
	])('somebody else has set %s', (_, now, wanted, expected) => {
		expect(conflictsOf(invoice, record, now, wanted)).toMatchObject(expected);
		expect(conflictsOf(invoice, record, now, wanted)).toHaveLength(expected.length);
	});

	test('a line that somebody else has deleted shows all that is lost', () => {
		const now = withFields({ InvoiceLineRet: (fields.InvoiceLineRet as AnswerObject[]).slice(1) });
		const wanted = inLines('change', { ItemRef: 'Design', Rate: '90' });
		expect(conflictsOf(invoice, record, now, wanted)).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ field: 'Item', before: 'Design', theirs: null }),
			]),
		);
	});
});

describe('what others changed since it was written', () => {
	test.each<[string, ReadRecord, object[]]>([
		[
			'counts only what people can change',
			withFields({
				EditSequence: '8',
				TimeModified: '2026-02-01T00:00:00+00:00',
				BalanceRemaining: '0.00',
				IsPaid: true,
				AppliedAmount: '-50.00',
				LinkedTxn: [{ TxnID: '2-1' }],
				CustomerRef: { ListID: '5-1', FullName: 'Abercrombie & Daughters' },
			}),
			[],
		],
		[
			'counts fields and parts of addresses',
			withFields({ Memo: 'Second', BillAddress: { Addr1: 'A' } }),
			[
				{ field: 'Bill Address: City', path: 'BillAddress.City', from: 'Bayshore', to: null },
				{ field: 'Memo', path: 'Memo', from: 'First', to: 'Second' },
			],
		],
		[
			'counts values in lines',
			linesWith(0, { Quantity: '3', Amount: '255.00' }),
			[
				{ field: 'Quantity', path: 'InvoiceLineAdd.Quantity', line: 'Line 1', from: '2', to: '3' },
				{ field: 'Amount', line: 'Line 1', from: '170.00', to: '255.00' },
			],
		],
		[
			'counts lines that came and went',
			withFields({
				InvoiceLineGroupRet: [],
				InvoiceLineRet: [...(fields.InvoiceLineRet as AnswerObject[]), line('F', 'Paint')],
			}),
			[
				{ field: 'Item Group', from: 'Door Set', to: null },
				{ field: 'Quantity', from: '1', to: null },
				{ field: 'Item', line: 'Line 3.1', from: 'Door', to: null },
				{ field: 'Quantity', line: 'Line 3.1', from: '1', to: null },
				{ field: 'Item', from: null, to: 'Paint' },
			],
		],
	])('%s', (_, now, expected) => {
		const changes = changedSince(invoice, record, now);
		expect(changes).toMatchObject(expected);
		expect(changes).toHaveLength(expected.length);
	});
});

const samples: Readonly<Partial<Record<Leaf['type'], fc.Arbitrary<unknown>>>> = {
	amount: fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
	boolean: fc.boolean(),
	date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
	float: fc.integer({ min: 1, max: 9 }).map((tenths) => `1.${tenths}`),
	id: fc.integer({ min: 16, max: 4000 }).map((id) => `${id.toString(16).toUpperCase()}-1`),
	integer: fc.integer({ min: 1, max: 99 }).map(String),
	percent: fc.integer({ min: 1, max: 99 }).map(String),
	price: fc.integer({ min: 1, max: 9999 }).map((mills) => String(mills / 8)),
	quantity: fc.integer({ min: 1, max: 99 }).map(String),
	timeInterval: fc.integer({ min: 1, max: 59 }).map((minutes) => `PT1H${minutes}M`),
};

const names = fc.constantFrom('Ann', 'Bob', 'Cyd');

const reference = fc.oneof(
	names.map((FullName) => ({ FullName })),
	names.map((name) => ({ ListID: `${name.charCodeAt(0)}-1` })),
);

/** Something that an element may hold. */
function sampleOf(element: Leaf | Group): fc.Arbitrary<unknown> {
	if (element.repeats) return sampleOf({ ...element, repeats: undefined }).map((one) => [one]);
	if (isGroup(element)) {
		if (isReference(element.content)) return reference;
		const parts = elementsIn(element.content).map((part) => [part.name, sampleOf(part)] as const);
		return fc.record(Object.fromEntries(parts), { requiredKeys: [] });
	}
	if (element.values) return fc.constantFrom(...element.values);
	const { maxLength = 20, minimum } = element;
	if (minimum !== undefined) return fc.constant(String(minimum));
	return (
		samples[element.type] ??
		fc.stringMatching(/^[a-z]{1,3}$/).map((text) => text.slice(0, maxLength))
	);
}

/** The rows of a form that a change takes, without two of the same choice. */
function changeableRows(content: Content, rows: readonly RecordField[]): RecordField[] {
	return rows.filter(({ path }) => elementAt(content, path) !== undefined);
}

function problemsOf(name: string, values: Values): unknown[] {
	const message = facts.get(name);
	if (!message) throw new Error(`There is no ${name}.`);
	return checkRequest(facts, encodeRequest(message, values as JsonObject, 'UTC'), {
		documentVersion: '16.0',
	});
}

const setAt = (values: Values, path: string, value: unknown): Values => ({
	...values,
	[path]: value,
});

describe.each(forms.map((form) => [form.qbxml, form] as const))('%s', (type, form) => {
	const content = contentOfChange(type);
	const knowledge = knowledgeOf(type);
	const identity = elementAt(contentOfMod(facts, type), 'ListID') ? 'ListID' : 'TxnID';
	const empty: ReadRecord = {
		type,
		fields: {
			[identity]: '1-1',
			EditSequence: '1',
			EntityRef: { ListID: '1-1' },
			Duration: 'PT1H',
			RefNumber: '1',
		},
	};
	const rows = changeableRows(content, [...form.fields, ...form.further]);
	// What goes together with lines needs a record that has some.
	const read = {
		...empty,
		fields: { ...empty.fields, AppliedToTxnRet: [{ TxnID: '2-1', Amount: '5.00' }] },
	};

	test.each(rows.map((row) => [row.path, row] as const))('%s can be changed', (path, row) => {
		const element = elementAt(content, path) as Leaf | Group;
		fc.assert(
			fc.property(sampleOf(element), (value) => {
				const { request } = differenceOf(knowledge, read, {
					values: setAt({}, row.path, value),
					movesExisting: true,
				});
				if (!request) return;
				// A sale of an asset is told with its date and what was sold.
				const asset = path.startsWith('FixedAssetSalesInfo')
					? { FixedAssetSalesInfoMod: { SalesDate: '2026-01-01', SalesDesc: 'x' } }
					: {};
				const [[group = '', parts = {}] = []] = Object.entries(asset);
				const values = group
					? { ...request.values, [group]: { ...parts, ...(request.values[group] as Values) } }
					: request.values;
				expect(problemsOf(request.name, values)).toEqual([]);
			}),
			{ numRuns: 5 },
		);
	});

	const kinds = lineKindsOf(knowledge);
	const lineRows = kinds.flatMap((kind) =>
		kind.elements.flatMap(({ add, content: inLine }) => {
			const around = elementAt(content, add);
			const ofForm = around && isGroup(around) ? around.content : inLine;
			return changeableRows(ofForm, [...kind.lines.fields, ...(kind.lines.further ?? [])])
				.filter(({ path }) => sameElement(inLine, path.split('.')[0]))
				.map((row) => ({ add, kind, row, element: elementAt(ofForm, row.path) as Leaf | Group }));
		}),
	);

	test('every field of a line can be changed, and is there in a new one', () => {
		for (const { add, kind, row, element } of lineRows) {
			const [value] = fc.sample(sampleOf(element), { numRuns: 1, seed: 7 });
			const shown = { [`${add.replace(/Add$/, '')}Ret`]: [{ [kind.id ?? 'ItemRef']: 'A-1' }] };
			const values = setAt({}, row.path, value);
			const own = neededIn(add, row.path);
			const wanted = (mode: LineMode, more: Values): Wanted => ({
				values: {},
				lines: { [kind.lines.path]: { mode, lines: [[add, { ...more, ...values }]] } },
			});
			const added = differenceOf(knowledge, empty, wanted('add', own)).request;
			expect(problemsOf(added?.name ?? '', added?.values ?? {})).toEqual([]);
			if (kind.id !== 'TxnLineID' || /^Journal/.test(add)) continue;
			const before = { ...empty, fields: { ...empty.fields, ...shown } as AnswerObject };
			const changed = differenceOf(
				knowledge,
				before,
				wanted('change', { TxnLineID: 'A-1', ...own }),
			).request;
			expect(problemsOf(changed?.name ?? '', changed?.values ?? {})).toEqual([]);
		}
	});

	test('its answers show what a form for changes has, so that it can be compared', () => {
		const shown = elementsIn(readAnswers.get(`${type}AddRs`)?.content ?? []).find(
			({ name }) => name === `${type}Ret`,
		);
		const inRecord = shown && isGroup(shown) ? shown.content : [];
		const unseen = rows.filter(({ path }) => {
			const parts = path.split('.');
			let around: Content = inRecord;
			return !parts.every((name) => {
				const found = sameElement(around, name);
				around = found && isGroup(found) ? found.content : [];
				return found !== undefined;
			});
		});
		expect(unseen.map(({ path }) => path)).toEqual([]);
	});
});

/** What a new line can't be without beside a field. */
function neededIn(add: string, path: string): Values {
	if (add === 'AppliedToTxnAdd' && path !== 'TxnID') {
		const credit = { 'SetCredit.CreditTxnID': '4-1', 'SetCredit.AppliedAmount': '1.00' };
		return { TxnID: '3-1', ...(path in credit && credit) };
	}
	if (add === 'ItemInventoryAssemblyLine' && path !== 'ItemInventoryRef') {
		return { ItemInventoryRef: 'Ann' };
	}
	return add === 'DepositLineAdd' && path === 'PaymentTxnLineID' ? { PaymentTxnID: '3-1' } : {};
}

/** What a request says of existing transactions. No record shows it. */
const SWITCH = /^Apply\w+ToExistingTxns$/;

/** A record after a change, as an application that does what it is told would show it. */
function applied(before: AnswerObject, change: Values, content: Content): AnswerObject {
	const after: Values = { ...before };
	for (const [name, value] of Object.entries(unfolded(change))) {
		const element = sameElement(content, name);
		const base = name.replace(/Mod$/, '');
		if (!element || base === 'EditSequence' || SWITCH.test(base)) continue;
		if (isCleared(value)) delete after[base];
		else if (isGroup(element) && !isReference(element.content) && !element.repeats) {
			after[base] = applied((before[base] ?? {}) as AnswerObject, value as Values, element.content);
		} else after[base] = value;
	}
	return after as AnswerObject;
}

describe('a change of random values', () => {
	const cases = ['Customer', 'Vendor', 'Invoice', 'ItemService', 'PurchaseOrder'].map((type) => {
		const knowledge = knowledgeOf(type);
		const content = contentOfChange(type);
		const rows = changeableRows(content, [
			...knowledge.form.fields,
			...knowledge.form.further,
		]).filter(
			({ path }) => !path.startsWith('SalesAndPurchase') && path !== 'SalesOrPurchase.PricePercent',
		);
		const values = fc.record(
			Object.fromEntries(
				rows.map(({ path }) => [path, sampleOf(elementAt(content, path) as Leaf | Group)]),
			),
			{ requiredKeys: [] },
		);
		return [type, { knowledge, values }] as const;
	});

	test.each(cases)(
		'%s: gives what is wanted, leaves all else, and is then nothing',
		(type, one) => {
			const { knowledge, values } = one;
			const mod = contentOfMod(facts, type);
			fc.assert(
				fc.property(values, values, fc.boolean(), (first, own, movesExisting) => {
					const wanted: Wanted = { values: own, movesExisting };
					const identity = { ListID: '1-1', TxnID: '1-1', EditSequence: '1', Untouched: 'x' };
					const before: ReadRecord = {
						type,
						fields: { ...applied({}, unfolded(first), mod), ...identity },
					};
					const { request, changes } = differenceOf(knowledge, before, wanted);
					const after: ReadRecord = {
						type,
						fields: applied(before.fields, request?.values ?? {}, mod),
					};
					expect(differenceOf(knowledge, after, wanted).changes).toEqual([]);
					const paths = changes.map(({ path }) => path);
					const switches = [
						...JSON.stringify(request ?? {}).matchAll(/"Apply\w+ToExistingTxns":(true|false)/g),
					];
					const accounts =
						type === 'ItemService' ? paths.filter((path) => /AccountRef/.test(path)) : [];
					expect(switches.map(([, said]) => said)).toEqual(
						accounts.map(() => String(movesExisting)),
					);
					const others = changedSince(knowledge, before, after).map(({ path }) => path);
					expect([...others].sort()).toEqual([...paths].sort());
					expect(partOf(after.fields, 'Untouched')).toBe('x');
				}),
				{ numRuns: 60 },
			);
		},
	);
});

describe('changes of random lines', () => {
	const pool = fc.array(
		fc.record({
			item: fc.constantFrom('Ann', 'Bob', 'Cyd', 'Dan'),
			quantity: fc.integer({ min: 1, max: 4 }),
		}),
		{ maxLength: 8 },
	);
	type Lines = Array<{ item: string; quantity: number }>;
	const booked = (lines: Lines): ReadRecord => ({
		type: 'Invoice',
		fields: {
			TxnID: '1-1',
			EditSequence: '1',
			InvoiceLineRet: lines.map(({ item, quantity }, index) =>
				line((16 + index).toString(16).toUpperCase(), item, { Quantity: String(quantity) }),
			),
		},
	});
	const asWanted = (lines: Lines) =>
		lines.map(({ item, quantity }) => ({ ItemRef: item, Quantity: String(quantity) }));

	/** The lines after a change, as an application shows them that deletes what is not named. */
	function after(
		before: ReadRecord,
		wanted: Wanted,
	): Array<[item: string, quantity: string, id: string]> {
		const there = before.fields.InvoiceLineRet as Array<Record<string, string>>;
		const named = linesIn(wanted, before) as Array<{ InvoiceLineMod: Values }> | undefined;
		const result = named?.map(({ InvoiceLineMod: one }) => ({
			...there.find(({ TxnLineID }) => TxnLineID === one.TxnLineID),
			...one,
		}));
		return ((result ?? there) as Values[]).map(({ ItemRef, Quantity, TxnLineID }) => [
			(ItemRef as { FullName?: string }).FullName ?? String(ItemRef),
			String(Quantity),
			String(TxnLineID),
		]);
	}

	const plain = (lines: Lines) => lines.map(({ item, quantity }) => [item, String(quantity)]);

	test('replaced lines are exactly those wanted, and what stays keeps its order', () => {
		fc.assert(
			fc.property(pool, pool, (first, second) => {
				fc.pre(second.length > 0);
				const before = booked(first);
				const result = after(before, inLines('replace', ...asWanted(second)));
				expect(result.map(([item, quantity]) => [item, quantity])).toEqual(plain(second));
				const kept = result.map(([, , id]) => id).filter((id) => id !== '-1');
				expect(kept).toEqual([...kept].sort());
				expect(linesIn(inLines('replace', ...asWanted(first)), before)).toBeUndefined();
			}),
		);
	});

	test('added lines come after all that are there', () => {
		fc.assert(
			fc.property(pool, pool, (first, second) => {
				const result = after(booked(first), inLines('add', ...asWanted(second)));
				expect(result.map(([item, quantity]) => [item, quantity])).toEqual(
					plain([...first, ...second]),
				);
			}),
		);
	});

	test('removed lines are gone, and all others are as they were', () => {
		fc.assert(
			fc.property(pool, fc.nat(), (first, choice) => {
				fc.pre(first.length > 1);
				const gone = choice % first.length;
				const before = booked(first);
				const { TxnLineID } = (before.fields.InvoiceLineRet as Array<Record<string, string>>)[gone];
				const result = after(before, inLines('remove', { TxnLineID }));
				expect(result.map(([item, quantity]) => [item, quantity])).toEqual(
					plain(first.filter((_, index) => index !== gone)),
				);
			}),
		);
	});
});

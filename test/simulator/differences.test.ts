import { differenceOf, type Wanted } from '../../quickbooks/changes/difference';
import type { ReadRecord } from '../../quickbooks/changes/lineKinds';
import { cleared } from '../../quickbooks/qbxml/clearing';
import { openDesk } from './support/ask';
import { change, knowledgeOf, readAgain, send } from './support/change';

const item = (FullName: string, rest: object = {}) => ({ ItemRef: { FullName }, ...rest });

const invoiceValues = {
	CustomerRef: { FullName: 'Abercrombie & Daughters' },
	TxnDate: '2026-01-15',
	Memo: 'First',
	PONumber: 'PO-1',
	BillAddress: { Addr1: 'Abercrombie', Addr2: 'Back door', City: 'Bayshore' },
	'InvoiceLineAdd|InvoiceLineGroupAdd': [
		{ InvoiceLineAdd: item('Design', { Quantity: '2', Rate: '85.00', Desc: 'Drawings' }) },
		{ InvoiceLineGroupAdd: { ItemGroupRef: { FullName: 'Door Set' }, Quantity: '1' } },
		{ InvoiceLineAdd: item('Installation', { Quantity: '3' }) },
	],
};

const linesOf = ({ fields }: ReadRecord): Array<Record<string, unknown>> =>
	fields.InvoiceLineRet as unknown as Array<Record<string, unknown>>;

const changesOf = (record: ReadRecord, wanted: Wanted) =>
	differenceOf(knowledgeOf(record.type), record, wanted);

describe('an invoice', () => {
	const desk = openDesk();
	const made = () => readAgain(desk, send(desk, 'InvoiceAddRq', invoiceValues));
	const inLines = (mode: 'add' | 'change' | 'remove' | 'replace', ...lines: object[]): Wanted => ({
		values: {},
		lines: {
			InvoiceLineAdd: { mode, lines: lines.map((line) => ['InvoiceLineAdd', { ...line }]) },
		},
	});

	test('that is so already is left alone', () => {
		const { CustomerRef, TxnDate, Memo, BillAddress } = invoiceValues;
		expect(
			changesOf(made(), {
				values: {
					CustomerRef: { FullName: CustomerRef.FullName.toUpperCase() },
					TxnDate,
					Memo: `${Memo} `,
					BillAddress: { City: BillAddress.City },
					IsPending: 'false',
				},
				lines: {
					InvoiceLineAdd: {
						mode: 'change',
						lines: [['InvoiceLineAdd', item('design', { Quantity: 2, Rate: 85 })]],
					},
				},
			}),
		).toEqual({ changes: [], missing: [], gone: [] });
	});

	test('gets fields of its own, without its lines being touched', () => {
		const before = made();
		const wanted = {
			values: { Memo: 'Second', PONumber: cleared, 'BillAddress.City': 'Middlefield' },
			clear: ['BillAddress.Addr2'],
		};
		const { changes, request } = changesOf(before, wanted);
		expect(changes).toEqual([
			{ field: 'Memo', path: 'Memo', from: 'First', to: 'Second' },
			{ field: 'PO Number', path: 'PONumber', from: 'PO-1', to: null },
			{
				field: 'Bill Address: City',
				path: 'BillAddress.City',
				from: 'Bayshore',
				to: 'Middlefield',
			},
			{ field: 'Bill Address: Address 2', path: 'BillAddress.Addr2', from: 'Back door', to: null },
		]);
		expect(Object.keys(request?.values ?? {})).toEqual([
			'TxnID',
			'EditSequence',
			'Memo',
			'PONumber',
			'BillAddress',
		]);
		const after = change(desk, before, wanted);
		expect(after.fields).toMatchObject({
			Memo: 'Second',
			BillAddress: { Addr1: 'Abercrombie', City: 'Middlefield' },
		});
		expect(after.fields.PONumber).toBeUndefined();
		expect((after.fields.BillAddress as Record<string, string>).Addr2 ?? '').toBe('');
		expect(linesOf(after)).toEqual(linesOf(before));
	});

	test('gets another quantity in the line of an item, and keeps all others with their IDs', () => {
		const before = made();
		const after = change(desk, before, inLines('change', item('Installation', { Quantity: '5' })));
		expect(linesOf(after)[1]).toMatchObject({ Quantity: '5', Amount: '312.50' });
		expect(linesOf(after)[0]).toEqual(linesOf(before)[0]);
		expect(after.fields.InvoiceLineGroupRet).toEqual(before.fields.InvoiceLineGroupRet);
	});

	test('gets another quantity within a group', () => {
		const before = made();
		const [group] = before.fields.InvoiceLineGroupRet as unknown as Array<{
			InvoiceLineRet: Array<Record<string, string>>;
		}>;
		const [{ TxnLineID }, ...others] = group.InvoiceLineRet;
		const after = change(desk, before, inLines('change', { TxnLineID, Quantity: '7' }));
		const [{ InvoiceLineRet }] = after.fields.InvoiceLineGroupRet as unknown as (typeof group)[];
		expect(InvoiceLineRet).toMatchObject([{ TxnLineID, Quantity: '7' }, ...others]);
	});

	test('gets a line more, and loses one', () => {
		const longer = change(desk, made(), inLines('add', item('Site Visit', { Quantity: '1' })));
		expect(linesOf(longer).map(({ ItemRef }) => ItemRef)).toMatchObject([
			{ FullName: 'Design' },
			{ FullName: 'Installation' },
			{ FullName: 'Site Visit' },
		]);
		const shorter = change(desk, longer, inLines('remove', item('Design')));
		expect(linesOf(shorter)).toEqual(linesOf(longer).slice(1));
		expect(shorter.fields.InvoiceLineGroupRet).toHaveLength(1);
	});

	test('gets other lines, where those that are the same stay', () => {
		const before = made();
		const wanted = inLines(
			'replace',
			item('Site Visit', { Quantity: '1' }),
			item('Installation', { Quantity: '3.0' }),
		);
		const after = change(desk, before, wanted);
		expect(linesOf(after)).toHaveLength(2);
		expect(linesOf(after)[1]).toEqual(linesOf(before)[1]);
		expect(after.fields.InvoiceLineGroupRet).toBeUndefined();
		expect(changesOf(after, wanted)).toEqual({ changes: [], missing: [], gone: [] });
	});

	test("can't be left without lines", () => {
		expect(() => changesOf(made(), inLines('replace'))).toThrow(
			"Lines: the invoice can't be left without any.",
		);
	});
});

test('a journal entry keeps its debits and credits in the order that they have', () => {
	const desk = openDesk();
	const line = (FullName: string, Amount: string) => ({ AccountRef: { FullName }, Amount });
	const before = readAgain(
		desk,
		send(desk, 'JournalEntryAddRq', {
			'JournalDebitLine|JournalCreditLine': [
				{ JournalCreditLine: line('Checking', '30.00') },
				{ JournalDebitLine: line('Office Supplies', '10.00') },
				{ JournalDebitLine: line('Subcontractors', '20.00') },
			],
		}),
	);
	const after = change(desk, before, {
		values: {},
		lines: {
			JournalDebitLine: {
				mode: 'change',
				lines: [
					['JournalDebitLine', { ...line('office supplies', '15'), Memo: 'Diesel' }],
					['JournalDebitLine', line('Subcontractors', '15')],
				],
			},
		},
	});
	expect(after.fields).toMatchObject({
		JournalCreditLine: [{ Amount: '30.00' }],
		JournalDebitLine: [{ Amount: '15.00', Memo: 'Diesel' }, { Amount: '15.00' }],
	});
	expect(after.lineOrder).toEqual(before.lineOrder);
});

test('a bill loses its items, because it has expenses too', () => {
	const desk = openDesk();
	const before = readAgain(
		desk,
		send(desk, 'BillAddRq', {
			VendorRef: 'A & B Lumber',
			ExpenseLineAdd: [{ AccountRef: 'Subcontractors', Amount: '10.00' }],
			ItemLineAdd: [item('Door Frame', { Quantity: '2', Cost: '4.00' })],
		}),
	);
	const after = change(desk, before, {
		values: {},
		lines: { ItemLineAdd: { mode: 'remove', lines: [['ItemLineAdd', item('Door Frame')]] } },
	});
	expect(after.fields.ItemLineRet).toBeUndefined();
	expect(after.fields.ExpenseLineRet).toEqual(before.fields.ExpenseLineRet);
});

test('a service gets another price, and one that is bought and sold gets it elsewhere', () => {
	const desk = openDesk();
	const service = (way: object) =>
		readAgain(desk, send(desk, 'ItemServiceAddRq', { Name: Object.keys(way)[0], ...way }));
	const sold = service({
		SalesOrPurchase: { Desc: 'Advice', Price: '80', AccountRef: 'Product Sales' },
	});
	expect(change(desk, sold, { values: { 'SalesOrPurchase.Price': '90.00' } }).fields).toMatchObject(
		{ SalesOrPurchase: { Desc: 'Advice', Price: '90.00' } },
	);
	const both = service({
		SalesAndPurchase: {
			SalesPrice: '80',
			IncomeAccountRef: 'Product Sales',
			PurchaseCost: '40',
			ExpenseAccountRef: 'Subcontractors',
		},
	});
	expect(() => changesOf(both, { values: { 'SalesOrPurchase.Price': '90' } })).toThrow(
		"Price can't be set, because the item is bought and sold.",
	);
	const after = change(desk, both, { values: { 'SalesAndPurchase.PurchaseCost': '45' } });
	expect(after.fields.SalesAndPurchase).toMatchObject({
		SalesPrice: '80.00',
		PurchaseCost: '45.00',
	});
});

test('a customer gets and loses fields', () => {
	const desk = openDesk();
	const before = readAgain(
		desk,
		send(desk, 'CustomerAddRq', { Name: 'New', Notes: 'a', TermsRef: 'Net 15', Phone: '1' }),
	);
	const after = change(desk, before, {
		values: { CreditLimit: '100', IsActive: false },
		clear: ['Notes', 'TermsRef'],
	});
	expect(after.fields).toMatchObject({ CreditLimit: '100.00', IsActive: false, Phone: '1' });
	expect(after.fields).not.toHaveProperty('Notes');
	expect(after.fields).not.toHaveProperty('TermsRef');
});

test('a time entry says whose time it is in every change', () => {
	const desk = openDesk();
	const before = readAgain(
		desk,
		send(desk, 'TimeTrackingAddRq', { EntityRef: 'Dan Miller', Duration: 'PT1H30M' }),
	);
	expect(changesOf(before, { values: { Duration: 'PT90M' } })).toEqual({
		changes: [],
		missing: [],
		gone: [],
	});
	expect(change(desk, before, { values: { Notes: 'Drawings' } }).fields).toMatchObject({
		Notes: 'Drawings',
		EntityRef: { FullName: 'Dan Miller' },
	});
});

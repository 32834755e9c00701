import fc from 'fast-check';

import { compareOrder, type Order } from '../../../../quickbooks/changes/compareOrder';
import type { AnswerRecord } from '../../../../quickbooks/qbxml/answer';

const record: AnswerRecord = {
	type: 'Invoice',
	fields: {
		RefNumber: '1042',
		CustomerRef: { ListID: '8-1', FullName: 'Abercrombie:Kitchen' },
		TxnDate: '2026-01-15',
		Subtotal: '240.00',
		SalesTaxTotal: '5.50',
		Memo: 'Web shop',
		PONumber: 'PO-7',
		InvoiceLineRet: [
			{ ItemRef: { ListID: '2-1', FullName: 'Design' }, Quantity: '2', Amount: '170.00' },
			{ Desc: 'Thank you' },
			{ ItemRef: { ListID: '2-2', FullName: 'Trim' }, Quantity: '1', Amount: '10.00' },
			{ ItemRef: { ListID: '2-2', FullName: 'Trim' }, Quantity: '3', Amount: '30.00' },
		],
		InvoiceLineGroupRet: [
			{
				ItemGroupRef: { ListID: '2-9', FullName: 'Door Set' },
				InvoiceLineRet: [{ ItemRef: { ListID: '2-3', FullName: 'Door' }, Amount: '30.00' }],
			},
		],
	},
};

const order: Order = {
	number: 1042,
	customer: 'abercrombie:kitchen',
	date: '2026-01-15T12:00:00Z',
	total: 245.5,
	memo: 'Web shop ',
	poNumber: 'PO-7',
	lines: [
		{ item: 'Trim', quantity: 3, amount: '30' },
		{ item: { ListID: '2-1' }, quantity: '2.0', amount: 170 },
		{ item: 'Door', amount: 30 },
		{ item: 'trim', quantity: 1, amount: 10 },
	],
};

const compared = (changes: Order, tolerance = 0) =>
	compareOrder({ ...order, ...changes }, record, { tolerance, timezone: 'Europe/Berlin' });

test('what means the same is alike', () => {
	expect(compared({})).toEqual([]);
	expect(compareOrder({}, record, { tolerance: 0, timezone: 'UTC' })).toEqual([]);
});

test.each([
	['Number', { number: '1043' }, '1043', '1042'],
	['Customer', { customer: { ListID: '8-2' } }, '8-2', 'Abercrombie:Kitchen'],
	['Date', { date: '2026-01-16' }, '2026-01-16', '2026-01-15'],
	['Total', { total: '245.53' }, '245.53', '245.50'],
	['Memo', { memo: 'Shop' }, 'Shop', 'Web shop'],
	['PO Number', { poNumber: 'PO-8' }, 'PO-8', 'PO-7'],
])('%s differs', (field, changes, ours, books) => {
	expect(compared(changes)).toEqual([{ field, order: ours, books }]);
});

test('an amount may differ by the tolerance and no more', () => {
	fc.assert(
		fc.property(fc.integer({ min: -40, max: 40 }), fc.nat({ max: 40 }), (off, tolerance) => {
			const total = (24550 + off) / 100;
			expect(compared({ total }, tolerance)).toHaveLength(Math.abs(off) <= tolerance ? 0 : 1);
		}),
	);
});

test('lines are found by their items, in any order', () => {
	fc.assert(
		fc.property(fc.shuffledSubarray([...(order.lines ?? [])]), (lines) => {
			const missing = (order.lines ?? []).length - lines.length;
			const differences = compared({ lines });
			expect(differences).toHaveLength(missing);
			expect(differences.every(({ order: ours }) => ours === null)).toBe(true);
		}),
	);
});

test('a line says what differs in it, and one that the books lack is missing', () => {
	const [trim, ...others] = order.lines ?? [];
	expect(
		compared({ lines: [{ ...trim, quantity: 4, amount: '40.00' }, ...others, { item: 'Paint' }] }),
	).toEqual([
		{ field: 'Quantity', line: 'Line 1', order: '4', books: '3' },
		{ field: 'Amount', line: 'Line 1', order: '40.00', books: '30.00' },
		{ field: 'Item', line: 'Line 5', order: 'Paint', books: null },
	]);
});

test('an amount that is none is refused', () => {
	expect(() => compared({ total: '1,234.00' })).toThrow(
		'Total of an order must be an amount such as 150.00, but it is "1,234.00".',
	);
});

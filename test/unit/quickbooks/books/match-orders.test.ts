import fc from 'fast-check';

import { comparisonIn } from '../../../../quickbooks/books/givenOrder';
import {
	type Books,
	itemOfOrder,
	itemsWithoutOrder,
} from '../../../../quickbooks/books/matchOrders';
import type { Form } from '../../../../quickbooks/form/form';
import type { JsonObject } from '../../../../quickbooks/json/object';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';

const formOf = (values: JsonObject): Form => ({
	values: {
		connection: 'a',
		recordType: 'invoice',
		matchBy: 'number',
		furtherValues: {},
		options: {},
		...values,
	},
	timezone: 'Europe/Berlin',
});

interface Invoice {
	id: string;
	number: string | undefined;
	total: string;
}

const answerOf = (invoices: readonly Invoice[]): AnswerElement[] => [
	{
		requestType: 'InvoiceQuery',
		content: {
			InvoiceRet: invoices.map(({ id, number, total }) => ({
				TxnID: id,
				...(number !== undefined && { RefNumber: number }),
				CustomerRef: { FullName: 'Kern' },
				TxnDate: '2026-01-15',
				Subtotal: total,
				SalesTaxTotal: '0.00',
				BalanceRemaining: total,
			})),
		},
	} as AnswerElement,
];

const booksOf = (windows: ReadonlyArray<readonly Invoice[]>, forms: readonly Form[]): Books => ({
	answers: windows.map(answerOf),
	forms: new Map(forms.entries()),
	failed: new Map(),
});

const total = fc.nat({ max: 5 }).map((euros) => `${euros}.00`);
const number = fc.nat({ max: 6 }).map((digit) => `A${digit}`);
const invoices = fc.uniqueArray(
	fc.record({
		id: fc.nat({ max: 30 }).map(String),
		number: fc.option(number, { nil: undefined }),
		total,
	}),
	{ selector: ({ id }) => id, maxLength: 12 },
);
const orders = fc.array(
	fc.record({
		number: fc.oneof(
			number,
			number.map((one) => ` ${one.toLowerCase()} `),
		),
		total,
	}),
	{ minLength: 1, maxLength: 12 },
);

/** What people would say, looking at each order and each invoice in turn. */
function expectedStatus(
	order: { number: string; total: string },
	all: ReadonlyArray<{ number: string }>,
	invoicesOf: readonly Invoice[],
): string {
	const key = order.number.trim().toUpperCase();
	const found = invoicesOf.filter((invoice) => invoice.number === key);
	const same = all.filter((one) => one.number.trim().toUpperCase() === key);
	if (found.length > 1 || same.length > 1) return 'duplicate';
	if (found.length === 0) return 'missing';
	return found[0].total === order.total ? 'same' : 'different';
}

test('every order has the status that it has by hand, however the books are cut into windows', () => {
	fc.assert(
		fc.property(invoices, orders, fc.nat({ max: 12 }), (all, given, seam) => {
			const forms = given.map((order) => formOf({ number: order.number, orderTotal: order.total }));
			// What was changed while its windows were read is in both of them.
			const books = booksOf([all.slice(0, seam + 1), all.slice(seam)], forms);
			expect(forms.map((form) => itemOfOrder(books, form).status)).toEqual(
				given.map((order) => expectedStatus(order, given, all)),
			);
			const keys = new Set(given.map((order) => order.number.trim().toUpperCase()));
			expect(
				itemsWithoutOrder(books, forms[0])
					.map(({ record }) => (record as JsonObject).TxnID)
					.sort(),
			).toEqual(
				all
					.filter((invoice) => !keys.has(invoice.number ?? ''))
					.map(({ id }) => id)
					.sort(),
			);
		}),
	);
});

test('a balance may differ by the tolerance and no more', () => {
	fc.assert(
		fc.property(fc.integer({ min: -20, max: 20 }), fc.nat({ max: 20 }), (off, tolerance) => {
			const form = formOf({
				number: 'A1',
				furtherValues: { orderBalance: ((10_000 + off) / 100).toFixed(2) },
				options: { tolerance: (tolerance / 100).toFixed(2) },
			});
			const books = booksOf([[{ id: '1', number: 'A1', total: '100.00' }]], [form]);
			expect(itemOfOrder(books, form).status).toBe(
				Math.abs(off) <= tolerance ? 'same' : 'different',
			);
		}),
	);
});

test('orders on another connection, or of another kind, are no doubles', () => {
	const forms = [
		formOf({ number: '1' }),
		formOf({ number: '1', connection: 'b' }),
		formOf({ number: '1', recordType: 'bill' }),
	];
	const books = booksOf([[]], forms);
	expect(forms.map((form) => itemOfOrder(books, form).status)).toEqual(Array(3).fill('missing'));
});

test('only the first of many with the same key are shown', () => {
	const forms = Array.from({ length: 30 }, () => formOf({ number: '7' }));
	const all = Array.from({ length: 30 }, (_, id) => ({
		id: String(id),
		number: '7',
		total: '1.00',
	}));
	const { explanation, records } = itemOfOrder(booksOf([all], forms), forms[0]);
	expect(explanation).toBe(
		'The books have 30 invoices with the same reference number, of which 10 are shown. Items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 20 more of this run are orders with the same reference number.',
	);
	expect(records).toHaveLength(10);
});

test('a form is read once', () => {
	const form = formOf({ number: '1' });
	expect(comparisonIn(form)).toBe(comparisonIn(form));
});

test('the records are looked through once, however many orders there are', () => {
	const lookUps = (count: number): number => {
		let calls = 0;
		const forms = Array.from({ length: count }, (_, index) => formOf({ number: String(index) }));
		const all = Array.from({ length: count }, (_, index) => ({
			id: String(index),
			number: String(index),
			total: '1.00',
		}));
		const books = booksOf([all], forms);
		const [[answer]] = books.answers;
		const counted = new Proxy(answer, {
			get: (target, name, receiver) => {
				calls += 1;
				return Reflect.get(target, name, receiver) as unknown;
			},
		});
		const answers = [[counted]];
		for (const form of forms) {
			expect(itemOfOrder({ ...books, answers }, form).status).toBe('same');
		}
		return calls;
	};
	expect(lookUps(2_000)).toBe(lookUps(200));
});

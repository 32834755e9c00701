import type { Group, Leaf } from '../facts/facts';
import { digits } from '../form/convert';
import { FormError } from '../form/formError';
import type { AnswerRecord } from '../qbxml/answer';
import { givenIn, isGiven, isValues } from '../qbxml/requestValues';
import { centsOf, totalOf } from '../qbxml/totals';
import { isSame, shownValue } from './meaning';

/** A line of an order. What it doesn't have is not compared. */
export interface OrderLine {
	/** Its full name, or an object with its ListID or FullName. */
	item?: unknown;
	quantity?: unknown;
	amount?: unknown;
}

/** An order as it is known elsewhere. What it doesn't have is not compared. */
export interface Order {
	number?: unknown;
	/** Whom it is for, or for purchases whom it is from: a full name, or an object with ListID or FullName. */
	customer?: unknown;
	date?: unknown;
	total?: unknown;
	memo?: unknown;
	poNumber?: unknown;
	lines?: readonly OrderLine[];
}

/** Something that the order and the books don't agree on. */
export interface OrderDifference {
	field: string;
	/** The line of the order, or of the books if the order has none like it. */
	line?: string;
	/** Null for nothing. */
	order: string | null;
	books: string | null;
}

interface Tolerance {
	/** How many cents an amount may differ by. */
	tolerance: number;
	/** Of the workflow (IANA name). */
	timezone: string;
}

const text: Leaf = { name: 'Text', type: 'string', optional: true };
const day: Leaf = { name: 'Date', type: 'date', optional: true };
const number: Leaf = { name: 'Quantity', type: 'quantity', optional: true };
const reference: Group = {
	name: 'Reference',
	content: [
		{ name: 'ListID', type: 'id', optional: true },
		{ name: 'FullName', type: 'string', optional: true },
	],
};

/** An amount in cents. Undefined for none. */
function cents(value: unknown, label: string): bigint | undefined {
	if (!isGiven(value)) return undefined;
	const written = typeof value === 'number' ? digits(value, label) : String(value).trim();
	const found = centsOf(written);
	if (found !== undefined) return found;
	throw new FormError(
		`${label} of an order must be an amount such as 150.00, but it is "${written}".`,
		'Write it with a decimal point, at most two decimals, and without currency or thousands separators.',
	);
}

function isSameAmount(order: unknown, books: unknown, label: string, tolerance: number): boolean {
	const [one, other] = [cents(order, label), centsOf(books)];
	if (one === undefined || other === undefined) return one === other;
	const difference = one > other ? one - other : other - one;
	return difference <= BigInt(Math.floor(tolerance));
}

const shownAmount = (value: unknown): string | null => (isGiven(value) ? String(value) : null);

/** The lines that count: with an item, and those of groups in place of the groups. */
const bookedLines = (fields: Record<string, unknown>): Array<Record<string, unknown>> =>
	Object.entries(fields)
		.filter(([name]) => /Line(?:Group)?Ret$/.test(name))
		.flatMap(([, lines]) => givenIn(lines))
		.filter(isValues)
		.flatMap((line) => {
			const inner = bookedLines(line);
			return inner.length > 0 ? inner : isGiven(line.ItemRef) ? [line] : [];
		});

type Pair = [order: OrderLine | undefined, books: Record<string, unknown> | undefined];

/** Compares one order with one record. */
class Comparison {
	constructor(private readonly options: Tolerance) {}

	private field(
		field: string,
		element: Leaf | Group,
		order: unknown,
		books: unknown,
	): OrderDifference[] {
		const { timezone } = this.options;
		if (!isGiven(order) || isSame(element, order, books, timezone)) return [];
		const shown = (value: unknown) => shownValue(element, value, timezone);
		return [{ field, order: shown(order), books: shown(books) }];
	}

	private amount(field: string, order: unknown, books: unknown): OrderDifference[] {
		if (!isGiven(order) || isSameAmount(order, books, field, this.options.tolerance)) return [];
		return [{ field, order: shownAmount(order), books: shownAmount(books) }];
	}

	private numbers(order: OrderLine, books: Record<string, unknown>): OrderDifference[] {
		return [
			...this.field('Quantity', number, order.quantity, books.Quantity),
			...this.amount('Amount', order.amount, books.Amount),
		];
	}

	private isOf(order: OrderLine, books: Record<string, unknown>): boolean {
		return this.field('Item', reference, order.item, books.ItemRef).length === 0;
	}

	/** Each line of the order with one of the books, those first that are alike in everything. */
	private pairs(order: readonly OrderLine[], fields: Record<string, unknown>): Pair[] {
		const left = bookedLines(fields);
		const found = new Map<OrderLine, Record<string, unknown>>();
		const take = (isFit: (one: OrderLine, other: Record<string, unknown>) => boolean) => {
			for (const one of order) {
				if (found.has(one)) continue;
				const place = left.findIndex((other) => isFit(one, other));
				if (place !== -1) found.set(one, left.splice(place, 1)[0]);
			}
		};
		take((one, other) => this.isOf(one, other) && this.numbers(one, other).length === 0);
		take((one, other) => this.isOf(one, other));
		return [
			...order.map((one): Pair => [one, found.get(one)]),
			...left.map((other): Pair => [undefined, other]),
		];
	}

	private lines(order: readonly OrderLine[], fields: Record<string, unknown>): OrderDifference[] {
		const shown = (item: unknown) => shownValue(reference, item, 'UTC');
		return this.pairs(order, fields).flatMap(([one, other], index): OrderDifference[] => {
			const line = one ? `Line ${index + 1}` : `Line ${shown(other?.ItemRef) ?? ''}`;
			if (!other) return [{ field: 'Item', line, order: shown(one?.item), books: null }];
			if (!one) return [{ field: 'Item', line, order: null, books: shown(other.ItemRef) }];
			return this.numbers(one, other).map((each) => ({ ...each, line }));
		});
	}

	all(order: Order, { fields }: AnswerRecord): OrderDifference[] {
		const party = fields.CustomerRef ?? fields.VendorRef ?? fields.PayeeEntityRef;
		return [
			...this.field('Number', text, order.number, fields.RefNumber),
			...this.field('Customer', reference, order.customer, party),
			...this.field('Date', day, order.date, fields.TxnDate),
			...this.amount('Total', order.total, totalOf(fields)),
			...this.field('Memo', text, order.memo, fields.Memo),
			...this.field('PO Number', text, order.poNumber, fields.PONumber),
			...(order.lines ? this.lines(order.lines, fields) : []),
		];
	}
}

/**
 * What an order and a record of the books don't agree on, field by field. Lines are compared by their items, in any order;
 * texts without an item don't count.
 * @throws FormError for an amount of the order that is none.
 */
export const compareOrder = (
	order: Order,
	record: AnswerRecord,
	options: Tolerance,
): OrderDifference[] => new Comparison(options).all(order, record);

import { compareOrder, type OrderDifference } from '../changes/compareOrder';
import type { Form } from '../form/form';
import { once } from '../form/once';
import type { JsonObject } from '../json/object';
import { type AnswerRecord, recordsIn } from '../qbxml/answer';
import type { AnswerElement } from '../qbxml/answerFromXml';
import { centsOf, withCents } from '../qbxml/totals';
import { KeptIndex } from '../records/keptIndex';
import { hasOpenAmount, withOpenAmount } from '../records/openAmount';
import { givesWholeRecords, shownRecord } from '../records/simplify';
import type { ComparedKind } from './comparedKinds';
import { type Comparison, comparisonIn, keyIn } from './givenOrder';

/** Everything that an order is compared with. */
export interface Books {
	/** The answers to each request. The items of a run have the same objects. */
	answers: ReadonlyArray<readonly AnswerElement[]>;
	/** The forms of all items of the run, by item: the same object for all items. */
	forms: ReadonlyMap<number, Form>;
	/** The items that failed before, with their forms if those are known. */
	failed: ReadonlyMap<number, Form | undefined>;
}

/** What belongs to each key, so that keys that people would say are the same find the same. */
const indexByKey = <Part>(): KeptIndex<Part> => new KeptIndex((key) => key.toLowerCase());

const recordsByKey = once<readonly AnswerElement[], KeptIndex<AnswerRecord>>();
const ordersByKey = once<ReadonlyMap<number, Form>, KeptIndex<number>>();

const keyOfRecord = ({ fields }: AnswerRecord, { rule, kind, customField }: Comparison) =>
	rule.ofRecord(fields, kind, customField);

const indexOf = (
	answers: readonly AnswerElement[],
	comparison: Comparison,
): KeptIndex<AnswerRecord> =>
	recordsByKey(answers, comparison.scope, () => {
		const index = indexByKey<AnswerRecord>();
		for (const record of answers.flatMap(recordsIn)) {
			index.addShown(keyOfRecord(record, comparison) ?? '', record);
		}
		return index;
	});

/** Each record once. One that is changed while its windows are read may be in two of them. The later one counts. */
const distinct = (records: readonly AnswerRecord[]): AnswerRecord[] =>
	records.length < 2
		? [...records]
		: [...new Map(records.map((record) => [record.fields.TxnID ?? record, record])).values()];

const recordsWith = ({ answers }: Books, comparison: Comparison, key: string): AnswerRecord[] =>
	distinct(answers.flatMap((one) => indexOf(one, comparison).find(key)));

/** The items that may be orders with any key, since theirs can't be read. */
const itemsWithoutKey = ({ failed }: Books): number[] =>
	[...failed].flatMap(([itemIndex, form]) => (form && keyIn(form) ? [] : [itemIndex]));

/** The items of the run that are orders with each key. One that failed is an order all the same. */
const ordersIn = ({ forms, failed }: Books, { scope }: Comparison): KeptIndex<number> =>
	ordersByKey(forms, scope, () => {
		const keys = new Map<number, string>();
		for (const [itemIndex, form] of [...forms, ...failed]) {
			const own = form && (forms.has(itemIndex) ? comparisonIn(form) : keyIn(form));
			if (own?.scope === scope) keys.set(itemIndex, own.key);
		}
		const index = indexByKey<number>();
		for (const [itemIndex, key] of keys) index.addMeant(key, itemIndex);
		return index;
	});

/** The most records or items that are shown of those with the same key. */
const MOST_SHOWN = 10;

const list = new Intl.ListFormat('en-GB');

/** Items as people count them. */
function named(items: readonly number[]): string {
	const shown = items.slice(0, MOST_SHOWN).map((itemIndex) => String(itemIndex + 1));
	const others = items.length - shown.length;
	return list.format([...shown, ...(others > 0 ? [`${others} more`] : [])]);
}

function differencesOf(
	{ kind, rule, order, tolerance }: Comparison,
	record: AnswerRecord,
	timezone: string,
): OrderDifference[] {
	// What the record was found by is the same, but for upper and lower case.
	const found = Object.fromEntries(rule.needs.map(({ name }) => [name, undefined]));
	const differences = compareOrder({ ...order, ...found }, record, { tolerance, timezone });
	const { [kind.balance ?? '']: balance } = withBalance(record, kind).fields;
	const [ours, theirs] = [centsOf(order.balance), centsOf(balance)];
	if (ours === undefined) return differences;
	const off = theirs === undefined ? undefined : Math.abs(Number(ours - theirs));
	if (off !== undefined && off <= tolerance) return differences;
	return [
		...differences,
		{
			field: 'Balance',
			order: withCents(String(order.balance)),
			books: theirs === undefined ? null : String(balance),
		},
	];
}

const inWords = ({ field, line, order, books }: OrderDifference): string =>
	`${line === undefined ? field : `${line}, ${field}`}: ${order ?? 'nothing'} in the order, ${books ?? 'nothing'} in the books`;

/** What Simplify keeps of a record: what it is known by and how it stands. */
const pathsOf = ({ kind: { party, balance } }: Comparison): string[] => [
	...['TxnID', 'RefNumber', party, 'TxnDate', 'TotalAmount'],
	...(balance === undefined ? [] : [balance]),
];

/** A record with its balance, as far as that is worked out. What is not simplified stays as QuickBooks shows it. */
const withBalance = (record: AnswerRecord, { balance }: ComparedKind): AnswerRecord =>
	hasOpenAmount(balance) ? withOpenAmount(record) : record;

function shown(record: AnswerRecord, comparison: Comparison, form: Form): JsonObject {
	const own = givesWholeRecords(form) ? record : withBalance(record, comparison.kind);
	return shownRecord(own, pathsOf(comparison), form, pathsOf(comparison)) as JsonObject;
}

/** An order that can't be paired with one record: the books have several, or the run has several orders. */
function duplicateItem(
	records: readonly AnswerRecord[],
	orders: readonly number[],
	comparison: Comparison,
	form: Form,
): JsonObject {
	const { kind, shownKey: key, rule } = comparison;
	const same = `the same ${rule.name.toLowerCase()}`;
	const inBooks =
		records.length > 1
			? `The books have ${records.length} ${kind.plural} with ${same}${records.length > MOST_SHOWN ? `, of which ${MOST_SHOWN} are shown` : ''}.`
			: undefined;
	const inRun =
		orders.length > 1 ? `Items ${named(orders)} of this run are orders with ${same}.` : undefined;
	return {
		status: 'duplicate',
		key,
		explanation: [inBooks, inRun].filter(Boolean).join(' '),
		differences: [],
		record: null,
		records: records.slice(0, MOST_SHOWN).map((record) => shown(record, comparison, form)),
	};
}

/** How one order stands beside the books. */
export function itemOfOrder(books: Books, form: Form): JsonObject {
	const comparison = comparisonIn(form);
	const { key: ownKey, shownKey: key, kind, noRecord } = comparison;
	const records = recordsWith(books, comparison, ownKey);
	const orders = ordersIn(books, comparison).find(ownKey);
	if (records.length > 1 || orders.length > 1) {
		return duplicateItem(records, orders, comparison, form);
	}
	const [record] = records;
	if (!record) {
		const explanation = noRecord ?? `The books have no such ${kind.noun} in the period.`;
		return { status: 'missing', key, explanation, differences: [], record: null };
	}
	const differences = differencesOf(comparison, record, form.timezone);
	return {
		status: differences.length > 0 ? 'different' : 'same',
		key,
		explanation: differences.map(inWords).join('; '),
		differences: differences,
		record: shown(record, comparison, form),
	};
}

/** The records of the books that no order of the run stands for. */
export function itemsWithoutOrder(books: Books, form: Form): JsonObject[] {
	const comparison = comparisonIn(form);
	const orders = ordersIn(books, comparison);
	const records = books.answers
		.flatMap((answers) => answers.flatMap(recordsIn))
		.filter((record) => orders.find(keyOfRecord(record, comparison) ?? '').length === 0);
	const unread = itemsWithoutKey(books);
	const mayBe =
		unread.length === 1
			? `item ${named(unread)} could not be read, and may be its order`
			: `items ${named(unread)} could not be read, and one of them may be its order`;
	const explanation =
		unread.length === 0
			? 'No order of this run matches it.'
			: `No order of this run matches it, but ${mayBe}.`;
	return distinct(records).map((record) => ({
		status: unread.length === 0 ? 'unexpected' : 'unclear',
		key: comparison.rule.isOfQueue ? null : (keyOfRecord(record, comparison) ?? null),
		explanation,
		differences: [],
		record: shown(record, comparison, form),
	}));
}

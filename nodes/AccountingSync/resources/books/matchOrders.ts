import type { IDataObject } from 'n8n-workflow';

import type { Form } from '../../../shared/form/form';
import { type AnswerRecord, recordsIn } from '../../../shared/qbxml/answer';
import type { AnswerElement } from '../../../shared/qbxml/answerFromXml';
import { centsOf, withCents } from '../../../shared/qbxml/totals';
import { compareOrder, type OrderDifference } from '../../../shared/records/changes/compareOrder';
import { shownRecord } from '../../../shared/records/simplify';
import { type Comparison, comparisonIn } from './givenOrder';

/** Everything that an order is compared with. */
export interface Books {
	/** The answers to each request. The items of a run have the same objects. */
	answers: ReadonlyArray<readonly AnswerElement[]>;
	/** The forms of all items of the run, by item: the same object for all items. */
	forms: ReadonlyMap<number, Form>;
}

/** Keys that people would say are the same. */
const plain = (key: string): string => key.trim().toLowerCase();

/** What belongs to each key. */
type ByKey<Part> = ReadonlyMap<string, readonly Part[]>;

function grouped<Part>(parts: Iterable<Part>, keyOf: (part: Part) => string): ByKey<Part> {
	const groups = new Map<string, Part[]>();
	for (const part of parts) {
		const key = keyOf(part);
		const group = groups.get(key);
		if (group) group.push(part);
		else groups.set(key, [part]);
	}
	return groups;
}

/** Something that is worked out once for an object, and for each of the names given with it. */
function once<Source extends object, Result>(): (
	source: Source,
	name: string,
	make: () => Result,
) => Result {
	const known = new WeakMap<Source, Map<string, Result>>();
	return (source, name, make) => {
		const named = known.get(source) ?? new Map<string, Result>();
		known.set(source, named);
		const result = named.get(name) ?? make();
		named.set(name, result);
		return result;
	};
}

/** Stands for records without a key: no order has it. */
const WITHOUT_KEY = ' ';

const recordsByKey = once<readonly AnswerElement[], ByKey<AnswerRecord>>();
const ordersByKey = once<ReadonlyMap<number, Form>, ByKey<number>>();

const keyOfRecord = ({ fields }: AnswerRecord, { rule, kind, customField }: Comparison) =>
	rule.ofRecord(fields, kind, customField);

const indexOf = (answers: readonly AnswerElement[], comparison: Comparison): ByKey<AnswerRecord> =>
	recordsByKey(answers, comparison.scope, () =>
		grouped(
			answers.flatMap(recordsIn),
			(record) => plain(keyOfRecord(record, comparison) ?? WITHOUT_KEY) || WITHOUT_KEY,
		),
	);

/** Each record once. One that is changed while its windows are read may be in two of them. The later one counts. */
const distinct = (records: readonly AnswerRecord[]): AnswerRecord[] =>
	records.length < 2
		? [...records]
		: [...new Map(records.map((record) => [record.fields.TxnID ?? record, record])).values()];

const recordsWith = ({ answers }: Books, comparison: Comparison, key: string): AnswerRecord[] =>
	distinct(answers.flatMap((one) => indexOf(one, comparison).get(plain(key)) ?? []));

/** The items of the run that are orders with each key. */
const ordersIn = ({ forms }: Books, { scope }: Comparison): ByKey<number> =>
	ordersByKey(forms, scope, () => {
		const own = [...forms.keys()].filter(
			(itemIndex) => comparisonIn(forms.get(itemIndex) as Form).scope === scope,
		);
		return grouped(own, (itemIndex) => plain(comparisonIn(forms.get(itemIndex) as Form).key));
	});

/** The most records or items that are shown of those with the same key. */
const MOST_SHOWN = 10;

/** Items as people count them. */
function named(items: readonly number[]): string {
	const shown = items.slice(0, MOST_SHOWN).map((itemIndex) => itemIndex + 1);
	const others = items.length - shown.length;
	return others > 0
		? `${shown.join(', ')} and ${others} more`
		: [shown.slice(0, -1).join(', '), shown.at(-1)].join(' and ');
}

function differencesOf(
	{ kind, rule, order, tolerance }: Comparison,
	record: AnswerRecord,
	timezone: string,
): OrderDifference[] {
	// What the record was found by is the same, but for upper and lower case.
	const found = Object.fromEntries(rule.needs.map(({ name }) => [name, undefined]));
	const differences = compareOrder({ ...order, ...found }, record, { tolerance, timezone });
	const { [kind.balance ?? '']: balance } = record.fields;
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

const shown = (record: AnswerRecord, comparison: Comparison, form: Form): IDataObject =>
	shownRecord(record, pathsOf(comparison), form, pathsOf(comparison)) as IDataObject;

/** An order that can't be paired with one record: the books have several, or the run has several orders. */
function doubledItem(
	records: readonly AnswerRecord[],
	orders: readonly number[],
	comparison: Comparison,
	form: Form,
): IDataObject {
	const { kind, key, rule } = comparison;
	const same = `the same ${rule.name.toLowerCase()}`;
	const inBooks =
		records.length > 1
			? `The books have ${records.length} ${kind.plural} with ${same}${records.length > MOST_SHOWN ? `, of which ${MOST_SHOWN} are shown` : ''}.`
			: undefined;
	const inRun =
		orders.length > 1 ? `Items ${named(orders)} of this run are orders with ${same}.` : undefined;
	return {
		status: 'doubled',
		key,
		explanation: [inBooks, inRun].filter(Boolean).join(' '),
		differences: [],
		record: null,
		records: records.slice(0, MOST_SHOWN).map((record) => shown(record, comparison, form)),
	};
}

/** How one order stands beside the books. */
export function itemOfOrder(books: Books, form: Form): IDataObject {
	const comparison = comparisonIn(form);
	const { key, kind } = comparison;
	const records = recordsWith(books, comparison, key);
	const orders = ordersIn(books, comparison).get(plain(key)) ?? [];
	if (records.length > 1 || orders.length > 1) {
		return doubledItem(records, orders, comparison, form);
	}
	const [record] = records;
	if (!record) {
		const explanation = `The books have no such ${kind.noun} in the period.`;
		return { status: 'missing', key, explanation, differences: [], record: null };
	}
	const differences = differencesOf(comparison, record, form.timezone);
	return {
		status: differences.length > 0 ? 'different' : 'alike',
		key,
		explanation: differences.map(inWords).join('; '),
		differences: differences as unknown as IDataObject[],
		record: shown(record, comparison, form),
	};
}

/** The records of the books that no order of the run stands for. */
export function itemsWithoutOrder(books: Books, form: Form): IDataObject[] {
	const comparison = comparisonIn(form);
	const orders = ordersIn(books, comparison);
	const records = books.answers.flatMap((answers) =>
		[...indexOf(answers, comparison)].flatMap(([key, some]) => (orders.has(key) ? [] : some)),
	);
	return distinct(records).map((record) => ({
		status: 'unexpected',
		key: keyOfRecord(record, comparison) ?? null,
		explanation: 'No order of this run matches it.',
		differences: [],
		record: shown(record, comparison, form),
	}));
}

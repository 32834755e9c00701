import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { macroRange } from '../../company/date-macros';
import { knownTime, parseDateTime } from '../../company/dates';
import { StatusError } from '../protocol/status-errors';

/** A filter of a query. `missing` is a name in it that the company file does not have. */
export interface Criterion<T> {
	accepts: (record: T) => boolean;
	missing?: string;
}

/** The records that meet all criteria, and the first name that a criterion could not find. */
export const select = <T>(
	records: T[],
	criteria: Array<Criterion<T>>,
): { selected: T[]; missing?: string } => ({
	selected: records.filter((record) => criteria.every(({ accepts }) => accepts(record))),
	missing: criteria.find(({ missing }) => missing !== undefined)?.missing,
});

const lower = (text: string): string => text.toLowerCase();

const matchesBy: Record<string, (value: string, part: string) => boolean> = {
	StartsWith: (value, part) => value.startsWith(part),
	Contains: (value, part) => value.includes(part),
	EndsWith: (value, part) => value.endsWith(part),
};

/** The text starts with, contains or ends with another one, ignoring case. */
export function textMatches<T>(
	filter: XmlElement | undefined,
	field: string,
	valueOf: (record: T) => string,
): Criterion<T> {
	const matches = matchesBy[(filter && textOf(filter, 'MatchCriterion')) ?? ''];
	if (filter === undefined || matches === undefined) return { accepts: () => true };
	const part = lower(textOf(filter, field) ?? '');
	return { accepts: (record) => matches(lower(valueOf(record)), part) };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' });

/** The text lies between two others, inclusive, in the order of names: numbers by value, ignoring case. */
export function textInRange<T>(
	filter: XmlElement | undefined,
	fields: { from: string; to: string },
	valueOf: (record: T) => string,
): Criterion<T> {
	const from = filter && textOf(filter, fields.from);
	const to = filter && textOf(filter, fields.to);
	if (from !== undefined && to !== undefined && collator.compare(from, to) > 0) {
		throw new StatusError(3031);
	}
	return {
		accepts: (record) =>
			(from === undefined || collator.compare(valueOf(record), from) >= 0) &&
			(to === undefined || collator.compare(valueOf(record), to) <= 0),
	};
}

/** The record was modified between two times, inclusive, to the second. */
export function modifiedInRange<T extends { TimeModified: string }>(
	holder: XmlElement | undefined,
	timeZone: string,
	timeOf: (record: T) => string = ({ TimeModified }) => TimeModified,
): Criterion<T> {
	const from = parseDateTime((holder && textOf(holder, 'FromModifiedDate')) ?? '', { timeZone });
	const to = parseDateTime((holder && textOf(holder, 'ToModifiedDate')) ?? '', {
		endOfDay: true,
		timeZone,
	});
	if (from !== undefined && to !== undefined && from > to) throw new StatusError(3030);
	return {
		accepts: (record) => {
			const modified = knownTime(timeOf(record), timeZone);
			return (from === undefined || modified >= from) && (to === undefined || modified <= to);
		},
	};
}

/** The transaction is dated between two days, inclusive, or in the time that a word such as `LastMonth` names. */
export function datedInRange<T extends { TxnDate: string }>(
	filter: XmlElement | undefined,
	now: Date,
): Criterion<T> {
	const macro = filter && textOf(filter, 'DateMacro');
	const range = macro === undefined ? {} : macroRange(macro, now);
	const from = (filter && textOf(filter, 'FromTxnDate')) ?? range.from;
	const to = (filter && textOf(filter, 'ToTxnDate')) ?? range.to;
	if (from !== undefined && to !== undefined && from > to) throw new StatusError(3030);
	return {
		accepts: ({ TxnDate }) =>
			(from === undefined || TxnDate >= from) && (to === undefined || TxnDate <= to),
	};
}

interface Named {
	ListID: string;
	Name: string;
	FullName?: string;
}

/** The name of a list record as it is written in references. */
export const fullNameOf = ({ FullName, Name }: Named): string => FullName ?? Name;

const isSame = (one: string, other: string): boolean => lower(one) === lower(other);

/**
 * The record refers to one of the list records in an element such as EntityFilter. They are named by ListID or full name,
 * alone or with everything below them.
 */
export function refersToOneOf<T>(
	request: XmlElement,
	filterName: string,
	list: Named[],
	referencesOf: (record: T) => string[] | string,
): Criterion<T> {
	const filter = childOf(request, filterName);
	if (filter === undefined) return { accepts: () => true };
	const wanted = filter.children.map(({ name, text }) => ({
		text,
		withChildren: name.endsWith('WithChildren'),
		record: list.find((record) =>
			isSame(name.startsWith('ListID') ? record.ListID : fullNameOf(record), text),
		),
	}));
	const accepted = new Set(
		wanted.flatMap(({ record, withChildren }) => {
			if (record === undefined) return [];
			const below = withChildren
				? list.filter((other) => fullNameOf(other).startsWith(`${fullNameOf(record)}:`))
				: [];
			return [record, ...below].map(({ ListID }) => ListID);
		}),
	);
	return {
		accepts: (record) => [referencesOf(record)].flat().some((reference) => accepted.has(reference)),
		missing: wanted.find(({ record }) => record === undefined)?.text,
	};
}

/** The records that a request names in such an element, to the letter. */
export const namedExactly = <T>(
	request: XmlElement,
	element: string,
	records: T[],
	valueOf: (record: T) => string,
) => named(request, element, records, valueOf, (value) => value);

/** The records that a request names in such an element; undefined when it has no such element. */
export function named<T>(
	request: XmlElement,
	element: string,
	records: T[],
	valueOf: (record: T) => string,
	form: (value: string) => string = lower,
): { selected: T[]; missing?: string } | undefined {
	const values = childrenOf(request, element).map(({ text }) => text);
	if (values.length === 0) return undefined;
	const byValue = new Map<string, T[]>();
	for (const record of records) {
		const value = form(valueOf(record));
		const others = byValue.get(value);
		if (others) others.push(record);
		else byValue.set(value, [record]);
	}
	const found = values.map((value) => byValue.get(form(value)) ?? []);
	const missing = values.find((_, index) => found[index].length === 0);
	return { selected: [...new Set(found.flat())], missing };
}

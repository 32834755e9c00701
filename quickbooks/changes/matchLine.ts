import { sameElement } from '../facts/sameElement';
import { FormError } from '../form/formError';
import { isGiven, unfolded, type Values } from '../qbxml/requestValues';
import type { ElementValues } from '../records/record';
import type { BookedLine, LineKind } from './lineKinds';
import { isSame, partOf, shownValue } from './meaning';

/** What a line can be found by if its ID isn't given, the first that it has. */
const keys = [
	...['PaymentTxnID', 'TxnID', 'ItemRef', 'ItemInventoryRef', 'ItemGroupRef', 'AccountRef'],
] as const;

const keyIn = (values: Values): string | undefined => keys.find((name) => isGiven(values[name]));

/** Lines with those of their groups. */
export const withInner = (lines: readonly BookedLine[]): BookedLine[] =>
	lines.flatMap((line) => [line, ...withInner(line.inner)]);

function textOf({ element, fields }: BookedLine, name: string): string | null {
	const part = sameElement(element.content, name);
	return part ? shownValue(part, partOf(fields, name), 'UTC') : null;
}

/** A line as people recognise it: "Line 2 (Consulting, 2.5, 150.00, ID 5B1C-1700000001)". */
function described(line: BookedLine): string {
	const key = keys.find((name) => isGiven(partOf(line.fields, name)));
	const parts = [
		...(key === undefined ? [] : [textOf(line, key)]),
		...['Quantity', 'Amount', 'Desc', 'Memo'].map((name) => textOf(line, name)),
	].filter((part) => part !== null);
	const id = line.id === undefined ? [] : [`ID ${line.id}`];
	return `${line.label} (${[...parts, ...id].join(', ')})`;
}

const listed = (lines: readonly BookedLine[]): string => lines.map(described).join('; ');

/** Whether two IDs of lines are the same. */
export const isSameId = (one: string | undefined, other: string): boolean =>
	one !== undefined && one !== '' && one.toUpperCase() === other.toUpperCase();

/** The ID by which a wanted line names one that is there. */
export const wantedId = ({ id }: LineKind, values: Values): string | undefined =>
	id === undefined || !isGiven(values[id]) ? undefined : String(values[id]).trim();

/** The lines of a record that a wanted line can mean: by its ID, or else by its item or account. */
export function linesMeant(
	kind: LineKind,
	booked: readonly BookedLine[],
	[name, given]: ElementValues,
	timezone: string,
): BookedLine[] {
	const lines = withInner(booked);
	const values = unfolded(given);
	const id = wantedId(kind, values);
	if (id !== undefined) return lines.filter((line) => isSameId(line.id, id));
	const key = keyIn(values);
	if (key === undefined) return [];
	const found = lines.filter(({ element, fields }) => {
		const part = sameElement(element.content, key);
		return part !== undefined && isSame(part, partOf(fields, key), values[key], timezone);
	});
	const ofSort = found.filter(({ element }) => element.add === name);
	return ofSort.length > 0 ? ofSort : found;
}

/** Whether a line of a record holds all that is given of a wanted one, as far as it can hold it. */
export const holds = (
	{ element, fields }: BookedLine,
	[, given]: ElementValues,
	timezone: string,
): boolean =>
	Object.entries(unfolded(given)).every(([name, value]) => {
		const part = sameElement(element.content, name);
		return part === undefined || isSame(part, partOf(fields, name), value, timezone);
	});

/** What a wanted line is found by, in words, and as a query would ask for it. */
interface FoundBy {
	/** Such as "the Item Lumber". */
	words: string;
	key: string;
	value: unknown;
}

function foundBy(kind: LineKind, [, given]: ElementValues, timezone: string): FoundBy | undefined {
	const values = unfolded(given);
	const id = wantedId(kind, values);
	if (id !== undefined) return { words: `the ID ${id}`, key: String(kind.id), value: id };
	const key = keyIn(values);
	if (key === undefined) return undefined;
	const part = kind.elements
		.map(({ content }) => sameElement(content, key))
		.find((one) => one !== undefined) ?? { name: key, type: 'string' };
	const value = values[key];
	return { words: `the ${kind.labelOf(key)} ${shownValue(part, value, timezone)}`, key, value };
}

/** Whether a wanted line names the line of the record itself, or the transaction that it stands for. */
export function isNamedById([, given]: ElementValues): boolean {
	const values = unfolded(given);
	return ['TxnLineID', 'TxnID', 'PaymentTxnID'].some((name) => isGiven(values[name]));
}

export const noLineWith = (words: string): string => `the record has no line with ${words}.`;

/** A line that was to be removed and is not in the record. */
export interface MissingLine extends FoundBy {
	/** Such as "Line 1". */
	label: string;
	/** Whether it was there when the record was read first. */
	wasThere: boolean;
}

/** A line of the record that a wanted line means, or that there is none like it any more. */
export type Meant = { line: BookedLine } | { missing: MissingLine };

/** What errors call a wanted line. */
export const labelOf = ({ singular }: LineKind, index: number): string =>
	`${singular} ${index + 1}`;

/** How the wanted lines of a kind are found. */
export interface Finding {
	timezone: string;
	/**
	 * The IDs of the lines that were meant when the record was read first, null for none. What has come since is never taken
	 * instead of them.
	 */
	ids?: ReadonlyArray<string | null>;
	/** Whether a line that is named by what it holds has to hold all that is given. */
	isWhole?: boolean;
}

/**
 * The line of a record that a wanted line means.
 * @param index The place of the wanted line among the others.
 * @throws FormError if several could be meant, or another one than when the record was read first.
 */
export function lineMeant(
	kind: LineKind,
	booked: readonly BookedLine[],
	wanted: ElementValues,
	index: number,
	{ timezone, ids, isWhole = false }: Finding,
): Meant {
	const label = labelOf(kind, index);
	const by = foundBy(kind, wanted, timezone);
	if (!by) {
		throw new FormError(
			`${label} doesn't say which line of the record it means.`,
			'Give its line ID, or the item or account by which it can be found.',
		);
	}
	const isFit = (line: BookedLine): boolean =>
		!isWhole || by.key === kind.id || holds(line, wanted, timezone);
	const alike = linesMeant(kind, booked, wanted, timezone);
	const id = ids?.[index];
	const named =
		id === undefined ? alike : withInner(booked).filter((line) => isSameId(line.id, id ?? ''));
	const found = named.filter(isFit);
	const [line] = found;
	if (!line && named.length > 0) {
		throw new FormError(
			`${label}: the record has a line with ${by.words}, but it doesn't hold what else is filled in.`,
			`Nothing was written. Leave the other fields empty, or say which line by its line ID: ${listed(named)}.`,
		);
	}
	if (found.length > 1) {
		throw new FormError(
			`${label}: ${found.length} lines of the record have ${by.words}.`,
			`Say which one by its line ID: ${listed(found)}.`,
		);
	}
	if (line) return { line };
	const others = alike.filter(isFit);
	if (others.length > 0) {
		const what =
			id === null ? 'there was no line of the record with' : 'the line of the record with';
		throw new FormError(
			`${label}: ${what} ${by.words}${id === null ? '' : ' is gone'}, and another one has appeared.`,
			`Nobody can tell whether it is the one that was meant, so nothing was written. If it is, give its line ID, or run the item in a new execution: ${listed(others)}.`,
		);
	}
	return { missing: { ...by, label, wasThere: typeof id === 'string' } };
}

/**
 * The line of a record that a wanted line means and that has to be there.
 * @throws FormError if it is not.
 */
export function requireLine(booked: readonly BookedLine[], meant: Meant): BookedLine {
	if ('line' in meant) return meant.line;
	const { label, words } = meant.missing;
	throw new FormError(
		`${label}: ${noLineWith(words)}`,
		booked.length === 0 ? 'It has no such lines.' : `Its lines: ${listed(withInner(booked))}.`,
	);
}

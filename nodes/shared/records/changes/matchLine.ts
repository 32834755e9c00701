import { sameElement } from '../../../../qbxml/same-element';
import { FormError } from '../../form/formError';
import { isGiven, unfolded, type Values } from '../../qbxml/requestValues';
import type { ElementValues } from '../record';
import type { BookedLine, LineKind } from './lineKinds';
import { isSame, partOf, shownValue } from './meaning';

/** What a line can be found by if its ID isn't given, the first that it has. */
const keys = [
	...['PaymentTxnID', 'TxnID', 'ItemRef', 'ItemInventoryRef', 'ItemGroupRef', 'AccountRef'],
] as const;

const keyIn = (values: Values): string | undefined => keys.find((name) => isGiven(values[name]));

const withInner = (lines: readonly BookedLine[]): BookedLine[] =>
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
	if (id !== undefined) return lines.filter((line) => line.id?.toUpperCase() === id.toUpperCase());
	const key = keyIn(values);
	if (key === undefined) return [];
	const found = lines.filter(({ element, fields }) => {
		const part = sameElement(element.content, key);
		return part !== undefined && isSame(part, partOf(fields, key), values[key], timezone);
	});
	const ofSort = found.filter(({ element }) => element.add === name);
	return ofSort.length > 0 ? ofSort : found;
}

/**
 * The line of a record that a wanted line means.
 * @param label What errors call the wanted line.
 * @throws FormError if there is none, or if several could be meant.
 */
export function matchingLine(
	kind: LineKind,
	booked: readonly BookedLine[],
	wanted: ElementValues,
	{ label, timezone }: { label: string; timezone: string },
): BookedLine {
	const found = linesMeant(kind, booked, wanted, timezone);
	if (found.length === 1) return found[0];
	const values = unfolded(wanted[1]);
	const [id, key] = [wantedId(kind, values), keyIn(values)];
	const there =
		booked.length === 0 ? 'It has no such lines.' : `Its lines: ${listed(withInner(booked))}.`;
	if (id !== undefined) {
		throw new FormError(`${label}: the record has no line with the ID ${id}.`, there);
	}
	if (key === undefined) {
		throw new FormError(
			`${label} doesn't say which line of the record it means.`,
			'Give its line ID, or the item or account by which it can be found.',
		);
	}
	const part = kind.elements
		.map(({ content }) => sameElement(content, key))
		.find((one) => one !== undefined) ?? { name: key, type: 'string' };
	const what = `the ${kind.labelOf(key)} ${shownValue(part, values[key], timezone)}`;
	if (found.length === 0)
		throw new FormError(`${label}: no line of the record has ${what}.`, there);
	throw new FormError(
		`${label}: ${found.length} lines of the record have ${what}.`,
		`Say which one by its line ID: ${listed(found)}.`,
	);
}

import type { XmlContent } from '../../xml/write';

/** The elements of a record in qbXML's order. A pair is an element's name and the order inside it. */
export type ElementOrder = ReadonlyArray<string | readonly [name: string, inside: ElementOrder]>;

/** A record in the company file, or a part of one. */
export interface RecordContent {
	[element: string]: RecordValue | undefined;
}
type RecordValue = string | RecordContent | RecordValue[];

const reference: ElementOrder = ['ListID', 'FullName'];

export const dataExtension: ElementOrder = [
	'OwnerID',
	'DataExtName',
	'DataExtType',
	'DataExtValue',
];

const addressLines = ['Addr1', 'Addr2', 'Addr3', 'Addr4', 'Addr5'];

export const address: ElementOrder = [
	...addressLines,
	'City',
	'State',
	'PostalCode',
	'Country',
	'Note',
];

export const addressBlock: ElementOrder = addressLines;

/** The first elements of each list record. */
export const listHead: ElementOrder = ['ListID', 'TimeCreated', 'TimeModified', 'EditSequence'];

/** References by name, to spread into an order. */
export const references = (
	...names: string[]
): ReadonlyArray<readonly [name: string, inside: ElementOrder]> =>
	names.map((name) => [name, reference] as const);

const nameOf = (entry: ElementOrder[number]): string =>
	typeof entry === 'string' ? entry : entry[0];

function arrangeValue(value: RecordValue, inside: ElementOrder | undefined): XmlContent {
	if (Array.isArray(value)) return value.map((one) => arrangeValue(one, inside));
	if (typeof value === 'string') return value;
	if (inside === undefined) throw new Error('A record has elements where the schema has text.');
	return arrange(value, inside);
}

/**
 * The record with its elements in order, ready to be written. Elements without a value are left out, and so are top-level
 * elements that `isWanted` rejects.
 */
export const arrange = (
	record: RecordContent,
	order: ElementOrder,
	isWanted: (element: string) => boolean = () => true,
): { [name: string]: XmlContent | undefined } =>
	Object.fromEntries(
		order.flatMap((entry) => {
			const name = nameOf(entry);
			const value = record[name];
			if (value === undefined || !isWanted(name)) return [];
			return [[name, arrangeValue(value, typeof entry === 'string' ? undefined : entry[1])]];
		}),
	);

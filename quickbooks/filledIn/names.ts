import type { JsonObject } from '../json/object';
import { isGiven, isValues } from '../qbxml/requestValues';
import type { RecordField, RecordLines } from '../records/record';

/** Elements whose fields have been called otherwise since the first version. */
const names: Readonly<Record<string, string>> = { TxnDate: 'transactionDate', Desc: 'description' };

const camelCase = (name: string): string =>
	name
		.replace(/^(?:[A-Z]+(?=[A-Z][a-z])|[A-Z]+$|[A-Z])/, (start) => start.toLowerCase())
		.replace(/ID$/, 'Id');

/** The name of a field in the form: `ARAccountRef` is `arAccountListId`. */
export const nameOf = ({ path, name }: RecordField): string =>
	name ?? names[path] ?? camelCase(path.split('.').join('')).replace(/Ref$/, 'ListId');

export const REFERENCES = 'references';

/** The references in a field for several, each as its locator was filled in. Undefined for any other field. */
export function severalIn(value: unknown): unknown[] | undefined {
	if (!isValues(value)) return undefined;
	const { [REFERENCES]: rows } = value;
	if (Array.isArray(rows)) return rows.map((row: { listId?: unknown }) => row.listId);
	return isGiven(value) ? undefined : [];
}

/** The name of a lines field when the lines are given as JSON. */
export const jsonNameOf = ({ name }: RecordLines): string => `${name}Json`;

/** The lines of one kind as they were filled in, not as JSON. */
export const lineRows = ({ name }: RecordLines, values: JsonObject): JsonObject[] =>
	(values[name] as { line?: JsonObject[] } | undefined)?.line ?? [];

/** What a form holds for lines of which it shows one that nobody has filled in. It is recognised as this very object. */
export const notFilledIn: JsonObject = Object.freeze({});

/** Whether the form shows a line that nobody has filled in. */
export const isNotFilledIn = ({ name }: RecordLines, values: JsonObject): boolean =>
	values[name] === notFilledIn;

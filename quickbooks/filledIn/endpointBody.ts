import { type Group, isGroup, type Leaf } from '../facts/facts';
import { problemOfValue } from '../facts/valueTypes';
import { chosen, isChoice } from '../form/choice';
import { type Convert, quantityAsNumber, required, text, trimmed } from '../form/convert';
import { type FieldSpec, wireValues } from '../form/fieldSpec';
import type { Form } from '../form/form';
import { FormError } from '../form/formError';
import { objectsFrom } from '../form/json';
import { isObject, type JsonObject } from '../json/object';
import { contentOfRecord, elementAt } from '../qbxml/recordFacts';
import { isGiven } from '../qbxml/requestValues';
import type { RequestElement } from '../qbxml/requestXml';
import type { RecordField, RecordForm, RecordLines } from '../records/record';
import { addressValues, partsOfAddress, wireNameOfPart } from './addressFields';
import { jsonNameOf, lineRows, nameOf } from './names';
import { convertOf } from './valueOfLeaf';

/** Whether an endpoint takes a value: it has a name for it, and it is no name of a record. */
const isTaken = ({ wire }: RecordField, value: unknown): boolean =>
	!isGiven(value) ||
	(wire !== undefined && !(isChoice(value) && value.mode === 'name' && isGiven(value.value)));

const isFilled = (value: unknown): boolean => isGiven(isChoice(value) ? value.value : value);

const areTaken = (rows: readonly RecordField[], values: JsonObject): boolean =>
	rows.every((row) => !isFilled(values[nameOf(row)]) || isTaken(row, values[nameOf(row)]));

function areLinesTaken(lines: RecordLines, form: Form): boolean {
	const { fields, further = [], label } = lines;
	if (form.values.specifyLines === 'json') {
		const names = fields.flatMap(({ wire }) => wire ?? []);
		return objectsFrom(form.values[jsonNameOf(lines)], `${label} (JSON)`).every((line) =>
			Object.keys(line).every((key) => names.includes(key)),
		);
	}
	return lineRows(lines, form.values).every(
		(line) =>
			areTaken(fields, line) && areTaken(further, (line.additionalFields ?? {}) as JsonObject),
	);
}

/** Whether the record's own endpoint takes all that was filled in. */
export const isForEndpoint = ({ fields, further, lines = [] }: RecordForm, form: Form): boolean =>
	areTaken(fields, form.values) &&
	areTaken(further, (form.values.additionalFields ?? {}) as JsonObject) &&
	lines.every((one) => areLinesTaken(one, form));

/** The endpoint takes quantities as numbers (interface, section 4.3). */
function leafConvert(facts: Leaf | Group | undefined): Convert {
	if (!facts || isGroup(facts)) return text;
	return facts.type === 'quantity' ? quantityAsNumber : convertOf(facts);
}

/** Refuses what QuickBooks would refuse by its facts, such as a number that is too long, before anything is sent. */
const checked =
	(convert: Convert, facts: Leaf | Group | undefined): Convert =>
	(given, reading) => {
		const value = convert(given, reading);
		if (value === undefined || !facts || isGroup(facts)) return value;
		const problem = String(value).trim() === '' ? 'is empty' : problemOfValue(String(value), facts);
		if (problem === undefined) return value;
		const isLong = facts.maxLength !== undefined && String(value).length > facts.maxLength;
		throw new FormError(
			`${reading.label} ${problem}.`,
			`${isLong ? `Shorten it to ${facts.maxLength} characters. ` : ''}Nothing was sent.`,
		);
	};

/** A row as the endpoint takes it, in the line or the record of the type that it belongs to. */
function specOf(
	row: RecordField,
	{ type, isChecked }: { type: string; isChecked: boolean },
	path: string,
): FieldSpec {
	const content = contentOfRecord(type);
	const facts = elementAt(content, path);
	const sent = (convert: Convert, leaf: Leaf | Group | undefined) =>
		isChecked ? checked(convert, leaf) : convert;
	const convert =
		row.list === undefined
			? sent(leafConvert(facts), facts)
			: chosen(sent(trimmed, elementAt(content, `${path}.ListID`)));
	return {
		displayName: row.label,
		name: nameOf(row),
		type: 'string',
		default: '',
		wire: row.wire ?? '',
		convert: row.required ? required(convert) : convert,
	};
}

function isAddress(type: string, { path, list }: RecordField): boolean {
	const facts = elementAt(contentOfRecord(type), path);
	return list === undefined && facts !== undefined && isGroup(facts);
}

/** The addresses under their names on the wire. */
const addresses = (
	{ type, isChecked }: { type: string; isChecked: boolean },
	rows: readonly RecordField[],
	values: JsonObject,
	timezone: string,
): JsonObject =>
	Object.fromEntries(
		rows.flatMap((row) => {
			const { address } = (values[nameOf(row)] ?? {}) as { address?: JsonObject };
			const body = Object.entries(addressValues(address ?? {})).flatMap(([element, part]) => {
				const facts = elementAt(contentOfRecord(type), `${row.path}.${element}`);
				const convert = isChecked ? checked(text, facts) : text;
				const written = convert(part, { label: `${row.label}: ${element}`, timezone });
				return written === undefined ? [] : [[wireNameOfPart(element), written]];
			});
			return body.length === 0 ? [] : [[row.wire, Object.fromEntries(body)]];
		}),
	) as JsonObject;

function linesOf(
	of: { type: string; isChecked: boolean },
	lines: RecordLines,
	form: Form,
): JsonObject[] {
	const rows = lines.fields.filter(({ wire }) => wire !== undefined);
	const specs = rows.map((row) => specOf(row, of, `${lines.path}.${row.path}`));
	const isJson = form.values.specifyLines === 'json';
	const given = isJson
		? objectsFrom(form.values[jsonNameOf(lines)], `${lines.label} (JSON)`).map((line) =>
				Object.fromEntries(rows.map((row) => [nameOf(row), line[row.wire ?? '']])),
			)
		: lineRows(lines, form.values).map((line) => withoutIdle(lines, rows, line));
	return given.map((line, index) =>
		wireValues(specs, line as JsonObject, form.timezone, `Line ${index + 1}: `),
	);
}

/** A line of the form without what nobody has filled in. */
function withoutIdle(
	lines: RecordLines,
	rows: readonly RecordField[],
	line: JsonObject,
): JsonObject {
	if (!lines.fromForm) return line;
	const byPath = Object.fromEntries(
		rows.filter((row) => isFilled(line[nameOf(row)])).map((row) => [row.path, line[nameOf(row)]]),
	);
	const kept = lines.fromForm(byPath);
	return Object.fromEntries(
		rows.map((row) => [nameOf(row), row.path in kept ? line[nameOf(row)] : undefined]),
	) as JsonObject;
}

/**
 * The body for the record's own endpoint (interface, section 4.3).
 * @param isChecked Whether what QuickBooks would refuse by its facts is refused here.
 * @throws FormError for values that can't be.
 */
export function endpointBody(form: RecordForm, filledIn: Form, isChecked: boolean): JsonObject {
	const { qbxml, fields, further, lines = [] } = form;
	const of = { type: qbxml, isChecked };
	const { values, timezone } = filledIn;
	const additional = (values.additionalFields ?? {}) as JsonObject;
	const taken = further.filter(({ wire }) => wire !== undefined);
	const plain = taken.filter((row) => !isAddress(qbxml, row));
	const specs = (rows: readonly RecordField[]) => rows.map((row) => specOf(row, of, row.path));
	return {
		...wireValues(specs(fields), values, timezone),
		...Object.fromEntries(lines.map((one) => [one.name, linesOf(of, one, filledIn)])),
		...wireValues(specs(plain), additional, timezone),
		...addresses(
			of,
			taken.filter((row) => isAddress(qbxml, row)),
			additional,
			timezone,
		),
	};
}

const elementNamed = (
	name: string,
	text: string,
	children: readonly RequestElement[] = [],
): RequestElement => ({ name, attributes: {}, text, children });

/** What the endpoint makes of one value. Undefined for what is no such value. */
function elementOfValue(row: RecordField, value: unknown): RequestElement | undefined {
	const { path, list } = row;
	if (isObject(value)) {
		const names = Object.keys(value);
		const parts = partsOfAddress.filter((part) => names.includes(wireNameOfPart(part)));
		if (list !== undefined || parts.length < names.length) return undefined;
		const children = parts.map((part) => {
			const given = value[wireNameOfPart(part)];
			return elementNamed(part, isGiven(given) ? String(given) : '');
		});
		return elementNamed(path, '', children);
	}
	if (typeof value === 'object' && value !== null) return undefined;
	const text = isGiven(value) ? String(value) : '';
	return list === undefined
		? elementNamed(path, text)
		: elementNamed(path, '', [elementNamed('ListID', text)]);
}

/** The elements that the endpoint makes of a body, or of a line in it. Undefined if it has more than the form knows. */
function elementsOfBody(
	rows: readonly RecordField[],
	body: JsonObject,
): RequestElement[] | undefined {
	const elements = Object.entries(body).map(([name, value]) => {
		const row = rows.find(({ wire }) => wire === name);
		return row && elementOfValue(row, value);
	});
	const known = elements.filter((one) => one !== undefined);
	return known.length === elements.length ? known : undefined;
}

/**
 * The element that the record's own endpoint adds for a body (interface, section 4.3), such as `InvoiceAdd`.
 * @returns Undefined if the body has more than the form knows.
 */
export function elementOfBody(
	{ qbxml, fields, further, lines = [] }: RecordForm,
	body: JsonObject,
): RequestElement | undefined {
	const own: JsonObject = { ...body };
	const ofLines = lines.flatMap((one) => {
		const { [one.name]: given = [] } = own;
		delete own[one.name];
		return (Array.isArray(given) ? given : [undefined]).map((line: unknown) => {
			const rows = [...one.fields, ...(one.further ?? [])];
			const children = isObject(line) ? elementsOfBody(rows, line) : undefined;
			return children && elementNamed(one.path, '', children);
		});
	});
	const known = ofLines.filter((one) => one !== undefined);
	const others = elementsOfBody([...fields, ...further], own);
	return others && known.length === ofLines.length
		? elementNamed(`${qbxml}Add`, '', [...others, ...known])
		: undefined;
}

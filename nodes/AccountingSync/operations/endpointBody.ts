import type { IDataObject } from 'n8n-workflow';

import { type Group, isGroup, type Leaf } from '../../../qbxml/facts';
import { chosen, isChoice } from '../../shared/form/choice';
import { type Convert, quantity, required, text, trimmed } from '../../shared/form/convert';
import { type FieldSpec, wireValues } from '../../shared/form/fieldSpec';
import type { Form } from '../../shared/form/form';
import { objectsFrom } from '../../shared/form/json';
import { contentOfRecord, elementAt } from '../../shared/qbxml/recordFacts';
import { isGiven } from '../../shared/qbxml/requestValues';
import type { RecordField, RecordForm, RecordLines } from '../../shared/records/record';
import { addressValues, wireNameOfPart } from '../fields/addressFields';
import { jsonNameOf, lineRows, nameOf } from '../fields/recordFields';
import { convertOf } from './valueOfLeaf';

/** Whether an endpoint takes a value: it has a name for it, and it is no name of a record. */
const isTaken = ({ wire }: RecordField, value: unknown): boolean =>
	!isGiven(value) ||
	(wire !== undefined && !(isChoice(value) && value.mode === 'name' && isGiven(value.value)));

const isFilled = (value: unknown): boolean => isGiven(isChoice(value) ? value.value : value);

const areTaken = (rows: readonly RecordField[], values: IDataObject): boolean =>
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
			areTaken(fields, line) && areTaken(further, (line.additionalFields ?? {}) as IDataObject),
	);
}

/** Whether the record's own endpoint takes all that was filled in. */
export const isForEndpoint = ({ fields, further, lines = [] }: RecordForm, form: Form): boolean =>
	areTaken(fields, form.values) &&
	areTaken(further, (form.values.additionalFields ?? {}) as IDataObject) &&
	lines.every((one) => areLinesTaken(one, form));

/** The endpoint takes quantities as numbers (interface, section 4.3). */
function leafConvert(facts: Leaf | Group | undefined): Convert {
	if (!facts || isGroup(facts)) return text;
	return facts.type === 'quantity' ? quantity : convertOf(facts);
}

/** A row as the endpoint takes it, in the line or the record of the type that it belongs to. */
function specOf(row: RecordField, type: string, path: string): FieldSpec {
	const facts = elementAt(contentOfRecord(type), path);
	const convert = row.list === undefined ? leafConvert(facts) : chosen(trimmed);
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
	rows: readonly RecordField[],
	values: IDataObject,
	timezone: string,
): IDataObject =>
	Object.fromEntries(
		rows.flatMap((row) => {
			const { address } = (values[nameOf(row)] ?? {}) as { address?: IDataObject };
			const body = Object.entries(addressValues(address ?? {})).flatMap(([element, part]) => {
				const written = text(part, { label: `${row.label}: ${element}`, timezone });
				return written === undefined ? [] : [[wireNameOfPart(element), written]];
			});
			return body.length === 0 ? [] : [[row.wire, Object.fromEntries(body)]];
		}),
	) as IDataObject;

function linesOf(type: string, lines: RecordLines, form: Form): IDataObject[] {
	const rows = lines.fields.filter(({ wire }) => wire !== undefined);
	const specs = rows.map((row) => specOf(row, type, `${lines.path}.${row.path}`));
	const isJson = form.values.specifyLines === 'json';
	const given = isJson
		? objectsFrom(form.values[jsonNameOf(lines)], `${lines.label} (JSON)`).map((line) =>
				Object.fromEntries(rows.map((row) => [nameOf(row), line[row.wire ?? '']])),
			)
		: lineRows(lines, form.values).map((line) => withoutIdle(lines, rows, line));
	return given.map((line, index) =>
		wireValues(specs, line as IDataObject, form.timezone, `Line ${index + 1}: `),
	);
}

/** A line of the form without what nobody has filled in. */
function withoutIdle(
	lines: RecordLines,
	rows: readonly RecordField[],
	line: IDataObject,
): IDataObject {
	if (!lines.fromForm) return line;
	const byPath = Object.fromEntries(
		rows.filter((row) => isFilled(line[nameOf(row)])).map((row) => [row.path, line[nameOf(row)]]),
	);
	const kept = lines.fromForm(byPath);
	return Object.fromEntries(
		rows.map((row) => [nameOf(row), row.path in kept ? line[nameOf(row)] : undefined]),
	) as IDataObject;
}

/**
 * The body for the record's own endpoint (interface, section 4.3).
 * @throws FormError for values that can't be.
 */
export function endpointBody(form: RecordForm, filledIn: Form): IDataObject {
	const { qbxml, fields, further, lines = [] } = form;
	const { values, timezone } = filledIn;
	const additional = (values.additionalFields ?? {}) as IDataObject;
	const taken = further.filter(({ wire }) => wire !== undefined);
	const plain = taken.filter((row) => !isAddress(qbxml, row));
	const specs = (rows: readonly RecordField[]) => rows.map((row) => specOf(row, qbxml, row.path));
	return {
		...wireValues(specs(fields), values, timezone),
		...Object.fromEntries(lines.map((one) => [one.name, linesOf(qbxml, one, filledIn)])),
		...wireValues(specs(plain), additional, timezone),
		...addresses(
			taken.filter((row) => isAddress(qbxml, row)),
			additional,
			timezone,
		),
	};
}

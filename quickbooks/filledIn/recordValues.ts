import { type Content, type Group, isGroup, type Leaf } from '../facts/facts';
import { chosen, isChoice } from '../form/choice';
import { type Reading, trimmed } from '../form/convert';
import type { Form } from '../form/form';
import { FormError } from '../form/formError';
import { objectsFrom } from '../form/json';
import { isRefused, keyWithoutValue } from '../form/nothing';
import { hasJoinedNothing } from '../form/templates';
import type { JsonObject } from '../json/object';
import { keyOfLines } from '../qbxml/encodeRequest';
import { contentOfRecord, elementAt, isRequiredAt } from '../qbxml/recordFacts';
import { isGiven, isValues, unfolded } from '../qbxml/requestValues';
import { withArticle } from '../qbxml/words';
import type { ElementValues, RecordField, RecordForm, RecordLines } from '../records/record';
import { addressValues } from './addressFields';
import { isNotFilledIn, jsonNameOf, lineRows, nameOf, severalIn } from './names';
import { convertOf } from './valueOfLeaf';
import { whenNothingIn } from './whenNothing';

/** Values by the paths of elements, as the encoder takes them. */
export type ValuesByPath = Record<string, unknown>;

const MODE_OF_NAMES = 'name';

/** A reference by the name or the ID that was chosen. Undefined if the field is empty. */
function referenceValue(value: unknown, reading: Reading): unknown {
	const given = chosen(trimmed)(value, reading);
	if (given === undefined) return undefined;
	const isName = isChoice(value) && value.mode === MODE_OF_NAMES;
	return isName ? { FullName: given } : { ListID: given };
}

/** What a field of an element holds, as the encoder takes it. */
function valueOf(
	row: RecordField,
	facts: Leaf | Group | undefined,
	raw: unknown,
	reading: Reading,
): unknown {
	if (row.list !== undefined) {
		const several = severalIn(raw);
		return several
			? several.map((one) => referenceValue(one, reading))
			: referenceValue(raw, reading);
	}
	if (!facts) throw new Error(`qbXML has no ${row.path} there.`);
	if (!isGroup(facts)) return convertOf(facts)(raw, reading);
	const { address } = (raw ?? {}) as { address?: JsonObject };
	return addressValues(address ?? {});
}

/** The values of fields by path. What was left empty is left out. */
export function valuesOf(
	content: Content,
	rows: readonly RecordField[],
	values: JsonObject,
	{ timezone, label: labelPrefix }: Reading,
): ValuesByPath {
	const byPath: ValuesByPath = {};
	for (const row of rows) {
		const facts = row.facts ?? elementAt(content, row.path);
		const reading = { label: `${labelPrefix}${row.label}`, timezone };
		const value = valueOf(row, facts, values[nameOf(row)], reading);
		if (isGiven(value)) byPath[row.path] = value;
	}
	return byPath;
}

/** The values of fields and of the collection that stands beside them. */
const withFurther = (
	content: Content,
	{ fields, further = [] }: Pick<RecordLines, 'fields' | 'further'>,
	values: JsonObject,
	reading: Reading,
): ValuesByPath => ({
	...valuesOf(content, fields, values, reading),
	...valuesOf(content, further, (values.additionalFields ?? {}) as JsonObject, reading),
});

/** The name of a line in errors, such as "Expense Line". */
export const singularOf = ({ label }: RecordLines): string => label.replace(/s$/, '');

const rowsOf = ({ fields, further = [] }: RecordLines): readonly RecordField[] => [
	...fields,
	...further,
];

/** What a key of a line in JSON stands for: the row, if the form has one, and what its element may hold. */
function meantBy(lines: RecordLines, type: string, key: string) {
	const [first] = key.split('.');
	const rows = rowsOf(lines);
	const row =
		rows.find(({ wire, path }) => wire === key || path === key) ??
		rows.find(({ path }) => path === first);
	const path = row?.wire === key ? row.path : key;
	return {
		row,
		facts: row?.facts ?? elementAt(contentOfRecord(type), `${lines.path}.${path}`),
		isOptional: row === undefined || !lines.fields.includes(row),
	};
}

/** Refuses keys of a line in JSON that are there without a value, where that decides what is written. */
function refuseEmptyKeys(
	lines: RecordLines,
	type: string,
	line: JsonObject,
	{ label, expression, outer = '' }: { label: string; expression?: string; outer?: string },
): void {
	for (const [name, value] of Object.entries(line)) {
		const key = `${outer}${name}`;
		const { row, facts, isOptional } = meantBy(lines, type, key);
		if (isValues(value) && isGiven(value)) {
			refuseEmptyKeys(lines, type, value as JsonObject, { label, expression, outer: `${key}.` });
			continue;
		}
		const when = whenNothingIn({ list: row?.list }, facts, { isOptional });
		const held = isValues(value) ? undefined : value;
		if (isRefused(held, when) || (when !== 'leftOut' && hasJoinedNothing(expression, held))) {
			throw keyWithoutValue(`${label}: ${row?.label ?? key}`, key, held, expression);
		}
	}
}

/** Refuses a line in JSON that names one thing twice, such as by its name on the wire and in qbXML: nobody could say which counts. */
function refuseTwice(lines: RecordLines, type: string, line: JsonObject, label: string): void {
	const keys = new Map<string, string>();
	for (const key of Object.keys(line)) {
		const { row } = meantBy(lines, type, key);
		const meant = row?.wire === key || row?.list !== undefined ? row.path : key;
		const earlier = keys.get(meant);
		if (earlier !== undefined) {
			throw new FormError(
				`${label}: "${earlier}" and "${key}" are the same field.`,
				'The item was not sent. Remove one of them.',
			);
		}
		keys.set(meant, key);
	}
}

/** A line in JSON has qbXML's names, or those of the endpoint (interface, section 4.3). The latter become paths. */
function fromJson(
	lines: RecordLines,
	type: string,
	line: JsonObject,
	{ label, expression }: { label: string; expression?: string },
): ValuesByPath {
	const rows = rowsOf(lines);
	const unknown = Object.keys(line).filter((key) => !isKnownKey(lines, type, key));
	if (unknown.length > 0) {
		const named = unknown.map((key) => `"${key}"`).join(', ');
		const wireNames = rows.flatMap(({ wire }) => wire ?? []);
		const allowed = [...wireNames, ...rows.map(({ path }) => path)].join(', ');
		throw new FormError(
			`${label}: unknown field${unknown.length > 1 ? 's' : ''} ${named}. Allowed: ${allowed}.`,
			'Correct the key, or remove it.',
		);
	}
	refuseEmptyKeys(lines, type, line, { label, expression });
	refuseTwice(lines, type, line, label);
	return Object.fromEntries(
		Object.entries(line).map(([key, value]) => {
			const row = rows.find(({ wire }) => wire === key);
			if (!row) return [key, value];
			return row.list === undefined ? [row.path, value] : [`${row.path}.ListID`, value];
		}),
	);
}

/** Whether a line may have a key: a name on the wire, or the path of an element. */
function isKnownKey(lines: RecordLines, type: string, key: string): boolean {
	const [first] = key.split('.');
	if (rowsOf(lines).some(({ wire, facts, path }) => wire === key || (facts && path === first)))
		return true;
	return elementAt(contentOfRecord(type), `${lines.path}.${key}`) !== undefined;
}

/** The lines of one kind as they were given, each by path. */
export function givenLines(
	lines: RecordLines,
	type: string,
	{ values, timezone, expressions }: Form,
): ValuesByPath[] {
	const { label, fromForm } = lines;
	if (values.specifyLines === 'json') {
		return objectsFrom(values[jsonNameOf(lines)], `${label} (JSON)`).map((line, index) =>
			fromJson(lines, type, line, {
				label: `${singularOf(lines)} ${index + 1}`,
				expression: expressions?.[jsonNameOf(lines)],
			}),
		);
	}
	const element = elementAt(contentOfRecord(type), lines.path);
	if (!element || !isGroup(element)) throw new Error(`${type} has no lines ${lines.path}.`);
	return lineRows(lines, values).map((line, index) => {
		const reading = { label: `${singularOf(lines)} ${index + 1}: `, timezone };
		const byPath = withFurther(element.content, lines, line, reading);
		return fromForm?.(byPath) ?? byPath;
	});
}

/** What the form calls a field of a line, by path. */
const labelIn =
	(lines: RecordLines) =>
	(path: string): string =>
		rowsOf(lines).find((row) => row.path === path)?.label ?? path;

/** Whether there is something at a path, in values that are nested. */
const isGivenAt = (values: unknown, path: string): boolean =>
	isGiven(
		path.split('.').reduce((inside, name) => (isValues(inside) ? inside[name] : undefined), values),
	);

/** Whether a line has what it can't do without. */
const hasContent = ({ needsOneOf }: RecordLines, line: ValuesByPath): boolean =>
	needsOneOf.some((path) => isGivenAt(line, path));

/** What to do about a line without content: "choose an Item or enter a Description". */
function whatItNeeds({ fields, needsOneOf }: RecordLines): string {
	const ways = fields
		.filter(({ path }) => needsOneOf.includes(path))
		.map(({ label, list }) => `${list === undefined ? 'enter' : 'choose'} ${withArticle(label)}`);
	return [ways.slice(0, -1).join(', '), ways.at(-1)].filter(Boolean).join(' or ');
}

const emptyLine = (lines: RecordLines, label: string): FormError =>
	new FormError(
		`${label} is empty: ${whatItNeeds(lines)}.`,
		'The item was not sent. Remove lines that are not needed.',
	);

function requireContent(lines: RecordLines, line: ValuesByPath, label: string): void {
	if (hasContent(lines, line)) return;
	if (!isGiven(line)) throw emptyLine(lines, label);
	const rows = rowsOf(lines).map(({ path }) => path);
	const labels = lines.needsOneOf.filter((path) => rows.includes(path)).map(labelIn(lines));
	const articled = labels.map(withArticle);
	throw new FormError(
		labels.length === 1
			? `${label} has no ${labels[0]}.`
			: `${label} has neither ${articled.slice(0, -1).join(', ')} nor ${articled.at(-1) ?? ''}.`,
		'Fill it in, or remove the line.',
	);
}

/** The key that the encoder takes the lines under. */
const keyOf = (type: string, { path }: RecordLines): string =>
	keyOfLines(contentOfRecord(type), path);

/** The element of a whole line, as it would be added. */
export function elementOf(lines: RecordLines, given: ValuesByPath, index: number): ElementValues {
	const label = `${singularOf(lines)} ${index + 1}`;
	const line = unfolded(given);
	requireContent(lines, line, label);
	return lines.toElement?.(line, label, labelIn(lines)) ?? [lines.path, line];
}

function linesOf(type: string, lines: RecordLines, form: Form): ValuesByPath {
	const given = givenLines(lines, type, form);
	if (given.length === 0) return {};
	const key = keyOf(type, lines);
	const elements = given.map((one, index) => elementOf(lines, one, index));
	lines.check?.(elements);
	return {
		[key]:
			key === lines.path
				? elements.map(([, line]) => line)
				: elements.map(([name, line]) => ({ [name]: line })),
	};
}

function requireLines(
	{ fields, further, lines = [], qbxml }: RecordForm,
	values: ValuesByPath,
	filledIn: JsonObject,
): void {
	const needed = lines.filter(({ required }) => required);
	if (needed.length === 0 || needed.some((one) => keyOf(qbxml, one) in values)) return;
	if ([...fields, ...further].some(({ bringsLines, path }) => bringsLines && path in values))
		return;
	const begun = needed.find((one) => isNotFilledIn(one, filledIn));
	if (begun) throw emptyLine(begun, `${singularOf(begun)} 1`);
	const ways = needed.map((one) => `add ${withArticle(singularOf(one))} (${whatItNeeds(one)})`);
	throw new FormError(
		`Nothing is filled in under ${needed.map(({ label }) => label).join(' or ')}.`,
		`The item was not sent. To go on, ${ways.join(', or ')}.`,
	);
}

/** Refuses a form without something that the record can't do without. */
function requireFields(content: Content, rows: readonly RecordField[], values: ValuesByPath): void {
	for (const { path, label, required, list } of rows) {
		if (path in values || !(required ?? isRequiredAt(content, path))) continue;
		throw new FormError(
			`${label} is missing.`,
			list === undefined ? undefined : 'Choose it from the list, or give its name or ID.',
		);
	}
}

/**
 * The values of a record's form by path, as the encoder takes them. References are trimmed and go by name or by ID.
 * @throws FormError for what is missing, for values that can't be or not together, and for a line without content.
 */
export function recordValues(form: RecordForm, filledIn: Form): ValuesByPath {
	const { qbxml, fields, lines = [], further, completed } = form;
	const { values, timezone } = filledIn;
	const content = contentOfRecord(qbxml);
	const own = withFurther(content, { fields, further }, values, { label: '', timezone });
	requireFields(content, [...fields, ...further], own);
	const all: ValuesByPath = {
		...own,
		...Object.assign({}, ...lines.map((one) => linesOf(qbxml, one, filledIn))),
	};
	requireLines(form, all, values);
	return completed?.(all) ?? all;
}

/** What the fields of a form are called, by the names of their elements, for errors. */
export function labelsOf({
	qbxml,
	fields,
	lines = [],
	further,
}: RecordForm): ReadonlyMap<string, string> {
	const rows = [
		...fields,
		...further,
		...lines.flatMap((one) => [...one.fields, ...(one.further ?? [])]),
	];
	return new Map([
		['FullName', 'Name'],
		['ListID', 'ID'],
		[`${qbxml}Add`, 'the form'],
		...rows.map(({ path, label }): [string, string] => [path.split('.').pop() ?? path, label]),
		...lines.map((one): [string, string] => [one.path, singularOf(one)]),
	]);
}

import type { IDataObject } from 'n8n-workflow';

import {
	type Content,
	type Group,
	isChoice as isChoiceOfElements,
	isGroup,
	type Leaf,
} from '../../../qbxml/facts';
import { chosen, isChoice } from '../../shared/form/choice';
import { type Reading, trimmed } from '../../shared/form/convert';
import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { objectsFrom } from '../../shared/form/json';
import { choiceKey } from '../../shared/qbxml/encodeRequest';
import { contentOfRecord, elementAt, isRequiredAt } from '../../shared/qbxml/recordFacts';
import { isGiven, isValues, unfolded } from '../../shared/qbxml/requestValues';
import { withArticle } from '../../shared/qbxml/words';
import type {
	ElementValues,
	RecordField,
	RecordForm,
	RecordLines,
} from '../../shared/records/record';
import { addressValues } from '../fields/addressFields';
import { jsonNameOf, lineRows, nameOf, severalIn } from '../fields/recordFields';
import { convertOf } from './valueOfLeaf';

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
	const { address } = (raw ?? {}) as { address?: IDataObject };
	return addressValues(address ?? {});
}

/** The values of fields by path. What was left empty is left out. */
export function valuesOf(
	content: Content,
	rows: readonly RecordField[],
	values: IDataObject,
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
	values: IDataObject,
	reading: Reading,
): ValuesByPath => ({
	...valuesOf(content, fields, values, reading),
	...valuesOf(content, further, (values.additionalFields ?? {}) as IDataObject, reading),
});

/** The name of a line in errors, such as "Expense Line". */
export const singularOf = ({ label }: RecordLines): string => label.replace(/s$/, '');

const rowsOf = ({ fields, further = [] }: RecordLines): readonly RecordField[] => [
	...fields,
	...further,
];

/** A line in JSON has qbXML's names, or those of the endpoint (interface, section 4.3). The latter become paths. */
function fromJson(
	lines: RecordLines,
	type: string,
	line: IDataObject,
	label: string,
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
	{ values, timezone }: Form,
): ValuesByPath[] {
	const { label, fromForm } = lines;
	if (values.specifyLines === 'json') {
		return objectsFrom(values[jsonNameOf(lines)], `${label} (JSON)`).map((line, index) =>
			fromJson(lines, type, line, `${singularOf(lines)} ${index + 1}`),
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

function requireContent(lines: RecordLines, line: ValuesByPath, label: string): void {
	if (hasContent(lines, line)) return;
	const labels = lines.needsOneOf.map(labelIn(lines));
	const articled = labels.map(withArticle);
	throw new FormError(
		labels.length === 1
			? `${label} has no ${labels[0]}.`
			: `${label} has neither ${articled.slice(0, -1).join(', ')} nor ${articled.at(-1) ?? ''}.`,
		'Fill it in, or remove the line.',
	);
}

/** The key that the encoder takes the lines under: several kinds of elements may be mixed. */
function keyOf(type: string, { path }: RecordLines): string {
	for (const particle of contentOfRecord(type)) {
		if (!isChoiceOfElements(particle) || !particle.repeats) continue;
		const names = particle.or.flat().map((one) => ('name' in one ? one.name : ''));
		if (names.includes(path)) return choiceKey(particle.or);
	}
	return path;
}

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
): void {
	const needed = lines.filter(({ required }) => required);
	if (needed.length === 0 || needed.some((one) => keyOf(qbxml, one) in values)) return;
	if ([...fields, ...further].some(({ bringsLines, path }) => bringsLines && path in values))
		return;
	const labels = needed.map(({ label }) => label);
	throw new FormError(
		`At least one line is needed under ${labels.join(' or ')}.`,
		'Add a line with what it is for.',
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
	requireLines(form, all);
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

import { isMoment, isObject } from '../json/object';
import { isChoice } from './choice';
import { emptyInValue, emptyPlaceIn, isReadByPeople, saysHowMuch } from './emptyJson';
import { lostDigits } from './inexact';
import {
	emptyInJson,
	gaveNothing,
	gaveObject,
	isBlank,
	isNothing,
	isRefused,
	joinedNothing,
	objectIn,
	partGaveNothing,
	WHEN_NOTHING,
	type WhenNothing,
} from './nothing';
import {
	type Evaluate,
	hasJoinedNothing,
	holdsTemplate,
	inexactPart,
	isExpression,
	missingInXml,
	missingPart,
	NOT_BY_ITSELF,
	notEvaluated,
	type Part,
	templateIn,
} from './templates';

/** A field that n8n draws, and what it means for it if an expression gives nothing. */
export interface DrawnField {
	name: string;
	displayName: string;
	type: string;
	options?: readonly unknown[];
	typeOptions?: { multipleValues?: boolean };
	[WHEN_NOTHING]?: WhenNothing;
}

/** The fields of one kind of entries that may be added to a field. */
interface DrawnEntries {
	name: string;
	displayName: string;
	values: readonly DrawnField[];
}

const holdsObjectInText = (value: unknown): boolean =>
	typeof value === 'string'
		? objectIn(value) >= 0
		: typeof value === 'object' && value !== null && Object.values(value).some(holdsObjectInText);

/** The expression that a locator or another field holds. */
const expressionIn = (stored: unknown): string | undefined =>
	[isChoice(stored) ? stored.value : stored].find(isExpression);

function checkJson(label: string, expression: string, given: unknown, evaluate: Evaluate): void {
	const place = emptyPlaceIn(expression, given, evaluate);
	if (!place) return;
	const { where, template = expression.slice(1).trim(), value } = place;
	const outer = where === '' ? label : label.replace(/s? \(JSON\)$/, '');
	throw emptyInJson(`${outer}${where}`, template, value);
}

/** Whether a part of a field may be an empty text: a middle name. */
const isName = ({ displayName }: DrawnField, value: unknown): boolean =>
	/\bName$/.test(displayName) || (isChoice(value) && value.mode === 'name');

/** What an expression lacks that is none by itself. */
function missingIn(
	field: DrawnField,
	value: unknown,
	expression: string,
	evaluate: Evaluate,
): Part | undefined {
	const given = isChoice(value) ? value.value : value;
	if (isBlank(given)) return undefined;
	if (/^\s*</.test(String(given))) return missingInXml(expression, evaluate, isReadByPeople);
	return missingPart(expression, given, evaluate, (part) =>
		isRefused(part, isName(field, value) ? 'blankLeavesOut' : 'refused'),
	);
}

function checkValue(
	field: DrawnField,
	stored: unknown,
	value: unknown,
	label: string,
	evaluate: Evaluate,
) {
	const expression = expressionIn(stored);
	if (expression === undefined) {
		const template = templateIn(String(isChoice(stored) ? stored.value : stored));
		if (template !== undefined) throw notEvaluated(label, template);
		return;
	}
	const { type, typeOptions, [WHEN_NOTHING]: when = 'refused' } = field;
	const shown = expression.slice(1).trim();
	const given = isChoice(value) ? value.value : value;
	const isText =
		(type === 'string' || type === 'resourceLocator') && typeOptions?.multipleValues !== true;
	const holdsObject = [given].flat().some((one) => isObject(one) && !isNothing(one));
	if (holdsObjectInText(given) || (isText && holdsObject)) {
		throw gaveObject(label, shown);
	}
	if (isRefused(given, when)) throw gaveNothing(label, shown, given, when);
	const inexact = inexactPart(expression, given, evaluate);
	if (inexact !== undefined) throw lostDigits(label, inexact);
	if (when === 'leftOut') return;
	if (type === 'json' || (isObject(given) && !isMoment(given))) {
		checkJson(label, expression, given, evaluate);
		return;
	}
	if (type === MAPPED && isReadByPeople(field.name)) return;
	if (hasJoinedNothing(expression, given, evaluate))
		throw joinedNothing(label, shown, String(given));
	if (type === 'boolean') return;
	const part = missingIn(field, value, expression, evaluate);
	if (part) throw partGaveNothing(label, part.template, part.value);
}

/** The type of a field that stands in a mapper and may hold a text, an object or a list. */
const MAPPED = 'mapped';

/** How the fields of a form are looked at. */
interface Looking {
	evaluate: Evaluate;
	/** Whether the form describes a request that asks for records: without one of its values, it would ask for others. */
	isQuery: boolean;
}

/**
 * A field of a mapper is as much as the form of a request says: what was mapped to it is meant to be there.
 */
function checkMapped(
	outer: string,
	stored: unknown,
	value: unknown,
	{ evaluate, isQuery }: Looking,
): void {
	const [storedParts, parts] = [stored, value].map((one) => partsOf(partsOf(one).value));
	const { schema } = partsOf(stored) as { schema?: Array<{ id: string; displayName: string }> };
	for (const [id, one] of Object.entries(storedParts)) {
		const label = `${outer}${schema?.find((field) => field.id === id)?.displayName ?? id}`;
		const isForPeople = isReadByPeople(id);
		const when = isQuery || saysHowMuch(id) ? 'refused' : 'blankLeavesOut';
		const field: DrawnField = {
			...{ displayName: label, name: id, type: MAPPED },
			[WHEN_NOTHING]: isForPeople ? 'blankLeavesOut' : when,
		};
		checkValue(field, one, parts[id], label, evaluate);
		const expression = expressionIn(one);
		const empty = isForPeople || isBlank(parts[id]) ? undefined : emptyInValue(parts[id]);
		if (expression === undefined || !empty) continue;
		throw emptyInJson(`${label}${empty.where}`, expression.slice(1).trim(), empty.value);
	}
}

const partsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

function checkLines(
	{ name, displayName, values: fields }: DrawnEntries,
	stored: Record<string, unknown>,
	values: Record<string, unknown>,
	outer: string,
	looking: Looking,
): void {
	const [storedRows, rows] = [stored[name], values[name]];
	if (!Array.isArray(storedRows)) {
		checkFields(fields, partsOf(storedRows), partsOf(rows), `${outer}${displayName}: `, looking);
		return;
	}
	for (const [index, row] of storedRows.entries()) {
		const label = `${outer}${displayName} ${index + 1}: `;
		const given: unknown = Array.isArray(rows) ? rows[index] : undefined;
		checkFields(fields, partsOf(row), partsOf(given), label, looking);
	}
}

function checkField(
	field: DrawnField,
	stored: unknown,
	value: unknown,
	outer: string,
	looking: Looking,
): void {
	const { type, options = [], displayName } = field;
	if (type === 'resourceMapper') {
		checkMapped(outer, stored, value, looking);
		return;
	}
	if (isExpression(stored) || (type !== 'collection' && type !== 'fixedCollection')) {
		if (Array.isArray(stored) && Array.isArray(value)) {
			for (const [index, one] of stored.entries()) {
				checkValue(field, one, value[index], `${outer}${displayName}`, looking.evaluate);
			}
			return;
		}
		checkValue(field, stored, value, `${outer}${displayName}`, looking.evaluate);
		return;
	}
	const [storedParts, parts] = [partsOf(stored), partsOf(value)];
	if (type === 'collection') {
		checkFields(options as DrawnField[], storedParts, parts, outer, looking);
		return;
	}
	for (const kind of options as DrawnEntries[]) {
		checkLines(kind, storedParts, parts, outer, looking);
	}
}

function checkFields(
	fields: readonly DrawnField[],
	stored: Record<string, unknown>,
	values: Record<string, unknown>,
	outer: string,
	looking: Looking,
): void {
	for (const field of fields) {
		const { name } = field;
		if (!holdsTemplate(stored[name])) continue;
		checkField(field, stored[name], values[name], outer, looking);
	}
}

/**
 * Refuses a form in which an expression gave nothing where that decides how much, whom, when, which account, item or number,
 * an object where a text is meant, or a number that has lost digits; and one with an expression that n8n doesn't evaluate,
 * because its field has none. What was left empty without an expression is left out.
 * @param fields The fields of the form.
 * @param stored What the workflow stores for each of them, by name, with expressions.
 * @param values What the expressions gave for one item.
 * @param evaluate By which a text with an expression in it is looked at too. Without it, only what it gave as a whole is.
 * @throws FormError that names the line, the field and the expression.
 */
export function checkExpressions(
	fields: readonly DrawnField[],
	stored: Record<string, unknown>,
	values: Record<string, unknown>,
	evaluate: Evaluate = () => NOT_BY_ITSELF,
): void {
	const { typedRequest } = values;
	const request = isChoice(typedRequest) ? typedRequest.value : typedRequest;
	const isQuery = /Query(?:Rq)?$/i.test(String(request).trim());
	checkFields(fields, stored, values, '', { evaluate, isQuery });
}

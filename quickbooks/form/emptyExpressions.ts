import { isObject } from '../json/object';
import { isChoice } from './choice';
import { emptyPlaceIn, isReadByPeople } from './emptyJson';
import {
	emptyInJson,
	gaveNothing,
	gaveObject,
	isNothing,
	isRefused,
	joinedNothing,
	OBJECT_IN_TEXT,
	WHEN_NOTHING,
	type WhenNothing,
} from './nothing';
import {
	type Evaluate,
	evaluated,
	hasExpression,
	hasJoinedNothing,
	hasTextAround,
	isExpression,
	NOT_BY_ITSELF,
	templatesIn,
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

/**
 * The part of a text that gave nothing, if that leaves a text nobody meant, such as `INV-`: one that does not exist, or all of
 * them. A middle name that is an empty text is none.
 */
function emptyPart(expression: string, evaluate: Evaluate) {
	if (!hasTextAround(expression)) return undefined;
	const parts = templatesIn(expression).map((template) => ({
		template,
		value: evaluated(template, evaluate),
	}));
	return (
		parts.find(({ value }) => isRefused(value, 'blankLeavesOut')) ??
		(parts.length > 0 && parts.every(({ value }) => isNothing(value)) ? parts[0] : undefined)
	);
}

const holdsObjectInText = (value: unknown): boolean =>
	typeof value === 'string'
		? value.includes(OBJECT_IN_TEXT)
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

function checkValue(
	field: DrawnField,
	stored: unknown,
	value: unknown,
	label: string,
	evaluate: Evaluate,
) {
	const expression = expressionIn(stored);
	if (expression === undefined) return;
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
	if (when === 'leftOut') return;
	if (type === 'json' || isObject(given)) {
		checkJson(label, expression, given, evaluate);
		return;
	}
	if (type === MAPPED && isReadByPeople(field.name)) return;
	if (hasJoinedNothing(expression, given)) throw joinedNothing(label, shown, String(given));
	const part = emptyPart(expression, evaluate);
	if (part) throw gaveNothing(label, part.template, part.value, 'refused');
}

/** The type of a field that stands in a mapper and may hold a text, an object or a list. */
const MAPPED = 'mapped';

/** A field of a mapper is as much as the form of a request says: what was mapped to it is meant to be there. */
function checkMapped(outer: string, stored: unknown, value: unknown, evaluate: Evaluate): void {
	const [storedParts, parts] = [stored, value].map((one) => partsOf(partsOf(one).value));
	const { schema } = partsOf(stored) as { schema?: Array<{ id: string; displayName: string }> };
	for (const [id, one] of Object.entries(storedParts)) {
		const displayName = schema?.find((field) => field.id === id)?.displayName ?? id;
		const field: DrawnField = {
			...{ displayName, name: id, type: MAPPED },
			[WHEN_NOTHING]: 'blankLeavesOut',
		};
		checkValue(field, one, parts[id], `${outer}${displayName}`, evaluate);
	}
}

const partsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

function checkLines(
	{ name, displayName, values: fields }: DrawnEntries,
	stored: Record<string, unknown>,
	values: Record<string, unknown>,
	outer: string,
	evaluate: Evaluate,
): void {
	const [storedRows, rows] = [stored[name], values[name]];
	if (!Array.isArray(storedRows)) {
		checkFields(fields, partsOf(storedRows), partsOf(rows), `${outer}${displayName}: `, evaluate);
		return;
	}
	for (const [index, row] of storedRows.entries()) {
		const label = `${outer}${displayName} ${index + 1}: `;
		const given: unknown = Array.isArray(rows) ? rows[index] : undefined;
		checkFields(fields, partsOf(row), partsOf(given), label, evaluate);
	}
}

function checkField(
	field: DrawnField,
	stored: unknown,
	value: unknown,
	outer: string,
	evaluate: Evaluate,
): void {
	const { type, options = [], displayName } = field;
	if (type === 'resourceMapper') {
		checkMapped(outer, stored, value, evaluate);
		return;
	}
	if (isExpression(stored) || (type !== 'collection' && type !== 'fixedCollection')) {
		if (Array.isArray(stored) && Array.isArray(value)) {
			for (const [index, one] of stored.entries()) {
				checkValue(field, one, value[index], `${outer}${displayName}`, evaluate);
			}
			return;
		}
		checkValue(field, stored, value, `${outer}${displayName}`, evaluate);
		return;
	}
	const [storedParts, parts] = [partsOf(stored), partsOf(value)];
	if (type === 'collection') {
		checkFields(options as DrawnField[], storedParts, parts, outer, evaluate);
		return;
	}
	for (const kind of options as DrawnEntries[]) {
		checkLines(kind, storedParts, parts, outer, evaluate);
	}
}

function checkFields(
	fields: readonly DrawnField[],
	stored: Record<string, unknown>,
	values: Record<string, unknown>,
	outer: string,
	evaluate: Evaluate,
): void {
	for (const field of fields) {
		const { name } = field;
		if (!hasExpression(stored[name])) continue;
		checkField(field, stored[name], values[name], outer, evaluate);
	}
}

/**
 * Refuses a form in which an expression gave nothing where that decides how much, whom, when, which account, item or number,
 * or an object where a text is meant. What was left empty without an expression is left out.
 * @param fields The fields of the form.
 * @param stored What the workflow stores for each of them, by name, with expressions.
 * @param values What the expressions gave for one item.
 * @param evaluate By which a text with an expression in it is looked at too. Without it, only what it gave as a whole is.
 * @throws FormError that names the line, the field and the expression.
 */
export function refuseEmptyExpressions(
	fields: readonly DrawnField[],
	stored: Record<string, unknown>,
	values: Record<string, unknown>,
	evaluate: Evaluate = () => NOT_BY_ITSELF,
): void {
	checkFields(fields, stored, values, '', evaluate);
}

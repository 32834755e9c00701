import { isObject } from '../json/object';
import { isNothing, isRefused } from './nothing';
import {
	type Evaluate,
	evaluated,
	hasJoinedNothing,
	hasTextAround,
	NOT_BY_ITSELF,
	templatesIn,
	withTemplates,
} from './templates';

/** Something in JSON that an expression left empty. */
export interface EmptyPlace {
	/** The number of its entry, if the JSON is a list, and its key, such as ` 2: Quantity`. */
	where: string;
	/** The part of the expression that gave nothing, if one is known. */
	template?: string;
	value: unknown;
}

/** What a key is called whose value is read by people only, in words. Every other one decides something. */
const READ_BY_PEOPLE =
	/^(?:addr|alt contact|cc|city|company name|contact|country|fob|job title|line|name on check|other|postal code|print as|salutation|state)$|(?:desc|description|email|fax|memo|message|notes?|phone)$/;

/** Whether nothing is decided by what a key holds, as qbXML or an endpoint calls it. */
export const isReadByPeople = (key: string): boolean =>
	READ_BY_PEOPLE.test(
		key
			.slice(key.lastIndexOf('.') + 1)
			.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
			.replace(/[_\d]/g, ' ')
			.trim()
			.toLowerCase(),
	);

/** The first value under a key that decides something, of which a test says that it is empty. */
function placeIn(
	json: unknown,
	isEmpty: (value: unknown) => boolean,
	where = '',
	key = '',
): EmptyPlace | undefined {
	if (Array.isArray(json) && json.length > 0) {
		for (const [index, one] of json.entries()) {
			const found = placeIn(one, isEmpty, key === '' ? ` ${index + 1}` : where, key);
			if (found) return found;
		}
		return undefined;
	}
	if (isObject(json) && !isNothing(json)) {
		for (const [name, inside] of Object.entries(json)) {
			// An element of a request in JSON has its name beside its text.
			const own = name === 'text' && typeof json.name === 'string' ? json.name : name;
			const found = placeIn(inside, isEmpty, where, own);
			if (found) return found;
		}
		return undefined;
	}
	if (!isEmpty(json) || isReadByPeople(key)) return undefined;
	return { where: key === '' ? where : `${where}: ${key}`, value: json };
}

function parsedOrNot(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return undefined;
	}
}

/** Characters that stand for themselves in JSON and that nobody types. */
const markOf = (index: number): string => `\uE000${index}\uE001`;
const MARK = /\uE000(\d+)\uE001/;

/** A template without a value in JSON that was typed: what is left of the JSON is looked at with a mark in its place. */
function placeInText(expression: string, evaluate: Evaluate): EmptyPlace | undefined {
	const parts = templatesIn(expression).map((template) => ({
		template,
		value: evaluated(template, evaluate),
	}));
	const isEmpty = ({ template, value }: (typeof parts)[number]) =>
		isRefused(value, 'blankLeavesOut') || hasJoinedNothing(`=${template}`, value);
	const first = parts.find(isEmpty);
	if (!first) return undefined;
	const marked = evaluated(
		withTemplates(expression, (template, index) =>
			isEmpty(parts[index]) ? markOf(index) : template,
		),
		evaluate,
	);
	if (marked === NOT_BY_ITSELF) return undefined;
	const json = parsedOrNot(marked);
	if (json === undefined) return { where: '', ...first };
	const place = placeIn(json, (value) => typeof value === 'string' && MARK.test(value));
	if (!place) return undefined;
	const [, index] = MARK.exec(String(place.value)) ?? [];
	return { ...place, ...parts[Number(index)] };
}

const STRINGIFY = 'JSON.stringify(';
const TO_JSON_STRING = '.toJsonString()';

/** What a template makes a text of. Undefined if it makes none. */
function argumentIn(template: string): string | undefined {
	const script = template.slice('{{'.length, -'}}'.length).trim();
	if (script.endsWith(TO_JSON_STRING)) return script.slice(0, -TO_JSON_STRING.length);
	return script.startsWith(STRINGIFY) && script.endsWith(')')
		? script.slice(STRINGIFY.length, -1)
		: undefined;
}

/** What was made into a text of JSON, which leaves out what does not exist. */
function beforeItBecameText(template: string, evaluate: Evaluate): unknown {
	const argument = argumentIn(template);
	if (argument === undefined) return undefined;
	const given = evaluated(`{{ [${argument}][0] }}`, evaluate);
	return given === NOT_BY_ITSELF ? undefined : given;
}

/**
 * What an expression left empty in JSON where that decides something. Undefined for nothing, and for lists that it gives as
 * such, of which others know what is in them.
 * @param expression As it is stored.
 */
export function emptyPlaceIn(
	expression: string,
	given: unknown,
	evaluate: Evaluate,
): EmptyPlace | undefined {
	if (hasTextAround(expression)) return placeInText(expression, evaluate);
	const [template = ''] = templatesIn(expression);
	const value = isObject(given) ? given : beforeItBecameText(template, evaluate);
	return placeIn(
		value ?? {},
		(one) => isRefused(one, 'blankLeavesOut') || hasJoinedNothing(expression, one),
	);
}

import { isMoment, isObject } from '../json/object';
import { isBlank, isNothing, isRefused } from './nothing';
import {
	choosesItself,
	type Evaluate,
	evaluated,
	hasJoinedNothing,
	hasTextAround,
	missingValue,
	NOT_BY_ITSELF,
	type Part,
	takenApart,
	withTemplates,
} from './templates';

/** Something in JSON that an expression left empty, with the part of the expression that gave nothing, if one is known. */
export interface EmptyPlace extends Partial<Part> {
	/** The number of its entry, if the JSON is a list, and its key, such as ` 2: Quantity`. */
	where: string;
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

/** What a key is called whose value says how much: an empty text leaves none of these out. */
const SAYS_HOW_MUCH = /(?:amount|cost|hours|limit|percent|price|quantity|rate)$/i;

/** Whether a value of an element says how much: it can't be left out by an empty text. */
export const saysHowMuch = (path: string): boolean => SAYS_HOW_MUCH.test(path);

/** What a key is called whose value is a name, of which a part may be missing. */
const IS_NAME = /name$/i;

/** Whether a value under a key is none: an empty text leaves out whatever doesn't say how much. */
const isNone = (value: unknown, key: string): boolean =>
	isRefused(value, saysHowMuch(key) ? 'refused' : 'blankLeavesOut');

/** The first value under a key that decides something, of which a test says that it is empty. */
function placeIn(
	json: unknown,
	isEmpty: (value: unknown, key: string) => boolean,
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
	if (isObject(json) && !isNothing(json) && !isMoment(json)) {
		for (const [name, inside] of Object.entries(json)) {
			// An element of a request in JSON has its name beside its text.
			const own = name === 'text' && typeof json.name === 'string' ? json.name : name;
			const found = placeIn(inside, isEmpty, where, own);
			if (found) return found;
		}
		return undefined;
	}
	if (!isEmpty(json, key) || isReadByPeople(key)) return undefined;
	return { where: key === '' ? where : `${where}: ${key}`, value: json };
}

/** What a text of JSON holds. Undefined for a text that is none. */
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
	const { templates, texts } = takenApart(expression);
	const parts = templates.map((template) => ({ template, value: evaluated(template, evaluate) }));
	/** Whether a part makes something of a value that is missing. */
	const lacks = ({ template }: Part) => missingValue(template, evaluate, isNothing) !== undefined;
	const joins = ({ template, value }: Part) => hasJoinedNothing(`=${template}`, value, evaluate);
	const isEmpty = (part: Part) => isNothing(part.value) || joins(part) || lacks(part);
	if (!parts.some(isEmpty)) return undefined;
	const isInText = (index: number) =>
		(
			texts
				.slice(0, index + 1)
				.join('')
				.match(/(?<!\\)"/g) ?? []
		).length %
			2 ===
		1;
	const marked = evaluated(
		withTemplates(expression, (template, index) => {
			if (!isEmpty(parts[index])) return template;
			return isInText(index) ? markOf(index) : JSON.stringify(markOf(index));
		}),
		evaluate,
	);
	if (marked === NOT_BY_ITSELF) return undefined;
	const isMissing = (part: Part) => isRefused(part.value, 'blankLeavesOut') || joins(part);
	const isMeant = ({ template, value }: Part) => isBlank(value) && choosesItself(template);
	const json = parsedOrNot(marked);
	if (json === undefined) {
		// A number without its last digits is one all the same.
		const isRestOfNumber = (index: number) =>
			/[\d.+-]$/.test(texts[index]) || /^[\d.]/.test(texts[index + 1]);
		const first = parts.find(
			(part, index) =>
				isMissing(part) || (isEmpty(part) && isRestOfNumber(index) && !isMeant(part)),
		);
		return first && { where: '', ...first };
	}
	const partIn = (text: unknown): Part | undefined =>
		typeof text === 'string' ? parts[Number(MARK.exec(text)?.[1])] : undefined;
	const place = placeIn(json, (text, key) => {
		const part = partIn(text);
		if (!part) return false;
		if (isMissing(part)) return true;
		const isWhole = String(text).replace(MARK, '').trim() === '';
		if (isWhole && isBlank(part.value)) return isNone(part.value, key);
		return !isMeant(part) && !IS_NAME.test(key);
	});
	return place && { ...place, ...partIn(place.value) };
}

const STRINGIFY = /\bJSON\.stringify\s*\(/g;
const TO_JSON_STRING = /^\{\{([^]*)\.toJsonString\(\)\s*\}\}$/;

/** As `JSON.stringify`, but what does not exist is null in it, and not left out. */
const STRINGIFY_ALL =
	'((value) => JSON.stringify(value, (_key, one) => one === undefined ? null : one))(';

/** What an expression gives if what does not exist is not left out when it becomes a text of JSON. */
function withNothingLeftOut(expression: string, evaluate: Evaluate): unknown {
	const whole = withTemplates(expression, (template) =>
		template
			.replace(TO_JSON_STRING, (_all, value: string) => `{{ JSON.stringify(${value}) }}`)
			.replace(STRINGIFY, STRINGIFY_ALL),
	);
	if (whole === withTemplates(expression, (template) => template)) return undefined;
	const given = evaluated(whole, evaluate);
	return given === NOT_BY_ITSELF ? undefined : parsedOrNot(given);
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
	const isEmpty = (value: unknown, key: string) =>
		isNone(value, key) || hasJoinedNothing(expression, value, evaluate);
	if (hasTextAround(expression)) {
		const place = placeInText(expression, evaluate);
		if (place) return place;
	}
	if (isObject(given)) return placeIn(given, isEmpty);
	const json = parsedOrNot(given);
	if (Array.isArray(json) && json.length === 0) return { where: '', value: json };
	return (
		placeIn(withNothingLeftOut(expression, evaluate) ?? {}, isEmpty) ??
		(isObject(json) && !hasTextAround(expression) ? placeIn(json, isEmpty) : undefined)
	);
}

/** What says nothing in a text of JSON, or one with commas. */
const SAYS_NOTHING = /null|[\s,[\]{}"']/g;

/**
 * What is empty in a value that an expression gave for one element, which may hold lists and objects, also as JSON. Undefined for
 * nothing.
 * @param isEmpty Which values are none.
 */
export function emptyInValue(
	given: unknown,
	isEmpty: typeof isNone = isNone,
): EmptyPlace | undefined {
	const isText = typeof given === 'string';
	const isBare = isText
		? given.replace(SAYS_NOTHING, '') === ''
		: isObject(given) && !isMoment(given) && Object.keys(given).length === 0;
	if (isBare) return { where: '', value: given };
	const json = isText && /^\s*[[{]/.test(given) ? parsedOrNot(given) : given;
	return typeof json === 'object' ? placeIn(json, isEmpty) : undefined;
}

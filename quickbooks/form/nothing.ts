import type { Leaf } from '../facts/facts';
import { FormError } from './formError';

/**
 * What an expression that gives nothing means for a field. A field that says how much, whom, when, which account, item or
 * number is `refused`: without it, something else would be written than what was meant. Where it may be there or not,
 * `blankLeavesOut`: an empty text leaves it out, what does not exist is refused. In free text it may simply be missing
 * (`leftOut`).
 */
export type WhenNothing = 'refused' | 'blankLeavesOut' | 'leftOut';

/** The key of a field's `WhenNothing`. As a symbol it is no part of the form that n8n reads. */
export const WHEN_NOTHING = Symbol('when an expression gives nothing');

/** The types of qbXML that say how much. */
const howMuch: readonly Leaf['type'][] = [
	'amount',
	'float',
	'integer',
	'percent',
	'price',
	'quantity',
	'timeInterval',
];

/** The texts of qbXML by which something is found or counted. All other texts are read by people only. */
const DECIDING_TEXT = /^(?:Full)?Name$|Number$|^UnitOfMeasure$/;

/** Whether nothing is decided by what an element holds: it is a text for people. Undefined for groups such as an address. */
const isFreeText = (facts: Leaf | undefined): boolean =>
	facts === undefined ||
	(facts.type === 'string' && !facts.values && !DECIDING_TEXT.test(facts.name));

/**
 * What an expression that gives nothing means for an element.
 * @param facts Undefined for what has parts, such as an address.
 * @param isOptional Whether a form has it only where somebody adds it.
 * @param isChange Whether it is about a record that is there: then nothing that was filled in is passed over.
 */
export function whenNothing(
	facts: Leaf | undefined,
	{ isOptional, isChange = false }: { isOptional: boolean; isChange?: boolean },
): WhenNothing {
	if (facts && howMuch.includes(facts.type)) return 'refused';
	if (isFreeText(facts)) return isChange && facts ? 'blankLeavesOut' : 'leftOut';
	return isOptional ? 'blankLeavesOut' : 'refused';
}

/** The characters that nobody sees, such as a zero-width space or the mark at the beginning of a file. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without the characters that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** A character as people look it up: U+200B. */
export const numbered = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

export const isBlank = (value: unknown): boolean =>
	typeof value === 'string' && value.trim() === '' && !isInvisible(value);

/** Whether a text has characters that leave no room, and none that anybody sees. */
export const isInvisible = (value: unknown): boolean =>
	typeof value === 'string' &&
	withoutInvisible(value) !== value &&
	withoutInvisible(value).trim() === '';

/** The error for a text of which nothing would be left: to leave it out may mean something else than what was meant. */
export const onlyInvisible = (label: string): FormError =>
	new FormError(
		`${label} has only invisible characters.`,
		'Correct it, or clear it to leave it out.',
	);

/** What luxon and JavaScript make of a moment that is none, of a number that is none, and of a value that doesn't exist. */
const wordsForNothing: readonly unknown[] = [
	...['Invalid DateTime', 'Invalid Date'],
	...['NaN', 'Infinity', '-Infinity'],
	'undefined',
];

/** Whether a value says nothing. A list does so if it is empty, or if one of its entries does. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null || isBlank(value) || isInvisible(value)) return true;
	if (Array.isArray(value)) return value.length === 0 || value.some(isNothing);
	if (typeof value === 'function') return true;
	return wordsForNothing.includes(String(value).trim());
}

/** Whether a field refuses a value. */
export const isRefused = (value: unknown, when: WhenNothing): boolean =>
	when !== 'leftOut' && isNothing(value) && !(when === 'blankLeavesOut' && isBlank(value));

/** What values that don't exist become in a text that JavaScript joins. A surname such as Null is none of them. */
export const JOINED_NOTHING = /undefined|NaN|Invalid Date|(?<![a-z])null(?![a-z])|(?<=\w)Infinity/;

/** What an object becomes that was written into a text. Nobody means it. */
const OBJECT_IN_TEXT = '[object Object]';

/** Where a text holds an object, also in capitals; below 0 for nowhere. */
export const objectIn = (text: string): number =>
	text.toLowerCase().indexOf(OBJECT_IN_TEXT.toLowerCase());

/** What a value that says nothing is, for people. */
function inWords(value: unknown): string {
	if (isBlank(value)) return 'an empty text';
	if (isInvisible(value)) return 'a text of invisible characters';
	if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list with a gap';
	return String(value);
}

/**
 * The error for a field whose expression gave nothing.
 * @param label What the form calls the field, with its line.
 * @param expression As it was written, without the sign by which n8n knows it. Undefined where it is not known.
 */
export function gaveNothing(
	label: string,
	expression: string | undefined,
	value: unknown,
	when: WhenNothing,
): FormError {
	const advice =
		when === 'blankLeavesOut'
			? "Correct the expression. To leave the field out where there is no value, end the expression with ?? ''."
			: 'Correct the expression, or clear the field to leave it out.';
	return new FormError(
		`${label}: the expression gave nothing.`,
		`The item was not sent. ${expression === undefined ? 'It' : expression} gave ${inWords(value)}. ${advice}`,
	);
}

/** The error for a value that an expression names and that is missing, so that something else would be made of the others. */
export const partGaveNothing = (label: string, template: string, value: unknown): FormError =>
	new FormError(
		`${label}: the expression gave nothing.`,
		`The item was not sent. ${template} gave ${inWords(value)}. Correct the expression, or clear the field to leave it out. If this value may be missing, say so in the expression with ?? ''.`,
	);

/** The error for a value that decides something, in JSON that an expression gave or that has expressions in it. */
export const emptyInJson = (label: string, expression: string, value: unknown): FormError =>
	new FormError(
		`${label}: the expression gave nothing.`,
		`The item was not sent. ${expression} gave ${inWords(value)}. Give it a value, or leave the key out.`,
	);

/** How much is shown of a text, so that people find the place. */
const SHOWN_AROUND = 30;

/** The error for a text into which an expression has joined a value that does not exist. */
export function joinedNothing(label: string, expression: string, value: string): FormError {
	const at = Math.max(0, value.search(JOINED_NOTHING) - SHOWN_AROUND);
	const shown = value.slice(at, at + 3 * SHOWN_AROUND);
	return new FormError(
		`${label}: a part of the expression gave nothing.`,
		`The item was not sent. ${expression} gave "${shown}". Correct the expression, or give each part a text for when it is missing, with ??.`,
	);
}

/**
 * The error for a key of a line in JSON that is there and has no value.
 * @param label What errors call the field, with its line.
 * @param expression That gave the lines, if one did.
 */
export function keyWithoutValue(
	label: string,
	key: string,
	value: unknown,
	expression: string | undefined,
): FormError {
	const source = expression === undefined ? '' : ` The lines come from ${expression.slice(1)}.`;
	return new FormError(
		expression === undefined ? `${label} has no value.` : `${label}: the expression gave nothing.`,
		`The item was not sent. "${key}" of this line is ${inWords(value)}. Give it a value, or leave the key out.${source}`,
	);
}

/** What holds a text with an object in it: the element in XML, or the key. Undefined for nothing. */
function holderOfObject(value: unknown, key: string): string | undefined {
	if (typeof value === 'string') {
		const at = objectIn(value);
		if (at < 0) return undefined;
		const tag = value.lastIndexOf('<', at);
		return /^<(\w+)/.exec(value.slice(tag < 0 ? at : tag, at))?.[1] ?? key;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, inside] of Object.entries(value)) {
		const found = holderOfObject(inside, Array.isArray(value) ? key : name);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * Refuses whatever is about to be sent with an object in a text, wherever that came from.
 * @throws FormError that names what holds it.
 */
export function refuseObjectsInText(sent: Record<string, unknown>): void {
	const holder = holderOfObject(sent, '');
	if (holder === undefined) return;
	throw new FormError(
		`${holder} would be written as ${OBJECT_IN_TEXT}.`,
		'The item was not sent. An expression or an earlier node gives an object where a text is meant. Choose one of its fields.',
	);
}

/** The error for a text with an object in it. */
export const gaveObject = (label: string, expression: string): FormError =>
	new FormError(
		`${label}: the expression gave an object instead of text.`,
		`The item was not sent. ${expression} gives an object, which would be written as ${OBJECT_IN_TEXT}. Choose one of its fields.`,
	);

import { isObject, type JsonObject } from '../json/object';
import { FormError } from './formError';
import { inexactIn, lostDigits } from './inexact';

function parsedText(text: string, label: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw unreadable(label, error);
	}
}

/**
 * Parses a value that may be JSON text or, from an expression, already be parsed.
 * @throws FormError if it is text that is not JSON, or holds a number that has lost digits.
 */
export function parsed(value: unknown, label: string): unknown {
	const json = typeof value === 'string' ? parsedText(value, label) : value;
	const inexact = inexactIn(json);
	if (inexact) throw lostDigits(`${label}${inexact.where}`, inexact.value);
	return json;
}

const unreadable = (label: string, error: unknown): FormError =>
	new FormError(
		`${label} is not valid JSON: ${(error as Error).message}`,
		'Check brackets, commas and quotation marks.',
	);

/**
 * A JSON object from a JSON field. An empty field gives an empty object.
 * @throws FormError if it is not JSON or not an object.
 */
export function objectFrom(value: unknown, label: string): JsonObject {
	if (value === '' || value === undefined || value === null) return {};
	const object = parsed(value, label);
	if (!isObject(object)) throw new FormError(`${label} must be a JSON object.`);
	return object;
}

/**
 * A list of JSON objects from a JSON field.
 * @throws FormError if it is not JSON or not a list of objects.
 */
export function objectsFrom(value: unknown, label: string): JsonObject[] {
	const list = value === '' || value === undefined || value === null ? [] : parsed(value, label);
	if (!Array.isArray(list) || !list.every(isObject)) {
		throw new FormError(`${label} must be a JSON list of objects.`);
	}
	return list;
}

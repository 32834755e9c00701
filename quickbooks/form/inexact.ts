import { FormError } from './formError';

/** Whether a number has more digits than a number can keep: as text, it is another one. */
export const isInexact = (value: unknown): value is number =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

/**
 * The error for a number that has lost digits, or would be written with an exponent.
 * @param label What the form calls the field, with its line or key.
 */
export const lostDigits = (label: string, value: number): FormError =>
	new FormError(
		`${label}: ${value} is a number that can't keep all of its digits. Pass it as text.`,
		'The item was not sent. Numbers of more than 15 digits are rounded before they come here, so that two IDs become the same. Have the node before give it as text, in quotation marks.',
	);

/** What holds a number in JSON that has lost digits: the keys and entries on the way to it. */
export function inexactIn(json: unknown, where = ''): { where: string; value: number } | undefined {
	if (isInexact(json)) return { where, value: json };
	if (typeof json !== 'object' || json === null) return undefined;
	for (const [key, inside] of Object.entries(json)) {
		const found = inexactIn(inside, Array.isArray(json) ? ` ${Number(key) + 1}` : `: ${key}`);
		if (found) return { ...found, where: `${where}${found.where}` };
	}
	return undefined;
}

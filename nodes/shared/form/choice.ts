import type { Convert } from './convert';
import { FormError } from './formError';

/** What a resource locator holds: the mode it was filled in with, and the value. */
interface Choice {
	mode?: unknown;
	value: unknown;
	/** The label of the entry that was picked from the list. */
	cachedResultName?: unknown;
}

export const isChoice = (value: unknown): value is Choice =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && 'value' in value;

/** What was chosen: the value that a locator holds, or a plain value from an expression or an older workflow. */
export const chosenIn = (value: unknown): unknown => (isChoice(value) ? value.value : value);

const isRemark = ({ value, cachedResultName }: Choice): boolean =>
	typeof value === 'string' && value.trim() === '' && (value !== '' || Boolean(cachedResultName));

/**
 * The same conversion for a field that is a locator. A list may begin with remarks: they are entries with a blank value, and
 * picking one is no choice. It keeps its blanks when the field is switched to By ID.
 */
export const chosen =
	(convert: Convert): Convert =>
	(value, reading) => {
		if (isChoice(value) && isRemark(value)) {
			throw new FormError(
				`${reading.label} holds a remark of the list, or blanks, instead of an entry of the list.`,
				'Choose an entry of the list, switch to By ID, or remove the field.',
			);
		}
		return convert(chosenIn(value), reading);
	};

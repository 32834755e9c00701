import type { Convert } from './convert';
import { FormError } from './formError';

/** The content of a resource locator: the mode it was filled in with, and the value. */
interface Choice {
	mode?: unknown;
	value: unknown;
	/** The label of the entry that was picked from the list. */
	cachedResultName?: unknown;
}

export const isChoice = (value: unknown): value is Choice =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && 'value' in value;

/** The chosen value: from a locator, or a plain value from an expression or an older workflow. */
export const chosenIn = (value: unknown): unknown => (isChoice(value) ? value.value : value);

const isRemark = ({ value, cachedResultName }: Choice): boolean =>
	typeof value === 'string' && value.trim() === '' && (value !== '' || Boolean(cachedResultName));

/**
 * Wraps a conversion for a field that is a locator. A list may begin with remarks. These are entries with a blank
 * value, and picking one is not a choice. The value is still blank after the field is switched to By ID.
 */
export const chosen =
	(convert: Convert): Convert =>
	(value, reading) => {
		if (isChoice(value) && isRemark(value)) {
			throw new FormError(
				`${reading.label} does not hold an entry from the list.`,
				'Choose an entry from the list, switch to By ID, or remove the field.',
			);
		}
		return convert(chosenIn(value), reading);
	};

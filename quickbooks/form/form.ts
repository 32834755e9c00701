import type { JsonObject } from '../json/object';
import { chosenIn } from './choice';
import type { ClockedField } from './clock';
import { serviceId } from './convert';
import type { FormField } from './field';
import { FormError } from './formError';

/** What the user filled in: the values by their names in the form, and the workflow's time zone (IANA name). */
export interface Form {
	values: JsonObject;
	timezone: string;
	/** The fields that were filled in with an expression as a whole, by name, as the workflow stores it. */
	expressions?: Readonly<Record<string, string>>;
	/** The fields that change from run to run by themselves. */
	clocked?: readonly ClockedField[];
	/** How often an agent has asked for the same before, each time on another occasion. */
	repetition?: number;
	/** What the service was asked for the form before its first request was made (see `QueueingOperation.readFirst`). */
	known?: JsonObject;
}

/**
 * The ID in a required locator.
 * @throws FormError if it is empty or not a UUID.
 */
export function requiredId(
	{ values, timezone }: Form,
	{ name, displayName }: Pick<FormField, 'displayName' | 'name'>,
): string {
	const id = serviceId(chosenIn(values[name]), { label: displayName, timezone });
	if (id === undefined) {
		throw new FormError(
			`${displayName} is missing.`,
			'Choose it from the list, or switch to By ID and paste the ID.',
		);
	}
	return String(id);
}

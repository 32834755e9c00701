import type { JsonObject } from '../json/object';
import { chosenIn } from './choice';
import type { ClockedField } from './clock';
import { type Convert, serviceId, trueOrFalse, type WireValue } from './convert';
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

/** What is filled in in a collection, such as Filters. Nothing if it was left alone. */
export const collectionIn = (values: JsonObject, name: string): JsonObject =>
	(values[name] ?? {}) as JsonObject;

/** What is filled in under Options. */
export const optionsOf = ({ values }: Form): JsonObject => collectionIn(values, 'options');

/** A field, by what the workflow stores and by what the form calls it. */
type Named = Pick<FormField, 'displayName' | 'name'>;

/**
 * What a field gives. Undefined if it was left empty.
 * @throws FormError if its value can't be converted.
 */
export const valueOf = (
	{ values, timezone }: Form,
	{ name, displayName }: Named,
	convert: Convert,
): WireValue | undefined => convert(values[name], { label: displayName, timezone });

/**
 * Whether a switch is on.
 * @throws FormError if an expression gives something else.
 */
export const isOn = (form: Form, field: Named): boolean =>
	valueOf(form, field, trueOrFalse) === true;

/** The same for a switch under Options. */
export const isOptionOn = (form: Form, field: Named): boolean =>
	isOn({ ...form, values: optionsOf(form) }, field);

/**
 * The ID in a required locator.
 * @throws FormError if it is empty or not a UUID.
 */
export function requiredId(form: Form, field: Named): string {
	const id = valueOf(form, field, (value, reading) => serviceId(chosenIn(value), reading));
	if (id === undefined) {
		throw new FormError(
			`${field.displayName} is missing.`,
			'Choose it from the list, or switch to By ID and paste the ID.',
		);
	}
	return String(id);
}

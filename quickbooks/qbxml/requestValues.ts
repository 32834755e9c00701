import { FormError } from '../form/formError';

/** Values of a request by the names of elements, or by dotted paths such as `BillAddress.City`. */
export type Values = Record<string, unknown>;

export const isValues = (value: unknown): value is Values =>
	typeof value === 'object' &&
	value !== null &&
	[Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Whether a value says anything: what was left empty in a form or an example does not. */
export function isGiven(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(isGiven);
	if (isValues(value)) return Object.values(value).some(isGiven);
	return value !== undefined && value !== null && value !== '';
}

export const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** What is given for an element that may repeat. */
export const givenIn = (value: unknown): unknown[] => entriesOf(value).filter(isGiven);

/** Without a prototype, every name is a name like any other. */
const emptyValues = (): Values => Object.create(null) as Values;

function putInto(object: Values, name: string, value: unknown, path: string): void {
	const before = object[name];
	if (before === undefined) {
		object[name] = isValues(value) ? unfolded(value, path) : value;
	} else if (isValues(before) && isValues(value)) {
		for (const [inner, one] of Object.entries(unfolded(value, path))) {
			putInto(before, inner, one, `${path}.${inner}`);
		}
	} else {
		throw new FormError(
			`${path} is given more than once.`,
			`Give ${path} once, either as a whole or by its parts.`,
		);
	}
}

/**
 * `{ 'BillAddress.City': 'Bayshore' }` as `{ BillAddress: { City: 'Bayshore' } }`, at every depth but not in lists. What
 * was left empty is left out.
 * @throws FormError for a path that is given more than once.
 */
export function unfolded(values: Values, outer = ''): Values {
	const object = emptyValues();
	for (const [path, value] of Object.entries(values)) {
		if (!isGiven(value)) continue;
		const [first, ...rest] = path.split('.');
		const nested = rest.reduceRight<unknown>((inside, name) => {
			const around = emptyValues();
			around[name] = inside;
			return around;
		}, value);
		putInto(object, first, nested, outer === '' ? first : `${outer}.${first}`);
	}
	return object;
}

/**
 * Two sets of values as one.
 * @throws FormError for a path that both have.
 */
export function combined(one: Values, other: Values): Values {
	const both = unfolded(one);
	for (const [name, value] of Object.entries(other)) putInto(both, name, value, name);
	return both;
}

/** By ID or by name: the one replaces the other. */
const isReferenceValue = (value: Values): boolean =>
	Object.keys(value).every((name) => name === 'ListID' || name === 'FullName');

/** One set of values with another on top. */
export function overlaid(below: Values, above: Values): Values {
	const merged = Object.assign(emptyValues(), below);
	for (const [name, value] of Object.entries(above)) {
		const before = merged[name];
		merged[name] =
			isValues(before) && isValues(value) && !isReferenceValue(value)
				? overlaid(before, value)
				: value;
	}
	return merged;
}

import { InvalidXml } from '../invalid-xml';
import type { RequestChild } from '../request';

/** A validated query or body: values by their names on the wire. */
export type Source = Readonly<Record<string, unknown>>;

/** One row of a table: which names on the wire it reads, and the elements of qbXML it writes for them. */
export interface Field {
	readonly names: readonly string[];
	readonly write: (source: Source) => RequestChild[];
}

export function isObject(value: unknown): value is Source {
	return typeof value === 'object' && value !== null;
}

/** Numbers are written in digits: what JavaScript would write with an exponent, qbXML has no form for. */
function numberText(value: number, name: string): string {
	const text = String(value);
	if (!/^-?\d+(?:\.\d+)?$/.test(text))
		throw new InvalidXml(`${name} is ${text}, which cannot be written in plain digits.`);
	return text;
}

/**
 * The values under a name as text, in their order: none, one, or those of a list.
 * @throws InvalidXml for a number that has no plain form
 */
export function textsOf(source: Source, name: string): string[] {
	const values = [source[name]].flat(1);
	return values
		.filter((value) => value !== undefined && value !== null)
		.map((value) => (typeof value === 'number' ? numberText(value, name) : String(value)));
}

/** `name` on the wire is the text of `element`; a list repeats the element. */
export function text(name: string, element: string): Field {
	return {
		names: [name],
		write: (source) => textsOf(source, name).map((value) => ({ name: element, text: value })),
	};
}

/** The same as `field`, except that the value `nothing` writes nothing. */
export function exceptFor(nothing: string, field: Field): Field {
	return {
		names: field.names,
		write: (source) => field.write(source).filter((element) => element.text !== nothing),
	};
}

/** The elements of `fields`, in their order, inside `element`, which is left out when it would be empty. */
export function inside(element: string, ...fields: Field[]): Field {
	return {
		names: fields.flatMap(({ names }) => names),
		write: (source) => {
			const children = fields.flatMap(({ write }) => write(source));
			return children.length > 0 ? [{ name: element, children }] : [];
		},
	};
}

/** A list ID on the wire is a reference in qbXML. */
export function reference(name: string, element: string): Field {
	return inside(element, text(name, 'ListID'));
}

/** The object under `name`, or each object of the list under it, becomes one `element` with `fields`. */
export function objects(name: string, element: string, fields: readonly Field[]): Field {
	const nested = inside(element, ...fields);
	return {
		names: [name],
		write: (source) => [source[name]].flat(1).filter(isObject).flatMap(nested.write),
	};
}

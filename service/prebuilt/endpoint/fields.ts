import { InvalidXml, type RequestChild } from '../../qbxml';
import { type Schema, schema } from '../../schema/json-schema';

/** A validated query or body: values by their names on the wire. */
export type Source = Readonly<Record<string, unknown>>;

/**
 * One row of an endpoint: the names on the wire that it reads, each with its JSON Schema, and the qbXML elements it writes
 * for them.
 */
export interface Field<Element extends string = string> {
	readonly properties: Schema;
	readonly write: (source: Source) => Array<RequestChild & { readonly name: Element }>;
}

/** The names on the wire of several rows, with their JSON Schemas. */
export const propertiesOf = (rows: ReadonlyArray<{ readonly properties: Schema }>): Schema =>
	Object.assign({}, ...rows.map(({ properties }) => properties)) as Schema;

export function isObject(value: unknown): value is Source {
	return typeof value === 'object' && value !== null;
}

/** qbXML has no exponents, so a number that JavaScript writes with one is refused. */
function numberText(value: number, name: string): string {
	const text = String(value);
	if (!/^-?\d+(?:\.\d+)?$/.test(text))
		throw new InvalidXml(`${name} is ${text}, which cannot be written in plain digits.`);
	return text;
}

/**
 * The values under a name as texts, in order: none, one, or those of a list.
 * @throws InvalidXml for a number that cannot be written in plain digits
 */
export function textsOf(source: Source, name: string): string[] {
	const values = [source[name]].flat(1);
	return values
		.filter((value) => value !== undefined && value !== null)
		.map((value) => (typeof value === 'number' ? numberText(value, name) : String(value)));
}

/** `name` on the wire becomes the text of `element`. A list repeats the element. */
export function text<Element extends string>(
	name: string,
	element: Element,
	form: Schema = schema('Text'),
): Field<Element> {
	return {
		properties: { [name]: form },
		write: (source) => textsOf(source, name).map((value) => ({ name: element, text: value })),
	};
}

/** The same as `field`, but the value `nothing` writes nothing. */
export function exceptFor<Element extends string>(
	nothing: string,
	field: Field<Element>,
): Field<Element> {
	return {
		...field,
		write: (source) => field.write(source).filter((element) => element.text !== nothing),
	};
}

/** The elements of `fields`, in their order, inside `element`. An empty `element` is left out. */
export function inside<Element extends string>(
	element: Element,
	...fields: Field[]
): Field<Element> {
	return {
		properties: propertiesOf(fields),
		write: (source) => {
			const children = fields.flatMap(({ write }) => write(source));
			return children.length > 0 ? [{ name: element, children }] : [];
		},
	};
}

/** A list ID on the wire becomes a reference in qbXML. */
export function reference(name: string, element: string): Field {
	return inside(element, text(name, 'ListID'));
}

/** The object under `name`, or each object in the list under it, becomes one `element` with `fields`. */
export function objects(
	name: string,
	element: string,
	fields: readonly Field[],
	form: Schema,
): Field {
	const nested = inside(element, ...fields);
	return {
		properties: { [name]: form },
		write: (source) => [source[name]].flat(1).filter(isObject).flatMap(nested.write),
	};
}

import { KEPT_DECIMALS } from '../../../quickbooks/facts/valueTypes';
import { cleanText } from '../../../quickbooks/form/cleanText';
import { dateTimeOf } from '../../../quickbooks/form/moment';
import { InvalidXml, type RequestChild } from '../../qbxml';
import { described, type Schema, schema } from '../../schema/json-schema';

/** A validated query or body: values by their names on the wire. */
export type Source = Readonly<Record<string, unknown>>;

/** An element that an endpoint writes. */
export interface FieldElement<Element extends string = string> extends RequestChild {
	readonly name: Element;
	readonly children?: readonly FieldElement[];
	/** What its value is called on the wire; of an element with elements, what comes before that, such as `Line 1: `. */
	readonly wire?: string;
}

/**
 * One row of an endpoint: the names on the wire that it reads, each with its JSON Schema, and the qbXML elements it writes
 * for them.
 */
export interface Field<Element extends string = string> {
	readonly properties: Schema;
	readonly write: (source: Source) => Array<FieldElement<Element>>;
}

/** The names on the wire of several rows, with their JSON Schemas. */
export const propertiesOf = (rows: ReadonlyArray<{ readonly properties: Schema }>): Schema =>
	Object.assign({}, ...rows.map(({ properties }) => properties)) as Schema;

export function isObject(value: unknown): value is Source {
	return typeof value === 'object' && value !== null;
}

/**
 * A number with the five decimals that QuickBooks keeps of a quantity, since a computed one has any number of them. qbXML has no
 * exponents, so one that JavaScript writes with one is refused.
 */
function numberText(value: number, name: string): string {
	const [text, rounded] = [String(value), value.toFixed(KEPT_DECIMALS)];
	if (!/^-?\d+(?:\.\d+)?$/.test(text) || (Number(rounded) === 0 && value !== 0))
		throw new InvalidXml(
			`${name} is ${text}, which has no plain form with at most ${KEPT_DECIMALS} decimals.`,
		);
	return String(Number(rounded));
}

/** A text without marks that nobody sees. One of nothing else is refused: without it, all records would be asked for, or a field cleared. */
function seenText(value: string, name: string): string {
	const text = cleanText(value);
	if (text === '' && value !== '') throw new InvalidXml(`${name} has only invisible characters.`);
	return text;
}

/**
 * The values under a name as texts, in order: none, one, or those of a list. Marks that nobody sees are left out.
 * @throws InvalidXml for a number that has no plain form
 */
export function textsOf(source: Source, name: string): string[] {
	const values = [source[name]].flat(1);
	return values
		.filter((value) => value !== undefined && value !== null)
		.map((value) =>
			typeof value === 'number' ? numberText(value, name) : seenText(String(value), name),
		);
}

/** `name` on the wire becomes the text of `element`. A list repeats the element. */
export function text<Element extends string>(
	name: string,
	element: Element,
	form: Schema = schema('Text'),
): Field<Element> {
	return {
		properties: { [name]: form },
		write: (source) =>
			textsOf(source, name).map((value) => ({ name: element, text: value, wire: name })),
	};
}

/** A bound of what has changed, which any form of ISO 8601 can be given for. */
export function moment<Element extends string>(
	name: string,
	element: Element,
	description: string,
): Field<Element> {
	const field = text(name, element, described('Moment', description));
	const written = ({ text: given = '', ...one }: FieldElement<Element>) => ({
		...one,
		text: dateTimeOf(given) ?? given,
	});
	return { ...field, write: (source) => field.write(source).map(written) };
}

/** The same as `field`, but texts without a letter write nothing: QuickBooks refuses a new record for an empty element. */
export function unlessEmpty<Element extends string>(field: Field<Element>): Field<Element> {
	return { ...field, write: (source) => field.write(source).filter(({ text }) => text?.trim()) };
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
	const written = (given: Source, wire: string) =>
		nested.write(given).map((one) => ({ ...one, wire }));
	return {
		properties: { [name]: form },
		write: ({ [name]: given }) => {
			if (!Array.isArray(given)) return isObject(given) ? written(given, `${name}.`) : [];
			return given.flatMap((one: Source, index) => {
				const line = written(one, `Line ${index + 1}: `);
				if (line.length === 0) throw new InvalidXml(`Line ${index + 1} is empty.`);
				return line;
			});
		},
	};
}

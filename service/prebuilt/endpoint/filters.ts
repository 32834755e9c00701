import { InvalidXml, type ResponseFilter } from '../../qbxml';
import { excludes, type Schema } from '../../schema/json-schema';
import { type Field, type FieldElement, propertiesOf, type Source, text, textsOf } from './fields';
import type { QueryElement } from './query-elements';

/** What a record in the response has to meet to stay in it. */
type Conditions = ResponseFilter['conditions'];

export type QueryChild = FieldElement<QueryElement>;

/** How a filter narrows a query: by elements in the request, or by conditions on the records in the response. */
interface Narrowing {
	readonly children: readonly QueryChild[];
	readonly conditions: Conditions;
}

/** One filter of a query: its parameters, the rules between them, and what they turn into. */
export interface Filter {
	readonly properties: Schema;
	/** Rules that the OpenAPI document states, and that the service therefore checks. */
	readonly rules?: readonly Schema[];
	/** It names the records it wants. qbXML allows one such filter, and no other filter next to it. */
	readonly isSelector?: boolean;
	/** The interface says that it cannot be combined with any other filter. */
	readonly isExclusive?: boolean;
	readonly narrow: (query: Source) => Narrowing;
}

/** A filter that qbXML has: the accounting application applies it. */
export function serverFilter(field: Field<QueryElement>): Filter {
	return {
		properties: field.properties,
		narrow: (query) => ({ children: field.write(query), conditions: [] }),
	};
}

/** A filter that names the records it wants, such as by ListID. */
export function selector(field: Field<QueryElement>): Filter {
	return { ...serverFilter(field), isSelector: true };
}

/** A filter that cannot be combined with any other. */
export function exclusive(filter: Filter): Filter {
	return { ...filter, isExclusive: true };
}

/** A filter by part of a text. qbXML ignores case. */
export function match<Element extends string>(
	name: string,
	criterion: 'StartsWith' | 'Contains' | 'EndsWith',
	element: Element,
	textElement: string,
	form: Schema,
): Field<Element> {
	const matched = text(name, textElement, form);
	return {
		properties: matched.properties,
		write: (query) =>
			matched.write(query).map((part) => ({
				name: element,
				children: [{ name: 'MatchCriterion', text: criterion }, part],
			})),
	};
}

/** The field lies between two bounds. Both are inclusive and optional. */
export const between =
	(field: string, fromName: string, toName: string) =>
	(query: Source): Conditions => {
		const [from] = textsOf(query, fromName);
		const [to] = textsOf(query, toName);
		return from === undefined && to === undefined ? [] : [{ field, from, to }];
	};

/** The field contains a text, ignoring case. */
export const containing =
	(field: string, name: string) =>
	(query: Source): Conditions =>
		textsOf(query, name).map((contains) => ({ field, contains }));

/** A filter that qbXML does not have: the service applies it to the response. */
export function responseFilter(
	properties: Schema,
	conditions: (query: Source) => Conditions,
): Filter {
	return { properties, narrow: (query) => ({ children: [], conditions: conditions(query) }) };
}

/**
 * Two filters that the interface allows together, while qbXML takes only one of them. Without `other`, `field` goes into
 * the request. With `other`, that one goes into the request, and the service applies `field` to the response.
 */
export function serverOrResponseFilter(
	field: Field<QueryElement>,
	conditions: (query: Source) => Conditions,
	other: Field<QueryElement>,
): Filter {
	return {
		properties: propertiesOf([field, other]),
		narrow: (query) => {
			const children = other.write(query);
			return children.length === 0
				? { children: field.write(query), conditions: [] }
				: { children, conditions: conditions(query) };
		},
	};
}

/** Each single-parameter filter excludes the parameters of ranges and the single ones after it. */
function exclusions(fields: readonly Field[]): Schema[] {
	const names = fields.map(({ properties }) => Object.keys(properties));
	const ranges = names.filter(({ length }) => length > 1).flat();
	const singles = names.filter(({ length }) => length === 1).flat();
	return singles.map((name, index) => excludes(name, [...ranges, ...singles.slice(index + 1)]));
}

/** Filters of which the interface, like qbXML, allows only one at a time. */
export function oneOf(...fields: Array<Field<QueryElement>>): Filter {
	return {
		properties: propertiesOf(fields),
		rules: exclusions(fields),
		narrow: (query) => {
			const given = fields.filter(({ write }) => write(query).length > 0);
			if (given.length > 1)
				throw new InvalidXml(
					`${givenNames(given, query).join(' and ')} cannot be used together: qbXML takes only one of them.`,
				);
			return { children: given.flatMap(({ write }) => write(query)), conditions: [] };
		},
	};
}

/** The parameters of the given rows that the query contains. */
export function givenNames(
	rows: ReadonlyArray<{ readonly properties: Schema }>,
	query: Source,
): string[] {
	return Object.keys(propertiesOf(rows)).filter((name) => textsOf(query, name).length > 0);
}

/** The rules between the filters of a query. */
export function rulesOf(filters: readonly Filter[]): Schema[] {
	const names = Object.keys(propertiesOf(filters));
	const exclusives = Object.keys(propertiesOf(filters.filter(({ isExclusive }) => isExclusive)));
	return [
		...exclusives.map((name) =>
			excludes(
				name,
				names.filter((other) => other !== name),
			),
		),
		...filters.flatMap(({ rules = [] }) => rules),
	];
}

import { excludes, type Schema } from '../json-schema';
import { type AnswerFilter, InvalidXml, type RequestChild } from '../qbxml';
import { type Field, propertiesOf, type Source, text, textsOf } from './fields';
import type { QueryElement } from './query-elements';

/** What a record of the answer must fulfil. */
type Conditions = AnswerFilter['conditions'];

export type QueryChild = RequestChild & { readonly name: QueryElement };

/** How a query narrows its records: by elements of the request, or by what the answer's records must fulfil. */
interface Narrowing {
	readonly children: readonly QueryChild[];
	readonly conditions: Conditions;
}

/** One row of a query's filters: its parameters, the rules between them, and what they become. */
export interface Filter {
	readonly properties: Schema;
	/** Rules that the document states and so the service checks. */
	readonly rules?: readonly Schema[];
	/** It asks for given records: qbXML takes one such row, and no other filter beside it. */
	readonly selects?: boolean;
	/** The interface says that it cannot be used with any other filter. */
	readonly standsAlone?: boolean;
	readonly narrow: (query: Source) => Narrowing;
}

/** A filter that qbXML has. */
export function asked(field: Field<QueryElement>): Filter {
	return {
		properties: field.properties,
		narrow: (query) => ({ children: field.write(query), conditions: [] }),
	};
}

/** A way to ask for given records. */
export function selected(field: Field<QueryElement>): Filter {
	return { ...asked(field), selects: true };
}

/** A filter that the interface allows beside no other. */
export function alone(filter: Filter): Filter {
	return { ...filter, standsAlone: true };
}

/** A filter by a part of a text; qbXML ignores case. */
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

/** The field of a record lies within bounds, inclusive, each optional. */
export const between =
	(field: string, fromName: string, toName: string) =>
	(query: Source): Conditions => {
		const [from] = textsOf(query, fromName);
		const [to] = textsOf(query, toName);
		return from === undefined && to === undefined ? [] : [{ field, from, to }];
	};

/** The field of a record contains a text, whatever the case. */
export const containing =
	(field: string, name: string) =>
	(query: Source): Conditions =>
		textsOf(query, name).map((contains) => ({ field, contains }));

/** A filter that qbXML does not have: it is applied to the answer. */
export function judged(properties: Schema, conditions: (query: Source) => Conditions): Filter {
	return { properties, narrow: (query) => ({ children: [], conditions: conditions(query) }) };
}

/**
 * Two filters of which qbXML takes only one at a time, while the interface allows both: `field` is asked for unless
 * `other` is given too, and is then judged by the answer, so that each holds.
 */
export function askedOrJudged(
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

/** Each parameter that is a filter by itself excludes those of ranges and the later ones of its kind. */
function exclusions(fields: readonly Field[]): Schema[] {
	const names = fields.map(({ properties }) => Object.keys(properties));
	const ranges = names.filter(({ length }) => length > 1).flat();
	const singles = names.filter(({ length }) => length === 1).flat();
	return singles.map((name, index) => excludes(name, [...ranges, ...singles.slice(index + 1)]));
}

/** Filters of which the interface, as qbXML, allows only one at a time. */
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

/** The names on the wire that rows read and that the query has. */
export function givenNames(
	rows: ReadonlyArray<{ readonly properties: Schema }>,
	query: Source,
): string[] {
	return Object.keys(propertiesOf(rows)).filter((name) => textsOf(query, name).length > 0);
}

/** The rules between the filters of a query. */
export function rulesOf(filters: readonly Filter[]): Schema[] {
	const names = Object.keys(propertiesOf(filters));
	const lonely = Object.keys(propertiesOf(filters.filter(({ standsAlone }) => standsAlone)));
	return [
		...lonely.map((name) =>
			excludes(
				name,
				names.filter((other) => other !== name),
			),
		),
		...filters.flatMap(({ rules = [] }) => rules),
	];
}

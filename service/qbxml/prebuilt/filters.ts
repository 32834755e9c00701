import type { FieldCondition } from '../filter-answer';
import { InvalidXml } from '../invalid-xml';
import type { RequestChild } from '../request';
import { type Field, type Source, inside, text, textsOf } from './fields';

/** How a query narrows its records: by elements of the request, or by what the answer's records must fulfil. */
export interface Narrowing {
	readonly children: readonly RequestChild[];
	readonly conditions: readonly FieldCondition[];
}

/** One row of a query's filters. */
export interface Filter {
	readonly names: readonly string[];
	readonly narrow: (query: Source) => Narrowing;
}

/** A filter that qbXML has. */
export function asked(field: Field): Filter {
	return {
		names: field.names,
		narrow: (query) => ({ children: field.write(query), conditions: [] }),
	};
}

/** A range filter: bounds inclusive, each optional. */
export function range(
	element: string,
	[fromName, fromElement]: readonly [string, string],
	[toName, toElement]: readonly [string, string],
): Field {
	return inside(element, text(fromName, fromElement), text(toName, toElement));
}

/** A filter by a part of a text; qbXML ignores case. */
export function match(
	name: string,
	criterion: 'StartsWith' | 'Contains' | 'EndsWith',
	element: string,
	textElement: string,
): Field {
	const matched = text(name, textElement);
	return {
		names: [name],
		write: (query) =>
			matched.write(query).map((part) => ({
				name: element,
				children: [{ name: 'MatchCriterion', text: criterion }, part],
			})),
	};
}

/** A filter that is applied to the answer, for bounds of a field that qbXML cannot be asked by. */
export function judgedRange(field: string, fromName: string, toName: string): Filter {
	return {
		names: [fromName, toName],
		narrow: (query) => {
			const [from] = textsOf(query, fromName);
			const [to] = textsOf(query, toName);
			const bounded = from !== undefined || to !== undefined;
			return { children: [], conditions: bounded ? [{ field, from, to }] : [] };
		},
	};
}

/** A filter that is applied to the answer, for a part of a field's text. */
export function judgedPart(field: string, name: string): Filter {
	return {
		names: [name],
		narrow: (query) => ({
			children: [],
			conditions: textsOf(query, name).map((contains) => ({ field, contains })),
		}),
	};
}

/**
 * Two filters of which qbXML takes only one at a time, while the interface allows both. With both given, the first is
 * asked for and the second is judged by the answer, so that each holds.
 */
export function askedOrJudged(first: Field, second: Field, judged: Filter): Filter {
	return {
		names: [...first.names, ...second.names],
		narrow: (query) => {
			const children = first.write(query);
			return children.length === 0
				? { children: second.write(query), conditions: [] }
				: { children, conditions: judged.narrow(query).conditions };
		},
	};
}

/** Filters of which the interface, as qbXML, allows only one at a time. */
export function oneOf(...fields: Field[]): Filter {
	return {
		names: fields.flatMap(({ names }) => names),
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
	rows: ReadonlyArray<{ readonly names: readonly string[] }>,
	query: Source,
): string[] {
	return rows.flatMap(({ names }) => names).filter((name) => textsOf(query, name).length > 0);
}

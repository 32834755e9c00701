import { type FieldSpec, pathsOf } from '../form/fieldSpec';
import type { JsonObject } from '../json/object';
import { isGiven } from '../qbxml/requestValues';
import { includedFields, maximumResults, otherFields } from './queryOptions';

/** A query for one kind of record: what sets its endpoint apart from the others (interface, section 4.3). */
export interface Query {
	/** Its resource in the form. Workflows store this, so it never changes. */
	value: string;
	name: string;
	/** The sentence in the node panel. */
	action: string;
	/** The records in plain words, as in "customers". */
	records: string;
	/** The path of its own endpoint below the connection. Without one it goes out in qbXML (interface, section 4.2). */
	path?: string;
	/** Whether the endpoint has automatic iteration. */
	iterates?: boolean;
	filters: readonly FieldSpec[];
	/** The query's name in qbXML, if it is not the resource's name followed by Query. */
	qbxml?: string;
	/** The record elements that the form offers, its ID among them. */
	fields: readonly string[];
	/** Whether `fields` is the complete list. */
	fieldsAreComplete?: boolean;
	/** The filter that leaves out what has not changed since a moment, if it can be asked for. */
	changedSince?: FieldSpec;
	/** What moves in these records without counting as their change, and the queries in qbXML that find it as one all the same. */
	stock?: { fields: readonly string[]; queries: readonly string[] };
	/** Options that only this endpoint has. */
	options?: readonly FieldSpec[];
}

/** The query's name in qbXML, such as `CustomerQuery`. */
export const qbxmlOf = ({ value, qbxml }: Query): string =>
	qbxml ?? `${value[0].toUpperCase()}${value.slice(1)}Query`;

/** The options of a query that affect what a record holds. The options for following the request are separate. */
export const findOptions = ({ fields, fieldsAreComplete, options = [] }: Query): FieldSpec[] => [
	includedFields(fields, fieldsAreComplete),
	...(fieldsAreComplete ? [] : [otherFields]),
	...options,
];

/** The same, and how many records there may be. */
export const answerOptions = (query: Query): FieldSpec[] => [maximumResults, ...findOptions(query)];

/**
 * What the filters that were filled in are called, by the names of their elements in qbXML.
 * @param request The query in qbXML, which stands for the filters as a whole.
 */
export const filterLabels = (
	{ filters }: Query,
	filledIn: JsonObject,
	request: string,
): ReadonlyMap<string, string> =>
	new Map([
		[request, 'Filters'],
		...filters
			.filter(({ name }) => isGiven(filledIn[name]))
			.flatMap((row) =>
				pathsOf(row).map((one): [string, string] => [one.split('.')[0], row.displayName]),
			),
	]);

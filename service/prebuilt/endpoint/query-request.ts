import { InvalidXml, type ResponseFilter } from '../../qbxml';
import { type Extra, writeExtra } from './extras';
import { type Source, textsOf } from './fields';
import { type Filter, givenNames, type QueryChild } from './filters';
import { inOrder } from './query-elements';

/** What a qbXML query is made of. */
export interface QueryContent {
	readonly filters: readonly Filter[];
	readonly extras?: readonly Extra[];
	/** Whether the query can ask for custom fields, which come back only when their owner is named. */
	readonly hasCustomFields: boolean;
}

/** The owner of the custom fields that users define in the accounting application. */
const CUSTOM_FIELD_OWNER = '0';

/**
 * The records that the query names, such as ListIDs.
 * @throws InvalidXml when they come from two parameters, or stand next to another filter
 */
function selectedValues(filters: readonly Filter[], query: Source): string[] {
	const selectors = filters.filter(({ isSelector }) => isSelector);
	const [selection, ...others] = givenNames(selectors, query);
	if (selection === undefined) return [];
	const besides = [
		...others,
		...givenNames(
			filters.filter(({ isSelector }) => !isSelector),
			query,
		),
	];
	if (besides.length > 0)
		throw new InvalidXml(
			`${selection} cannot be used together with ${besides.join(', ')}: qbXML asks either for given records or by filters.`,
		);
	return textsOf(query, selection);
}

/**
 * Makes sure that the response has the fields the conditions look at. A field that the caller did not ask for is
 * requested anyway and taken out of the response again.
 */
function includeConditionFields(
	conditions: ResponseFilter['conditions'],
	included: readonly string[],
) {
	if (included.length === 0) return { conditions, fields: [] };
	const fields = conditions.map(({ field }) => field).filter((field) => !included.includes(field));
	return {
		fields,
		conditions: conditions.map((condition) =>
			fields.includes(condition.field) ? { ...condition, hidden: true } : condition,
		),
	};
}

/**
 * Where the maximum number of records is applied: in the query, or, as `limit`, to the response. It is applied to the
 * response next to a selection, where qbXML does not take it, and next to response filters, where the query would count
 * records that are taken out later. In an iteration it is the page size and stays in the query.
 */
function maximumOf(
	query: Source,
	selected: number,
	filtersResponse: boolean,
): { elements: QueryChild[]; limit?: number } {
	const [maximum] = textsOf(query, 'max_returned');
	const [iterate] = textsOf(query, 'iterate');
	if (maximum === undefined) return { elements: [] };
	const limit = Number(maximum);
	if (selected > 0) return limit < selected ? { elements: [], limit } : { elements: [] };
	if (filtersResponse && iterate !== 'true') return { elements: [], limit };
	return { elements: [{ name: 'MaxReturned', text: maximum }] };
}

function customFieldsOf(hasCustomFields: boolean, included: readonly string[]): QueryChild[] {
	return hasCustomFields && included.includes('DataExtRet')
		? [{ name: 'OwnerID', text: CUSTOM_FIELD_OWNER }]
		: [];
}

/**
 * Writes the children of a query in qbXML's order, and says which filter is left for its response.
 * @throws InvalidXml when the query cannot be expressed in qbXML
 */
export function queryRequest(
	{ filters, extras = [], hasCustomFields }: QueryContent,
	query: Source,
): { children: QueryChild[]; responseFilter?: ResponseFilter } {
	const selected = selectedValues(filters, query);
	const narrowings = filters.map(({ narrow }) => narrow(query));
	const included = textsOf(query, 'include[]');
	const { conditions, fields } = includeConditionFields(
		narrowings.flatMap((narrowing) => narrowing.conditions),
		included,
	);
	const maximum = maximumOf(query, selected.length, conditions.length > 0);
	const children = inOrder<QueryChild>([
		...maximum.elements,
		...narrowings.flatMap((narrowing) => narrowing.children),
		...extras.flatMap((extra) => writeExtra(extra, query, included)),
		...[...included, ...fields].map((field): QueryChild => ({
			name: 'IncludeRetElement',
			text: field,
		})),
		...customFieldsOf(hasCustomFields, included),
	]);
	if (conditions.length === 0 && maximum.limit === undefined) return { children };
	const limit = maximum.limit === undefined ? {} : { limit: maximum.limit };
	return { children, responseFilter: { conditions, ...limit } };
}

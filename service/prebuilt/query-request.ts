import { type AnswerFilter, InvalidXml } from '../qbxml';
import { type Extra, writeExtra } from './extras';
import { type Source, textsOf } from './fields';
import { type Filter, givenNames, type QueryChild } from './filters';
import { inOrder } from './query-elements';

/** What a query of qbXML is made of. */
export interface QueryContent {
	readonly filters: readonly Filter[];
	readonly extras?: readonly Extra[];
	/** Custom fields come only when their owner is named; this is whether the query can name one. */
	readonly hasCustomFields: boolean;
}

/** The owner of the custom fields that a user defines in the accounting application. */
const CUSTOM_FIELD_OWNER = '0';

/** The values of the parameter that asks for given records: of one parameter at most, and without another filter. */
function selectedValues(filters: readonly Filter[], query: Source): string[] {
	const selecting = filters.filter(({ selects }) => selects);
	const [selection, ...others] = givenNames(selecting, query);
	if (selection === undefined) return [];
	const besides = [
		...others,
		...givenNames(
			filters.filter(({ selects }) => !selects),
			query,
		),
	];
	if (besides.length > 0)
		throw new InvalidXml(
			`${selection} cannot be used together with ${besides.join(', ')}: qbXML asks either for given records or by filters.`,
		);
	return textsOf(query, selection);
}

/** A field is judged only if the answer has it; one that was not included is asked for and taken out again. */
function includeJudged(conditions: AnswerFilter['conditions'], included: readonly string[]) {
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
 * Where the maximum number of records goes: into the query, or, as `limit`, to the answer. It goes to the answer where
 * qbXML does not take it, beside a selection, and where the query would count records that the answer loses later; but
 * in an iteration it is the size of a page and stays in the query.
 */
function maximumOf(
	query: Source,
	selected: number,
	isJudged: boolean,
): { elements: QueryChild[]; limit?: number } {
	const [maximum] = textsOf(query, 'max_returned');
	const [iterate] = textsOf(query, 'iterate');
	if (maximum === undefined) return { elements: [] };
	const limit = Number(maximum);
	if (selected > 0) return limit < selected ? { elements: [], limit } : { elements: [] };
	if (isJudged && iterate !== 'true') return { elements: [], limit };
	return { elements: [{ name: 'MaxReturned', text: maximum }] };
}

function customFieldsOf(hasCustomFields: boolean, included: readonly string[]): QueryChild[] {
	return hasCustomFields && included.includes('DataExtRet')
		? [{ name: 'OwnerID', text: CUSTOM_FIELD_OWNER }]
		: [];
}

/**
 * Writes the children of a query in qbXML's order, and says what is left to do to its answer.
 * @throws InvalidXml when the query cannot be expressed in qbXML
 */
export function queryRequest(
	{ filters, extras = [], hasCustomFields }: QueryContent,
	query: Source,
): { children: QueryChild[]; answerFilter?: AnswerFilter } {
	const selected = selectedValues(filters, query);
	const narrowings = filters.map(({ narrow }) => narrow(query));
	const included = textsOf(query, 'include[]');
	const judged = includeJudged(
		narrowings.flatMap(({ conditions }) => conditions),
		included,
	);
	const maximum = maximumOf(query, selected.length, judged.conditions.length > 0);
	const children = inOrder<QueryChild>([
		...maximum.elements,
		...narrowings.flatMap((narrowing) => narrowing.children),
		...extras.flatMap((extra) => writeExtra(extra, query, included)),
		...[...included, ...judged.fields].map((field): QueryChild => ({
			name: 'IncludeRetElement',
			text: field,
		})),
		...customFieldsOf(hasCustomFields, included),
	]);
	if (judged.conditions.length === 0 && maximum.limit === undefined) return { children };
	const limit = maximum.limit === undefined ? {} : { limit: maximum.limit };
	return { children, answerFilter: { conditions: judged.conditions, ...limit } };
}

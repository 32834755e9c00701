import type { AnswerFilter, FieldCondition } from '../filter-answer';
import { InvalidXml } from '../invalid-xml';
import type { RequestChild } from '../request';
import { type Source, textsOf } from './fields';
import { givenNames } from './filters';
import type { Extra, QueryDefinition } from './queries';

/** The owner of the custom fields that a user defines in the accounting application. */
const customFieldOwner = '0';

function selectionOf({ selections, filters }: QueryDefinition, query: Source): RequestChild[] {
	const [selecting, ...others] = givenNames(selections, query);
	const besides = [...others, ...givenNames(filters, query)];
	if (selecting !== undefined && besides.length > 0)
		throw new InvalidXml(
			`${selecting} cannot be used together with ${besides.join(', ')}: qbXML asks either for given records or by filters.`,
		);
	return selections.flatMap(({ write }) => write(query));
}

function extraElements(
	{ element, name, fields }: Extra,
	query: Source,
	included: string[],
): RequestChild[] {
	const [given] = name === undefined ? [] : textsOf(query, name);
	const wanted = given ?? (fields.some((field) => included.includes(field)) ? 'true' : undefined);
	return wanted === undefined ? [] : [{ name: element, text: wanted }];
}

/** A field is judged only if the answer has it; one that was not included is asked for and taken out again. */
function includeJudged(conditions: readonly FieldCondition[], included: readonly string[]) {
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
): { elements: RequestChild[]; limit?: number } {
	const [maximum] = textsOf(query, 'max_returned');
	const [iterate] = textsOf(query, 'iterate');
	if (maximum === undefined) return { elements: [] };
	const limit = Number(maximum);
	if (selected > 0) return limit < selected ? { elements: [], limit } : { elements: [] };
	if (isJudged && iterate !== 'true') return { elements: [], limit };
	return { elements: [{ name: 'MaxReturned', text: maximum }] };
}

function customFieldsOf({ hasCustomFields }: QueryDefinition, included: string[]): RequestChild[] {
	return hasCustomFields && included.includes('DataExtRet')
		? [{ name: 'OwnerID', text: customFieldOwner }]
		: [];
}

/**
 * Writes the children of a query in qbXML's order, and says what is left to do to its answer.
 * @throws InvalidXml when the query cannot be expressed in qbXML
 */
export function queryRequest(
	definition: QueryDefinition,
	query: Source,
): { children: RequestChild[]; answerFilter?: AnswerFilter } {
	const selection = selectionOf(definition, query);
	const narrowings = definition.filters.map(({ narrow }) => narrow(query));
	const included = textsOf(query, 'include[]');
	const judged = includeJudged(
		narrowings.flatMap(({ conditions }) => conditions),
		included,
	);
	const maximum = maximumOf(query, selection.length, judged.conditions.length > 0);
	const children = [
		...selection,
		...maximum.elements,
		...narrowings.flatMap((narrowing) => narrowing.children),
		...definition.extras.flatMap((extra) => extraElements(extra, query, included)),
		...[...included, ...judged.fields].map((field) => ({ name: 'IncludeRetElement', text: field })),
		...customFieldsOf(definition, included),
	];
	if (judged.conditions.length === 0 && maximum.limit === undefined) return { children };
	const limit = maximum.limit === undefined ? {} : { limit: maximum.limit };
	return { children, answerFilter: { conditions: judged.conditions, ...limit } };
}

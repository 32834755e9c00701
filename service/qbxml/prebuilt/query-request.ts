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
 * Writes the children of a query in qbXML's order, and says what is left to do to its answer.
 * `max_returned` becomes `MaxReturned`, except where qbXML does not take it (beside a selection) or where it would count
 * records that are left out of the answer later; there the answer is cut. In an iteration it is the size of a page.
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
	const [maximum] = textsOf(query, 'max_returned');
	const [iterate] = textsOf(query, 'iterate');
	const answerIsCut = selection.length > 0 || (judged.conditions.length > 0 && iterate !== 'true');
	const maximumElements =
		maximum === undefined || answerIsCut ? [] : [{ name: 'MaxReturned', text: maximum }];
	const limit = maximum !== undefined && answerIsCut ? Number(maximum) : undefined;
	const children = [
		...selection,
		...maximumElements,
		...narrowings.flatMap((narrowing) => narrowing.children),
		...definition.extras.flatMap((extra) => extraElements(extra, query, included)),
		...[...included, ...judged.fields].map((field) => ({ name: 'IncludeRetElement', text: field })),
		...(definition.hasCustomFields && included.includes('DataExtRet')
			? [{ name: 'OwnerID', text: customFieldOwner }]
			: []),
	];
	if (judged.conditions.length === 0 && limit === undefined) return { children };
	return {
		children,
		answerFilter: {
			record: definition.record,
			conditions: judged.conditions,
			...(limit !== undefined && { limit }),
		},
	};
}

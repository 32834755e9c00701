import type { INodePropertyOptions } from 'n8n-workflow';

import { withOffset } from '../fields/filters/dates';
import { alphabetically } from '../form/alphabetically';
import { textList } from '../form/convert';
import { fieldOf, type FieldSpec } from '../form/fieldSpec';
import type { DocumentRequest } from '../qbxml/document';
import { wordsOf } from '../qbxml/recordFacts';
import { inWords } from '../qbxml/words';

/** How many days the accounting application knows what was deleted. */
export const DAYS_KEPT = 90;

/** The requests for what was deleted: one for lists, one for transactions. No word is in both. */
const families = [
	{ request: 'ListDeletedQueryRq', element: 'ListDelType' },
	{ request: 'TxnDeletedQueryRq', element: 'TxnDelType' },
].map((family) => ({ ...family, words: wordsOf(family.request, family.element) }));

const everyType = families.flatMap(({ words }) => words);

/** The kinds of records to look for. Workflows store qbXML's own words. */
export const deletedTypes: FieldSpec = {
	displayName: 'Record Types',
	name: 'deletedTypes',
	type: 'multiOptions',
	options: alphabetically(
		everyType.map((value): INodePropertyOptions => ({ name: inWords(value), value })),
		({ name }) => name,
	),
	default: [],
	description:
		'Which kinds of records to look for. Without a choice it is all of them. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	wire: 'deletedTypes',
	convert: textList,
};

export const deletedTypesField = fieldOf(deletedTypes);

/**
 * The requests for what was deleted, for one document.
 * @param types qbXML's words. None for all.
 * @param from The moment from which on, as ISO 8601. Undefined for as long as the accounting application knows.
 */
export function deletedRequests(
	types: readonly string[],
	from: string | undefined,
): DocumentRequest[] {
	const wanted = new Set(types.length > 0 ? types : everyType);
	return families.flatMap(({ request, element, words }) => {
		const chosen = words.filter((word) => wanted.has(word));
		if (chosen.length === 0) return [];
		const range =
			from === undefined ? {} : { 'DeletedDateRangeFilter.FromDeletedDate': withOffset(from) };
		return [{ name: request, values: { [element]: chosen, ...range } }];
	});
}

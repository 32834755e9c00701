import { alphabetically } from '../form/alphabetically';
import { textList } from '../form/convert';
import type { FieldOption } from '../form/field';
import type { FieldSpec } from '../form/fieldSpec';
import type { DocumentRequest } from '../qbxml/document';
import { contentOfQueries, wordsAt } from '../qbxml/queryFacts';
import { inWords } from '../qbxml/words';

/** How many days the accounting application knows what was deleted. */
export const DAYS_KEPT = 90;

/** What people call a type, where its name in qbXML says it differently. */
const names: Readonly<Record<string, string>> = {
	ARRefundCreditCard: 'Refund by Credit Card',
	BillPaymentCheck: 'Bill Payment by Check',
	BillPaymentCreditCard: 'Bill Payment by Credit Card',
	BuildAssembly: 'Assembly Build',
	ReceivePayment: 'Customer Payment',
	ToDo: 'To-Do',
	TransferInventory: 'Inventory Transfer',
};

/** `ItemService` as "Service Item". */
const nameOf = (type: string): string =>
	names[type] ??
	inWords(type.replace(/^(Payroll)?Item(?!Receipt)(.+)/, '$2$1Item')).replace(/^Non /, 'Non-');

/** The types of deleted records as choices. */
export const choicesOf = (types: readonly string[]): FieldOption[] =>
	alphabetically(
		types.map((value) => ({ name: nameOf(value), value })),
		({ name }) => name,
	);

/** The queries for what was deleted: one for lists, one for transactions. No type is in both. */
export const deletedFamilies = [
	{ query: 'ListDeletedQuery', element: 'ListDelType' },
	{ query: 'TxnDeletedQuery', element: 'TxnDelType' },
].map(({ query, element }) => ({
	query,
	element,
	types: wordsAt(contentOfQueries(`${query}Rq`), element),
}));

const everyType = deletedFamilies.flatMap(({ types }) => types);

/** The kinds of records to look for. Workflows store qbXML's own words. */
export const deletedTypes: FieldSpec = {
	displayName: 'Record Types',
	name: 'deletedTypes',
	type: 'multiOptions',
	options: choicesOf(everyType),
	default: [],
	description:
		'Which kinds of records to look for. If empty, all of them. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	wire: 'deletedTypes',
	convert: textList,
};

/** What was deleted of lists, or of transactions. */
export interface DeletedQuery {
	/** Its name in qbXML. */
	query: string;
	/** In qbXML's words. */
	types: string[];
}

/**
 * The queries for what was deleted. A service may take only one to a request.
 * @param types In qbXML's words. None for all.
 */
export function deletedQueries(types: readonly string[]): DeletedQuery[] {
	const wanted = new Set(types.length > 0 ? types : everyType);
	return deletedFamilies
		.map((family) => ({
			query: family.query,
			types: family.types.filter((type) => wanted.has(type)),
		}))
		.filter((one) => one.types.length > 0);
}

/**
 * The request of one of them.
 * @param from The moment from which on, as ISO 8601. Undefined for as long as the accounting application knows.
 */
export function deletedRequest(
	{ query, types }: DeletedQuery,
	from: string | undefined,
): DocumentRequest {
	const element = deletedFamilies.find((family) => family.query === query)?.element ?? '';
	const range = from === undefined ? {} : { 'DeletedDateRangeFilter.FromDeletedDate': from };
	return { name: `${query}Rq`, values: { [element]: types, ...range } };
}

import type { INodeProperties } from 'n8n-workflow';

import { alphabetically } from '../../../shared/form/alphabetically';
import { textList } from '../../../shared/form/convert';
import { fieldOf, type FieldSpec } from '../../../shared/form/fieldSpec';
import { contentOfQueries, wordsAt } from '../../../shared/qbxml/queryFacts';
import { inWords } from '../../../shared/qbxml/words';

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

/** The two queries for what was deleted, each with the types that it can be asked for. */
export interface DeletedQuery {
	/** Its name in qbXML, without the `Rq`. */
	query: 'TxnDeletedQuery' | 'ListDeletedQuery';
	/** The element for the types, in the request and in the answer. */
	element: 'TxnDelType' | 'ListDelType';
	/** Every type, by qbXML's word. */
	types: readonly string[];
	row: FieldSpec;
}

function deletedQuery(
	element: DeletedQuery['element'],
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
): DeletedQuery {
	const query = element === 'TxnDelType' ? 'TxnDeletedQuery' : 'ListDeletedQuery';
	const types = wordsAt(contentOfQueries(`${query}Rq`), element);
	return {
		query,
		element,
		types,
		row: {
			...field,
			type: 'multiOptions',
			options: alphabetically(
				types.map((value) => ({ name: nameOf(value), value })),
				({ name }) => name,
			),
			default: [],
			wire: field.name,
			convert: textList,
		},
	};
}

const OTHERWISE_ALL =
	'Without a choice here and in the other field, all types of both are asked for';

/** Transactions and records of lists. Each has a query of its own. */
export const deletedQueries: readonly DeletedQuery[] = [
	deletedQuery('TxnDelType', {
		displayName: 'Types of Transactions',
		name: 'txnDelTypes',
		description: `The types of transactions to look for. ${OTHERWISE_ALL}.`,
	}),
	deletedQuery('ListDelType', {
		displayName: 'Types of List Records',
		name: 'listDelTypes',
		description: `The types of customers, items and other list records to look for. ${OTHERWISE_ALL}.`,
	}),
];

export const typeFields: readonly INodeProperties[] = deletedQueries.map(({ row }) => fieldOf(row));

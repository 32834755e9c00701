import type { INodeProperties } from 'n8n-workflow';

import { textList } from '../../../../quickbooks/form/convert';
import type { FieldSpec } from '../../../../quickbooks/form/fieldSpec';
import { choicesOf, deletedFamilies } from '../../../../quickbooks/queries/deletedRecords';
import { fieldOf } from '../../../shared/fields/fieldOf';

const OTHERWISE_ALL = 'If this field and the other one are both empty, all types are included';

const fields: Readonly<
	Record<string, Pick<INodeProperties, 'displayName' | 'name'> & { description: string }>
> = {
	ListDelType: {
		displayName: 'Types of List Records',
		name: 'listDelTypes',
		description: `The types of customers, items and other list records to look for. ${OTHERWISE_ALL}.`,
	},
	TxnDelType: {
		displayName: 'Types of Transactions',
		name: 'txnDelTypes',
		description: `The types of transactions to look for. ${OTHERWISE_ALL}.`,
	},
};

/** The queries for what was deleted, each with the field for its types. */
export const queriesWithTypes = deletedFamilies.map((family) => {
	const field = fields[family.element];
	const row: FieldSpec = {
		...field,
		type: 'multiOptions',
		options: choicesOf(family.types),
		default: [],
		wire: field.name,
		convert: textList,
	};
	return { ...family, row };
});

export const typeFields: readonly INodeProperties[] = queriesWithTypes.map(({ row }) =>
	fieldOf(row),
);

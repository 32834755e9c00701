import type { INodeProperties } from 'n8n-workflow';

import { alphabetically } from '../../../quickbooks/form/alphabetically';
import type { FieldSpec } from '../../../quickbooks/form/fieldSpec';
import { fieldOf } from './fieldOf';

/** A collection of fields, of which people add those that they need, in alphabetical order as n8n shows them everywhere. */
export const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: alphabetically(options, (option) => option.displayName),
});

/** The filters of a query. */
export const filtersField = (rows: readonly FieldSpec[]): INodeProperties =>
	collection('Filters', 'filters', 'Add Filter', rows.map(fieldOf));

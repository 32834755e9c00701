import type { INodeProperties } from 'n8n-workflow';

import type { FieldSpec } from '../../../quickbooks/form/fieldSpec';
import { collection } from './collection';
import { fieldOf } from './fieldOf';

const extraQueryParameters: INodeProperties = {
	displayName: 'Extra Query Parameters',
	name: 'extraQueryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description:
		"Sent to the service as it is, instead of a parameter of the same name. For options that aren't in this form.",
	options: [
		{
			displayName: 'Parameter',
			name: 'parameters',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. owner_ids[]',
					description:
						'Name of the query parameter; one that ends in [] may be given several times',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'Value of the query parameter, sent as given',
				},
			],
		},
	],
};

/** An Options collection with the rows, further fields, and Extra Query Parameters. */
export const optionsCollection = (
	rows: readonly FieldSpec[],
	further: INodeProperties[] = [],
): INodeProperties =>
	collection('Options', 'options', 'Add Option', [
		...rows.map(fieldOf),
		...further,
		extraQueryParameters,
	]);

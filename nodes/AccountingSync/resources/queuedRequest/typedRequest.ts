import type { INodeProperties } from 'n8n-workflow';

const fields: INodeProperties[] = [
	{
		displayName: 'Request',
		name: 'typedRequest',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'What QuickBooks should do. The fields below belong to this request.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose…',
				typeOptions: { searchListMethod: 'searchRequests', searchable: true },
			},
			{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. InvoiceAddRq' },
		],
	},
	{
		displayName: 'Fields',
		name: 'typedFields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description:
			'The elements of the request. Those that repeat, such as lines, are JSON lists. Empty fields and empty texts in lists are left out.',
		typeOptions: {
			loadOptionsDependsOn: ['typedRequest.value'],
			resourceMapper: {
				resourceMapperMethod: 'getRequestFields',
				mode: 'add',
				valuesLabel: 'Fields',
				fieldWords: { singular: 'field', plural: 'fields' },
				noFieldsError: 'Choose a request first: its fields appear here.',
				supportAutoMap: false,
				refreshStaleSchemaOnOpen: true,
			},
		},
	},
	{
		displayName: 'More Values',
		name: 'typedJson',
		type: 'json',
		default: '{}',
		description:
			'Values by path as a JSON object, such as {"BillAddress.City": "Bayshore"}, instead of fields of the same name. For requests that an expression chooses, and for items that come with such paths.',
	},
	{
		displayName: 'qbXML Version',
		name: 'typedVersion',
		type: 'string',
		default: '',
		placeholder: "The connection's own",
		description:
			'The version of qbXML that the request is written in. Fields that are newer than that are marked.',
	},
];

/** The fields of the form that is made for the chosen request. */
export const typedRequest = fields.map((field): INodeProperties => ({
	...field,
	displayOptions: { show: { requestFormat: ['typed'] } },
}));

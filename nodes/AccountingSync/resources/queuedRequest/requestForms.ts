import type { INodeProperties } from 'n8n-workflow';

const onlyFor = (format: string): INodeProperties['displayOptions'] => ({
	show: { requestFormat: [format] },
});

const pairs = (
	displayName: string,
	name: string,
	valueName: string,
	placeholder: string,
	description: string,
	examples: [name: string, value: string],
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder,
	default: {},
	description,
	displayOptions: onlyFor('form'),
	options: [
		{
			displayName,
			name: 'entries',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: `e.g. ${examples[0]}`,
					description: 'Written exactly as in qbXML',
				},
				{
					displayName: valueName,
					name: valueName.toLowerCase(),
					type: 'string',
					default: '',
					placeholder: `e.g. ${examples[1]}`,
					description: 'Plain text: characters such as & are escaped by the service',
				},
			],
		},
	],
});

/** The three ways to give a request (interface, sections 2.2 and 4.2). */
export const requestForms: INodeProperties[] = [
	{
		displayName: 'Request XML',
		name: 'requestXml',
		type: 'string',
		typeOptions: { rows: 10 },
		default: '',
		required: true,
		placeholder: '<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML>…</QBXML>',
		description: 'The whole qbXML document, with its XML declaration and the QBXML element',
		displayOptions: onlyFor('xml'),
	},
	{
		displayName: 'Request JSON',
		name: 'requestJson',
		type: 'json',
		typeOptions: { rows: 10 },
		default:
			'{\n  "version": "16.0",\n  "request": {\n    "name": "CustomerQueryRq",\n    "attributes": {},\n    "children": [{ "name": "MaxReturned", "text": "10" }]\n  }\n}',
		required: true,
		description:
			'A JSON object with "version" and "request"; the request has "name", "attributes" and "children"',
		displayOptions: onlyFor('json'),
	},
	{
		displayName: 'Request Name',
		name: 'requestName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. CustomerQueryRq',
		description: 'The name of the request in qbXML, which ends in Rq',
		displayOptions: onlyFor('form'),
	},
	{
		displayName: 'qbXML Version',
		name: 'qbxmlVersion',
		type: 'string',
		default: '16.0',
		required: true,
		description: 'The version of qbXML that the request is written in',
		displayOptions: onlyFor('form'),
	},
	pairs('Attributes', 'attributes', 'Value', 'Add Attribute', 'Attributes of the request element', [
		'metaData',
		'NoMetaData',
	]),
	pairs(
		'Children',
		'children',
		'Text',
		'Add Child',
		'Elements inside the request, in the order that qbXML asks for. For elements within elements use JSON or XML.',
		['MaxReturned', '10'],
	),
];

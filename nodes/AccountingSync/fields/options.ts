import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { alphabetically } from '../../shared/form/alphabetically';
import { text, textList, trueOrFalse, wholeNumber } from '../../shared/form/convert';
import { fieldsOf, wireValues, type Row, type WireValues } from '../../shared/form/fieldSpec';
import type { Form } from '../operations/operation';
import { waitingOptions } from './result';

/** The caller's own identifier of a request (interface, section 4.3). */
export const customRequestId: Row = {
	displayName: 'Custom Request ID',
	name: 'customRequestId',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description: 'Your own ID for this request, to recognise the request and its response by',
	wire: 'request_id',
	convert: text,
};

export const automaticIteration: Row = {
	displayName: 'Automatic Iteration',
	name: 'automaticIteration',
	type: 'boolean',
	default: false,
	description:
		'Whether the service fetches page after page by itself until all records are there. Each page becomes a request of its own, with the same ID.',
	wire: 'iterate',
	convert: trueOrFalse,
};

export const maximumResults: Row = {
	displayName: 'Maximum Results',
	name: 'maximumResults',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'How many records the response holds at most. With Automatic Iteration it is the size of a page.',
	wire: 'max_returned',
	convert: wholeNumber(1),
};

/** The name of the method that loads the fields that a query can include. */
const FIELD_NAMES_METHOD = 'loadFieldNames';

/** The record elements to include: those that the interface names, and unless these are all, those of earlier answers. */
export const includedFields = (known: readonly string[], areComplete = false): Row => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	...(!areComplete && {
		typeOptions: { loadOptionsMethod: FIELD_NAMES_METHOD, loadOptionsDependsOn: ['connection'] },
	}),
	options: alphabetically(known, (field) => field).map((field): INodePropertyOptions => ({
		name: field,
		value: field,
	})),
	default: [],
	description:
		'Which fields of each record the response holds. Without a choice it holds all. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	wire: 'include',
	convert: textList,
});

/** Free entry beside the known fields: the interface does not list them all. */
export const otherFields: Row = {
	displayName: 'Other Fields',
	name: 'otherFields',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
	default: [],
	placeholder: 'e.g. CompanyName',
	description:
		'Further fields of each record, by their qbXML names, on top of those chosen in Fields',
	wire: 'include',
	convert: textList,
};

export const extraQueryParameters: INodeProperties = {
	displayName: 'Extra Query Parameters',
	name: 'extraQueryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description:
		'Sent to the service as given, in place of a parameter of the same name. For what the service understands and this form does not know.',
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
	rows: readonly Row[],
	further: INodeProperties[] = [],
): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: alphabetically(
		[...fieldsOf(rows), ...further, extraQueryParameters],
		({ displayName }) => displayName,
	),
});

/** The Options of a queueing operation, with those for waiting. */
export const optionsField = (
	rows: readonly Row[],
	further: INodeProperties[] = [],
): INodeProperties => optionsCollection(rows, [...further, ...waitingOptions]);

/** Extra Query Parameters as they go out; a name given twice, or with `[]`, is a list. */
function extraQuery(options: IDataObject): WireValues {
	const { parameters = [] } = (options.extraQueryParameters ?? {}) as {
		parameters?: Array<{ name: string; value: unknown }>;
	};
	const query: WireValues = {};
	for (const { name, value } of parameters.filter((parameter) => parameter.name !== '')) {
		const isList = name.endsWith('[]');
		const key = isList ? name.slice(0, -2) : name;
		const before = query[key];
		query[key] =
			isList || before !== undefined
				? [
						...(Array.isArray(before) ? before : before === undefined ? [] : [String(before)]),
						String(value),
					]
				: String(value);
	}
	return query;
}

/** The query that the Options of a queueing operation make. */
export function optionsQuery({ values, timezone }: Form, rows: readonly Row[]): WireValues {
	const options = (values.options ?? {}) as IDataObject;
	return { ...wireValues(rows, options, timezone), ...extraQuery(options) };
}

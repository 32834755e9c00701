import { CREDIT_MEMO_FIELDS } from './credit-memo-fields';
import { bodyErrorAnswers, errorAnswers } from './errors';
import { filtersOf } from './filters';
import {
	closedObject,
	dataOf,
	json,
	queryParameter,
	reference,
	schema,
	type Schema,
} from './parts';

const common = {
	request_id: {
		...schema('Text'),
		description: 'The caller’s own ID of the request; it comes back with the answer.',
	},
	webhook_url: schema('WebAddress'),
};

const accepted = { 202: dataOf('The queued request.', 'CreatedRequest') };

/** A pre-built query: one row per endpoint of section 4.3. */
interface QueryEndpoint {
	readonly path: string;
	readonly operationId: string;
	readonly summary: string;
	readonly iterates: boolean;
	/** The fields that may be asked for, where the interface lists them all. */
	readonly fields?: readonly string[];
}

const queries: readonly QueryEndpoint[] = [
	{ path: 'customers', operationId: 'queryCustomers', summary: 'Query customers', iterates: false },
	{ path: 'vendors', operationId: 'queryVendors', summary: 'Query vendors', iterates: true },
	{ path: 'items', operationId: 'queryItems', summary: 'Query items', iterates: true },
	{
		path: 'sales_tax_items',
		operationId: 'querySalesTaxItems',
		summary: 'Query item sales taxes',
		iterates: true,
	},
	{
		path: 'sales_tax_codes',
		operationId: 'querySalesTaxCodes',
		summary: 'Query sales tax codes',
		iterates: false,
	},
	{ path: 'invoices', operationId: 'queryInvoices', summary: 'Query invoices', iterates: true },
	{
		path: 'credit_memos',
		operationId: 'queryCreditMemos',
		summary: 'Query credit memos',
		iterates: true,
		fields: CREDIT_MEMO_FIELDS,
	},
];

const iterate = {
	type: 'boolean',
	default: false,
	description: 'Let the service go on until all records are returned, a page at a time.',
};

const include = (fields?: readonly string[]): Schema => ({
	type: 'array',
	minItems: 1,
	items: fields ? { type: 'string', enum: fields } : schema('ElementName'),
	description: 'Top-level elements of the returned records; without it, all of them.',
});

const querySchemaName = (operationId: string): string =>
	`${operationId[0].toUpperCase()}${operationId.slice(1)}Parameters`;

const querySchemas = Object.fromEntries(
	queries.map(({ path, operationId, iterates, fields }) => [
		querySchemaName(operationId),
		closedObject(
			{
				...common,
				...(iterates && { iterate }),
				max_returned: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
				'include[]': include(fields),
				...filtersOf[path].filters,
			},
			{ ...(filtersOf[path].rules && { allOf: filtersOf[path].rules }) },
		),
	]),
);

const writes = [
	{
		path: 'invoices',
		operationId: 'createInvoice',
		summary: 'Create an invoice',
		body: 'NewInvoice',
	},
	{
		path: 'data_ext_mods',
		operationId: 'setDataExtension',
		summary: 'Set the value of a data extension (custom field)',
		body: 'DataExtensionValue',
	},
];

/** The queries of the pre-built operations. */
export const prebuiltSchemas: Schema = { ...querySchemas, WriteParameters: closedObject(common) };

const operations = [
	...queries.map(({ path, operationId, summary }) => ({
		path,
		method: 'get',
		operation: {
			operationId,
			summary,
			parameters: [queryParameter(querySchemaName(operationId))],
			responses: { ...accepted, ...errorAnswers('401', '404', '422') },
		},
	})),
	...writes.map(({ path, operationId, summary, body }) => ({
		path,
		method: 'post',
		operation: {
			operationId,
			summary,
			parameters: [queryParameter('WriteParameters')],
			requestBody: { required: true, content: json(schema(body)) },
			responses: { ...accepted, ...bodyErrorAnswers('401', '404') },
		},
	})),
];

/** Section 4.3 of the interface. */
export const prebuiltPaths: Schema = Object.fromEntries(
	[...new Set(operations.map(({ path }) => path))].map((path) => [
		`/connections/{connection_id}/${path}`,
		{
			parameters: [reference('parameters', 'ConnectionId')],
			...Object.fromEntries(
				operations
					.filter((candidate) => candidate.path === path)
					.map(({ method, operation }) => [method, operation]),
			),
		},
	]),
);

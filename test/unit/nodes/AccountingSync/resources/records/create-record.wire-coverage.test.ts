import type { IDataObject } from 'n8n-workflow';

import type { FieldSpec } from '../../../../../../quickbooks/form/fieldSpec';
import { queryOf } from '../../../../../../quickbooks/records/registry';
import { fieldAt, fieldsInside, fieldsOfOperation } from '../../../../support/description';
import { fullInvoice } from '../../../../support/full-invoice';
import { fullQueries } from '../../../../support/full-queries';
import { requestOf } from '../../../../support/request-of';

const everyQuery = ['request_id', 'webhook_url', 'max_returned', 'include'];
const ofLists = [
	'name',
	'from_name',
	'to_name',
	'modified_after',
	'modified_before',
	'active_status',
];
const ofSalesTax = [
	...['name', 'from_name', 'to_name', 'list_ids', 'full_names', 'active_status'],
	...['modified_start', 'modified_end'],
];

/** The query parameters of each query endpoint: section 4.3, with names chosen where the interface is silent. */
const parameters: Record<string, string[]> = {
	customer: [...everyQuery, ...ofLists],
	vendor: [...everyQuery, ...ofLists, 'iterate'],
	item: [
		...[...everyQuery, ...ofLists, 'iterate', 'list_id'],
		...['name_starts_with', 'name_contains', 'name_ends_with'],
	],
	salesTaxItem: [...everyQuery, ...ofSalesTax, 'iterate'],
	salesTaxCode: [...everyQuery, ...ofSalesTax],
	invoice: [
		...[...everyQuery, 'iterate', 'include_line_items', 'customer_list_id', 'paid_status'],
		...['from_transaction_date', 'to_transaction_date', 'from_due_date', 'to_due_date'],
	],
	creditMemo: [
		...[...everyQuery, 'iterate', 'include_line_items', 'customer_list_id'],
		...['from_transaction_date', 'to_transaction_date', 'modified_after', 'modified_before'],
		...['account_list_ids', 'ref_number', 'from_ref_number', 'to_ref_number', 'currency_list_ids'],
	],
};

/** What the options of a queueing operation hold besides: it never reaches the wire. */
const waiting = [
	...['ifAlreadyQueued', 'requestsAtOnce', 'waitLimit', 'whenTimeIsUp'],
	'extraQueryParameters',
];

/** The fields of a query that its endpoint does not take. */
function beyondEndpoint(resource: string) {
	const { filters, options = [] } = queryOf(resource)!;
	const names = (rows: readonly FieldSpec[]) =>
		rows.filter(({ onlyQbxml }) => onlyQbxml).map(({ name }) => name);
	const hasDates = filters.some(({ name }) => name === 'transactionDateFrom');
	return {
		filters: names(filters),
		options: [...names(options), ...(hasDates ? ['askInWindows'] : [])],
	};
}

const keysOf = (objects: object[]): string[] => [...new Set(objects.flatMap(Object.keys))].sort();
const namesIn = (resource: string, operation: string, path: string[]): string[] =>
	fieldsInside(fieldAt(resource, operation, path))
		.map(({ name }) => name)
		.sort();

describe.each(fullQueries)('query of $path', ({ resource, filters, options }) => {
	test('every parameter of the interface can be sent, and no other', () => {
		const sent = [
			...filters.map(([form]) => requestOf(resource, 'query', { filters: form }).query ?? {}),
			...options.map(([form]) => requestOf(resource, 'query', { options: form }).query ?? {}),
			requestOf(resource, 'query', { returnAll: true }).query ?? {},
		];
		expect(keysOf(sent)).toEqual([...parameters[resource]].sort());
	});

	test('every other field of the form goes out in qbXML', () => {
		const further = beyondEndpoint(resource);
		expect(namesIn(resource, 'query', ['filters'])).toEqual(
			[...keysOf(filters.map(([form]) => form)), ...further.filters].sort(),
		);
		expect(namesIn(resource, 'query', ['options'])).toEqual(
			[
				...keysOf(options.map(([form]) => form)),
				...waiting,
				...further.options,
				'outputIfNothingFound',
			].sort(),
		);
	});
});

/** What to do when nobody knows what became of a write. */
const settling = ['whenOutcomeUnknown', 'writeIfAbsent'];

describe('Create Invoice', () => {
	const { form } = fullInvoice;
	const addressKeys = [
		...['addr1', 'addr2', 'addr3', 'addr4', 'addr5'],
		...['city', 'state', 'postal_code', 'country', 'note'],
	];

	test('every body field of the interface can be sent', () => {
		const body = requestOf('invoice', 'create', { ...form, options: {} }).body as IDataObject;
		expect(Object.keys(body).sort()).toEqual([
			...['ar_account_list_id', 'bill_address', 'class_list_id', 'customer_list_id'],
			...['customer_sales_tax_code_list_id', 'item_sales_tax_list_id', 'lines', 'memo'],
			...['ref_number', 'ship_address', 'template_list_id', 'transaction_date'],
		]);
		expect(keysOf(body.lines as object[])).toEqual([
			...['class_list_id', 'description', 'item_list_id', 'quantity', 'rate'],
		]);
		for (const address of ['bill_address', 'ship_address']) {
			expect(keysOf([body[address] as object])).toEqual([...addressKeys].sort());
		}
	});

	test.each<[path: string[], filledIn: object]>([
		[['additionalFields'], form.additionalFields],
		[['additionalFields', 'billAddress'], form.additionalFields.billAddress.address],
		[['additionalFields', 'shipAddress'], form.additionalFields.shipAddress.address],
		[['lines'], form.lines.line[0]],
	])('the form has every field of the endpoint in %j', (path, filledIn) => {
		expect(namesIn('invoice', 'create', path)).toEqual(expect.arrayContaining(keysOf([filledIn])));
	});

	test('every option is one of them, or says how to wait', () => {
		expect(namesIn('invoice', 'create', ['options'])).toEqual(
			[
				...new Set([
					...[...Object.keys(form.options), 'keepOrderOfItems', 'refuseClosedPeriods'],
					...[...waiting, ...settling],
				]),
			].sort(),
		);
	});
});

/** What every queueing operation has. */
const result = ['queueNotice', 'result', 'simplify'];

/** Top-level fields of the form by operation; where a name on the wire stands behind it, the engine tests look at it. */
const fields: Record<string, string[]> = {
	'connection.create': ['name', 'redirectUrl'],
	'connection.get': ['connection'],
	'connection.getAll': ['returnAll', 'limit'],
	'connection.delete': ['connection', 'deleteNotice'],
	'connection.setPassword': ['connection', 'password'],
	'connection.getConnectorFile': ['connection', 'binaryPropertyName'],
	'queuedRequest.create': [
		...['connection', 'requestFormat', 'requestXml', 'requestJson', 'requestName'],
		...['qbxmlVersion', 'attributes', 'children', 'typedRequest', 'typedFields', 'typedJson'],
		...['typedVersion', 'options', ...result],
	],
	'queuedRequest.get': ['connection', 'queuedRequest'],
	'queuedRequest.getAll': ['connection', 'returnAll', 'limit', 'filters', 'options'],
	'queuedRequest.delete': [
		...['connection', 'deleteNotice', 'queuedRequest', 'force', 'forceNotice'],
	],
	'dataExtension.set': [
		...['connection', 'attachTo', 'listDataExtType', 'identifyBy', 'listId', 'fullName'],
		...['txnDataExtType', 'txnId', 'txnLineId', 'dataExtName', 'dataExtValue', 'ownerId'],
		...['options', ...result],
	],
};

test.each(Object.entries(fields))('%s has its fields', (name, expected) => {
	const [resource, operation] = name.split('.');
	const names = fieldsOfOperation(resource, operation).map((field) => field.name);
	expect([...names].sort()).toEqual([...expected].sort());
});

test.each([
	['queuedRequest', 'create'],
	['dataExtension', 'set'],
])('the options of %s.%s', (resource, operation) => {
	const extraBody = resource === 'dataExtension' ? ['extraBodyFields'] : [];
	expect(namesIn(resource, operation, ['options'])).toEqual(
		[
			...['customRequestId', 'webhookUrl', ...extraBody, ...waiting],
			...(resource === 'queuedRequest' ? ['keepOrderOfItems', 'sendWithoutChecking'] : []),
		].sort(),
	);
});

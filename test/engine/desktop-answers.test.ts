import type { IDataObject } from 'n8n-workflow';

import type { QueuedRequest } from '../../n8n/clients/service';
import { createDesktopHost } from '../../simulator/host';
import { pageSize } from '../support/page-size';
import { useLocalService } from './support/local-service';
import { byId, type OperationName, runOperation } from './support/run-operation';

const desktops = createDesktopHost();
const service = useLocalService({ desktops });

let connectionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection('Harbor');
});

type Answer = Record<string, IDataObject & Record<string, IDataObject[]>>;

/** Runs the operation, lets the desktop answer, and gives what Get Queued Request then shows. */
async function answerTo(operation: OperationName, form: IDataObject) {
	const queued = await runOperation(service, operation, {
		connection: { ...byId(connectionId) },
		...form,
	});
	expect(queued.error).toBeUndefined();
	const { id } = queued.items[0].json as unknown as QueuedRequest;
	await desktops.desktop(connectionId).runNow();
	const got = await runOperation(service, 'queuedRequest.get', { queuedRequest: { ...byId(id) } });
	expect(got.error).toBeUndefined();
	const request = got.items[0].json as unknown as Omit<QueuedRequest, 'response_json'> & {
		response_json: [{ QBXMLMsgsRs: Answer }];
		error?: IDataObject;
	};
	// The attributes of the message set stand before its answers.
	const answer = () =>
		Object.entries(request.response_json[0].QBXMLMsgsRs).filter(([name]) =>
			name.endsWith('Rs'),
		)[0][1];
	return { request, answer };
}

/** Each query, the list its records come in, and what every record of the answer must hold. */
const queries: Array<[string, IDataObject, string, number, IDataObject]> = [
	[
		'customer',
		{ filters: { nameContains: 'müller' }, options: { fields: ['ListID', 'FullName'] } },
		'CustomerRet',
		2,
		{ ListID: expect.any(String), FullName: expect.stringMatching(/^Müller Bäckerei/) },
	],
	['vendor', { limit: 7 }, 'VendorRet', 7, { IsActive: true }],
	[
		'item',
		{ filters: { listId: '80020001-1700000001' } },
		'ItemServiceRet',
		1,
		{ ListID: '80020001-1700000001', Name: 'Design' },
	],
	[
		'salesTaxItem',
		{ filters: { listIds: ['80020015-1700000021', '80020016-1700000022'] } },
		'ItemSalesTaxRet',
		2,
		{ IsActive: true },
	],
	['salesTaxCode', { filters: { activeStatus: 'All' } }, 'SalesTaxCodeRet', 4, { IsActive: true }],
	[
		'invoice',
		{
			filters: { customerListId: '80000001-1700000001' },
			options: { includeLineItems: true },
			limit: 3,
		},
		'InvoiceRet',
		3,
		{
			InvoiceLineRet: expect.arrayContaining([
				expect.objectContaining({ TxnLineID: expect.any(String) }),
			]),
		},
	],
	[
		'creditMemo',
		{ filters: { refNumberFrom: '501', refNumberTo: '504' }, options: { fields: ['RefNumber'] } },
		'CreditMemoRet',
		4,
		{ RefNumber: expect.stringMatching(/^50[1-4]$/) },
	],
];

test.each(queries)('query of %s: %j', async (resource, form, list, count, record) => {
	const { request, answer } = await answerTo(`${resource}.query`, form);
	expect(request.state).toBe('response_received');
	const records = answer()[list];
	expect(records).toHaveLength(count);
	for (const each of records) expect(each).toMatchObject(record);
});

test('Create Invoice: the invoice is in the company file, to the cent', async () => {
	const { request, answer } = await answerTo('invoice.create', {
		customerListId: '80000002-1700000002',
		transactionDate: '2026-01-15',
		lines: {
			line: [
				{ itemListId: '80020001-1700000001', description: 'Ä & <b>', quantity: 2.5, rate: '85.00' },
				{ itemListId: '80020006-1700000006', quantity: 3, rate: '0.1' },
				{ description: 'Thank you!' },
			],
		},
		additionalFields: {
			refNumber: 'E-1042',
			billAddress: { address: { addr1: 'Müller Bäckerei', city: 'Köln' } },
		},
	});
	expect(request.state).toBe('response_received');
	expect(answer().InvoiceRet).toMatchObject([
		{
			TxnID: expect.any(String),
			RefNumber: 'E-1042',
			TxnDate: '2026-01-15',
			Subtotal: '212.80',
			BillAddress: { Addr1: 'Müller Bäckerei', City: 'Köln' },
			InvoiceLineRet: [
				{ Desc: 'Ä & <b>', Quantity: '2.5', Amount: '212.50' },
				{ Amount: '0.30' },
				{ Desc: 'Thank you!' },
			],
		},
	]);

	const [{ TxnID: written }] = answer().InvoiceRet;
	const found = await answerTo('invoice.query', {
		filters: { customerListId: '80000002-1700000002', transactionDateFrom: '2026-01-15' },
		options: { fields: ['TxnID'] },
	});
	expect(found.answer().InvoiceRet).toContainEqual({ TxnID: written });
});

test('Set Data Extension: the value is on the customer', async () => {
	const { request } = await answerTo('dataExtension.set', {
		attachTo: 'list',
		listDataExtType: 'Customer',
		listId: '80000003-1700000003',
		dataExtName: 'Route',
		dataExtValue: 'Nord & Süd',
	});
	expect(request.state).toBe('response_received');

	const found = await answerTo('customer.query', {
		filters: { nameContains: "O'Hara" },
		options: { otherFields: ['ListID', 'DataExtRet'] },
	});
	expect(found.answer().CustomerRet).toContainEqual({
		ListID: '80000003-1700000003',
		DataExtRet: [expect.objectContaining({ DataExtName: 'Route', DataExtValue: 'Nord & Süd' })],
	});
});

test('a raw request in JSON', async () => {
	const { request, answer } = await answerTo('queuedRequest.create', {
		requestFormat: 'json',
		requestJson: JSON.stringify({
			version: '16.0',
			request: { name: 'CompanyQueryRq', attributes: {}, children: [] },
		}),
		options: { customRequestId: 'company?' },
	});
	expect(request.state).toBe('response_received');
	expect(answer()).toMatchObject({ '@requestID': 'company?', '@statusCode': 0 });
});

test('what the accounting application refuses is an error of the request, not of the node', async () => {
	const { request } = await answerTo('invoice.create', {
		customerListId: '80000FFF-1',
		transactionDate: '2026-01-15',
		lines: { line: [{ itemListId: '80020001-1700000001' }] },
	});
	expect(request).toMatchObject({
		state: 'error',
		error: { code: '3140', message: expect.any(String) },
	});
});

test('Return All: every record comes, page by page', async () => {
	const queued = await runOperation(service, 'vendor.query', {
		connection: { ...byId(connectionId) },
		filters: { activeStatus: 'All' },
		returnAll: true,
		options: { ...pageSize(15), fields: ['ListID'] },
	});
	const { id } = queued.items[0].json;
	await desktops.desktop(connectionId).runNow();
	const list = await runOperation(service, 'queuedRequest.getAll', {
		connection: { ...byId(connectionId) },
		returnAll: true,
		filters: { searchPhrase: String(id), sortDirection: 'asc' },
		options: { includeResponses: true },
	});
	const pages = list.items.map(({ json }) => json);
	expect(pages.map(({ id: each, page }) => [each, page])).toEqual([
		[id, 1],
		[id, 2],
		[id, 3],
	]);
	const records = pages.flatMap(({ response_json: json }) => {
		const [{ QBXMLMsgsRs: answer }] = json as unknown as [{ QBXMLMsgsRs: Answer }];
		return answer.VendorQueryRs.VendorRet.map(({ ListID }) => ListID);
	});
	expect(new Set(records).size).toBe(40);
});

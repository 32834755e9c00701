import type { IDataObject } from 'n8n-workflow';

import { byId, type OperationName, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const connection = { ...byId(ID) };

const invoice = {
	connection,
	customerListId: '80000002-1',
	transactionDate: '2026-01-15',
	lines: { line: [{ itemListId: '80000001-1' }] },
};
const extension = { connection, attachTo: 'company', dataExtName: 'Route', dataExtValue: 'x' };
const xml = { connection, requestFormat: 'xml' };
const json = { connection, requestFormat: 'json' };

type Refused = [what: string, operation: OperationName, form: IDataObject, message: string];

/** What must never leave n8n, by what is wrong with it; the message names the field as the form calls it. */
const refused: Refused[] = [
	[
		'an invoice without lines',
		'invoice.create',
		{ ...invoice, lines: {} },
		'Nothing is filled in under Lines.',
	],
	[
		'an invoice with a line that nobody has filled in',
		'invoice.create',
		{ ...invoice, lines: { line: [{}] } },
		'Line 1 is empty: choose an Item or enter a Description.',
	],
	[
		'an invoice without a customer',
		'invoice.create',
		{ ...invoice, customerListId: '={{ "" }}' },
		'Customer: the expression gave nothing.',
	],
	[
		'an invoice without a date',
		'invoice.create',
		{ ...invoice, transactionDate: '={{ undefined }}' },
		'Transaction Date: the expression gave nothing.',
	],
	[
		'an invoice on 30 February',
		'invoice.create',
		{ ...invoice, transactionDate: '={{ "2026-02-30" }}' },
		"Transaction Date isn't a valid date",
	],
	[
		'parameters for the endpoint of an invoice that does not go there',
		'invoice.create',
		{
			...invoice,
			additionalFields: { poNumber: 'PO-7' },
			options: { extraQueryParameters: { parameters: [{ name: 'dry_run', value: '1' }] } },
		},
		'Extra Query Parameters ("dry_run") can\'t be used together with',
	],
	[
		'parameters for the endpoint of a query that does not go there',
		'customer.query',
		{
			connection,
			filters: { email: 'kristy@example.com' },
			options: { extraQueryParameters: { parameters: [{ name: 'city', value: 'Bayshore' }] } },
			result: 'waitPolling',
		},
		'Extra Query Parameters ("city") can\'t be used together with',
	],
	[
		'an address with an object in it',
		'invoice.create',
		{
			...invoice,
			additionalFields: { billAddress: { address: { addr1: '={{ { street: "Main" } }}' } } },
		},
		'Line 1: the expression gave an object instead of text.',
	],
	[
		'a number that is too long for QuickBooks',
		'invoice.create',
		{ ...invoice, additionalFields: { refNumber: '123456789012' } },
		'Reference Number has 12 characters, but at most 11 are allowed.',
	],
	[
		'a description that is too long for QuickBooks',
		'invoice.create',
		{ ...invoice, lines: { line: [{ itemListId: '80000002-1', description: 'x'.repeat(4096) }] } },
		'Line 1: Description has 4096 characters, but at most 4095 are allowed.',
	],
	[
		'a line with nothing in it',
		'invoice.create',
		{ ...invoice, lines: { line: [{ itemListId: '80000002-1' }, {}] } },
		'Line 2 is empty: choose an Item or enter a Description.',
	],
	[
		'a rate with a comma',
		'invoice.create',
		{ ...invoice, lines: { line: [{ itemListId: '80000002-1', rate: '1,50' }] } },
		'Line 1: Rate must be an amount such as 150.00, but it is "1,50".',
	],
	[
		'lines that are no JSON',
		'invoice.create',
		{ ...invoice, specifyLines: 'json', linesJson: '[' },
		'Lines (JSON) is not valid JSON',
	],
	[
		'lines that are no list',
		'invoice.create',
		{ ...invoice, specifyLines: 'json', linesJson: '={{ "x" }}' },
		'Lines (JSON) is not valid JSON',
	],
	[
		'extra fields that are no object',
		'invoice.create',
		{ ...invoice, options: { extraBodyFields: '[]' } },
		'Extra Body Fields must be a JSON object.',
	],
	[
		'a field name of 32 characters',
		'dataExtension.set',
		{ ...extension, dataExtName: 'x'.repeat(32) },
		'Field Name may have at most 31 characters',
	],
	[
		'a list entry without an ID',
		'dataExtension.set',
		{ ...extension, attachTo: 'list', listId: '={{ "" }}' },
		'Entry: the expression gave nothing.',
	],
	[
		'a transaction without an ID',
		'dataExtension.set',
		{ ...extension, attachTo: 'transaction', txnId: '={{ "" }}' },
		'Transaction: the expression gave nothing.',
	],
	[
		'a second data extension target',
		'dataExtension.set',
		{ ...extension, options: { extraBodyFields: '{"list_data_ext_type":"Item"}' } },
		'A custom field belongs to exactly one thing, but Attach To and Extra Body Fields name 2',
	],
	[
		'XML that is not well formed',
		'queuedRequest.create',
		{ ...xml, requestXml: '<QBXML><a></QBXML>' },
		'Request XML is not well formed',
	],
	[
		'XML with a bare ampersand',
		'queuedRequest.create',
		{ ...xml, requestXml: '<a>B & C</a>' },
		'Request XML is not well formed',
	],
	[
		'no XML',
		'queuedRequest.create',
		{ ...xml, requestXml: '={{ " " }}' },
		'Request XML: the expression gave nothing.',
	],
	[
		'JSON that is none',
		'queuedRequest.create',
		{ ...json, requestJson: '={{ "{" }}' },
		'Request JSON is not valid JSON',
	],
	[
		'JSON that is no request',
		'queuedRequest.create',
		{ ...json, requestJson: '{"name":"A"}' },
		'Request JSON is not a request.',
	],
	[
		'a request name with a space',
		'queuedRequest.create',
		{ connection, requestFormat: 'form', requestName: 'A B' },
		'Request Name must be the name of a qbXML element',
	],
	[
		'a second requestID',
		'queuedRequest.create',
		{
			...xml,
			requestXml: '<QBXML><QBXMLMsgsRq><ARq requestID="1"/></QBXMLMsgsRq></QBXML>',
			options: { customRequestId: '2', sendWithoutChecking: true },
		},
		'Request XML has a requestID of its own in ARq',
	],
];

test.each(refused)('%s: %s', async (_what, operation, form, message) => {
	const run = await runOperation(server, operation, form);
	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(run.error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(server.received).toEqual([]);
});

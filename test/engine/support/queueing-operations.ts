import type { IDataObject } from 'n8n-workflow';

import type { OperationName } from './run-operation';

const DOCUMENT =
	'<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><HostQueryRq/></QBXMLMsgsRq></QBXML>';

/** The smallest invoice that the simulated company file takes. */
export const smallInvoice = {
	customerListId: '80000002-1700000002',
	transactionDate: '2026-01-15',
	lines: { line: [{ itemListId: '80020001-1700000001', quantity: 1, rate: '85.00' }] },
};

/** Without the check of a request, which asks for its connection first. */
const unchecked = { options: { sendWithoutChecking: true } };

/** Every way to write or ask through the queue, with the least that has to be filled in. */
export const queueingOperations: ReadonlyArray<[operation: OperationName, form: IDataObject]> = [
	['invoice.create', smallInvoice],
	['dataExtension.set', { attachTo: 'company', dataExtName: 'Route', dataExtValue: 'North' }],
	['queuedRequest.create', { requestFormat: 'xml', requestXml: DOCUMENT, ...unchecked }],
	[
		'queuedRequest.create',
		{
			requestFormat: 'json',
			requestJson: JSON.stringify({ version: '16.0', request: { name: 'HostQueryRq' } }),
			...unchecked,
		},
	],
	['queuedRequest.create', { requestFormat: 'form', requestName: 'HostQueryRq', ...unchecked }],
	['customer.query', {}],
	['vendor.query', { returnAll: true }],
	['item.query', {}],
	['salesTaxItem.query', {}],
	['salesTaxCode.query', {}],
	['invoice.query', {}],
	['creditMemo.query', {}],
];

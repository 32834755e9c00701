import { transactionModifiedAfter } from '../filters/dates';
import { includeLineItems, includeLinkedTransactions, poNumber } from '../filters/kinds';
import { recordKind } from './record';
import { saleCustomer, saleFieldsBut, saleFilters, saleLines } from './sales';
import { identity, transactionDate } from './transactions';

export const salesOrder = recordKind({
	value: 'salesOrder',
	name: 'Sales Order',
	noun: 'sales order',
	plural: 'sales orders',
	kind: 'transaction',
	form: {
		qbxml: 'SalesOrder',
		fields: [saleCustomer, transactionDate],
		lines: [
			saleLines('SalesOrder', [
				{
					path: 'IsManuallyClosed',
					label: 'Is Closed',
					help: 'Whether to close the line although not everything has been invoiced',
				},
			]),
		],
		further: [
			...saleFieldsBut(),
			{
				path: 'IsManuallyClosed',
				label: 'Is Closed',
				help: 'Whether to close the sales order although not everything has been invoiced',
			},
		],
	},
	query: {
		filters: [...saleFilters, poNumber],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'CustomerRef', 'TxnDate', 'TotalAmount', 'IsFullyInvoiced'],
		...['IsManuallyClosed', 'DueDate', 'ShipDate', 'Subtotal', 'SalesTaxTotal', 'PONumber'],
		...['TermsRef', 'Memo', 'CurrencyRef', 'ExchangeRate', ...identity],
	],
});

import { transactionModifiedAfter } from '../fields/filters/dates';
import {
	accountListIds,
	includeLineItems,
	includeLinkedTransactions,
	poNumber,
} from '../fields/filters/kinds';
import { recordKind } from './record';
import { saleCustomer, saleFieldsBut, saleFilters, saleLines } from './sales';
import { identity, transactionDate } from './transactions';

export const estimate = recordKind({
	value: 'estimate',
	name: 'Estimate',
	noun: 'estimate',
	plural: 'estimates',
	kind: 'transaction',
	operations: ['create', 'get', 'query', 'update', 'delete'],
	form: {
		qbxml: 'Estimate',
		fields: [saleCustomer, transactionDate],
		lines: [
			saleLines('Estimate', [
				{
					path: 'MarkupRate',
					label: 'Markup',
					help: 'The amount added when the customer is charged',
					placeholder: '25.00',
				},
				{
					path: 'MarkupRatePercent',
					label: 'Markup (Percent)',
					help: 'The percentage added when the customer is charged, instead of a fixed markup',
					placeholder: '15',
				},
			]),
		],
		further: [
			...saleFieldsBut('isToBePrinted', 'shipDate', 'shippingMethod'),
			{
				path: 'IsActive',
				label: 'Is Active',
				help: 'Whether the estimate is still open. A closed one stays in the books but is no longer offered for invoicing.',
			},
		],
	},
	query: {
		filters: [...saleFilters, accountListIds, poNumber],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'CustomerRef', 'TxnDate', 'TotalAmount', 'IsActive', 'DueDate'],
		...['Subtotal', 'SalesTaxTotal', 'PONumber', 'TermsRef', 'Memo'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

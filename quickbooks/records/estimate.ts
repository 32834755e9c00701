import { transactionModifiedAfter } from '../filters/dates';
import {
	accountListIds,
	includeLineItems,
	includeLinkedTransactions,
	poNumber,
} from '../filters/kinds';
import { recordKind } from './record';
import { saleCustomer, saleFieldsBut, saleFilters, saleLines } from './sales';
import { identity, transactionDate } from './transactions';

export const estimate = recordKind({
	value: 'estimate',
	name: 'Estimate',
	noun: 'estimate',
	plural: 'estimates',
	kind: 'transaction',
	form: {
		qbxml: 'Estimate',
		fields: [saleCustomer, transactionDate],
		lines: [
			saleLines('Estimate', [
				{
					path: 'MarkupRate',
					label: 'Markup',
					help: 'The markup as a factor of the price, and not as an amount: 0.25 adds 25 percent. Markup (Percent) says the same more clearly.',
					placeholder: '0.25',
				},
				{
					path: 'MarkupRatePercent',
					label: 'Markup (Percent)',
					help: 'The percentage that is added to quantity times rate, instead of the factor under Markup',
					placeholder: '15',
				},
			]),
		],
		further: [
			...saleFieldsBut('isToBePrinted', 'shipDate', 'shippingMethod'),
			{
				path: 'IsActive',
				label: 'Is Active',
				help: 'Whether the estimate is still open. A closed one stays in QuickBooks but is no longer offered for invoicing.',
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

import { transactionModifiedAfter } from '../filters/dates';
import { accountListIds, includeLineItems } from '../filters/kinds';
import { recordKind } from './record';
import {
	checkNumber,
	customerOf,
	depositTo,
	isPending,
	paymentMethod,
	saleFieldsBut,
	saleFilters,
	saleLines,
	serviceDate,
} from './sales';
import { identity, transactionDate } from './transactions';

export const salesReceipt = recordKind({
	value: 'salesReceipt',
	name: 'Sales Receipt',
	noun: 'sales receipt',
	plural: 'sales receipts',
	kind: 'transaction',
	form: {
		qbxml: 'SalesReceipt',
		fields: [
			customerOf('The customer or job that bought something. It can be left empty for cash sales.'),
			transactionDate,
		],
		lines: [saleLines('SalesReceipt', [serviceDate])],
		further: [
			...saleFieldsBut('poNumber', 'terms', 'dueDate'),
			{ path: 'DueDate', label: 'Due Date', help: 'When it is due' },
			paymentMethod,
			checkNumber,
			depositTo,
			isPending,
		],
	},
	query: {
		filters: [...saleFilters, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems],
	},
	simplified: [
		...['RefNumber', 'CustomerRef', 'TxnDate', 'TotalAmount', 'PaymentMethodRef', 'CheckNumber'],
		...['DepositToAccountRef', 'Subtotal', 'SalesTaxTotal', 'Memo', 'IsPending'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

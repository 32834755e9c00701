import { transactionModifiedAfter } from '../fields/filters/dates';
import {
	accountListIds,
	includeLineItems,
	includeLinkedTransactions,
	vendorListId,
} from '../fields/filters/kinds';
import { expenseLines, itemLines, payablesAccount, vendorField, vendorsNumber } from './purchases';
import { recordKind } from './record';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

export const vendorCredit = recordKind({
	value: 'vendorCredit',
	name: 'Vendor Credit',
	noun: 'vendor credit',
	plural: 'vendor credits',
	kind: 'transaction',
	operations: ['create', 'get', 'query', 'update', 'void', 'delete'],
	form: {
		qbxml: 'VendorCredit',
		fields: [vendorField, transactionDate, vendorsNumber],
		lines: [expenseLines, itemLines()],
		further: [payablesAccount, exchangeRate, memo],
	},
	query: {
		filters: [vendorListId, ...transactionFilters, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'VendorRef', 'TxnDate', 'CreditAmount', 'OpenAmount', 'Memo'],
		...['APAccountRef', 'CurrencyRef', 'ExchangeRate', ...identity],
	],
});

import {
	transactionDateFrom,
	transactionDateTo,
	transactionModifiedAfter,
	transactionModifiedBefore,
} from '../fields/filters/dates';
import {
	accountListIds,
	currencyListIds,
	includeLineItems,
	includeLinkedTransactions,
	memoContains,
	refNumberContains,
	refNumberFrom,
	refNumberTo,
	totalFrom,
	totalTo,
	vendorListId,
} from '../fields/filters/kinds';
import { expenseLines, itemLines, payablesAccount, vendorField, vendorsNumber } from './purchases';
import { recordKind } from './record';
import { exchangeRate, memo, transactionDate } from './sales';

export const vendorCredit = recordKind({
	value: 'vendorCredit',
	name: 'Vendor Credit',
	noun: 'vendor credit',
	plural: 'vendor credits',
	kind: 'transaction',
	operations: ['create', 'get', 'query', 'void', 'delete'],
	form: {
		qbxml: 'VendorCredit',
		fields: [vendorField, transactionDate, vendorsNumber],
		lines: [expenseLines, itemLines()],
		further: [payablesAccount, exchangeRate, memo],
	},
	query: {
		filters: [
			vendorListId,
			transactionDateFrom,
			transactionDateTo,
			transactionModifiedAfter,
			transactionModifiedBefore,
			refNumberContains,
			refNumberFrom,
			refNumberTo,
			accountListIds,
			currencyListIds,
			memoContains,
			totalFrom,
			totalTo,
		],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'VendorRef', 'TxnDate', 'CreditAmount', 'OpenAmount', 'Memo'],
		...['APAccountRef', 'CurrencyRef', 'ExchangeRate'],
		...['TxnID', 'TxnNumber', 'EditSequence', 'TimeCreated', 'TimeModified'],
	],
});

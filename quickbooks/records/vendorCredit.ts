import { transactionModifiedAfter } from '../filters/dates';
import { accountListIds, includeLineItems, vendorListId } from '../filters/kinds';
import {
	expenseLines,
	itemLines,
	linksThatSayWhatIsOpen,
	payablesAccount,
	vendorField,
	vendorsNumber,
} from './purchases';
import { recordKind } from './record';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

export const vendorCredit = recordKind({
	value: 'vendorCredit',
	name: 'Vendor Credit',
	noun: 'vendor credit',
	plural: 'vendor credits',
	kind: 'transaction',
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
		options: [includeLineItems, linksThatSayWhatIsOpen],
	},
	simplified: [
		...['RefNumber', 'VendorRef', 'TxnDate', 'CreditAmount', 'OpenAmount', 'Memo'],
		...['APAccountRef', 'CurrencyRef', 'ExchangeRate', ...identity],
	],
});

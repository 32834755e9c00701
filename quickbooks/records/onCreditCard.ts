import { transactionModifiedAfter } from '../filters/dates';
import { accountListIds, entityListId, includeLineItems } from '../filters/kinds';
import { expenseLines, itemLines } from './purchases';
import { type RecordField, type RecordKind, recordKind } from './record';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

/** Charges and credits of a credit card are booked on its account. */
const cardAccount: RecordField = {
	path: 'AccountRef',
	label: 'Credit Card Account',
	help: 'The account of the credit card',
	list: 'creditCardAccounts',
};

const purchasedFrom: RecordField = {
	path: 'PayeeEntityRef',
	label: 'Purchased From',
	help: 'Who was paid with the card, or pays back: a vendor, customer, employee or other name',
	list: 'entities',
};

/** QuickBooks gives no number to what is on a credit card. */
const receiptNumber: RecordField = {
	path: 'RefNumber',
	label: 'Reference Number',
	help: 'The number on the receipt. QuickBooks gives none of its own.',
	placeholder: 'R-20931',
};

/** What is on a credit card, whichever way the money goes. */
export const onCreditCard = (
	names: Pick<RecordKind, 'value' | 'name' | 'noun' | 'plural'>,
	qbxml: string,
): RecordKind =>
	recordKind({
		...names,
		kind: 'transaction',
		form: {
			qbxml,
			fields: [cardAccount, purchasedFrom, transactionDate, receiptNumber],
			lines: [expenseLines, itemLines()],
			further: [exchangeRate, memo],
		},
		query: {
			filters: [entityListId, ...transactionFilters, accountListIds],
			changedSince: transactionModifiedAfter,
			fields: ['RefNumber', 'TxnID'],
			options: [includeLineItems],
		},
		simplified: [
			...['RefNumber', 'PayeeEntityRef', 'TxnDate', 'Amount', 'AccountRef', 'Memo'],
			...['CurrencyRef', 'ExchangeRate', ...identity],
		],
	});

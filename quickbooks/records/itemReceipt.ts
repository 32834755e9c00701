import { transactionModifiedAfter } from '../filters/dates';
import {
	accountListIds,
	includeLineItems,
	includeLinkedTransactions,
	vendorListId,
} from '../filters/kinds';
import { lineOfOrder, oneWayFromOrders, wholeOrders } from './lines';
import {
	expenseLines,
	itemLines,
	payablesAccount,
	purchaseOrders,
	vendorField,
	vendorsNumber,
} from './purchases';
import { recordKind } from './record';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

export const itemReceipt = recordKind({
	value: 'itemReceipt',
	name: 'Item Receipt',
	noun: 'item receipt',
	plural: 'item receipts',
	kind: 'transaction',
	form: {
		qbxml: 'ItemReceipt',
		fields: [vendorField, transactionDate, vendorsNumber],
		lines: [expenseLines, itemLines(lineOfOrder(purchaseOrders))],
		further: [payablesAccount, exchangeRate, memo, wholeOrders(purchaseOrders)],
		completed: oneWayFromOrders(purchaseOrders),
		hintOfChange:
			'An item receipt that is changed loses its links to purchase orders, whose lines are then open again. Look at the orders in QuickBooks.',
	},
	query: {
		filters: [vendorListId, ...transactionFilters, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'VendorRef', 'TxnDate', 'TotalAmount', 'Memo', 'APAccountRef'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

import { dueDateFrom, dueDateTo, transactionModifiedAfter } from '../filters/dates';
import { accountListIds, includeLineItems, paidStatus, vendorListId } from '../filters/kinds';
import { lineOfOrder, oneWayFromOrders, wholeOrders } from './lines';
import {
	expenseLines,
	itemLines,
	linksThatSayWhatIsOpen,
	payablesAccount,
	purchaseOrders,
	vendorField,
	vendorsNumber,
} from './purchases';
import { recordKind } from './record';
import { saleFields } from './sales';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

export const bill = recordKind({
	value: 'bill',
	name: 'Bill',
	noun: 'bill',
	plural: 'bills',
	kind: 'transaction',
	form: {
		qbxml: 'Bill',
		fields: [vendorField, transactionDate, saleFields.dueDate, vendorsNumber],
		lines: [expenseLines, itemLines(lineOfOrder(purchaseOrders))],
		further: [
			payablesAccount,
			exchangeRate,
			memo,
			wholeOrders(purchaseOrders),
			saleFields.terms,
			{
				path: 'VendorAddress',
				label: 'Vendor Address',
				help: 'Where the payment goes',
			},
		],
		completed: oneWayFromOrders(purchaseOrders),
	},
	query: {
		filters: [
			vendorListId,
			...transactionFilters,
			dueDateFrom,
			dueDateTo,
			paidStatus,
			accountListIds,
		],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, linksThatSayWhatIsOpen],
	},
	simplified: [
		...['RefNumber', 'VendorRef', 'TxnDate', 'DueDate', 'AmountDue', 'OpenAmount', 'IsPaid'],
		...[
			'TermsRef',
			'Memo',
			'APAccountRef',
			'IsPending',
			'CurrencyRef',
			'ExchangeRate',
			...identity,
		],
	],
});

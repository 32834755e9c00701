import { dueDateFrom, dueDateTo, transactionModifiedAfter } from '../fields/filters/dates';
import {
	accountListIds,
	includeLineItems,
	includeLinkedTransactions,
	paidStatus,
	vendorListId,
} from '../fields/filters/kinds';
import { expenseLines, itemLines, payablesAccount, vendorField, vendorsNumber } from './purchases';
import { recordKind } from './record';
import { saleFields } from './sales';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

export const bill = recordKind({
	value: 'bill',
	name: 'Bill',
	noun: 'bill',
	plural: 'bills',
	kind: 'transaction',
	operations: ['create', 'get', 'query', 'update', 'void', 'delete'],
	form: {
		qbxml: 'Bill',
		fields: [vendorField, transactionDate, saleFields.dueDate, vendorsNumber],
		lines: [
			expenseLines,
			itemLines([
				{
					path: 'LinkToTxn.TxnID',
					label: 'Purchase Order Line: Transaction ID',
					help: 'The purchase order that this line comes from, by its TxnID',
					placeholder: '5B1A-1700000001',
				},
				{
					path: 'LinkToTxn.TxnLineID',
					label: 'Purchase Order Line: Line ID',
					help: 'The line of the purchase order that this line comes from, by its TxnLineID',
					placeholder: '5B1C-1700000001',
				},
			]),
		],
		further: [
			payablesAccount,
			exchangeRate,
			memo,
			{
				path: 'LinkToTxnID',
				label: 'Purchase Orders',
				help: 'The purchase orders that the bill is for, by their TxnIDs. Their lines are added to those above.',
				placeholder: '5B1A-1700000001',
				bringsLines: true,
			},
			saleFields.terms,
			{
				path: 'VendorAddress',
				label: 'Vendor Address',
				help: 'Where the payment goes',
			},
		],
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
		options: [includeLineItems, includeLinkedTransactions],
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

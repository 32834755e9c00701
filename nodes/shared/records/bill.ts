import {
	dueDateFrom,
	dueDateTo,
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
	paidStatus,
	refNumberContains,
	refNumberFrom,
	refNumberTo,
	totalFrom,
	totalTo,
	vendorListId,
} from '../fields/filters/kinds';
import { expenseLines, itemLines, payablesAccount, vendorField, vendorsNumber } from './purchases';
import { recordKind } from './record';
import { exchangeRate, memo, saleFields, transactionDate } from './sales';

export const bill = recordKind({
	value: 'bill',
	name: 'Bill',
	noun: 'bill',
	plural: 'bills',
	kind: 'transaction',
	operations: ['create', 'get', 'query', 'void', 'delete'],
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
			transactionDateFrom,
			transactionDateTo,
			dueDateFrom,
			dueDateTo,
			paidStatus,
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
		...['RefNumber', 'VendorRef', 'TxnDate', 'DueDate', 'AmountDue', 'OpenAmount', 'IsPaid'],
		...['TermsRef', 'Memo', 'APAccountRef', 'IsPending', 'CurrencyRef', 'ExchangeRate'],
		...['TxnID', 'TxnNumber', 'EditSequence', 'TimeCreated', 'TimeModified'],
	],
});

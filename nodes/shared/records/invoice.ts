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
	customerListId,
	includeLineItems,
	includeLinkedTransactions,
	memoContains,
	onlyQbxml,
	paidStatus,
	poNumber,
	refNumberContains,
	refNumberFrom,
	refNumberTo,
	totalFrom,
	totalTo,
} from '../fields/filters/kinds';
import { recordKind } from './record';
import { customerOf, saleFields, saleLines, serviceDate } from './sales';
import { identity, transactionDate } from './transactions';

export const invoice = recordKind({
	value: 'invoice',
	name: 'Invoice',
	noun: 'invoice',
	plural: 'invoices',
	kind: 'transaction',
	formerDefault: 'create',
	operations: ['create', 'get', 'query', 'update', 'void', 'delete'],
	form: {
		qbxml: 'Invoice',
		fields: [
			customerOf('The customer or job that the invoice is for'),
			{
				...transactionDate,
				help: "The date of the invoice: today, unless you choose another. From a date with a time, the day in the workflow's time zone is taken.",
				required: true,
				initial: '={{ $today.toISODate() }}',
			},
		],
		lines: [
			saleLines('Invoice', [
				serviceDate,
				{
					path: 'LinkToTxn.TxnID',
					label: 'Sales Order Line: Transaction ID',
					help: 'The sales order that this line comes from, by its TxnID',
					placeholder: '5B1A-1700000001',
				},
				{
					path: 'LinkToTxn.TxnLineID',
					label: 'Sales Order Line: Line ID',
					help: 'The line of the sales order that this line comes from, by its TxnLineID',
					placeholder: '5B1C-1700000001',
				},
			]),
		],
		further: [
			...Object.values(saleFields),
			{
				path: 'ARAccountRef',
				label: 'Accounts Receivable Account',
				help: 'The accounts receivable account that the invoice is posted to',
				list: 'receivableAccounts',
				wire: 'ar_account_list_id',
			},
			{
				path: 'IsPending',
				label: 'Is Pending',
				help: "Whether the invoice is still pending, so that it isn't posted yet",
			},
			{
				path: 'LinkToTxnID',
				label: 'Sales Orders',
				help: 'The sales orders that become this invoice, by their TxnIDs. Their lines are added to those above.',
				placeholder: '5B1A-1700000001',
				bringsLines: true,
			},
		],
	},
	query: {
		path: 'invoices',
		iterates: true,
		filters: [
			customerListId,
			transactionDateFrom,
			transactionDateTo,
			dueDateFrom,
			dueDateTo,
			paidStatus,
			...onlyQbxml(
				transactionModifiedAfter,
				transactionModifiedBefore,
				refNumberContains,
				refNumberFrom,
				refNumberTo,
				accountListIds,
				currencyListIds,
			),
			memoContains,
			poNumber,
			totalFrom,
			totalTo,
		],
		changedSince: onlyQbxml(transactionModifiedAfter)[0],
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...[
			'RefNumber',
			'CustomerRef',
			'TxnDate',
			'TotalAmount',
			'BalanceRemaining',
			'IsPaid',
			'DueDate',
		],
		...['Subtotal', 'SalesTaxTotal', 'AppliedAmount', 'PONumber', 'TermsRef', 'Memo', 'IsPending'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

import {
	dueDateFrom,
	dueDateTo,
	transactionDateFrom,
	transactionDateTo,
	transactionModifiedAfter,
	transactionModifiedBefore,
} from '../filters/dates';
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
} from '../filters/kinds';
import { lineOfOrder, oneWayFromOrders, wholeOrders } from './lines';
import { recordKind } from './record';
import { customerOf, saleFields, saleLines, serviceDate } from './sales';
import { identity, transactionDate } from './transactions';

const salesOrders = { order: 'Sales Order', becomes: 'invoiced' };

export const invoice = recordKind({
	value: 'invoice',
	name: 'Invoice',
	noun: 'invoice',
	plural: 'invoices',
	kind: 'transaction',
	form: {
		qbxml: 'Invoice',
		fields: [
			customerOf('The customer or job that the invoice is for'),
			{
				...transactionDate,
				help: "The date of the invoice: today, unless you choose another. From a date with a time, the day in the workflow's time zone is taken.",
				required: true,
			},
		],
		lines: [saleLines('Invoice', [serviceDate, ...lineOfOrder(salesOrders)])],
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
			wholeOrders(salesOrders),
		],
		completed: oneWayFromOrders(salesOrders),
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

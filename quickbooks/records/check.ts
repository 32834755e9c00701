import { transactionModifiedAfter } from '../filters/dates';
import {
	accountListIds,
	entityListId,
	includeLineItems,
	includeLinkedTransactions,
} from '../filters/kinds';
import { expenseLines, itemLines, printedUnlessNumbered } from './purchases';
import { recordKind } from './record';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

export const check = recordKind({
	value: 'check',
	name: 'Check',
	noun: 'check',
	plural: 'checks',
	kind: 'transaction',
	form: {
		qbxml: 'Check',
		fields: [
			{
				path: 'AccountRef',
				label: 'Bank Account',
				help: 'The bank account that the check is drawn on',
				list: 'bankAccounts',
			},
			{
				path: 'PayeeEntityRef',
				label: 'Payee',
				help: 'The vendor, customer, employee or other name that gets the money',
				list: 'entities',
			},
			transactionDate,
			{
				path: 'RefNumber',
				label: 'Reference Number',
				help: 'The number of a check that is already written, or a word such as ACH. If empty, the check goes on the list of checks to print.',
				placeholder: '1042',
			},
		],
		lines: [expenseLines, itemLines()],
		further: [
			{ path: 'Address', label: 'Address', help: 'The address that is printed on the check' },
			exchangeRate,
			memo,
			{
				path: 'ApplyCheckToTxnAdd.TxnID',
				label: 'Settled Transaction: Transaction ID',
				help: 'A credit memo or payment of a customer that the check refunds, by its TxnID. The payee has to be that customer, and the check needs an expense line on its accounts receivable account.',
				placeholder: '5B1A-1700000001',
			},
			{
				path: 'ApplyCheckToTxnAdd.Amount',
				label: 'Settled Transaction: Amount',
				help: 'How much of that transaction the check pays off: the amount of that expense line',
			},
		],
		completed: printedUnlessNumbered,
	},
	query: {
		filters: [entityListId, ...transactionFilters, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'PayeeEntityRef', 'TxnDate', 'Amount', 'AccountRef', 'IsToBePrinted'],
		...['Memo', 'Address', 'IsPending', 'CurrencyRef', 'ExchangeRate', ...identity],
	],
});

import { transactionModifiedAfter } from '../filters/dates';
import { memoContains, totalFrom, totalTo } from '../filters/kinds';
import { recordKind } from './record';
import { dateFilters, identity, memo, ownClass, transactionDate } from './transactions';

export const transfer = recordKind({
	value: 'transfer',
	name: 'Transfer',
	noun: 'transfer',
	plural: 'transfers',
	kind: 'transaction',
	form: {
		qbxml: 'Transfer',
		fields: [
			{
				path: 'TransferFromAccountRef',
				label: 'From Account',
				help: 'The account that the money leaves, such as a bank account or a credit card',
				list: 'accounts',
				required: true,
			},
			{
				path: 'TransferToAccountRef',
				label: 'To Account',
				help: 'The account that the money goes to, in the same currency',
				list: 'accounts',
				required: true,
			},
			transactionDate,
			{
				path: 'Amount',
				label: 'Amount',
				help: 'How much is moved. QuickBooks lets no application void or delete a transfer: to take it back, move the same amount the other way, or delete it in QuickBooks itself.',
				required: true,
			},
		],
		further: [ownClass, memo],
	},
	query: {
		filters: [...dateFilters, memoContains, totalFrom, totalTo],
		changedSince: transactionModifiedAfter,
		fields: ['TxnDate', 'TxnID'],
	},
	simplified: [
		...['TransferFromAccountRef', 'TransferToAccountRef', 'TxnDate', 'Amount', 'Memo', 'ClassRef'],
		...['FromAccountBalance', 'ToAccountBalance', ...identity],
	],
});

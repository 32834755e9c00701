import { modifiedAfter, modifiedBefore } from '../filters/dates';
import { accountTypes, activeStatus, currencyListIds, onlyQbxml } from '../filters/kinds';
import { nameFilters } from '../filters/names';
import { recordKind } from './record';

export const account = recordKind({
	value: 'account',
	name: 'Account',
	noun: 'account',
	plural: 'accounts',
	kind: 'list',
	operations: ['create', 'get', 'query', 'update', 'delete'],
	form: {
		qbxml: 'Account',
		fields: [
			{
				path: 'Name',
				label: 'Name',
				help: "The account's name in the chart of accounts",
				placeholder: 'Office Supplies',
			},
			{
				path: 'AccountType',
				label: 'Account Type',
				help: 'The kind of account, which decides where it appears in reports. Subaccounts have the type of their parent.',
				initial: 'Expense',
			},
		],
		further: [
			{
				path: 'AccountNumber',
				label: 'Account Number',
				help: 'Its number in the chart of accounts',
				placeholder: '64900',
			},
			{
				path: 'BankNumber',
				label: 'Bank Number',
				help: 'The account number that the bank uses',
				placeholder: '0094-1827',
			},
			{
				path: 'CurrencyRef',
				label: 'Currency',
				help: 'The currency of the account. Only bank, credit card, receivable and payable accounts can have a foreign one.',
				list: 'currencies',
			},
			{
				path: 'Desc',
				label: 'Description',
				help: 'What the account is for',
				placeholder: 'Paper, pens and toner',
			},
			{
				path: 'IsActive',
				label: 'Is Active',
				help: 'Whether the account is in use. Those that are not are hidden in lists.',
			},
			{
				path: 'OpenBalance',
				label: 'Opening Balance',
				help: 'The balance of the account when you began using QuickBooks',
			},
			{
				path: 'OpenBalanceDate',
				label: 'Opening Balance Date',
				help: 'The day of the opening balance',
			},
			{
				path: 'ParentRef',
				label: 'Parent',
				help: 'The account that this one is a subaccount of',
				list: 'accounts',
			},
			{
				path: 'TaxLineID',
				label: 'Tax Line ID',
				help: 'The line of the tax return that the account belongs to, by its number in QuickBooks',
			},
		],
	},
	query: {
		filters: [
			...nameFilters,
			modifiedAfter,
			modifiedBefore,
			activeStatus,
			accountTypes,
			...onlyQbxml(currencyListIds),
		],
		changedSince: modifiedAfter,
		fields: ['FullName', 'ListID'],
	},
	simplified: [
		...['FullName', 'ListID', 'Name', 'AccountType', 'AccountNumber', 'Balance', 'TotalBalance'],
		...['Desc', 'IsActive', 'ParentRef', 'Sublevel', 'BankNumber', 'SpecialAccountType'],
		...['CashFlowClassification', 'CurrencyRef', 'TimeCreated', 'TimeModified', 'EditSequence'],
	],
});

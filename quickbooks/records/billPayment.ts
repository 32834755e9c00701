import { transactionModifiedAfter } from '../filters/dates';
import { accountListIds, includeLineItems, vendorListId } from '../filters/kinds';
import { payablesAccount, printedUnlessNumbered } from './purchases';
import { type RecordField, recordKind, type RecordLines } from './record';
import { exchangeRate, identity, memo, transactionDate, transactionFilters } from './transactions';

const payee: RecordField = {
	path: 'PayeeEntityRef',
	label: 'Vendor',
	help: 'The vendor whose bills are paid',
	list: 'vendors',
};

const paymentNumber: RecordField = {
	path: 'RefNumber',
	label: 'Reference Number',
	help: 'The number of the payment, such as a check number. If empty, a check goes on the list of checks to print.',
	placeholder: '1042',
	required: false,
};

const paidBills: RecordLines = {
	path: 'AppliedToTxnAdd',
	name: 'bills',
	label: 'Bills',
	help: 'The bills to pay, at least one',
	fields: [
		{
			path: 'TxnID',
			label: 'Transaction ID',
			help: 'The bill to pay, by its TxnID, as Bill: Find and Bill: Get return it',
			placeholder: '5B1A-1700000001',
		},
		{ path: 'PaymentAmount', label: 'Amount', help: 'How much of the bill to pay' },
	],
	further: [
		{
			path: 'SetCredit.AppliedAmount',
			label: 'Credit: Amount',
			help: 'How much of the vendor credit to apply to the bill. If no bill has an Amount or a Discount, QuickBooks applies the credits and makes no payment.',
		},
		{
			path: 'SetCredit.CreditTxnID',
			label: 'Credit: Transaction ID',
			help: 'A vendor credit to apply to the bill, by its TxnID',
			placeholder: '5B1A-1700000001',
		},
		{
			path: 'DiscountAmount',
			label: 'Discount',
			help: 'The discount on the bill',
		},
		{
			path: 'DiscountAccountRef',
			label: 'Discount Account',
			help: 'The account that the discount is posted to',
			list: 'accounts',
		},
		{
			path: 'DiscountClassRef',
			label: 'Discount Class',
			help: 'The class of the discount',
			list: 'classes',
		},
	],
	needsOneOf: ['PaymentAmount', 'DiscountAmount', 'SetCredit.AppliedAmount'],
	required: true,
};

const common = {
	lines: [paidBills],
	further: [payablesAccount, exchangeRate, memo],
};

export const billPayment = recordKind({
	value: 'billPayment',
	name: 'Bill Payment',
	noun: 'bill payment',
	plural: 'bill payments',
	kind: 'transaction',
	form: {
		name: 'paidBy',
		label: 'Paid By',
		help: 'How the bills are paid',
		variants: [
			{
				...common,
				value: 'check',
				name: 'Check',
				qbxml: 'BillPaymentCheck',
				fields: [
					payee,
					transactionDate,
					{
						path: 'BankAccountRef',
						label: 'Bank Account',
						help: 'The bank account that the check is drawn on',
						list: 'bankAccounts',
					},
					paymentNumber,
				],
				completed: printedUnlessNumbered,
			},
			{
				...common,
				value: 'creditCard',
				name: 'Credit Card',
				qbxml: 'BillPaymentCreditCard',
				fields: [
					payee,
					transactionDate,
					{
						path: 'CreditCardAccountRef',
						label: 'Credit Card Account',
						help: 'The account of the credit card that is charged',
						list: 'creditCardAccounts',
					},
					paymentNumber,
				],
			},
		],
	},
	query: {
		filters: [vendorListId, ...transactionFilters, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems],
	},
	simplified: [
		...['RefNumber', 'PayeeEntityRef', 'TxnDate', 'Amount', 'BankAccountRef'],
		...['CreditCardAccountRef', 'IsToBePrinted', 'Memo', 'APAccountRef'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

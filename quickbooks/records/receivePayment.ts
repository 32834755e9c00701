import { transactionModifiedAfter } from '../filters/dates';
import { accountListIds, includeLineItems } from '../filters/kinds';
import { FormError } from '../form/formError';
import { type ElementValues, type RecordField, recordKind, type RecordLines } from './record';
import { customerOf, depositTo, paymentMethod, receivableAccount, saleFilters } from './sales';
import { exchangeRate, identity, memo, refNumber, transactionDate } from './transactions';

const PAID_INVOICES = 'AppliedToTxnAdd';

const applyAutomatically: RecordField = {
	path: 'IsAutoApply',
	label: 'Apply Automatically',
	help: "Whether to apply the payment to the customer's open invoices automatically: to one of exactly this amount, or else to the oldest first. Without this field that happens if Paid Invoices is empty. If off, it stays on the customer's account as a credit.",
};

/** An invoice can be paid without money, with a discount or a credit. */
function paidSomehow(values: Record<string, unknown>, label: string): ElementValues {
	const ways: readonly string[] = ['PaymentAmount', 'DiscountAmount', 'SetCredit'];
	if (Object.keys(values).some((path) => ways.includes(path.split('.')[0]))) {
		return [PAID_INVOICES, values];
	}
	throw new FormError(
		`${label} has neither an Amount Paid nor a Discount or a Credit.`,
		'Say how much of the payment goes to it, or remove it.',
	);
}

const paidInvoices: RecordLines = {
	path: PAID_INVOICES,
	toElement: paidSomehow,
	name: 'paidInvoices',
	label: 'Paid Invoices',
	help: 'The invoices to pay, or other transactions the customer owes. If empty, the payment is applied automatically.',
	helpInChange:
		"The invoices that the payment is for. With Add, Change and Remove, those that you do not name stay paid. With Replace All, QuickBooks undoes all that you do not name: these invoices are open again, and the money stays on the customer's account. A credit that was applied can never be undone here.",
	changedWith: ['ARAccountRef'],
	fields: [
		{
			path: 'TxnID',
			label: 'Transaction ID',
			help: 'The invoice or other transaction, by its TxnID',
			placeholder: '5B1A-1700000001',
		},
		{
			path: 'PaymentAmount',
			label: 'Amount Paid',
			help: 'How much of the payment goes to it',
		},
	],
	further: [
		{
			path: 'SetCredit.AppliedAmount',
			label: 'Credit: Amount',
			help: 'How much of a credit to apply to the invoice, instead of money or beside it. If the payment comes to 0 and there is no Discount, QuickBooks applies the credits and makes no payment.',
		},
		{
			path: 'SetCredit.CreditTxnID',
			label: 'Credit: Transaction ID',
			help: 'The credit memo or unused payment, by its TxnID',
			placeholder: '5B1A-1700000001',
		},
		{
			path: 'DiscountAmount',
			label: 'Discount',
			help: 'The discount given to the customer',
			placeholder: '5.00',
		},
		{
			path: 'DiscountAccountRef',
			label: 'Discount Account',
			help: 'The account that the discount is posted to',
			list: 'accounts',
			placeholder: 'Sales Discounts',
		},
		{
			path: 'DiscountClassRef',
			label: 'Discount Class',
			help: 'The class of the discount',
			list: 'classes',
		},
	],
	needsOneOf: ['TxnID'],
};

/** A payment either pays the given invoices, or finds them itself, or is left for later. */
function withInvoices(values: Record<string, unknown>): Record<string, unknown> {
	const { [applyAutomatically.path]: isAutomatic = true, ...others } = values;
	if (!(PAID_INVOICES in values)) return { ...others, [applyAutomatically.path]: isAutomatic };
	if (values[applyAutomatically.path] !== true) return others;
	throw new FormError(
		`${applyAutomatically.label} is switched on, but there are ${paidInvoices.label} too.`,
		'Remove one of the two.',
	);
}

export const receivePayment = recordKind({
	value: 'receivePayment',
	name: 'Customer Payment',
	noun: 'customer payment',
	plural: 'customer payments',
	kind: 'transaction',
	form: {
		qbxml: 'ReceivePayment',
		fields: [
			customerOf('The customer or job that paid'),
			transactionDate,
			{
				path: 'TotalAmount',
				label: 'Amount',
				help: 'How much was received. Enter 0 if invoices are paid with discounts or credits only.',
				required: true,
			},
		],
		lines: [paidInvoices],
		further: [
			applyAutomatically,
			{
				...receivableAccount,
				helpInChange:
					'The accounts receivable account of the payment. It has to be that of the invoices that it pays, which are sent along.',
			},
			depositTo,
			exchangeRate,
			memo,
			paymentMethod,
			{
				...refNumber,
				help: 'The number of the check, or of the payment elsewhere',
				placeholder: '5012',
			},
		],
		completed: withInvoices,
	},
	query: {
		filters: [...saleFilters, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems],
	},
	simplified: [
		...['RefNumber', 'CustomerRef', 'TxnDate', 'TotalAmount', 'UnusedPayment', 'UnusedCredits'],
		...['PaymentMethodRef', 'DepositToAccountRef', 'ARAccountRef', 'Memo'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

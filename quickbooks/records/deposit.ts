import { transactionModifiedAfter } from '../filters/dates';
import {
	accountListIds,
	currencyListIds,
	entityListId,
	includeLineItems,
	memoContains,
	totalFrom,
	totalTo,
} from '../filters/kinds';
import { FormError } from '../form/formError';
import { type ElementValues, type RecordField, recordKind, type RecordLines } from './record';
import { checkNumber, depositTo, paymentMethod } from './sales';
import {
	classOf,
	dateFilters,
	exchangeRate,
	identity,
	memo,
	transactionDate,
} from './transactions';

const LINE = 'DepositLineAdd';

/** What a line with a payment says about it in place of what the payment itself says. */
const overrides: Readonly<Record<string, string>> = {
	CheckNumber: 'OverrideCheckNumber',
	ClassRef: 'OverrideClassRef',
	Memo: 'OverrideMemo',
};

/** What QuickBooks does with a payment of which no line is named. */
export const ONLY_THE_FIRST =
	'Of a payment with several lines, QuickBooks deposits only the first that is waiting, unless a line of the deposit names another.';

const ofPayments = ['PaymentTxnID', 'PaymentTxnLineID', ...Object.values(overrides)];

const payment = {
	path: 'PaymentTxnID',
	label: 'Payment',
	help: 'A customer payment or sales receipt waiting in Undeposited Funds, by its TxnID. Its amount and payer come with it. All of its lines that are waiting are deposited, or only the one given as Payment Line.',
	helpInChange:
		'A customer payment or sales receipt waiting in Undeposited Funds, by its TxnID. Its amount and payer come with it. If you add lines, all of its lines that are waiting are deposited, or only the one given as Payment Line.',
	placeholder: '5B1A-1700000001',
};

/** A line is a payment that was received before, or money from elsewhere. */
function paymentOrMoney(values: Record<string, unknown>, label: string): ElementValues {
	if (!('PaymentTxnID' in values)) return [LINE, values];
	const line = Object.fromEntries(
		Object.entries(values).map(([path, value]) => [overrides[path] ?? path, value]),
	);
	const other = Object.keys(line).find((path) => !ofPayments.includes(path));
	if (other === undefined) return [LINE, line];
	const rows = [...lines.fields, ...(lines.further ?? [])];
	throw new FormError(
		`${label} has a ${payment.label} and ${rows.find(({ path }) => path === other)?.label ?? other} too.`,
		'A payment brings its amount, account and method. Remove one of the two.',
	);
}

const lines: RecordLines = {
	path: LINE,
	toElement: paymentOrMoney,
	name: 'lines',
	label: 'Lines',
	help: 'What is deposited: payments received earlier, and money from elsewhere',
	fields: [
		payment,
		{
			path: 'AccountRef',
			label: 'Account',
			help: 'The account that the money comes from, such as an income account. Leave it empty for a payment.',
			list: 'accounts',
			placeholder: 'Interest Income',
		},
		{
			path: 'Amount',
			label: 'Amount',
			help: 'How much is deposited. Leave it empty for a payment.',
		},
		{
			path: 'EntityRef',
			label: 'Received From',
			help: 'The customer, vendor, employee or other name that the money is from',
			list: 'entities',
			placeholder: 'Abercrombie, Kristy',
		},
		{ path: 'Memo', label: 'Memo', help: 'A note for this line', placeholder: 'Interest in March' },
	],
	further: [
		{ ...checkNumber, help: 'The number of the check' },
		classOf('The class of this line'),
		{ ...paymentMethod, help: 'How the money was paid, such as by check' },
		{
			path: 'PaymentTxnLineID',
			label: 'Payment Line',
			help: 'The line of the payment to deposit, by its TxnLineID. Without it, all lines of the payment that are waiting are deposited. Queued Request > Create with ReceivePaymentToDepositQuery lists them.',
			helpInChange:
				'The line of the payment to deposit, by its TxnLineID. Without it, all lines of the payment that are waiting are added. Queued Request > Create with ReceivePaymentToDepositQuery lists them.',
			placeholder: '5B1C-1700000001',
		},
	],
	hintOfNewLine: ({ PaymentTxnID: payment, PaymentTxnLineID: line }) =>
		payment !== undefined && line === undefined
			? `${ONLY_THE_FIRST} To have all of them, add the payment instead of replacing lines, or name each line under Payment Line.`
			: undefined,
	needsOneOf: ['PaymentTxnID', 'AccountRef'],
	required: true,
};

const cashBack: readonly RecordField[] = [
	{
		path: 'CashBackInfoAdd.AccountRef',
		name: 'cashBackAccountListId',
		label: 'Cash Back Account',
		help: 'The account for the cash you keep back, such as petty cash',
		list: 'accounts',
		placeholder: 'Petty Cash',
	},
	{
		path: 'CashBackInfoAdd.Amount',
		name: 'cashBackAmount',
		label: 'Cash Back Amount',
		help: 'How much cash you keep back',
		placeholder: '20.00',
	},
	{
		path: 'CashBackInfoAdd.Memo',
		name: 'cashBackMemo',
		label: 'Cash Back Memo',
		help: 'A note on the cash you keep back',
		placeholder: 'Change for the till',
	},
];

function requireCashBackAccount(values: Record<string, unknown>): Record<string, unknown> {
	const [account, ...others] = cashBack;
	const given = others.find(({ path }) => path in values);
	if (given === undefined || account.path in values) return values;
	throw new FormError(
		`${given.label} needs a ${account.label}.`,
		'Add it under Additional Fields, or remove the cash back.',
	);
}

export const deposit = recordKind({
	value: 'deposit',
	name: 'Deposit',
	noun: 'deposit',
	plural: 'deposits',
	kind: 'transaction',
	form: {
		qbxml: 'Deposit',
		fields: [
			{ ...depositTo, help: 'The bank account that the money goes to', list: 'bankAccounts' },
			transactionDate,
		],
		lines: [lines],
		further: [
			memo,
			...cashBack,
			{
				path: 'CurrencyRef',
				label: 'Currency',
				help: 'The currency of the deposit',
				list: 'currencies',
				placeholder: 'US Dollar',
			},
			exchangeRate,
		],
		completed: requireCashBackAccount,
	},
	query: {
		filters: [
			entityListId,
			...dateFilters,
			accountListIds,
			currencyListIds,
			memoContains,
			totalFrom,
			totalTo,
		],
		changedSince: transactionModifiedAfter,
		fields: ['TxnDate', 'TxnID'],
		options: [includeLineItems],
	},
	simplified: [
		...['DepositToAccountRef', 'TxnDate', 'DepositTotal', 'Memo', 'CashBackInfoRet'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

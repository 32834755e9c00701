import { transactionModifiedAfter } from '../filters/dates';
import { accountListIds, currencyListIds, entityListId, includeLineItems } from '../filters/kinds';
import { digits } from '../form/convert';
import { FormError } from '../form/formError';
import { amountOf, centsOf, withCents } from '../qbxml/totals';
import { billableStatus } from './purchases';
import { type ElementValues, recordKind, type RecordLines } from './record';
import {
	dateFilters,
	exchangeRate,
	identity,
	refNumber,
	refNumberFilters,
	transactionDate,
} from './transactions';

const DEBIT = 'JournalDebitLine';
const CREDIT = 'JournalCreditLine';

/** An amount of a line in cents. Undefined if there is none. */
function centsIn(amount: unknown, label: string): bigint | undefined {
	if (amount === undefined) return undefined;
	const written = typeof amount === 'number' ? digits(amount, label) : String(amount).trim();
	const cents = centsOf(withCents(written));
	if (cents !== undefined) return cents;
	throw new FormError(
		`${label} must be an amount such as 150.00, but it is "${String(amount)}".`,
		'Write it with a decimal point, at most two decimals, and without currency or thousands separators.',
	);
}

/** A debit or a credit. Tables of entries often hold 0 in the other of the two columns. */
function debitOrCredit(line: Record<string, unknown>, label: string): ElementValues {
	const { Debit, Credit, ...others } = line;
	if ('Amount' in others) {
		throw new FormError(
			`${label} has an Amount beside its Debit or Credit.`,
			'Remove the Amount: it does not say on which side it belongs.',
		);
	}
	const debit = centsIn(Debit, `${label}: Debit`);
	const credit = centsIn(Credit, `${label}: Credit`);
	if (debit && credit) {
		throw new FormError(
			`${label} has both a Debit and a Credit.`,
			'Fill in one of the two, or make two lines of it.',
		);
	}
	// As in QuickBooks' own window, an amount below zero belongs on the other side. Its requests take only those above.
	const net = (debit ?? 0n) - (credit ?? 0n);
	const isCredit = net < 0n || (net === 0n && debit === undefined);
	return [isCredit ? CREDIT : DEBIT, { ...others, Amount: amountOf(net < 0n ? -net : net) }];
}

const wholeLine: RecordLines['toElement'] = (line, label) => {
	if (line.AccountRef !== undefined) return debitOrCredit(line, label);
	throw new FormError(`${label} has no Account.`, 'Fill it in, or remove the line.');
};

const partOfLine: RecordLines['toPart'] = (line, label) =>
	line.Debit === undefined && line.Credit === undefined ? ['', line] : debitOrCredit(line, label);

const sumOf = (elements: readonly ElementValues[], kind: string): bigint =>
	elements
		.filter(([name]) => name === kind)
		.reduce((sum, [, { Amount }]) => sum + (centsOf(Amount) ?? 0n), 0n);

/** @throws FormError unless debits and credits add up to the same. */
function requireBalance(elements: readonly ElementValues[]): void {
	const [debits, credits] = [sumOf(elements, DEBIT), sumOf(elements, CREDIT)];
	if (debits === credits) return;
	const difference = debits > credits ? debits - credits : credits - debits;
	throw new FormError(
		`The debits add up to ${amountOf(debits)}, but the credits to ${amountOf(credits)}.`,
		`Debits and credits of a journal entry must be equal. ${amountOf(difference)} is missing under ${debits > credits ? 'Credit' : 'Debit'}.`,
	);
}

export const journalEntry = recordKind({
	value: 'journalEntry',
	name: 'Journal Entry',
	noun: 'journal entry',
	plural: 'journal entries',
	kind: 'transaction',
	form: {
		qbxml: 'JournalEntry',
		fields: [transactionDate],
		lines: [
			{
				path: DEBIT,
				toElement: wholeLine,
				toPart: partOfLine,
				check: requireBalance,
				name: 'lines',
				label: 'Lines',
				help: 'The accounts that are debited and credited. The debits must equal the credits.',
				fields: [
					{
						path: 'AccountRef',
						label: 'Account',
						help: 'The account that is debited or credited',
						list: 'accounts',
					},
					{
						path: 'Debit',
						label: 'Debit',
						help: 'The amount to debit. Leave it empty for a credit. An amount below zero is credited instead.',
						placeholder: '150.00',
						facts: { name: 'Debit', type: 'amount', optional: true },
					},
					{
						path: 'Credit',
						label: 'Credit',
						help: 'The amount to credit. Leave it empty for a debit. An amount below zero is debited instead.',
						placeholder: '150.00',
						facts: { name: 'Credit', type: 'amount', optional: true },
					},
					{
						path: 'Memo',
						label: 'Memo',
						help: 'What the line is for',
						placeholder: 'Depreciation in March',
					},
					{
						path: 'EntityRef',
						label: 'Name',
						help: 'The customer, vendor, employee or other name that the line is about. Accounts receivable need a customer, accounts payable a vendor.',
						list: 'entities',
					},
					{
						path: 'ClassRef',
						label: 'Class',
						help: 'The class of this line',
						list: 'classes',
					},
				],
				further: [billableStatus],
				needsOneOf: ['Debit', 'Credit'],
				required: true,
			},
		],
		further: [
			{
				path: 'CurrencyRef',
				label: 'Currency',
				help: 'The currency of the amounts',
				list: 'currencies',
			},
			exchangeRate,
			{
				path: 'IsAdjustment',
				label: 'Adjusting Entry',
				help: 'Whether the entry adjusts the books, as accountants do at the end of a period',
			},
			{
				path: 'IsAmountsEnteredInHomeCurrency',
				label: 'Amounts in Home Currency',
				help: 'Whether the amounts are in the currency of the company file although the entry is in another',
			},
			{
				path: 'IsHomeCurrencyAdjustment',
				label: 'Home Currency Adjustment',
				help: 'Whether the entry is a home currency adjustment: it only changes what balances in a foreign currency are worth in the currency of the company file',
			},
			refNumber,
		],
	},
	query: {
		filters: [entityListId, ...dateFilters, ...refNumberFilters, accountListIds, currencyListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems],
	},
	simplified: [
		...['RefNumber', 'TxnDate', 'JournalDebitLine', 'JournalCreditLine', 'IsAdjustment'],
		...['CurrencyRef', 'ExchangeRate', ...identity],
	],
});

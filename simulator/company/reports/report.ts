import Big from 'big.js';

import { formatAmount } from '../amounts';
import type { DateRange } from '../date-macros';
import { findById } from '../find';
import { isCreditAccount, isOfBalanceSheet, type Posting } from '../postings';
import type { Transaction } from '../sale-types';
import type { TransactionKind } from '../transactions/kind';
import { transactionKinds } from '../transactions/kinds';
import type { Account, Company } from '../types';

/** A column of a report. */
export interface Column {
	title?: string;
	/** A word of qbXML for what is in it. */
	type: string;
	dataType: 'STRTYPE' | 'AMTTYPE' | 'DATETYPE' | 'QUANTYPE' | 'INTTYPE' | 'IDTYPE';
}

/** A row of a report: a heading, or values in the order of the columns. */
export interface Row {
	kind: 'DataRow' | 'TextRow' | 'SubtotalRow' | 'TotalRow';
	/** The heading of a row of text. */
	text?: string;
	/** The record that the row is about, with its kind. */
	about?: { type: string; name: string };
	cells?: Array<string | undefined>;
}

export interface Report {
	title: string;
	subtitle: string;
	columns: Column[];
	rows: Row[];
}

/** What a report is asked with. */
export interface Question {
	company: Company;
	period: DateRange;
	/** Today, for what is due. */
	today: string;
	/** Which transactions and postings count. */
	accepts: (entry: Entry) => boolean;
	/** The periods that have a column of their own; one if there is only a total. */
	columns: Array<{ title: string; from?: string; to?: string }>;
}

/** A posting with its transaction. */
export interface Entry {
	kind: TransactionKind;
	transaction: Transaction;
	posting: Posting;
}

/** All postings of the books in the order of their dates. */
export const entriesOf = ({ company, accepts }: Pick<Question, 'company' | 'accepts'>): Entry[] =>
	[...transactionKinds.values()]
		.flatMap((kind) =>
			(company[kind.list] as Transaction[]).flatMap((transaction) =>
				kind.postings(transaction).map((posting) => ({ kind, transaction, posting })),
			),
		)
		.filter(accepts)
		.sort((one, other) => {
			const [first, second] = [one.transaction.TxnDate, other.transaction.TxnDate];
			return first < second ? -1 : first > second ? 1 : 0;
		});

export const isWithin = ({ from, to }: DateRange, date: string): boolean =>
	(from === undefined || date >= from) && (to === undefined || date <= to);

export const none = new Big(0);

export const amount = (value: Big): string => formatAmount(value);

/** The name of an account as reports show it. */
export const labelOf = ({ AccountNumber, Name }: Account): string =>
	AccountNumber ? `${AccountNumber} · ${Name}` : Name;

/** What an account is shown with, where debits are positive. */
export const shownOf = (account: Account, value: Big): Big =>
	isCreditAccount(account) ? value.times(-1) : value;

const dateWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const inWords = (date: string): string => dateWords.format(new Date(`${date}T00:00:00Z`));

/** The period of a report in words. */
export function periodInWords({ from, to }: DateRange): string {
	if (from !== undefined && to !== undefined) return `${inWords(from)} through ${inWords(to)}`;
	if (to !== undefined) return `Through ${inWords(to)}`;
	return from === undefined ? 'All Transactions' : `From ${inWords(from)}`;
}

/** The day of a report in words. */
export const dayInWords = ({ to }: DateRange, today: string): string =>
	`As of ${inWords(to ?? today)}`;

export const labelColumn: Column = { type: 'Blank', dataType: 'STRTYPE' };

export const amountColumn = (title: string): Column => ({
	title,
	type: 'Amount',
	dataType: 'AMTTYPE',
});

/** Sums of entries by account, in the company's own currency. What was earned in earlier years is among the equity. */
export function balancesUpTo(question: Question, to: string | undefined): Map<string, Big> {
	const { company, today } = question;
	const day = to ?? today;
	const yearStart = `${day.slice(0, 4)}-01-01`;
	const retained = company.accounts.find(
		({ SpecialAccountType }) => SpecialAccountType === 'RetainedEarnings',
	);
	const sums = new Map<string, Big>();
	for (const { transaction, posting } of entriesOf(question)) {
		if (transaction.TxnDate > day) continue;
		const account = findById(company.accounts, posting.account);
		const isEarlier =
			account !== undefined && !isOfBalanceSheet(account) && transaction.TxnDate < yearStart;
		const id = isEarlier && retained ? retained.ListID : posting.account;
		sums.set(id, (sums.get(id) ?? none).plus(posting.home));
	}
	return sums;
}

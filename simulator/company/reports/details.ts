import type Big from 'big.js';

import { findById } from '../find';
import { isOfBalanceSheet } from '../postings';
import type { Account, Company } from '../types';
import { openItemReports } from './open-items';
import {
	amount,
	type Column,
	entriesOf,
	type Entry,
	isWithin,
	labelColumn,
	labelOf,
	none,
	periodInWords,
	type Question,
	type Report,
	type Row,
	shownOf,
} from './report';

const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2');

function nameOf(company: Company, id: string | undefined): string | undefined {
	const found =
		findById(company.customers, id) ??
		findById(company.vendors, id) ??
		findById(company.employees, id) ??
		findById(company.otherNames, id);
	return found && (found.FullName ?? found.Name);
}

function groupBy<T, K>(all: T[], keyOf: (one: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const one of all) {
		const key = keyOf(one);
		const others = groups.get(key);
		if (others) others.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}

const columns: Column[] = [
	labelColumn,
	{ title: 'Type', type: 'TxnType', dataType: 'STRTYPE' },
	{ title: 'Date', type: 'Date', dataType: 'DATETYPE' },
	{ title: 'Num', type: 'RefNumber', dataType: 'STRTYPE' },
	{ title: 'Name', type: 'Name', dataType: 'STRTYPE' },
	{ title: 'Memo', type: 'Memo', dataType: 'STRTYPE' },
	{ title: 'Amount', type: 'Amount', dataType: 'AMTTYPE' },
	{ title: 'Balance', type: 'RunningBalance', dataType: 'AMTTYPE' },
];

const entryCells = (
	company: Company,
	{ kind, transaction, posting }: Entry,
): Array<string | undefined> => [
	undefined,
	words(kind.name),
	transaction.TxnDate,
	transaction.RefNumber,
	nameOf(company, posting.entity),
	posting.memo ?? transaction.Memo,
];

const summary = (label: string, sum: Big, balance: Big): Array<string | undefined> => [
	label,
	undefined,
	undefined,
	undefined,
	undefined,
	undefined,
	amount(sum),
	amount(balance),
];

/** The entries of accounts, each account with what it begins and ends with. */
const byAccount =
	(title: string, isWanted: (account: Account) => boolean) =>
	(question: Question): Report => {
		const { company, period } = question;
		const { from } = period;
		const entries = groupBy(entriesOf(question), ({ posting }) => posting.account);
		const rows: Row[] = [];
		let [all, end] = [none, none];
		for (const account of company.accounts.filter(isWanted)) {
			const own = entries.get(account.ListID) ?? [];
			const shown = (value: Big): Big => shownOf(account, value);
			const earlier = isOfBalanceSheet(account)
				? own.filter(({ transaction }) => from !== undefined && transaction.TxnDate < from)
				: [];
			let balance = shown(earlier.reduce((sum, { posting }) => sum.plus(posting.home), none));
			const within = own.filter(({ transaction }) => isWithin(period, transaction.TxnDate));
			if (within.length === 0 && balance.eq(0)) continue;
			rows.push({ kind: 'TextRow', text: labelOf(account) });
			let sum = none;
			for (const entry of within) {
				const value = shown(entry.posting.home);
				balance = balance.plus(value);
				sum = sum.plus(value);
				const cells = [...entryCells(company, entry), amount(value), amount(balance)];
				rows.push({ kind: 'DataRow', cells });
			}
			rows.push({ kind: 'SubtotalRow', cells: summary(`Total ${labelOf(account)}`, sum, balance) });
			all = all.plus(sum.times(shown(none.plus(1))));
			end = end.plus(balance.times(shown(none.plus(1))));
		}
		rows.push({ kind: 'TotalRow', cells: summary('TOTAL', all, end) });
		return { title, subtitle: periodInWords(period), columns, rows };
	};

/** The entries with each customer or vendor, with a running balance. */
const byParty =
	(
		title: string,
		type: string,
		list: (company: Company) => Array<{ ListID: string; Name: string; FullName?: string }>,
	) =>
	(question: Question): Report => {
		const { company, period } = question;
		const entries = groupBy(
			entriesOf(question).filter(
				({ posting }) => findById(company.accounts, posting.account)?.AccountType === type,
			),
			({ posting }) => posting.entity,
		);
		const sign = type === 'AccountsReceivable' ? 1 : -1;
		const rows: Row[] = [];
		let all = none;
		for (const { ListID, FullName, Name } of list(company)) {
			const own = (entries.get(ListID) ?? []).filter(({ transaction }) =>
				isWithin(period, transaction.TxnDate),
			);
			if (own.length === 0) continue;
			rows.push({ kind: 'TextRow', text: FullName ?? Name });
			let balance = none;
			for (const entry of own) {
				const value = entry.posting.home.times(sign);
				balance = balance.plus(value);
				rows.push({
					kind: 'DataRow',
					cells: [...entryCells(company, entry), amount(value), amount(balance)],
				});
			}
			all = all.plus(balance);
			rows.push({
				kind: 'SubtotalRow',
				cells: summary(`Total ${FullName ?? Name}`, balance, balance),
			});
		}
		rows.push({ kind: 'TotalRow', cells: summary('TOTAL', all, all) });
		return { title, subtitle: periodInWords(period), columns, rows };
	};

/** Every transaction that is booked, by date, with its first account. */
function listByDate(question: Question): Report {
	const { company, period } = question;
	const first = new Map<string, Entry>();
	for (const entry of entriesOf(question)) {
		const { TxnID, TxnDate } = entry.transaction;
		if (isWithin(period, TxnDate) && !first.has(TxnID)) first.set(TxnID, entry);
	}
	return {
		title: 'Transaction List by Date',
		subtitle: periodInWords(period),
		columns: [
			...columns.slice(0, 6),
			{ title: 'Account', type: 'Account', dataType: 'STRTYPE' },
			{ title: 'Amount', type: 'Amount', dataType: 'AMTTYPE' },
		],
		rows: [...first.values()].map((entry) => {
			const account = findById(company.accounts, entry.posting.account);
			return {
				kind: 'DataRow',
				cells: [
					...entryCells(company, entry),
					account && labelOf(account),
					amount(entry.posting.home),
				],
			};
		}),
	};
}

/** All entries, with debits and credits of each transaction. */
function journal(question: Question): Report {
	const { company, period } = question;
	const rows: Row[] = [];
	let [debits, credits] = [none, none];
	for (const entry of entriesOf(question)) {
		if (!isWithin(period, entry.transaction.TxnDate)) continue;
		const { home } = entry.posting;
		const isDebit = home.gte(0);
		if (isDebit) debits = debits.plus(home);
		else credits = credits.minus(home);
		const account = findById(company.accounts, entry.posting.account);
		rows.push({
			kind: 'DataRow',
			cells: [
				...entryCells(company, entry),
				account && labelOf(account),
				isDebit ? amount(home) : undefined,
				isDebit ? undefined : amount(home.times(-1)),
			],
		});
	}
	return {
		title: 'Journal',
		subtitle: periodInWords(period),
		columns: [
			...columns.slice(0, 6),
			{ title: 'Account', type: 'Account', dataType: 'STRTYPE' },
			{ title: 'Debit', type: 'Debit', dataType: 'AMTTYPE' },
			{ title: 'Credit', type: 'Credit', dataType: 'AMTTYPE' },
		],
		rows: [
			...rows,
			{
				kind: 'TotalRow',
				cells: [
					'TOTAL',
					undefined,
					undefined,
					undefined,
					undefined,
					undefined,
					undefined,
					amount(debits),
					amount(credits),
				],
			},
		],
	};
}

/** The reports that list transactions, by their words in qbXML. */
export const details: Readonly<Record<string, (question: Question) => Report>> = {
	...openItemReports,
	GeneralLedger: byAccount('General Ledger', () => true),
	TxnDetailByAccount: byAccount('Transaction Detail by Account', () => true),
	ProfitAndLossDetail: byAccount('Profit & Loss Detail', (account) => !isOfBalanceSheet(account)),
	BalanceSheetDetail: byAccount('Balance Sheet Detail', isOfBalanceSheet),
	CustomerBalanceDetail: byParty(
		'Customer Balance Detail',
		'AccountsReceivable',
		({ customers }) => customers,
	),
	VendorBalanceDetail: byParty(
		'Vendor Balance Detail',
		'AccountsPayable',
		({ vendors }) => vendors,
	),
	TxnListByDate: listByDate,
	Journal: journal,
};

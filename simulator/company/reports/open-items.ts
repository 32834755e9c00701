import Big from 'big.js';

import type { Transaction } from '../sale-types';
import {
	allLinesOf,
	type Found,
	referenceIn,
	textIn,
	type TransactionKind,
} from '../transactions/kind';
import { transactionKinds } from '../transactions/kinds';
import { appliedOf, openAmountOf } from '../transactions/links';
import { inHomeCurrency } from '../transactions/sales';
import type { Company } from '../types';
import {
	amount,
	amountColumn,
	type Column,
	dayInWords,
	labelColumn,
	none,
	type Question,
	type Report,
	type Row,
} from './report';

const DAY = 86_400_000;
const BUCKET = 30;

/** What is still open between the company and a customer or a vendor. */
interface OpenItem {
	kind: TransactionKind;
	transaction: Transaction;
	party: string;
	due: string;
	/** In the company's own currency; positive if it is owed to the company, or by the company to a vendor. */
	open: Big;
}

interface Side {
	charges: readonly string[];
	/** Payments and credits, which count against the others. */
	credits: readonly string[];
	entity: (kind: TransactionKind, transaction: Transaction) => string | undefined;
	account: string;
	list: (company: Company) => Array<{ ListID: string; Name: string; FullName?: string }>;
	type: 'customer' | 'vendor';
	/** Whether debits are what is owed. */
	sign: 1 | -1;
}

const headEntity = (kind: TransactionKind, transaction: Transaction): string | undefined =>
	kind.entity && referenceIn(transaction, kind.entity)?.ListID;

const receivables: Side = {
	charges: ['Invoice'],
	credits: ['CreditMemo', 'ReceivePayment'],
	entity: headEntity,
	account: 'AccountsReceivable',
	list: ({ customers }) => customers,
	type: 'customer',
	sign: 1,
};

const payables: Side = {
	charges: ['Bill'],
	credits: ['VendorCredit', 'BillPaymentCheck', 'BillPaymentCreditCard'],
	entity: headEntity,
	account: 'AccountsPayable',
	list: ({ vendors }) => vendors,
	type: 'vendor',
	sign: -1,
};

const dueDate = (transaction: Transaction): string =>
	textIn(transaction, 'DueDate') ?? transaction.TxnDate;

function linkableItems(company: Company, { charges, credits, entity }: Side): OpenItem[] {
	return [...charges, ...credits].flatMap((name) => {
		const kind = transactionKinds.get(name);
		if (kind === undefined) return [];
		const sign = charges.includes(name) ? 1 : -1;
		return (company[kind.list] as Transaction[]).flatMap((transaction): OpenItem[] => {
			const open = openAmountOf({ kind, transaction });
			const party = entity(kind, transaction);
			if (open.eq(0) || transaction.IsPending === 'true' || party === undefined) return [];
			const home = inHomeCurrency(open, transaction.ExchangeRate).times(sign);
			return [{ kind, transaction, party, due: dueDate(transaction), open: home }];
		});
	});
}

/** What has been paid of an entry or a check. */
function settledOf({ kind, transaction }: Found, party: string | undefined): Big {
	if (party === undefined || kind.owed?.(transaction).party !== party) return none;
	return inHomeCurrency(appliedOf(transaction), transaction.ExchangeRate);
}

/** Entries and checks that are booked to receivables or payables, as far as no payment has settled them. */
function otherItems(company: Company, { charges, credits, account, sign }: Side): OpenItem[] {
	const accounts = new Set(
		company.accounts
			.filter(({ AccountType }) => AccountType === account)
			.map(({ ListID }) => ListID),
	);
	return [...transactionKinds.values()]
		.filter(({ name }) => !charges.includes(name) && !credits.includes(name))
		.flatMap((kind) =>
			(company[kind.list] as Transaction[])
				.filter((transaction) =>
					allLinesOf(kind, transaction).some(({ booked }) => accounts.has(booked?.account ?? '')),
				)
				.flatMap((transaction) =>
					kind
						.postings(transaction)
						.filter((posting) => accounts.has(posting.account) && posting.entity !== undefined)
						.map((posting) => ({
							kind,
							transaction,
							party: posting.entity ?? '',
							due: transaction.TxnDate,
							open: posting.home
								.times(sign)
								.minus(settledOf({ kind, transaction }, posting.entity)),
						})),
				),
		);
}

/** Everything open on one side of the books, the oldest first. */
const openItems = ({ company, accepts }: Question, side: Side): OpenItem[] =>
	[...linkableItems(company, side), ...otherItems(company, side)]
		.filter(({ kind, transaction, party, open }) =>
			accepts({
				kind,
				transaction,
				posting: { account: '', amount: open, home: open, entity: party },
			}),
		)
		.sort((one, other) => (one.due < other.due ? -1 : 1));

const daysLate = (due: string, day: string): number =>
	Math.round((Date.parse(day) - Date.parse(due)) / DAY);

const buckets = ['Current', '1 - 30', '31 - 60', '61 - 90', '> 90'];

const bucketOf = (late: number): number =>
	late <= 0 ? 0 : Math.min(Math.ceil(late / BUCKET), buckets.length - 1);

const byName = ({ FullName, Name }: { Name: string; FullName?: string }): string =>
	FullName ?? Name;

const dayOf = ({ period, today }: Question): string => period.to ?? today;

function agingSummary(title: string, side: Side) {
	return (question: Question): Report => {
		const day = dayOf(question);
		const sums = new Map<string, Big[]>();
		const all = buckets.map(() => none);
		for (const { party, due, open, transaction } of openItems(question, side)) {
			if (transaction.TxnDate > day) continue;
			const bucket = bucketOf(daysLate(due, day));
			const own = sums.get(party) ?? buckets.map(() => none);
			own[bucket] = own[bucket].plus(open);
			all[bucket] = all[bucket].plus(open);
			sums.set(party, own);
		}
		const cells = (label: string, values: Big[]): string[] => [
			label,
			...values.map(amount),
			amount(values.reduce((sum, value) => sum.plus(value), new Big(0))),
		];
		const rows = side
			.list(question.company)
			.filter(({ ListID }) => sums.has(ListID))
			.map((record): Row => ({
				kind: 'DataRow',
				about: { type: side.type, name: byName(record) },
				cells: cells(byName(record), sums.get(record.ListID) ?? []),
			}));
		return {
			title,
			subtitle: dayInWords(question.period, question.today),
			columns: [labelColumn, ...buckets.map(amountColumn), amountColumn('TOTAL')],
			rows: [...rows, { kind: 'TotalRow', cells: cells('TOTAL', all) }],
		};
	};
}

const itemColumns: Column[] = [
	labelColumn,
	{ title: 'Type', type: 'TxnType', dataType: 'STRTYPE' },
	{ title: 'Date', type: 'Date', dataType: 'DATETYPE' },
	{ title: 'Num', type: 'RefNumber', dataType: 'STRTYPE' },
	{ title: 'Name', type: 'Name', dataType: 'STRTYPE' },
	{ title: 'Due Date', type: 'DueDate', dataType: 'DATETYPE' },
	{ title: 'Aging', type: 'Aging', dataType: 'INTTYPE' },
	{ title: 'Open Balance', type: 'OpenBalance', dataType: 'AMTTYPE' },
];

const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2');

function itemRow({ kind, transaction, due, open }: OpenItem, name: string, day: string): Row {
	const late = daysLate(due, day);
	return {
		kind: 'DataRow',
		cells: [
			undefined,
			words(kind.name),
			transaction.TxnDate,
			transaction.RefNumber,
			name,
			due,
			late > 0 ? String(late) : undefined,
			amount(open),
		],
	};
}

const sumOf = (items: OpenItem[]): Big =>
	items.reduce((sum, { open }) => sum.plus(open), new Big(0));

const lastCell = (label: string, sum: Big): Array<string | undefined> => [
	label,
	...itemColumns.slice(2).map(() => undefined),
	amount(sum),
];

/** Open items under headings. Headings without any are left out. */
function itemReport(
	title: string,
	side: Side,
	groupsOf: (question: Question, items: OpenItem[]) => Array<[heading: string, items: OpenItem[]]>,
	isWanted: (item: OpenItem) => boolean = () => true,
) {
	return (question: Question): Report => {
		const day = dayOf(question);
		const names = new Map(
			side.list(question.company).map((record) => [record.ListID, byName(record)]),
		);
		const items = openItems(question, side).filter(
			(item) => item.transaction.TxnDate <= day && isWanted(item),
		);
		const groups = groupsOf(question, items).filter(([, own]) => own.length > 0);
		return {
			title,
			subtitle: dayInWords(question.period, question.today),
			columns: itemColumns,
			rows: [
				...groups.flatMap(([heading, own]): Row[] => [
					{ kind: 'TextRow', text: heading },
					...own.map((item) => itemRow(item, names.get(item.party) ?? '', day)),
					{ kind: 'SubtotalRow', cells: lastCell(`Total ${heading}`, sumOf(own)) },
				]),
				{ kind: 'TotalRow', cells: lastCell('TOTAL', sumOf(items)) },
			],
		};
	};
}

const byAge = (question: Question, items: OpenItem[]): Array<[string, OpenItem[]]> =>
	buckets.map((bucket, index) => [
		bucket,
		items.filter(({ due }) => bucketOf(daysLate(due, dayOf(question))) === index),
	]);

const byParty =
	(side: Side) =>
	({ company }: Question, items: OpenItem[]): Array<[string, OpenItem[]]> =>
		side
			.list(company)
			.map((record) => [byName(record), items.filter(({ party }) => party === record.ListID)]);

/** What is open, by its age. */
export const agings: Readonly<Record<string, (question: Question) => Report>> = {
	ARAgingSummary: agingSummary('A/R Aging Summary', receivables),
	APAgingSummary: agingSummary('A/P Aging Summary', payables),
	ARAgingDetail: itemReport('A/R Aging Detail', receivables, byAge),
	APAgingDetail: itemReport('A/P Aging Detail', payables, byAge),
	CollectionsReport: itemReport(
		'Collections Report',
		receivables,
		byParty(receivables),
		({ open }) => open.gt(0),
	),
};

/** What is open, by customer or vendor. */
export const openItemReports: Readonly<Record<string, (question: Question) => Report>> = {
	OpenInvoices: itemReport('Open Invoices', receivables, byParty(receivables)),
	UnpaidBillsDetail: itemReport('Unpaid Bills Detail', payables, byParty(payables)),
};

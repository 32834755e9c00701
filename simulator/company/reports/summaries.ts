import type Big from 'big.js';

import { decimal, formatQuantity } from '../amounts';
import { findById } from '../find';
import { isOfBalanceSheet, stockValueOf } from '../postings';
import { allLinesOf, referenceIn } from '../transactions/kind';
import type { Account, Company } from '../types';
import {
	amount,
	amountColumn,
	balancesUpTo,
	type Column,
	dayInWords,
	entriesOf,
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

/** One amount for each column. */
type Amounts = Big[];

const add = (one: Amounts, other: Amounts): Amounts =>
	one.map((value, index) => value.plus(other[index]));

const columnsOf = ({ columns }: Question): Column[] => [
	labelColumn,
	...columns.map(({ title }) => amountColumn(title)),
];

const nothing = ({ columns }: Question): Amounts => columns.map(() => none);

const text = (words: string): Row => ({ kind: 'TextRow', text: words });

const subtotal = (label: string, amounts: Amounts): Row => ({
	kind: 'SubtotalRow',
	cells: [label, ...amounts.map(amount)],
});

const total = (label: string, amounts: Amounts): Row => ({
	kind: 'TotalRow',
	cells: [label, ...amounts.map(amount)],
});

const accountRow = (account: Account, amounts: Amounts): Row => ({
	kind: 'DataRow',
	about: { type: 'account', name: account.FullName },
	cells: [labelOf(account), ...amounts.map(amount)],
});

interface Section {
	rows: Row[];
	sum: Amounts;
}

/** The accounts of some types with what they come to, and their sum. Accounts with nothing are left out. */
function section(
	question: Question,
	types: string[],
	amountsOf: (account: Account) => Amounts,
): Section {
	const rows: Row[] = [];
	let sum = nothing(question);
	for (const account of question.company.accounts) {
		if (!types.includes(account.AccountType)) continue;
		const amounts = amountsOf(account);
		if (amounts.every((value) => value.eq(0))) continue;
		rows.push(accountRow(account, amounts));
		sum = add(sum, amounts);
	}
	return { rows, sum };
}

const titled = (title: string, label: string, { rows, sum }: Section): Row[] =>
	rows.length > 0 ? [text(title), ...rows, subtotal(label, sum)] : [];

/** What each account of income and expense came to in each column. */
function earned(question: Question): (account: Account) => Amounts {
	const { columns } = question;
	const sums = new Map<string, Amounts>();
	for (const { transaction, posting } of entriesOf(question)) {
		const before = sums.get(posting.account) ?? nothing(question);
		sums.set(
			posting.account,
			before.map((value, index) =>
				isWithin(columns[index], transaction.TxnDate) ? value.plus(posting.home) : value,
			),
		);
	}
	return (account) =>
		(sums.get(account.ListID) ?? nothing(question)).map((value) => shownOf(account, value));
}

const minus = (one: Amounts, other: Amounts): Amounts =>
	one.map((value, index) => value.minus(other[index]));

function profitAndLoss(question: Question): Report {
	const amountsOf = earned(question);
	const of = (...types: string[]): Section => section(question, types, amountsOf);
	const income = of('Income');
	const goods = of('CostOfGoodsSold');
	const expense = of('Expense');
	const otherIncome = of('OtherIncome');
	const otherExpense = of('OtherExpense');
	const gross = minus(income.sum, goods.sum);
	const ordinary = minus(gross, expense.sum);
	const other = minus(otherIncome.sum, otherExpense.sum);
	const hasOther = otherIncome.rows.length + otherExpense.rows.length > 0;
	return {
		title: 'Profit & Loss',
		subtitle: periodInWords(question.period),
		columns: columnsOf(question),
		rows: [
			text('Ordinary Income/Expense'),
			...titled('Income', 'Total Income', income),
			...titled('Cost of Goods Sold', 'Total COGS', goods),
			subtotal('Gross Profit', gross),
			...titled('Expense', 'Total Expense', expense),
			subtotal('Net Ordinary Income', ordinary),
			...(hasOther
				? [
						text('Other Income/Expense'),
						...titled('Other Income', 'Total Other Income', otherIncome),
						...titled('Other Expense', 'Total Other Expense', otherExpense),
						subtotal('Net Other Income', other),
					]
				: []),
			total('Net Income', add(ordinary, other)),
		],
	};
}

function balanceSheet(question: Question): Report {
	const { company, columns, period, today } = question;
	const balances = columns.map(({ to }) => balancesUpTo(question, to ?? period.to));
	const amountsOf = (account: Account): Amounts =>
		balances.map((sums) => shownOf(account, sums.get(account.ListID) ?? none));
	const of = (...types: string[]): Section => section(question, types, amountsOf);
	const netIncome = balances.map((sums) =>
		company.accounts
			.filter((account) => !isOfBalanceSheet(account))
			.reduce((sum, { ListID }) => sum.minus(sums.get(ListID) ?? none), none),
	);
	const sums = (...sections: Section[]): Amounts =>
		sections.reduce((all, { sum }) => add(all, sum), nothing(question));
	const bank = of('Bank');
	const receivable = of('AccountsReceivable');
	const otherCurrent = of('OtherCurrentAsset');
	const fixed = of('FixedAsset');
	const otherAssets = of('OtherAsset');
	const payable = of('AccountsPayable');
	const cards = of('CreditCard');
	const otherLiabilities = of('OtherCurrentLiability');
	const longTerm = of('LongTermLiability');
	const equity = of('Equity');
	const equitySum = add(equity.sum, netIncome);
	const liabilities = sums(payable, cards, otherLiabilities, longTerm);
	const current = sums(bank, receivable, otherCurrent);
	return {
		title: 'Balance Sheet',
		subtitle: dayInWords(period, today),
		columns: columnsOf(question),
		rows: [
			text('ASSETS'),
			text('Current Assets'),
			...titled('Checking/Savings', 'Total Checking/Savings', bank),
			...titled('Accounts Receivable', 'Total Accounts Receivable', receivable),
			...titled('Other Current Assets', 'Total Other Current Assets', otherCurrent),
			subtotal('Total Current Assets', current),
			...titled('Fixed Assets', 'Total Fixed Assets', fixed),
			...titled('Other Assets', 'Total Other Assets', otherAssets),
			total('TOTAL ASSETS', add(current, sums(fixed, otherAssets))),
			text('LIABILITIES & EQUITY'),
			text('Liabilities'),
			...titled('Accounts Payable', 'Total Accounts Payable', payable),
			...titled('Credit Cards', 'Total Credit Cards', cards),
			...titled('Other Current Liabilities', 'Total Other Current Liabilities', otherLiabilities),
			...titled('Long Term Liabilities', 'Total Long Term Liabilities', longTerm),
			subtotal('Total Liabilities', liabilities),
			text('Equity'),
			...equity.rows,
			{
				kind: 'DataRow',
				about: { type: 'label', name: 'Net Income' },
				cells: ['Net Income', ...netIncome.map(amount)],
			},
			subtotal('Total Equity', equitySum),
			total('TOTAL LIABILITIES & EQUITY', add(liabilities, equitySum)),
		],
	};
}

function trialBalance(question: Question): Report {
	const { company, period, today } = question;
	const sums = balancesUpTo(question, period.to);
	const rows: Row[] = [];
	let [debits, credits] = [none, none];
	for (const account of company.accounts) {
		const balance = sums.get(account.ListID) ?? none;
		if (balance.eq(0)) continue;
		const isDebit = balance.gt(0);
		if (isDebit) debits = debits.plus(balance);
		else credits = credits.minus(balance);
		rows.push({
			kind: 'DataRow',
			about: { type: 'account', name: account.FullName },
			cells: [
				labelOf(account),
				isDebit ? amount(balance) : undefined,
				isDebit ? undefined : amount(balance.times(-1)),
			],
		});
	}
	return {
		title: 'Trial Balance',
		subtitle: dayInWords(period, today),
		columns: [
			labelColumn,
			{ title: 'Debit', type: 'Debit', dataType: 'AMTTYPE' },
			{ title: 'Credit', type: 'Credit', dataType: 'AMTTYPE' },
		],
		rows: [...rows, { kind: 'TotalRow', cells: ['TOTAL', amount(debits), amount(credits)] }],
	};
}

interface Grouping {
	title: string;
	/** The kind of record that a row is about. */
	type: 'customer' | 'vendor' | 'item';
	/** The types of accounts that count. */
	accounts: string[];
	list: (company: Company) => Array<{ ListID: string; Name: string; FullName?: string }>;
	by: 'entity' | 'item';
	/** Whether it shows what has come together until a day, and not what came in a period. */
	isBalance?: boolean;
	sign: 1 | -1;
}

/** Amounts by customer, vendor or item. */
const grouped =
	({ title, type, accounts, list, by, isBalance, sign }: Grouping) =>
	(question: Question): Report => {
		const { company, columns, period, today } = question;
		const sums = new Map<string, Amounts>();
		for (const { transaction, posting } of entriesOf(question)) {
			const account = findById(company.accounts, posting.account);
			const id = posting[by];
			if (id === undefined || account === undefined || !accounts.includes(account.AccountType))
				continue;
			const before = sums.get(id) ?? nothing(question);
			sums.set(
				id,
				before.map((value, index) => {
					const { to } = columns[index];
					const counts = isWithin(isBalance ? { to } : columns[index], transaction.TxnDate);
					return counts ? value.plus(posting.home.times(sign)) : value;
				}),
			);
		}
		const found = list(company).filter(({ ListID }) =>
			sums.get(ListID)?.some((value) => !value.eq(0)),
		);
		const rows = found.map((record): Row => {
			const name = record.FullName ?? record.Name;
			return {
				kind: 'DataRow',
				about: { type, name },
				cells: [name, ...(sums.get(record.ListID) ?? []).map(amount)],
			};
		});
		const all = found.reduce(
			(sum, { ListID }) => add(sum, sums.get(ListID) ?? nothing(question)),
			nothing(question),
		);
		return {
			title,
			subtitle: isBalance ? dayInWords(period, today) : periodInWords(period),
			columns: columnsOf(question),
			rows: [...rows, total('TOTAL', all)],
		};
	};

const customers = ({ customers: list }: Company) => list;
const vendors = ({ vendors: list }: Company) => list;
const items = ({ items: list }: Company) => list;
const incomes = ['Income', 'OtherIncome'];
const costs = ['Expense', 'OtherExpense', 'CostOfGoodsSold'];

/** What has been sold of each item, with the number. */
function salesByItem(question: Question): Report {
	const { company, period, accepts } = question;
	const sums = new Map<string, { quantity: Big; sold: Big }>();
	const sales = new Set<unknown>();
	for (const { kind, transaction, posting } of entriesOf({ company, accepts })) {
		const account = findById(company.accounts, posting.account);
		if (posting.item === undefined || !incomes.includes(account?.AccountType ?? '')) continue;
		if (!isWithin(period, transaction.TxnDate)) continue;
		const before = sums.get(posting.item) ?? { quantity: none, sold: none };
		sums.set(posting.item, { ...before, sold: before.sold.minus(posting.home) });
		if (sales.has(transaction)) continue;
		sales.add(transaction);
		const sign = kind.name === 'CreditMemo' ? -1 : 1;
		for (const line of allLinesOf(kind, transaction)) {
			const id = referenceIn(line, 'ItemRef')?.ListID;
			if (id === undefined || line.Quantity === undefined) continue;
			const sum = sums.get(id) ?? { quantity: none, sold: none };
			sums.set(id, { ...sum, quantity: sum.quantity.plus(decimal(line.Quantity).times(sign)) });
		}
	}
	const sold = company.items.filter(({ ListID }) => sums.has(ListID));
	const all = sold.reduce((sum, { ListID }) => sum.plus(sums.get(ListID)?.sold ?? none), none);
	return {
		title: 'Sales by Item Summary',
		subtitle: periodInWords(period),
		columns: [
			labelColumn,
			{ title: 'Qty', type: 'Quantity', dataType: 'QUANTYPE' },
			amountColumn('Amount'),
		],
		rows: [
			...sold.map((item): Row => {
				const name = item.FullName ?? item.Name;
				const sum = sums.get(item.ListID);
				return {
					kind: 'DataRow',
					about: { type: 'item', name },
					cells: [name, formatQuantity(sum?.quantity ?? none), amount(sum?.sold ?? none)],
				};
			}),
			{ kind: 'TotalRow', cells: ['TOTAL', undefined, amount(all)] },
		],
	};
}

function inventoryValuation({ company, period, today }: Question): Report {
	const stocked = company.items.filter(({ QuantityOnHand }) => QuantityOnHand !== undefined);
	const all = stocked.reduce((sum, item) => sum.plus(stockValueOf(item)), none);
	return {
		title: 'Inventory Valuation Summary',
		subtitle: dayInWords(period, today),
		columns: [
			labelColumn,
			{ title: 'On Hand', type: 'QuantityOnHand', dataType: 'QUANTYPE' },
			{ title: 'Avg Cost', type: 'AverageCost', dataType: 'AMTTYPE' },
			{ title: 'Asset Value', type: 'ValueOnHand', dataType: 'AMTTYPE' },
		],
		rows: [
			...stocked.map((item): Row => {
				const name = item.FullName ?? item.Name;
				return {
					kind: 'DataRow',
					about: { type: 'item', name },
					cells: [name, item.QuantityOnHand, item.AverageCost, amount(stockValueOf(item))],
				};
			}),
			{ kind: 'TotalRow', cells: ['TOTAL', undefined, undefined, amount(all)] },
		],
	};
}

/** The summaries, by their words in qbXML. */
export const summaries: Readonly<Record<string, (question: Question) => Report>> = {
	ProfitAndLossStandard: profitAndLoss,
	BalanceSheetStandard: balanceSheet,
	BalanceSheetSummary: balanceSheet,
	TrialBalance: trialBalance,
	SalesByItemSummary: salesByItem,
	InventoryValuationSummary: inventoryValuation,
	SalesByCustomerSummary: grouped({
		title: 'Sales by Customer Summary',
		type: 'customer',
		accounts: ['Income'],
		list: customers,
		by: 'entity',
		sign: -1,
	}),
	IncomeByCustomerSummary: grouped({
		title: 'Income by Customer Summary',
		type: 'customer',
		accounts: [...incomes, ...costs],
		list: customers,
		by: 'entity',
		sign: -1,
	}),
	ExpenseByVendorSummary: grouped({
		title: 'Expenses by Vendor Summary',
		type: 'vendor',
		accounts: costs,
		list: vendors,
		by: 'entity',
		sign: 1,
	}),
	PurchaseByVendorSummary: grouped({
		title: 'Purchases by Vendor Summary',
		type: 'vendor',
		accounts: [...costs, 'OtherCurrentAsset'],
		list: vendors,
		by: 'entity',
		sign: 1,
	}),
	PurchaseByItemSummary: grouped({
		title: 'Purchases by Item Summary',
		type: 'item',
		accounts: costs,
		list: items,
		by: 'item',
		sign: 1,
	}),
	CustomerBalanceSummary: grouped({
		title: 'Customer Balance Summary',
		type: 'customer',
		accounts: ['AccountsReceivable'],
		list: customers,
		by: 'entity',
		sign: 1,
		isBalance: true,
	}),
	VendorBalanceSummary: grouped({
		title: 'Vendor Balance Summary',
		type: 'vendor',
		accounts: ['AccountsPayable'],
		list: vendors,
		by: 'entity',
		sign: -1,
		isBalance: true,
	}),
};

/** Of the summaries, those of a day; the others are of a period. */
export const summariesOfDay: ReadonlySet<string> = new Set([
	'BalanceSheetStandard',
	'BalanceSheetSummary',
	'TrialBalance',
	'CustomerBalanceSummary',
	'VendorBalanceSummary',
	'InventoryValuationSummary',
]);

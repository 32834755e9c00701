import { isChoice, isGroup, type Message, type Messages } from '../facts/facts';
import { alphabetically } from '../form/alphabetically';
import type { FieldOption } from '../form/field';
import { FormError } from '../form/formError';
import { nearestOf } from '../qbxml/nearest';
import { elementAt } from '../qbxml/recordFacts';
import { inWords } from '../qbxml/words';

/** What people call a report, and what else they may type for it. */
interface CommonReport {
	label: string;
	synonyms?: string;
}

/** The reports that most people ask for, in the order of the list, by qbXML's words. */
const commonReports: Readonly<Record<string, CommonReport>> = {
	ProfitAndLossStandard: {
		label: 'Profit & Loss Standard',
		synonyms: 'p&l profit and loss income statement earnings',
	},
	ProfitAndLossDetail: { label: 'Profit & Loss Detail', synonyms: 'p&l profit and loss' },
	BalanceSheetStandard: { label: 'Balance Sheet Standard' },
	TrialBalance: { label: 'Trial Balance' },
	GeneralLedger: { label: 'General Ledger' },
	Journal: { label: 'Journal' },
	ARAgingSummary: {
		label: 'A/R Aging Summary',
		synonyms: 'ar aging accounts receivable receivables by age debtors overdue',
	},
	ARAgingDetail: {
		label: 'A/R Aging Detail',
		synonyms: 'ar aging accounts receivable receivables by age debtors',
	},
	APAgingSummary: {
		label: 'A/P Aging Summary',
		synonyms: 'ap aging accounts payable payables by age creditors overdue',
	},
	APAgingDetail: {
		label: 'A/P Aging Detail',
		synonyms: 'ap aging accounts payable payables by age creditors',
	},
	OpenInvoices: { label: 'Open Invoices', synonyms: 'unpaid' },
	UnpaidBillsDetail: { label: 'Unpaid Bills Detail', synonyms: 'open' },
	CustomerBalanceSummary: { label: 'Customer Balance Summary', synonyms: 'owe balances' },
	VendorBalanceSummary: { label: 'Vendor Balance Summary', synonyms: 'owe supplier balances' },
	SalesByCustomerSummary: { label: 'Sales by Customer Summary', synonyms: 'revenue turnover' },
	SalesByItemSummary: { label: 'Sales by Item Summary', synonyms: 'revenue product' },
	SalesByRepSummary: { label: 'Sales by Rep Summary', synonyms: 'representative' },
	PurchaseByVendorSummary: { label: 'Purchases by Vendor Summary', synonyms: 'supplier' },
	PurchaseByItemSummary: { label: 'Purchases by Item Summary', synonyms: 'product' },
	ExpenseByVendorSummary: { label: 'Expenses by Vendor Summary', synonyms: 'supplier costs' },
	InventoryValuationSummary: { label: 'Inventory Valuation Summary', synonyms: 'stock value' },
	InventoryStockStatusByItem: { label: 'Inventory Stock Status by Item', synonyms: 'on hand' },
	SalesTaxLiability: { label: 'Sales Tax Liability' },
	TxnListByDate: { label: 'Transaction List by Date' },
	TxnListByCustomer: { label: 'Transaction List by Customer' },
	TxnListByVendor: { label: 'Transaction List by Vendor', synonyms: 'supplier' },
};

const SMALL_WORDS = /(?<= )(?:And|By|In|Of|To|Vs)(?= )/g;

/** A word of qbXML in words for people, such as "This Week to Date". */
export const wordLabel = (word: string): string =>
	inWords(word.replace(/POs/g, 'PurchaseOrders').replace(/YTD|Ytd/g, 'YearToDate')).replace(
		SMALL_WORDS,
		(small) => small.toLowerCase(),
	);

/** What QuickBooks calls in its Reports menu what qbXML spells out or shortens. */
const inTheMenu: ReadonlyArray<readonly [word: RegExp, name: string]> = [
	[/^Profit and Loss/, 'Profit & Loss'],
	[/^Purchase by/, 'Purchases by'],
	[/^Expense by/, 'Expenses by'],
	[/ Prev Year Comp$/, ' Prev Year Comparison'],
	[/ Year to Date Comp$/, ' YTD Comparison'],
	[/ vs Actual/, ' vs. Actual'],
];

/** What the form calls a report: QuickBooks' own name for it. */
export const reportLabel = (type: string): string =>
	Object.hasOwn(commonReports, type)
		? commonReports[type].label
		: inTheMenu.reduce((name, [word, own]) => name.replace(word, own), wordLabel(type));

/** The element of a request for reports that says which one: `AgingReportType` in `AgingReportQueryRq`. */
export const typeElementOf = ({ name }: Pick<Message, 'name'>): string =>
	name.replace(/QueryRq$/, 'Type');

/** A report by qbXML's word, and the request that asks for it. */
export interface ReportType {
	type: string;
	request: Message;
}

/** The reports that a request can ask for. None if it is no request for reports. */
function typesOf(request: Message): ReportType[] {
	const wanted = typeElementOf(request);
	for (const particle of request.content) {
		if (isChoice(particle) || isGroup(particle) || particle.name !== wanted) continue;
		return (particle.values ?? []).map((type) => ({ type, request }));
	}
	return [];
}

/** Every report, by the requests of qbXML. */
export const reportTypes = (facts: Messages): ReportType[] => [...facts.values()].flatMap(typesOf);

/** As people may write a name: capitals, spaces, punctuation and "and" don't matter. */
const plain = (name: string): string =>
	name
		.toLowerCase()
		.replace(/\band\b/g, '')
		.replace(/[^a-z0-9]/g, '');

/** The report of a name: qbXML's word, or what the list calls it. */
function findReport(all: readonly ReportType[], name: string): ReportType | undefined {
	const wanted = plain(name);
	return (
		all.find(({ type }) => plain(type) === wanted) ??
		all.find(({ type }) => plain(reportLabel(type)) === wanted) ??
		all.find(({ type }) => plain(reportLabel(type)).replace(/(?:standard|summary)$/, '') === wanted)
	);
}

/** @throws FormError if there is no report of this name. */
export function reportNamed(facts: Messages, name: string): ReportType {
	const all = reportTypes(facts);
	const found = findReport(all, name);
	if (found) return found;
	const near = nearestOf(
		name,
		all.map(({ type }) => type),
		3,
	);
	throw new FormError(
		`There is no report "${name}".`,
		near.length === 0 ? 'Choose it from the list.' : `Did you mean ${near.join(' or ')}?`,
	);
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[^\s:,]+/g) ?? [];

/** The reports in which each word that was typed begins a word: the usual ones first, then all others by name. */
export function findReports(facts: Messages, typed: string): FieldOption[] {
	const wanted = wordsIn(typed);
	const types = reportTypes(facts).map(({ type }) => type);
	const usual = Object.keys(commonReports).filter((type) => types.includes(type));
	const others = types.filter((type) => !usual.includes(type));
	return [...usual, ...alphabetically(others, reportLabel)]
		.filter((type) => {
			const { synonyms = '' } = Object.hasOwn(commonReports, type) ? commonReports[type] : {};
			const words = wordsIn(
				`${reportLabel(type)} ${wordLabel(type)} ${inWords(type)} ${type} ${synonyms}`,
			);
			return wanted.every((start) => words.some((word) => word.startsWith(start)));
		})
		.map((type) => ({ name: `${reportLabel(type)} · ${type}`, value: type }));
}

/** The columns that one can choose for a report. None for a report with columns of its own, or for no report. */
export function reportColumns(facts: Messages, name: string): FieldOption[] {
	const { request } = findReport(reportTypes(facts), name) ?? {};
	const element = request && elementAt(request.content, 'IncludeColumn');
	const words = element && !isGroup(element) ? (element.values ?? []) : [];
	return alphabetically(
		words.map((value) => ({ name: wordLabel(value), value })),
		(option) => option.name,
	);
}

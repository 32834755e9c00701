import { alphabetically } from '../form/alphabetically';
import { isChoice } from '../form/choice';
import { date, text, textList, trueOrFalse, wholeNumber } from '../form/convert';
import type { FieldOption, FormField } from '../form/field';
import { type FieldSpec, givenRows, pathsOf } from '../form/fieldSpec';
import type { Form } from '../form/form';
import { FormError, notListed } from '../form/formError';
import type { JsonObject } from '../json/object';
import { idField } from '../lists/ids';
import type { NamedRecord } from '../lists/namedRecord';
import type { RecordListName } from '../lists/recordLists';
import { contentOfQueries, wordsAt } from '../qbxml/queryFacts';
import { wordLabel } from './reportTypes';

/** Every field that a report can have. Which of them the chosen one has, its own request says. */
const content = contentOfQueries(
	'GeneralSummaryReportQueryRq',
	'GeneralDetailReportQueryRq',
	'AgingReportQueryRq',
	'BudgetSummaryReportQueryRq',
);

const optionsOf = (words: readonly string[]): FieldOption[] =>
	alphabetically(
		words.map((value) => ({ name: wordLabel(value), value })),
		({ name }) => name,
	);

/** The report, by qbXML's word. */
export const reportType: FormField = {
	displayName: 'Report',
	name: 'reportType',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The report to run: from the list, or any other by its name',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose…',
			typeOptions: { searchListMethod: 'searchReports', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. ProfitAndLossStandard',
			hint: "The report's name in qbXML or in the list",
		},
	],
};

const OWN_PERIOD = 'standard';
const DATES = 'dates';

const macros = wordsAt(content, 'ReportDateMacro');

const period: FormField = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: alphabetically(
		[
			...macros.map((value) => ({ name: value === 'All' ? 'All Dates' : wordLabel(value), value })),
			{ name: 'Custom Dates', value: DATES },
			{ name: "Report's Own Period", value: OWN_PERIOD },
		],
		({ name }) => name,
	),
	default: OWN_PERIOD,
	description: 'The dates that the report covers, counted from the day it is run',
};

const boundary = (displayName: string, name: string, description: string): FormField => ({
	displayName,
	name,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description,
	displayOptions: { show: { period: [DATES] } },
});

const fromDate = boundary('From Date', 'fromDate', 'The first day that the report covers');
const toDate = boundary(
	'To Date',
	'toDate',
	'The last day that the report covers. A balance sheet or an aging report shows how things stood on that day.',
);

/** The fields that say for which dates a report is run. */
export const periodFields: readonly FormField[] = [period, fromDate, toDate];

/** The values by path of the dates that a report is run for. */
export function periodValues({ values, timezone }: Form): JsonObject {
	const { period: chosen } = values;
	if (chosen === OWN_PERIOD) return {};
	if (chosen !== DATES) {
		if (macros.includes(String(chosen))) return { ReportDateMacro: String(chosen) };
		throw notListed('Period', chosen);
	}
	const [from, to] = [fromDate, toDate].map(({ name, displayName }) =>
		date(values[name], { label: displayName, timezone }),
	);
	if (from === undefined && to === undefined) {
		throw new FormError(
			'From Date and To Date are both missing.',
			'Fill in at least one of them, or choose another Period.',
		);
	}
	if (from !== undefined && to !== undefined && from > to) {
		throw new FormError('From Date is later than To Date.', 'Swap the two.');
	}
	return {
		...(from !== undefined && { 'ReportPeriod.FromReportDate': from }),
		...(to !== undefined && { 'ReportPeriod.ToReportDate': to }),
	};
}

/** What comes out of a report: for workflows, or for people. */
export const outputAs: FormField = {
	displayName: 'Output',
	name: 'outputAs',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'CSV',
			value: 'csv',
			description: 'One item with the whole report as CSV, for a file that spreadsheets open',
		},
		{
			name: 'HTML',
			value: 'html',
			description: 'One item with the whole report as an HTML table, for the text of a mail',
		},
		{
			name: 'Rows',
			value: 'rows',
			description: 'One item for each row, with all that the report says about it',
		},
		{
			name: 'Table',
			value: 'table',
			description: 'One item for each row with figures: its label and its columns, nothing else',
		},
	],
	default: 'rows',
	description: 'What comes out, if Simplify is on',
};

/** One field under Additional Fields. It goes out in qbXML only. */
type Row = Omit<FieldSpec, 'wire' | 'qbxml'> & Required<Pick<FieldSpec, 'qbxml'>>;

const specOf = (row: Row): FieldSpec => ({ ...row, wire: row.name });

const at =
	(path: string): Row['qbxml'] =>
	(value) => ({ [path]: value });

/** How a word of an element is chosen. */
function choiceAt(path: string): Pick<FormField, 'type' | 'options' | 'default'> {
	const options = optionsOf(wordsAt(content, path));
	return { type: 'options', options, default: options[0].value };
}

/** A choice between the words that an element may hold. */
const wordField = (
	[displayName, name, path]: readonly [label: string, name: string, path: string],
	description: string,
	excludes?: readonly string[],
): FieldSpec =>
	specOf({
		displayName,
		name,
		...choiceAt(path),
		description,
		...(excludes && { excludes }),
		qbxml: at(path),
		convert: text,
	});

/** A record that a report can be filtered by. */
interface RecordFilter {
	label: string;
	name: string;
	/** The element around it. */
	path: string;
	list: RecordListName;
	exampleName: string;
	help: string;
}

const recordFilters: readonly RecordFilter[] = [
	{
		label: 'Account',
		name: 'accountListId',
		path: 'ReportAccountFilter',
		list: 'accounts',
		exampleName: 'Checking',
		help: 'Only what concerns this account',
	},
	{
		label: 'Class',
		name: 'classListId',
		path: 'ReportClassFilter',
		list: 'classes',
		exampleName: 'Remodel',
		help: 'Only what concerns this class',
	},
	{
		label: 'Item',
		name: 'itemListId',
		path: 'ReportItemFilter',
		list: 'items',
		exampleName: 'Consulting',
		help: 'Only what concerns this item',
	},
	{
		label: 'Name',
		name: 'entityListId',
		path: 'ReportEntityFilter',
		list: 'entities',
		exampleName: 'Abercrombie, Kristy:Family Room',
		help: 'Only what concerns this customer, job, vendor, employee or other name',
	},
];

const recordRows: readonly FieldSpec[] = recordFilters.map(({ label, path, help, ...field }) =>
	idField({
		...field,
		displayName: label,
		description: help,
		wire: field.name,
		qbxml: (value, mode) => ({ [`${path}.${mode === 'name' ? 'FullName' : 'ListID'}`]: value }),
	}),
);

const day = (displayName: string, name: string, path: string, description: string): FieldSpec =>
	specOf({
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description,
		excludes: ['modifiedIn'],
		qbxml: at(path),
		convert: date,
	});

/** Whether a record stands for those below it. It changes how the records go out, and is no element of its own. */
const includeSublevels: FieldSpec = specOf({
	displayName: 'Include Sublevels',
	name: 'includeSublevels',
	type: 'boolean',
	default: true,
	description:
		"Whether to include everything below the chosen account, class, item or name, such as a customer's jobs",
	qbxml: () => ({}),
	convert: trueOrFalse,
});

const columnsOfReport: FormField['typeOptions'] = {
	loadOptionsMethod: 'loadReportColumns',
	loadOptionsDependsOn: ['reportType.value'],
};

const otherRows: readonly FieldSpec[] = [
	wordField(
		['Account Type', 'accountType', 'ReportAccountFilter.AccountTypeFilter'],
		'Only what concerns accounts of this type',
		['accountListId'],
	),
	wordField(
		['Accounts to Include', 'includeAccounts', 'IncludeAccounts'],
		'Whether to include accounts without transactions',
	),
	wordField(
		['Aging As Of', 'agingAsOf', 'ReportAgingAsOf'],
		'The day up to which the age of open balances is counted',
	),
	wordField(
		['Basis', 'basis', 'ReportBasis'],
		'Whether income and expenses count when they are billed (accrual) or when they are paid (cash)',
	),
	wordField(
		['Budget Columns By', 'summarizeBudgetColumnsBy', 'SummarizeBudgetColumnsBy'],
		'What each column of a budget report stands for',
	),
	wordField(
		['Budget Criterion', 'budgetCriterion', 'BudgetCriterion'],
		'What the budget was made for: accounts alone, or with customers or classes',
	),
	wordField(
		['Budget Rows By', 'summarizeBudgetRowsBy', 'SummarizeBudgetRowsBy'],
		'What each row of a budget report stands for',
	),
	wordField(
		['Calendar', 'calendar', 'ReportCalendar'],
		'Which year to use: calendar, fiscal or tax year',
	),
	specOf({
		displayName: 'Columns',
		name: 'columns',
		type: 'multiOptions',
		typeOptions: columnsOfReport,
		default: [],
		description:
			'The columns of a detail report, instead of its usual ones. Choose from the list, or specify qbXML names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		qbxml: at('IncludeColumn'),
		convert: textList,
	}),
	wordField(
		['Columns to Return', 'returnColumns', 'ReturnColumns'],
		'Which columns of a summary to return: all, those in use, or those that are not zero',
	),
	wordField(
		['Detail Level', 'detailLevel', 'ReportDetailLevelFilter'],
		'Whether to count whole transactions, their lines, or both',
	),
	specOf({
		displayName: 'Fiscal Year',
		name: 'fiscalYear',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026',
		description: 'The year of the budget. A budget report needs it.',
		qbxml: at('FiscalYear'),
		convert: wholeNumber(1900),
	}),
	specOf({
		displayName: 'Include Subcolumns',
		name: 'includeSubcolumns',
		type: 'boolean',
		default: true,
		description: 'Whether to add columns to a summary, such as percentages',
		qbxml: at('IncludeSubcolumns'),
		convert: trueOrFalse,
	}),
	wordField(
		['Item Type', 'itemType', 'ReportItemFilter.ItemTypeFilter'],
		'Only what concerns items of this type',
		['itemListId'],
	),
	day(
		'Modified From',
		'modifiedFrom',
		'ReportModifiedDateRangeFilter.FromReportModifiedDate',
		'Only transactions that were changed on this day or later',
	),
	wordField(
		['Modified In', 'modifiedIn', 'ReportModifiedDateRangeMacro'],
		'Only transactions that were changed during this time',
	),
	day(
		'Modified Until',
		'modifiedUntil',
		'ReportModifiedDateRangeFilter.ToReportModifiedDate',
		'Only transactions that were changed on this day or earlier',
	),
	wordField(
		['Name Type', 'entityType', 'ReportEntityFilter.EntityTypeFilter'],
		'Only what concerns names of this type',
		['entityListId'],
	),
	wordField(
		['Open Balance As Of', 'openBalanceAsOf', 'ReportOpenBalanceAsOf'],
		'The day for which open balances are calculated',
	),
	wordField(
		['Posting Status', 'postingStatus', 'ReportPostingStatusFilter'],
		"Whether to count transactions that post to accounts, those that don't (such as estimates), or both",
	),
	wordField(
		['Rows to Return', 'returnRows', 'ReturnRows'],
		'Which rows of a summary to return: all, those in use, or those that are not zero',
	),
	wordField(
		['Summarize Columns By', 'summarizeColumnsBy', 'SummarizeColumnsBy'],
		'What the columns of a summary stand for, such as months or customers',
	),
	wordField(
		['Summarize Rows By', 'summarizeRowsBy', 'SummarizeRowsBy'],
		'How to group the rows of a detail report',
	),
	specOf({
		displayName: 'Transaction Types',
		name: 'transactionTypes',
		type: 'multiOptions',
		options: optionsOf(wordsAt(content, 'ReportTxnTypeFilter.TxnTypeFilter')),
		default: [],
		description: 'Only transactions of these types',
		qbxml: at('ReportTxnTypeFilter.TxnTypeFilter'),
		convert: textList,
	}),
];

/** The fields under Additional Fields. */
export const additionalRows: readonly FieldSpec[] = [...recordRows, includeSublevels, ...otherRows];

/** A record that stands for all below it has an element of its own. */
const withSublevels = (path: string): string =>
	path.replace(/(?<=Filter\.)(?:ListID|FullName)$/, (name) => `${name}WithChildren`);

/** A field that was filled in: what the form calls it, and its values by path. */
interface GivenField {
	label: string;
	values: JsonObject;
}

/**
 * What was filled in under Additional Fields.
 * @throws FormError for values that can't be, and for fields that exclude each other.
 */
export function givenFields({ values, timezone }: Form): GivenField[] {
	const given = givenRows(additionalRows, (values.additionalFields ?? {}) as JsonObject, timezone);
	const sublevels = given.some(({ row, value }) => row === includeSublevels && value === true);
	return given.map(({ row, value, mode }) => {
		const byPath = Object.entries(row.qbxml?.(value, mode, timezone) ?? {}).map(([path, one]) => [
			sublevels && recordRows.includes(row) ? withSublevels(path) : path,
			one,
		]);
		return { label: row.displayName, values: Object.fromEntries(byPath) as JsonObject };
	});
}

const elementsOf = (row: FieldSpec): Array<[element: string, label: string]> =>
	pathsOf(row).flatMap((path) =>
		path
			.split('.')
			.filter((element) => !['FullName', 'ListID'].includes(element))
			.map((element): [string, string] => [element, row.displayName]),
	);

/** What the form calls its fields, by the names of their elements. */
export const labels: ReadonlyMap<string, string> = new Map([
	['ReportPeriod', period.displayName],
	['ReportDateMacro', period.displayName],
	['FromReportDate', fromDate.displayName],
	['ToReportDate', toDate.displayName],
	// Several fields share the element around them: there, the record comes before the type.
	...[...otherRows, ...recordRows].flatMap(elementsOf),
	['ReportModifiedDateRangeFilter', 'Modified From and Until'],
]);

/** The records that a report is filtered by and that were given by name. */
export function namedRecords({ values }: Form): NamedRecord[] {
	const given = (values.additionalFields ?? {}) as JsonObject;
	return recordFilters.flatMap(({ label, name, list }) => {
		const { [name]: value } = given;
		if (!isChoice(value) || value.mode !== 'name') return [];
		return [{ label, name: String(value.value).trim(), list }];
	});
}

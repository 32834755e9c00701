import type { IDataObject } from 'n8n-workflow';

import { runReport } from '../../../../../../nodes/AccountingSync/resources/report/run';
import { formQueries } from '../../../../../../quickbooks/facts/formQueries';
import { readMessages } from '../../../../../../quickbooks/facts/readMessages';
import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import { reportTypes } from '../../../../../../quickbooks/reports/reportTypes';
import { messagesOf } from '../../../../support/output-of';

const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const asked = (form: IDataObject): string => messagesOf('report', 'run', form).join();

const filledIn: Array<[what: string, form: IDataObject, qbxml: string]> = [
	[
		'only the report',
		{ reportType: byName('ProfitAndLossStandard') },
		'<GeneralSummaryReportQueryRq><GeneralSummaryReportType>ProfitAndLossStandard</GeneralSummaryReportType></GeneralSummaryReportQueryRq>',
	],
	[
		'dates, with the last as a moment of an expression',
		{
			reportType: 'BalanceSheetStandard',
			period: 'dates',
			fromDate: '2026-01-01T00:00:00',
			toDate: '2026-01-30T23:30:00Z',
		},
		'<GeneralSummaryReportQueryRq><GeneralSummaryReportType>BalanceSheetStandard</GeneralSummaryReportType><ReportPeriod><FromReportDate>2026-01-01</FromReportDate><ToReportDate>2026-01-31</ToReportDate></ReportPeriod></GeneralSummaryReportQueryRq>',
	],
	[
		'a period with a name, and a request of another kind',
		{
			reportType: byName('ARAgingSummary'),
			period: 'LastMonth',
			additionalFields: { agingAsOf: 'Today' },
		},
		'<AgingReportQueryRq><AgingReportType>ARAgingSummary</AgingReportType><ReportDateMacro>LastMonth</ReportDateMacro><ReportAgingAsOf>Today</ReportAgingAsOf></AgingReportQueryRq>',
	],
	[
		'columns, basis and filters of a summary, in the order of qbXML',
		{
			reportType: byName('SalesByCustomerSummary'),
			additionalFields: {
				basis: 'Cash',
				summarizeColumnsBy: 'Month',
				entityListId: byName('Abercrombie, Kristy'),
				includeSublevels: true,
				itemType: 'Service',
				accountListId: byId('80060001-1700000001'),
				transactionTypes: ['Invoice', 'SalesReceipt'],
			},
		},
		'<GeneralSummaryReportQueryRq><GeneralSummaryReportType>SalesByCustomerSummary</GeneralSummaryReportType><ReportAccountFilter><ListIDWithChildren>80060001-1700000001</ListIDWithChildren></ReportAccountFilter><ReportEntityFilter><FullNameWithChildren>Abercrombie, Kristy</FullNameWithChildren></ReportEntityFilter><ReportItemFilter><ItemTypeFilter>Service</ItemTypeFilter></ReportItemFilter><ReportTxnTypeFilter><TxnTypeFilter>Invoice</TxnTypeFilter><TxnTypeFilter>SalesReceipt</TxnTypeFilter></ReportTxnTypeFilter><SummarizeColumnsBy>Month</SummarizeColumnsBy><ReportBasis>Cash</ReportBasis></GeneralSummaryReportQueryRq>',
	],
	[
		'columns and changes of a report with details',
		{
			reportType: byName('GeneralLedger'),
			additionalFields: {
				columns: ['Date', 'Memo', 'Amount'],
				modifiedFrom: '2026-03-01',
				classListId: byName('Remodel'),
				summarizeRowsBy: 'Account',
			},
		},
		'<GeneralDetailReportQueryRq><GeneralDetailReportType>GeneralLedger</GeneralDetailReportType><ReportClassFilter><FullName>Remodel</FullName></ReportClassFilter><ReportModifiedDateRangeFilter><FromReportModifiedDate>2026-03-01</FromReportModifiedDate></ReportModifiedDateRangeFilter><SummarizeRowsBy>Account</SummarizeRowsBy><IncludeColumn>Date</IncludeColumn><IncludeColumn>Memo</IncludeColumn><IncludeColumn>Amount</IncludeColumn></GeneralDetailReportQueryRq>',
	],
	[
		'a budget, with its year',
		{
			reportType: byName('ProfitAndLossBudgetVsActual'),
			additionalFields: { fiscalYear: '2026', summarizeBudgetColumnsBy: 'Date' },
		},
		'<BudgetSummaryReportQueryRq><BudgetSummaryReportType>ProfitAndLossBudgetVsActual</BudgetSummaryReportType><FiscalYear>2026</FiscalYear><SummarizeBudgetColumnsBy>Date</SummarizeBudgetColumnsBy></BudgetSummaryReportQueryRq>',
	],
];

test.each(filledIn)('%s', (_, form, qbxml) => {
	expect(asked(form)).toBe(qbxml);
});

test.each(['profit and loss', 'Profit and Loss', 'profitandlossstandard'])(
	'%j by name is the profit and loss',
	(name) => {
		expect(asked({ reportType: byName(name) })).toContain('>ProfitAndLossStandard<');
	},
);

/** What a report can't do without. */
const needed: Readonly<Record<string, IDataObject>> = {
	BudgetSummaryReportQueryRq: { fiscalYear: 2026 },
	CustomDetailReportQueryRq: { summarizeRowsBy: 'Account', columns: ['Amount'] },
	CustomSummaryReportQueryRq: { summarizeRowsBy: 'Account', summarizeColumnsBy: 'Month' },
};

test.each(reportTypes(requestMessages).map(({ type, request }) => [type, request.name]))(
	'%s is asked for by %s',
	(type, request) => {
		const form = { reportType: byName(type), additionalFields: needed[request] ?? {} };
		const name = request.replace(/QueryRq$/, 'Type');
		expect(asked(form)).toMatch(new RegExp(`^<${request}><${name}>${type}</${name}>`));
	},
);

const refused: Array<[what: string, form: IDataObject, message: RegExp]> = [
	['no report', { reportType: byName('') }, /^Report is missing/],
	[
		'an unknown report',
		{ reportType: byName('ProfitAndLost') },
		/^There is no report "ProfitAndLost"/,
	],
	[
		'a field that the report does not have',
		{ reportType: byName('ARAgingSummary'), additionalFields: { basis: 'Cash' } },
		/^The report "A\/R Aging Summary" does not have Basis\.$/,
	],
	[
		'a record that the report can not be filtered by',
		{
			reportType: byName('ProfitAndLossBudgetOverview'),
			additionalFields: { fiscalYear: '2026', itemListId: byName('Consulting') },
		},
		/^The report "Profit & Loss Budget Overview" does not have Item\.$/,
	],
	[
		'a column that the report does not have',
		{ reportType: byName('ARAgingDetail'), additionalFields: { columns: ['NoSuchColumn'] } },
		/^A\/R Aging Detail: Columns .*NoSuchColumn/,
	],
	[
		'a budget without its year',
		{ reportType: byName('BalanceSheetBudgetOverview') },
		/^Balance Sheet Budget Overview: Fiscal Year is missing in this report\./,
	],
	['dates without any', { reportType: 'TrialBalance', period: 'dates' }, /are both missing/],
	[
		'dates the wrong way round',
		{ reportType: 'TrialBalance', period: 'dates', fromDate: '2026-02-01', toDate: '2026-01-01' },
		/^From Date is later than To Date/,
	],
	['an unknown period', { reportType: 'TrialBalance', period: 'Someday' }, /^Period can't be/],
	[
		'an account and a type of account',
		{
			reportType: 'TrialBalance',
			additionalFields: { accountListId: byName('Checking'), accountType: 'Bank' },
		},
		/Account Type and Account can't be used together/,
	],
	[
		'two ways to say when it was changed',
		{
			reportType: 'TrialBalance',
			additionalFields: { modifiedFrom: '2026-01-01', modifiedIn: 'Today' },
		},
		/Modified From and Modified In can't be used together/,
	],
];

test.each(refused)('%s is refused before anything is sent', (_, form, message) => {
	expect(() => asked(form)).toThrow(message);
});

test('a record that was given by name is known, so that a refusal of it can be explained', () => {
	const additionalFields = {
		entityListId: byName('Abercrombie, Kristi'),
		classListId: byId('80-1'),
	};
	expect(runReport.namedRecords?.({ values: { additionalFields }, timezone: 'UTC' })).toEqual([
		{ label: 'Name', name: 'Abercrombie, Kristi', list: 'entities' },
	]);
});

test.each([...readMessages(formQueries).values()])(
	'$name: the facts of the form are those of the request',
	(message) => {
		expect(message).toEqual(requestMessages.get(message.name));
	},
);

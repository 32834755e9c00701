import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { methods } from '../../../../../../nodes/AccountingSync/methods';
import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import {
	findReports,
	reportColumns,
	reportTypes,
} from '../../../../../../quickbooks/reports/reportTypes';

const all = findReports(requestMessages, '');

test('the list has every report once, each under a name of its own', () => {
	const types = reportTypes(requestMessages).map(({ type }) => type);
	expect(types.length).toBeGreaterThan(85);
	expect(all.map(({ value }) => value).sort()).toEqual([...types].sort());
	expect(new Set(all.map(({ name }) => name.split(' · ')[0])).size).toBe(types.length);
});

test('the usual reports come first, then the others in alphabetical order', () => {
	const names = all.map(({ name }) => name);
	expect(names[0]).toBe('Profit & Loss Standard · ProfitAndLossStandard');
	const labels = names.map((name) => name.split(' · ')[0].toLowerCase());
	const others = labels.slice(labels.indexOf('1099 detail'));
	expect(others.length).toBeGreaterThan(55);
	expect(others).toEqual([...others].sort());
});

test.each([
	['p&l', 'ProfitAndLossStandard'],
	['income statement', 'ProfitAndLossStandard'],
	['debtors', 'ARAgingSummary'],
	['age receiv', 'ARAgingSummary'],
	['unpaid bills', 'UnpaidBillsDetail'],
	['a/r aging', 'ARAgingDetail'],
	['A/P Aging Detail', 'APAgingDetail'],
	['profit & loss ytd', 'ProfitAndLossYTDComp'],
	['accounts receivable', 'ARAgingSummary'],
	['purchase orders', 'OpenPOs'],
	['budget', 'ProfitAndLossBudgetVsActual'],
	['TxnListByDate', 'TxnListByDate'],
])('typing %j finds %s', (typed, type) => {
	expect(findReports(requestMessages, typed).map(({ value }) => value)).toContain(type);
});

test('the columns are those that the report can have', () => {
	expect(reportColumns(requestMessages, 'GeneralLedger')).toContainEqual({
		name: 'Ref Number',
		value: 'RefNumber',
	});
	expect(reportColumns(requestMessages, 'BalanceSheetStandard')).toEqual([]);
	expect(reportColumns(requestMessages, '')).toEqual([]);
});

test('the editor gets the reports, and the columns of the one that was chosen', async () => {
	const context = {
		getCurrentNodeParameter: () => ({ __rl: true, mode: 'list', value: 'ARAgingDetail' }),
	} as unknown as ILoadOptionsFunctions;
	const { results } = await methods.listSearch.searchReports.call(context, 'trial');
	expect(results).toEqual([{ name: 'Trial Balance · TrialBalance', value: 'TrialBalance' }]);
	expect(await methods.loadOptions.loadReportColumns.call(context)).toContainEqual({
		name: 'Open Balance',
		value: 'OpenBalance',
	});
});

import { createCompany } from '../../simulator/company/seed/create-company';
import { type Answered, openDesk } from './support/ask';

interface Cell {
	'@colID': string;
	'@value'?: string;
}
type Rows = Array<{ ColData?: Cell | Cell[]; RowData?: { '@value': string } }>;

const { ask, company } = openDesk(createCompany({ now: () => new Date('2026-01-01T12:00:00Z') }));

const report = (
	family: string,
	name: string,
	rest = '<ReportDateMacro>All</ReportDateMacro>',
): Answered =>
	ask(
		`<${family}ReportQueryRq><${family}ReportType>${name}</${family}ReportType>${rest}</${family}ReportQueryRq>`,
	);

interface ReportRet {
	ReportTitle: string;
	ReportSubtitle: string;
	NumRows: string;
	ReportData: Record<string, Rows>;
}

const content = ({ records }: Answered): ReportRet => records.ReportRet[0] as unknown as ReportRet;

/** The values of the row with that label, without the label. */
function valuesOf(answer: Answered, label: string): string[] {
	const { DataRow, SubtotalRow, TotalRow } = content(answer).ReportData;
	const rows = [DataRow, SubtotalRow, TotalRow].flatMap((each) => [each ?? []].flat());
	const cells = rows
		.map(({ ColData }) => [ColData ?? []].flat())
		.find(([first]) => first?.['@value'] === label);
	return (cells ?? []).slice(1).map((cell) => cell['@value'] ?? '');
}

const cents = (text: string): number => Math.round(Number(text) * 100);

describe('a report', () => {
	it('of the balance sheet balances, and goes on from profit and loss', () => {
		const sheet = report(
			'GeneralSummary',
			'BalanceSheetStandard',
			'<ReportDateMacro>Today</ReportDateMacro>',
		);
		expect(valuesOf(sheet, 'TOTAL ASSETS')).toEqual(valuesOf(sheet, 'TOTAL LIABILITIES & EQUITY'));
		expect(content(sheet).ReportSubtitle).toBe('As of January 1, 2026');
		const until =
			'<ReportPeriod><FromReportDate>2025-01-01</FromReportDate><ToReportDate>2025-12-31</ToReportDate></ReportPeriod>';
		const atEnd = report('GeneralSummary', 'BalanceSheetStandard', until);
		const earned = report('GeneralSummary', 'ProfitAndLossStandard', until);
		expect(valuesOf(earned, 'Net Income')).toEqual(valuesOf(atEnd, 'Net Income'));
	});

	it('has as many debits as credits', () => {
		const [debits, credits] = valuesOf(report('GeneralSummary', 'TrialBalance'), 'TOTAL');
		expect(debits).toBe(credits);
		expect(cents(debits)).toBeGreaterThan(0);
		const journal = valuesOf(report('GeneralDetail', 'Journal'), 'TOTAL');
		expect(journal[0]).toBe(journal[1]);
		expect(valuesOf(report('GeneralDetail', 'GeneralLedger'), 'TOTAL')).toEqual(['0.00', '0.00']);
	});

	it('of ages comes to what vendors are owed', () => {
		const aging = valuesOf(report('Aging', 'APAgingSummary'), 'TOTAL');
		const owed = company.vendors.reduce((sum, { Balance }) => sum + cents(Balance), 0);
		expect(cents(aging.at(-1) ?? '')).toBe(owed);
		const parts = aging.slice(0, -1).map(cents);
		expect(parts.reduce((sum, part) => sum + part, 0)).toBe(owed);
		expect(parts.filter((part) => part > 0).length).toBeGreaterThan(2);
	});

	it('has a column for each month if it is asked for', () => {
		const monthly = report(
			'GeneralSummary',
			'ProfitAndLossStandard',
			'<ReportPeriod><FromReportDate>2025-01-01</FromReportDate><ToReportDate>2025-03-31</ToReportDate></ReportPeriod><SummarizeColumnsBy>Month</SummarizeColumnsBy>',
		);
		const values = valuesOf(monthly, 'Net Income').map(cents);
		expect(values).toHaveLength(4);
		expect(values[0] + values[1] + values[2]).toBe(values[3]);
	});

	it('that is not there is refused', () => {
		expect(report('GeneralDetail', 'MissingChecks').statusCode).toBe('3250');
		expect(
			report('GeneralSummary', 'TrialBalance', '<ReportBasis>Cash</ReportBasis>').statusCode,
		).toBe('3250');
	});
});

describe('a query of all transactions', () => {
	it('shows amounts and whom they are with', () => {
		const [{ TxnID, RefNumber }] = company.invoices;
		const { records } = ask(`<TransactionQueryRq><TxnID>${TxnID}</TxnID></TransactionQueryRq>`);
		expect(records.TransactionRet).toEqual([
			expect.objectContaining({
				TxnType: 'Invoice',
				TxnID,
				RefNumber,
				Amount: expect.any(String),
				EntityRef: expect.anything(),
			}),
		]);
		const payments = ask(
			'<TransactionQueryRq><TransactionTypeFilter><TxnTypeFilter>ReceivePayment</TxnTypeFilter></TransactionTypeFilter></TransactionQueryRq>',
		);
		expect(payments.records.TransactionRet).toHaveLength(company.receivePayments.length);
	});
});

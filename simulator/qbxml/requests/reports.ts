import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { clockOf, todayOf } from '../../company/clock';
import { type DateRange, macroRange } from '../../company/date-macros';
import { addDays, formatDate } from '../../company/dates';
import { details } from '../../company/reports/details';
import { agings } from '../../company/reports/open-items';
import type { Column, Entry, Question, Report, Row } from '../../company/reports/report';
import { summaries, summariesOfDay } from '../../company/reports/summaries';
import type { Company } from '../../company/types';
import { Interleaved, type XmlContent } from '../../xml/write';
import { StatusError, statusOf } from '../protocol/status-errors';
import { refersToOneOf } from '../query/criteria';
import type { RequestType } from '../schema/request-type';
import { references, whole } from '../schema/support';
import { everybody } from './transaction-queries';

function periodOf(request: XmlElement, company: Company, usual: string): DateRange {
	const period = childOf(request, 'ReportPeriod');
	if (period) {
		const [from, to] = [textOf(period, 'FromReportDate'), textOf(period, 'ToReportDate')];
		if (from !== undefined && to !== undefined && from > to) throw new StatusError(3030);
		return { from, to };
	}
	return macroRange(textOf(request, 'ReportDateMacro') ?? usual, clockOf(company));
}

/** How long the periods of each word are: up to when the one that a day is in lasts. */
const nextStart: Readonly<Record<string, (date: string) => string>> = {
	Day: (date) => addDays(date, 1),
	Week: (date) => addDays(date, 7 - new Date(`${date}T00:00:00Z`).getUTCDay()),
	Month: (date) => startOfMonth(date, 1),
	Quarter: (date) => startOfMonth(date, 3 - ((Number(date.slice(5, 7)) - 1) % 3)),
	Year: (date) => `${Number(date.slice(0, 4)) + 1}-01-01`,
};

const startOfMonth = (date: string, later: number): string =>
	formatDate(new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + later, 1)));

const MOST_COLUMNS = 400;

function columnsOf(request: XmlElement, period: DateRange, company: Company): Question['columns'] {
	const by = textOf(request, 'SummarizeColumnsBy') ?? 'TotalOnly';
	if (by === 'TotalOnly') return [{ title: 'TOTAL', ...period }];
	const next = nextStart[by];
	const { from, to = todayOf(company) } = period;
	if (next === undefined || from === undefined) throw new StatusError(3250, 'SummarizeColumnsBy');
	const columns: Question['columns'] = [];
	for (let start = from; start <= to && columns.length < MOST_COLUMNS; start = next(start)) {
		const last = addDays(next(start), -1);
		const end = last < to ? last : to;
		columns.push({ title: start === end ? start : `${start} - ${end}`, from: start, to: end });
	}
	return [...columns, { title: 'TOTAL', from, to }];
}

/** The filters of reports: which of the records that they name an entry has. */
function filtersOf(request: XmlElement, company: Company): (entry: Entry) => boolean {
	const types = childrenOf(request, 'ReportTxnTypeFilter').flatMap((filter) =>
		childrenOf(filter, 'TxnTypeFilter').map(({ text }) => text),
	);
	const criteria = [
		refersToOneOf<Entry>(
			request,
			'ReportAccountFilter',
			company.accounts,
			({ posting }) => posting.account,
		),
		refersToOneOf<Entry>(
			request,
			'ReportEntityFilter',
			everybody(company),
			({ posting }) => posting.entity ?? [],
		),
		refersToOneOf<Entry>(
			request,
			'ReportItemFilter',
			company.items,
			({ posting }) => posting.item ?? [],
		),
		refersToOneOf<Entry>(
			request,
			'ReportClassFilter',
			company.classes,
			({ posting }) => posting.class ?? [],
		),
	];
	const missing = criteria.find((criterion) => criterion.missing !== undefined)?.missing;
	if (missing !== undefined) throw new StatusError(3120, missing);
	return (entry) =>
		(types.length === 0 || types.includes('All') || types.includes(entry.kind.name)) &&
		criteria.every(({ accepts }) => accepts(entry));
}

const descriptionOf = ({ title, type, dataType }: Column, index: number): XmlContent => ({
	'@colID': String(index + 1),
	'@dataType': dataType,
	ColTitle: { '@titleRow': '1', '@value': title },
	ColType: type,
});

function rowOf(row: Row, index: number): readonly [string, XmlContent] {
	const number = { '@rowNumber': String(index + 1) };
	if (row.kind === 'TextRow') return ['TextRow', { ...number, '@value': row.text }];
	const cells = (row.cells ?? []).flatMap((value, column) =>
		value === undefined ? [] : [{ '@colID': String(column + 1), '@value': value }],
	);
	const { about } = row;
	return [
		row.kind,
		{
			...number,
			...(about && { RowData: { '@rowType': about.type, '@value': about.name } }),
			ColData: cells,
		},
	];
}

const presentReport = ({ title, subtitle, columns, rows }: Report): XmlContent => ({
	ReportTitle: title,
	ReportSubtitle: subtitle,
	ReportBasis: 'Accrual',
	NumRows: String(rows.length),
	NumColumns: String(columns.length),
	NumColTitleRows: '1',
	ColDesc: columns.map(descriptionOf),
	ReportData: { DataRow: new Interleaved(rows.map(rowOf)) },
});

interface ReportRequest {
	name: string;
	/** The element with the report's word. */
	type: string;
	reports: Readonly<Record<string, (question: Question) => Report>>;
	/** The period when the request has none. */
	usual: (report: string) => string;
}

const reportRequest = ({ name, type, reports, usual }: ReportRequest): RequestType => ({
	name,
	support: {
		...whole(
			type,
			'DisplayReport',
			'ReportPeriod',
			'ReportDateMacro',
			'ReportTxnTypeFilter',
			'SummarizeColumnsBy',
			'ReportCalendar',
			'ReturnRows',
			'ReturnColumns',
			'ReportBasis',
			'ReportAgingAsOf',
			'ReportDetailLevelFilter',
			'IncludeAccounts',
			'ReportOpenBalanceAsOf',
		),
		ReportAccountFilter: references,
		ReportEntityFilter: references,
		ReportItemFilter: references,
		ReportClassFilter: references,
	},
	answer: (request, company) => {
		const wanted = textOf(request, type) ?? '';
		const make = reports[wanted];
		if (make === undefined) throw new StatusError(3250, wanted);
		if (textOf(request, 'ReportBasis') === 'Cash') throw new StatusError(3250, 'ReportBasis');
		const period = periodOf(request, company, usual(wanted));
		const report = make({
			company,
			period,
			today: todayOf(company),
			accepts: filtersOf(request, company),
			columns: columnsOf(request, period, company),
		});
		return {
			status: statusOf(0),
			records: [{ element: 'ReportRet', content: presentReport(report) }],
		};
	},
});

/** Reports from the books. Those that are not in these tables are refused with 3250. */
export const reports: RequestType[] = [
	reportRequest({
		name: 'GeneralSummaryReportQueryRq',
		type: 'GeneralSummaryReportType',
		reports: summaries,
		usual: (report) => (summariesOfDay.has(report) ? 'Today' : 'ThisFiscalYearToDate'),
	}),
	reportRequest({
		name: 'AgingReportQueryRq',
		type: 'AgingReportType',
		reports: agings,
		usual: () => 'Today',
	}),
	reportRequest({
		name: 'GeneralDetailReportQueryRq',
		type: 'GeneralDetailReportType',
		reports: details,
		usual: (report) =>
			report === 'OpenInvoices' || report === 'UnpaidBillsDetail'
				? 'Today'
				: 'ThisFiscalYearToDate',
	}),
];

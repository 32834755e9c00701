import type { IDataObject } from 'n8n-workflow';

import { useServiceWithDesktops } from './support/desktops';
import { byId, type OperationName, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer({ withEmptyQueue: true });
const service = useServiceWithDesktops();

const CONNECTION_ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';

/** Runs an operation that waits, and whose requests are answered with these elements, one each. */
async function answeredWith(operation: OperationName, form: IDataObject, ...answers: string[]) {
	const records = answers.map((answer, index) => ({
		id: `0c1d2e3f-5a4d-4e6f-9b7a-3f2b8c1e4a5${index}`,
		connection_id: CONNECTION_ID,
		state: 'response_received',
		response_xml: `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${answer}</QBXMLMsgsRs></QBXML>`,
	}));
	server.answerWith(
		{ body: { data: { id: CONNECTION_ID, name: 'Rock Castle Construction' } } },
		...records.map((data) => ({ status: 201, body: { data } })),
		// The last one is looked at before the others.
		...[...records].reverse().map((data) => ({ body: { data } })),
	);
	const run = await runOperation(server, operation, {
		connection: { ...byId(CONNECTION_ID) },
		result: 'waitPolling',
		...form,
		options: { requestsAtOnce: 1 },
	});
	return { ...run, items: run.items.map(({ json }) => json) };
}

const reportOf = (rows: string, count: number) =>
	`<AgingReportQueryRs ${OK}><ReportRet><ReportTitle>A/R Aging Summary</ReportTitle><ReportSubtitle>As of January 31, 2026</ReportSubtitle><NumRows>${count}</NumRows><NumColumns>2</NumColumns><NumColTitleRows>1</NumColTitleRows><ColDesc colID="1" dataType="STRTYPE"><ColTitle titleRow="1"/><ColType>Label</ColType></ColDesc><ColDesc colID="2" dataType="AMTTYPE"><ColTitle titleRow="1" value="&gt; 90"/><ColType>Amount</ColType></ColDesc><ReportData>${rows}</ReportData></ReportRet></AgingReportQueryRs>`;

const ROWS =
	'<DataRow rowNumber="1"><RowData rowType="customer" value="Abercrombie, Kristy"/><ColData colID="1" value="Abercrombie, Kristy"/><ColData colID="2" value="375.00"/></DataRow><TotalRow rowNumber="2"><ColData colID="1" value="TOTAL"/><ColData colID="2" value="375.00"/></TotalRow>';

const receivables = {
	reportType: { __rl: true, mode: 'list', value: 'ARAgingSummary' },
	period: 'Today',
};

test('Report, Run: what was asked for, and an item for each row', async () => {
	const run = await answeredWith('report.run', receivables, reportOf(ROWS, 2));
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([
		expect.objectContaining({ kind: 'data', label: 'Abercrombie, Kristy', '> 90': '375.00' }),
		expect.objectContaining({ kind: 'total', label: 'TOTAL', '> 90': '375.00' }),
	]);
	const queued = server.received.find(({ method }) => method === 'POST');
	expect((JSON.parse(queued?.body ?? '') as IDataObject).request_xml).toMatch(
		/<AgingReportQueryRq requestID="n8n-[^"]+"><AgingReportType>ARAgingSummary<\/AgingReportType><ReportDateMacro>Today<\/ReportDateMacro><\/AgingReportQueryRq>/,
	);
});

test('Report, Run: an answer that lacks rows is an error', async () => {
	const run = await answeredWith('report.run', receivables, reportOf(ROWS, 3));
	expect(run.error?.message).toContain('it has 3 rows, but 2 of them came');
	expect(run.items).toEqual([]);
});

test('Report, Run: what the report does not have is refused, and nothing is queued', async () => {
	const run = await answeredWith(
		'report.run',
		{ ...receivables, additionalFields: { basis: 'Cash' } },
		reportOf(ROWS, 2),
	);
	expect(run.error?.message).toContain('The report "A/R Aging Summary" does not have Basis.');
	expect(server.received.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('Report, Run: a report that the user may not see is an error in the words of the desktop', async () => {
	const run = await answeredWith(
		'report.run',
		{ reportType: 'PayrollSummary' },
		'<PayrollSummaryReportQueryRs statusCode="3260" statusSeverity="Error" statusMessage="Insufficient permission level to perform this action."/>',
	);
	expect(run.error?.description).toContain('Insufficient permission level');
});

const DELETED_CUSTOMER = `<ListDeletedQueryRs ${OK}><ListDeletedRet><ListDelType>Customer</ListDelType><ListID>80-1</ListID><TimeCreated>2026-01-01T08:00:00-08:00</TimeCreated><TimeDeleted>2026-03-01T12:00:00-08:00</TimeDeleted><FullName>Abercrombie, Kristy</FullName></ListDeletedRet></ListDeletedQueryRs>`;

test('Deleted Record, Query: nothing found in one of two lists is no failure', async () => {
	const run = await answeredWith(
		'deletedRecord.query',
		{},
		'<TxnDeletedQueryRs statusCode="1" statusSeverity="Info" statusMessage="No match"/>',
		DELETED_CUSTOMER,
	);
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([
		expect.objectContaining({ Type: 'Customer', ListID: '80-1', FullName: 'Abercrombie, Kristy' }),
	]);
});

test('Deleted Record, Query: one refused request is an error of the whole', async () => {
	const run = await answeredWith(
		'deletedRecord.query',
		{},
		'<TxnDeletedQueryRs statusCode="3260" statusSeverity="Error" statusMessage="Insufficient permission level to perform this action."/>',
		DELETED_CUSTOMER,
	);
	expect(run.error?.description).toContain('Insufficient permission level');
	expect(run.items).toEqual([]);
});

test('Company, Get: what the desktop answers to three requests is one item', async () => {
	const run = await runOperation(service, 'company.get', {
		connection: { ...byId(await service.newConnection('Harbor')) },
		result: 'waitPolling',
	});
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([
		{
			json: expect.objectContaining({
				CompanyName: expect.any(String),
				FirstMonthFiscalYear: 'January',
				ProductName: expect.any(String),
				SupportedQBXMLVersion: expect.arrayContaining(['16.0']),
			}),
			pairedItem: { item: 0 },
		},
	]);
});

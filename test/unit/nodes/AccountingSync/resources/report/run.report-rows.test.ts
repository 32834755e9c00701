import type { IDataObject } from 'n8n-workflow';

import { answerFromXml } from '../../../../../../quickbooks/qbxml/answerFromXml';
import { answerXml, outputOf } from '../../../../support/output-of';

const column = (id: number, type: string, ...titles: string[]) =>
	`<ColDesc colID="${id}" dataType="STRTYPE">${titles
		.map((title, index) => `<ColTitle titleRow="${index + 1}"${title && ` value="${title}"`}/>`)
		.join('')}<ColType>${type}</ColType></ColDesc>`;

const cells = (...values: string[]) =>
	values
		.map((value, index) => (value === '' ? '' : `<ColData colID="${index + 1}" value="${value}"/>`))
		.join('');

const text = (number: number, value: string) => `<TextRow rowNumber="${number}" value="${value}"/>`;
const row = (kind: string, number: number, inside: string) =>
	`<${kind} rowNumber="${number}">${inside}</${kind}>`;
const account = (name: string) => `<RowData rowType="account" value="${name}"/>`;

interface Given {
	columns: string[];
	rows: string[];
	numRows?: number | '';
}

const report = ({ columns, rows, numRows = rows.length }: Given) =>
	answerXml(
		`<GeneralSummaryReportQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><ReportRet><ReportTitle>Profit &amp; Loss</ReportTitle><ReportSubtitle>January 2026</ReportSubtitle><ReportBasis>Accrual</ReportBasis>${
			numRows === '' ? '' : `<NumRows>${numRows}</NumRows>`
		}<NumColumns>${columns.length}</NumColumns><NumColTitleRows>1</NumColTitleRows>${columns.join('')}${
			rows.length === 0 ? '' : `<ReportData>${rows.join('')}</ReportData>`
		}</ReportRet></GeneralSummaryReportQueryRs>`,
	);

const itemsOf = (xml: string, outputAs = 'rows'): IDataObject[] =>
	outputOf('report', 'run', [{ response_xml: xml }], { outputAs });

const twoColumns = [column(1, 'Label', ''), column(2, 'Amount', 'Jan 26')];

const profitAndLoss = [
	text(1, 'Ordinary Income/Expense'),
	text(2, 'Income'),
	row('DataRow', 3, `${account('Construction')}${cells('Construction', '1200.00')}`),
	text(4, 'Services'),
	row('DataRow', 5, `${account('Services:Design')}${cells('Design', '85.5')}`),
	row('SubtotalRow', 6, `${account('Services')}${cells('Total Services', '85.5')}`),
	row('SubtotalRow', 7, cells('Total Income', '1285.50')),
	text(8, 'Cost of Goods Sold'),
	row('DataRow', 9, `${account('Materials')}${cells('Materials', '300.00')}`),
	row('SubtotalRow', 10, cells('Total COGS', '300.00')),
	row('SubtotalRow', 11, cells('Gross Profit', '985.50')),
	row('TotalRow', 12, cells('Net Income', '985.50')),
];

test('a report gives an item for each row, with the columns by their titles', () => {
	const items = itemsOf(report({ columns: twoColumns, rows: profitAndLoss }));
	expect(items).toHaveLength(12);
	expect(items[4]).toEqual({
		report: 'Profit & Loss',
		period: 'January 2026',
		basis: 'Accrual',
		row: 5,
		kind: 'data',
		section: 'Income > Services',
		label: 'Design',
		record_type: 'account',
		record_name: 'Services:Design',
		'Jan 26': '85.5',
	});
	expect(
		items.map(({ kind, section, label, 'Jan 26': january }) => [kind, section, label, january]),
	).toEqual([
		['text', '', 'Ordinary Income/Expense', ''],
		['text', '', 'Income', ''],
		['data', 'Income', 'Construction', '1200.00'],
		['text', 'Income', 'Services', ''],
		['data', 'Income > Services', 'Design', '85.5'],
		['subtotal', 'Income', 'Total Services', '85.5'],
		['subtotal', '', 'Total Income', '1285.50'],
		// Nothing says where these end.
		['text', '', 'Cost of Goods Sold', ''],
		['data', '', 'Materials', '300.00'],
		['subtotal', '', 'Total COGS', '300.00'],
		['subtotal', '', 'Gross Profit', '985.50'],
		['total', '', 'Net Income', '985.50'],
	]);
	const [{ ...first }] = items;
	expect(Object.keys(first).slice(0, 2)).toEqual(['label', 'Jan 26']);
	for (const item of items) expect(Object.keys(item)).toEqual(Object.keys(first));
});

test('totals in capitals close their headings', () => {
	const items = itemsOf(
		report({
			columns: twoColumns,
			rows: [
				text(1, 'ASSETS'),
				text(2, 'Current Assets'),
				row('DataRow', 3, cells('Checking', '10.00')),
				row('SubtotalRow', 4, cells('Total  Current Assets', '10.00')),
				row('TotalRow', 5, cells('TOTAL ASSETS', '10.00')),
			],
		}),
	);
	expect(items.map(({ section }) => section)).toEqual([
		'',
		'ASSETS',
		'ASSETS > Current Assets',
		'ASSETS',
		'',
	]);
});

test('rows come in the order of their numbers, however they stand in the answer', () => {
	const [first, ...others] = profitAndLoss;
	const inOrder = itemsOf(report({ columns: twoColumns, rows: profitAndLoss }));
	const shuffled = report({ columns: twoColumns, rows: [...others].reverse().concat(first) });
	expect(itemsOf(shuffled)).toEqual(inOrder);
});

describe('JSON without XML beside it', () => {
	const xml = report({ columns: twoColumns, rows: profitAndLoss });
	const json = answerFromXml(xml);

	/** The same with single elements in place of lists, numbers as numbers, and attributes without their sign. */
	const loosened = (value: unknown): unknown => {
		if (Array.isArray(value)) {
			return value.length === 1 ? loosened(value[0]) : value.map(loosened);
		}
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([name, inside]) => [
					name.startsWith('@status') || name === '@requestID' ? name : name.replace('@', ''),
					['@rowNumber', '@colID', '@titleRow', 'NumRows'].includes(name)
						? Number(inside)
						: loosened(inside),
				]),
			);
		}
		return value;
	};

	test('gives the same as the XML', () => {
		expect(outputOf('report', 'run', [{ response_json: json }])).toEqual(itemsOf(xml));
	});

	test('is read in a looser form too', () => {
		const response = { response_json: [loosened(json)] };
		expect(outputOf('report', 'run', [response])).toEqual(itemsOf(xml));
	});
});

test('a report of a single row', () => {
	const xml = report({ columns: twoColumns, rows: [row('TotalRow', 1, cells('TOTAL', '0.00'))] });
	expect(itemsOf(xml)).toMatchObject([{ row: 1, kind: 'total', label: 'TOTAL', 'Jan 26': '0.00' }]);
});

test.each([[{ columns: twoColumns, rows: [] }], [{ columns: [], rows: [], numRows: '' as const }]])(
	'a report without rows gives no items',
	(given: Given) => {
		expect(itemsOf(report(given))).toEqual([]);
	},
);

test('an answer without a report gives no items', () => {
	const xml = answerXml(
		'<AgingReportQueryRs statusCode="1" statusSeverity="Info" statusMessage="No match"/>',
	);
	expect(itemsOf(xml)).toEqual([]);
});

test('several rows of titles are one name, and names are made unique', () => {
	const [item] = itemsOf(
		report({
			columns: [
				column(1, 'Blank', '', ''),
				column(2, 'Amount', 'Family Room', '(Abercrombie, Kristy)'),
				column(3, 'Amount', '', 'TOTAL'),
				column(4, 'Amount', 'TOTAL', ''),
				column(5, 'Amount', '', ''),
				column(6, 'Class', 'label', ''),
			],
			rows: [row('DataRow', 1, cells('Design', '1', '2', '3', '4', '5', '6'))],
		}),
	);
	expect(Object.entries(item).slice(1, 7)).toEqual([
		['Family Room (Abercrombie, Kristy)', '1'],
		['TOTAL', '2'],
		['TOTAL (2)', '3'],
		['Column 5', '4'],
		['label (2)', '5'],
		// A cell whose column the report does not describe is not lost.
		['Column 7', '6'],
	]);
	expect(item.label).toBe('Design');
});

test('a report whose columns all have titles takes its labels from the rows', () => {
	const items = itemsOf(
		report({
			columns: [column(1, 'Date', 'Date'), column(2, 'Amount', 'Amount')],
			rows: [
				text(1, 'Checking'),
				row('DataRow', 2, cells('2026-01-15', '10.00')),
				row('SubtotalRow', 3, `${account('Total Checking')}${cells('', '10.00')}`),
			],
		}),
	);
	expect(items.map(({ label, section, Date: date }) => [label, section, date])).toEqual([
		['Checking', '', ''],
		['', 'Checking', '2026-01-15'],
		['Total Checking', '', ''],
	]);
});

test.each<[what: string, given: Given, message: RegExp]>([
	[
		'fewer rows than it says',
		{ columns: twoColumns, rows: profitAndLoss.slice(1), numRows: 12 },
		/The report "Profit & Loss" could not be read completely: it has 12 rows, but 11 of them came/,
	],
	[
		'more rows than it says',
		{ columns: twoColumns, rows: profitAndLoss, numRows: 11 },
		/it has 11 rows, but 12 of them came/,
	],
	[
		'no number of rows, and a gap in them',
		{ columns: twoColumns, rows: profitAndLoss.slice(1), numRows: '' },
		/it has 12 rows, but 11 of them came/,
	],
	['rows, but none came', { columns: twoColumns, rows: [], numRows: 3 }, /it has 3 rows, but 0/],
	[
		'two rows with the same number',
		{ columns: twoColumns, rows: [text(1, 'One'), text(1, 'Other')] },
		/it has two rows 1/,
	],
	[
		'a row without a number',
		{ columns: twoColumns, rows: ['<TextRow value="One"/>'] },
		/a row has no number/,
	],
])('%s is an error', (_, given, message) => {
	expect(() => itemsOf(report(given))).toThrow(message);
});

test('without a number of rows, rows without a gap are all there are', () => {
	const xml = report({ columns: twoColumns, rows: profitAndLoss, numRows: '' });
	expect(itemsOf(xml)).toHaveLength(12);
});

describe('for people', () => {
	const xml = report({
		columns: twoColumns,
		rows: [
			text(1, 'Income'),
			row('DataRow', 2, cells('=Sales &lt;b&gt;', '-1,200.00')),
			row('DataRow', 3, cells('Fees, other', '85.5')),
			row('SubtotalRow', 4, cells('Total Income', '-1,114.50')),
		],
	});

	test('a table has labels and figures', () => {
		expect(itemsOf(xml, 'table')).toEqual([
			{ label: 'Income: =Sales <b>', 'Jan 26': '-1,200.00' },
			{ label: 'Income: Fees, other', 'Jan 26': '85.5' },
			{ label: 'Total Income', 'Jan 26': '-1,114.50' },
		]);
	});

	test('CSV is quoted, indented, and no formula', () => {
		const lines = [
			',Jan 26',
			'Income,',
			`  '=Sales <b>,"-1,200.00"`,
			'"  Fees, other",85.5',
			'Total Income,"-1,114.50"',
		];
		expect(itemsOf(xml, 'csv')).toEqual([
			{
				csv: lines.map((line) => `${line}\r\n`).join(''),
				report: 'Profit & Loss',
				period: 'January 2026',
				basis: 'Accrual',
			},
		]);
	});

	test('HTML shows titles, rows and figures, with its signs escaped', () => {
		const [{ html }] = itemsOf(xml, 'html') as Array<{ html: string }>;
		expect(html).toContain('<h2 style="margin:0">Profit &amp; Loss</h2>');
		expect(html).toContain('January 2026 · Accrual Basis');
		expect(html).toContain('>=Sales &lt;b&gt;</td>');
		expect(html.match(/<tr>/g)).toHaveLength(5);
		expect(html).toMatch(/text-align:right[^>]*>85\.5<\/td>/);
	});
});

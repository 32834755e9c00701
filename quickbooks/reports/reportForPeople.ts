import type { JsonObject } from '../json/object';
import { escaped } from '../qbxml/requestXml';
import { type ReadReport, reportItems, reportTable } from './reportRows';

/** A row of a report for people. */
type Row = ReadReport['rows'][number];

const isNumber = (text: string): boolean => /\d/.test(text) && /^-?[\d,]*(?:\.\d+)?%?$/.test(text);

/** A cell of a CSV file. What a spreadsheet would take for a formula is marked as text. */
function csvCell(text: string, indent = ''): string {
	const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text;
	const whole = `${indent}${safe}`;
	return /[",\r\n]/.test(whole) ? `"${whole.replaceAll('"', '""')}"` : whole;
}

const INDENT = '  ';

/** A report as CSV (RFC 4180), with its headings, each row indented below its heading. */
function reportAsCsv({ columns, rows }: ReadReport): string {
	const lines = rows.map(({ label, sections, cells }) => [
		csvCell(label, INDENT.repeat(sections.length)),
		...cells.map((cell) => csvCell(cell)),
	]);
	const all = [['', ...columns.map((name) => csvCell(name))], ...lines];
	return all.map((line) => `${line.join(',')}\r\n`).join('');
}

const cellOf = (text: string, style: string): string =>
	`<td style="${style}">${escaped(text)}</td>`;

const PADDING = 'padding:2px 8px';
const FIGURE = `${PADDING};text-align:right;white-space:nowrap`;

function htmlRow({ kind, label, sections, cells }: Row): string {
	const total = kind === 'total' || kind === 'subtotal' ? ';border-top:1px solid #999' : '';
	const weight = kind === 'data' ? '' : ';font-weight:bold';
	const first = `padding:2px 8px 2px ${8 + 16 * sections.length}px${weight}`;
	const figures = cells.map((cell) =>
		cellOf(cell, `${isNumber(cell) ? FIGURE : PADDING}${weight}${total}`),
	);
	return `<tr>${cellOf(label, first)}${figures.join('')}</tr>`;
}

/** A report as a table in HTML that mail programs show: its styles stand in its cells. */
function reportAsHtml({ title, period, basis, columns, rows }: ReadReport): string {
	const below = [period, basis && `${basis} Basis`].filter(Boolean).map(escaped).join(' · ');
	const heads = columns.map((name) => `<th style="${FIGURE}">${escaped(name)}</th>`).join('');
	return [
		`<h2 style="margin:0">${escaped(title)}</h2>`,
		...(below === '' ? [] : [`<p style="margin:0 0 8px">${below}</p>`]),
		'<table style="border-collapse:collapse">',
		`<thead><tr><th></th>${heads}</tr></thead>`,
		`<tbody>${rows.map(htmlRow).join('')}</tbody>`,
		'</table>',
	].join('');
}

/** What comes out of a report, as it was chosen. */
export function shownReport(report: ReadReport, as: unknown): JsonObject[] {
	const { title, period, basis } = report;
	if (as === 'table') return reportTable(report);
	if (as === 'csv' || as === 'html') {
		const text = as === 'csv' ? reportAsCsv(report) : reportAsHtml(report);
		return [{ [as]: text, report: title, period, basis }];
	}
	return reportItems(report);
}

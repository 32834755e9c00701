import { FormError } from '../form/formError';
import type { JsonObject } from '../json/object';
import { wholeNumberIn } from '../qbxml/answer';
import { objectsIn } from '../qbxml/answerFromJson';
import { type AnswerObject, type AnswerValue, isObject } from '../qbxml/answerFromXml';

/** The kinds of rows, by the names of their elements. */
const kinds = {
	DataRow: 'data',
	TextRow: 'text',
	SubtotalRow: 'subtotal',
	TotalRow: 'total',
} as const;

type Kind = (typeof kinds)[keyof typeof kinds];

/** A column of a report. */
interface Column {
	id: string;
	/** What the report has above it, from top to bottom. Empty if it has nothing there. */
	title: string;
}

/** A row of a report, as it was read. */
interface Row {
	number: number;
	kind: Kind;
	/** The texts of its cells by the IDs of their columns. */
	cells: ReadonlyMap<string, string>;
	/** The text of a row that has nothing else. */
	text: string;
	/** The record that the row is about. */
	about: { type: string; name: string };
}

const textOf = (value: AnswerValue | undefined): string =>
	value === undefined || typeof value === 'object' ? '' : String(value);

/** The text of an attribute. Without an answer in XML, JSON may have it without its sign. */
const attributeOf = (element: AnswerObject, name: string): string =>
	textOf(element[`@${name}`] ?? element[name]);

const unreadable = (title: string, because: string): FormError =>
	new FormError(
		`The report "${title}" could not be read completely: ${because}.`,
		'Nothing is passed on, so that no row goes missing unnoticed. Without Simplify you get the answer as it is.',
	);

function columnOf(description: AnswerObject): Column {
	const titles = objectsIn(description.ColTitle).map((title) => ({
		row: Number(attributeOf(title, 'titleRow')),
		text: attributeOf(title, 'value').trim(),
	}));
	const inOrder = titles.sort((one, other) => one.row - other.row).map(({ text }) => text);
	return {
		id: attributeOf(description, 'colID'),
		title: inOrder.filter((text) => text !== '').join(' '),
	};
}

function rowOf(kind: Kind, row: AnswerObject, title: string): Row {
	const number = wholeNumberIn(attributeOf(row, 'rowNumber'));
	if (number === null) throw unreadable(title, 'a row has no number, so that its place is unknown');
	const [about = {}] = objectsIn(row.RowData);
	return {
		number,
		kind,
		cells: new Map(
			objectsIn(row.ColData).map((cell) => [
				attributeOf(cell, 'colID'),
				attributeOf(cell, 'value'),
			]),
		),
		text: attributeOf(row, 'value'),
		about: { type: attributeOf(about, 'rowType'), name: attributeOf(about, 'value') },
	};
}

/** All rows in their order. An answer may hold each kind of row by itself. */
function rowsOf(report: AnswerObject, title: string): Row[] {
	const { ReportData: data } = report;
	if (!isObject(data)) return [];
	const rows = Object.entries(kinds)
		.flatMap(([element, kind]) => objectsIn(data[element]).map((row) => rowOf(kind, row, title)))
		.sort((one, other) => one.number - other.number);
	const twice = rows.find(({ number }, index) => rows[index + 1]?.number === number);
	if (twice) throw unreadable(title, `it has two rows ${twice.number}`);
	return rows;
}

/** @throws FormError if the report says that it has another number of rows. */
function requireAllRows(report: AnswerObject, rows: readonly Row[], title: string): void {
	const stated = wholeNumberIn(report.NumRows) ?? rows.at(-1)?.number ?? 0;
	if (rows.length === stated) return;
	throw unreadable(title, `it has ${stated} rows, but ${rows.length} of them came`);
}

/** The column with the labels of the rows. It has no title. */
const labelColumnOf = (columns: readonly Column[]): Column | undefined =>
	columns.find(({ title }) => title === '');

/** What a row is called at its left. */
function labelOf({ cells, text, about }: Row, labelColumn: Column | undefined): string {
	const cell = labelColumn && cells.get(labelColumn.id);
	return cell || text || about.name;
}

/** Names that the items have for something else, and how often each name has been used. */
function uniqueNames(columns: readonly Column[], taken: readonly string[]): string[] {
	const used = new Set(taken);
	return columns.map(({ id, title }) => {
		const name = title === '' ? `Column ${id}` : title;
		let unique = name;
		for (let count = 2; used.has(unique); count++) unique = `${name} (${count})`;
		used.add(unique);
		return unique;
	});
}

const plain = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * The headings that each row stands below, from the outside in. A heading holds what comes before the total that names it, such
 * as "Total Income" for "Income". One without such a total holds nothing, since nobody says where it ends.
 */
function sectionsOf(rows: readonly Row[], labels: readonly string[]): string[][] {
	const sections = rows.map((): string[] => []);
	let open: number[] = [];
	rows.forEach(({ kind }, index) => {
		if (kind === 'text') {
			open.push(index);
			return;
		}
		if (kind === 'data') return;
		const closing = plain(labels[index]);
		const begin = open.findLast((at) => `total ${plain(labels[at])}` === closing);
		if (begin === undefined) return;
		open = open.filter((at) => at < begin);
		// What is inside has been closed before, so that this heading comes first.
		for (let at = begin + 1; at < index; at++) sections[at].unshift(labels[begin]);
	});
	return sections;
}

/** A report as it was read, complete and in order. The texts are those of the report. */
export interface ReadReport {
	title: string;
	/** What it covers, such as "January 2026". */
	period: string;
	/** Accrual or cash. Empty if the report does not say. */
	basis: string;
	/** The titles of its columns, each once, without that of the labels. */
	columns: readonly string[];
	rows: ReadonlyArray<{
		number: number;
		kind: Kind;
		label: string;
		/** The headings that it stands below, from the outside in. */
		sections: readonly string[];
		about: { type: string; name: string };
		/** One for each column. A cell that the report leaves empty is an empty text. */
		cells: readonly string[];
	}>;
}

/** What the items of rows have beside the columns. A column of the same name gets another. */
const namesOfRows = [
	...['label', 'section', 'kind', 'row', 'record_type', 'record_name'],
	...['report', 'period', 'basis'],
];

/**
 * Reads a report.
 * @param report `ReportRet`.
 * @throws FormError if rows are missing, or if their order is unknown.
 */
export function readReport(report: AnswerObject): ReadReport {
	const title = textOf(report.ReportTitle);
	const rows = rowsOf(report, title);
	requireAllRows(report, rows, title);
	const described = objectsIn(report.ColDesc).map(columnOf);
	const ids = new Set([
		...described.map(({ id }) => id),
		...rows.flatMap(({ cells }) => [...cells.keys()]),
	]);
	const columns = [...ids].map((id) => described.find((one) => one.id === id) ?? { id, title: '' });
	const labelColumn = labelColumnOf(described);
	const labels = rows.map((row) => labelOf(row, labelColumn));
	const sections = sectionsOf(rows, labels);
	const shown = columns.filter((column) => column !== labelColumn);
	return {
		title,
		period: textOf(report.ReportSubtitle),
		basis: textOf(report.ReportBasis),
		columns: uniqueNames(shown, namesOfRows),
		rows: rows.map(({ number, kind, about, cells }, index) => ({
			number,
			kind,
			label: labels[index],
			sections: sections[index],
			about,
			cells: shown.map(({ id }) => cells.get(id) ?? ''),
		})),
	};
}

const byColumn = (columns: readonly string[], cells: readonly string[]): JsonObject =>
	Object.fromEntries(columns.map((name, index) => [name, cells[index]]));

/** One item for each row in the order of the report: its label and its columns by their titles, then what it is a row of. */
export const reportItems = ({ title, period, basis, columns, rows }: ReadReport): JsonObject[] =>
	rows.map(({ number, kind, label, sections, about, cells }) => ({
		label,
		...byColumn(columns, cells),
		section: sections.join(' > '),
		kind,
		row: number,
		record_type: about.type,
		record_name: about.name,
		report: title,
		period,
		basis,
	}));

/** One item for each row with figures: its label, with the headings above it, and its columns. */
export const reportTable = ({ columns, rows }: ReadReport): JsonObject[] =>
	rows
		.filter(({ cells }) => cells.some((cell) => cell !== ''))
		.map(({ label, sections, cells }) => ({
			label: [...sections, label].join(': '),
			...byColumn(columns, cells),
		}));

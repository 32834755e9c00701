import type { IDataObject } from 'n8n-workflow';

import { FormError } from '../../../shared/form/formError';
import { wholeNumberIn } from '../../../shared/qbxml/answer';
import { listOf } from '../../../shared/qbxml/answerFromJson';
import { type AnswerObject, type AnswerValue, isObject } from '../../../shared/qbxml/answerFromXml';

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

const objectsAt = (object: AnswerObject, name: string): AnswerObject[] =>
	listOf(object[name] ?? []).filter(isObject);

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
	const titles = objectsAt(description, 'ColTitle').map((title) => ({
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
	const [about = {}] = objectsAt(row, 'RowData');
	return {
		number,
		kind,
		cells: new Map(
			objectsAt(row, 'ColData').map((cell) => [
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
		.flatMap(([element, kind]) => objectsAt(data, element).map((row) => rowOf(kind, row, title)))
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

/**
 * A report as items, one for each row in the order of the report, with the columns by their titles. The texts are those of the
 * report. A cell that the report leaves empty is an empty text, so that all rows have the same columns.
 * @param report `ReportRet`, as it was read.
 * @throws FormError if rows are missing, or if their order is unknown.
 */
export function reportItems(report: AnswerObject): IDataObject[] {
	const title = textOf(report.ReportTitle);
	const rows = rowsOf(report, title);
	requireAllRows(report, rows, title);
	const described = objectsAt(report, 'ColDesc').map(columnOf);
	const ids = new Set([
		...described.map(({ id }) => id),
		...rows.flatMap(({ cells }) => [...cells.keys()]),
	]);
	const columns = [...ids].map((id) => described.find((one) => one.id === id) ?? { id, title: '' });
	const labelColumn = labelColumnOf(described);
	const labels = rows.map((row) => labelOf(row, labelColumn));
	const sections = sectionsOf(rows, labels);
	const shown = columns.filter((column) => column !== labelColumn);
	const items = rows.map((row, index) => ({
		report: title,
		period: textOf(report.ReportSubtitle),
		basis: textOf(report.ReportBasis),
		row: row.number,
		kind: row.kind,
		section: sections[index].join(' > '),
		label: labels[index],
		record_type: row.about.type,
		record_name: row.about.name,
	}));
	const [first = {}] = items;
	const names = uniqueNames(shown, Object.keys(first));
	return items.map((item, index) => ({
		...item,
		...Object.fromEntries(shown.map(({ id }, at) => [names[at], rows[index].cells.get(id) ?? ''])),
	}));
}

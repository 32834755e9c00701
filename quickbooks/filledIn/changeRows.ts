import { type Content, isChoice, isGroup } from '../facts/facts';
import { alphabetically } from '../form/alphabetically';
import type { FieldOption, FormField } from '../form/field';
import { isClearable } from '../qbxml/clearing';
import { contentOfChange, elementAt } from '../qbxml/recordFacts';
import type { RecordField, RecordForm, RecordLines } from '../records/record';
import { nameOf } from './names';

const isActive: RecordField = {
	path: 'IsActive',
	label: 'Is Active',
	help: 'Whether it is offered in new transactions. What is no longer used is made inactive, since it can rarely be deleted.',
};

/** A row as a change has it: in its own words, and with nothing filled in by itself. */
function inChange({ helpInChange, ...row }: RecordField): RecordField {
	const changed = { ...row, help: helpInChange ?? row.help };
	delete changed.initial;
	return changed;
}

/** The rows of a record's own fields that a change takes. */
export function changeRows({ qbxml, fields, further }: RecordForm): RecordField[] {
	const content = contentOfChange(qbxml);
	const rows = [...fields, ...further]
		.filter(({ path, facts }) => facts === undefined && elementAt(content, path) !== undefined)
		.map((row) => (row.helpInChange === undefined ? row : inChange(row)));
	const hasSwitch = rows.some(({ path }) => path === isActive.path);
	return hasSwitch || !elementAt(content, isActive.path) ? rows : [...rows, isActive];
}

/**
 * Lines that stand for other transactions are named by those, and parts of items by their items. All others, which are lines of
 * something that has a date, have IDs of their own.
 */
const hasLineId = (type: string, content: Content): boolean =>
	elementAt(contentOfChange(type), 'TxnDate') !== undefined &&
	elementAt(content, 'TxnID') === undefined;

const lineIdRow: RecordField = {
	path: 'TxnLineID',
	label: 'Line ID',
	help: 'The TxnLineID of the line, as Get shows it. If empty, the line is found by the item or account below.',
	placeholder: '5B1C-1700000001',
	facts: { name: 'TxnLineID', type: 'id', optional: true },
};

/** The name of the row that names a line which is there. */
export const LINE_ID = lineIdRow.path;

/** The rows of a line that a change takes. */
function changeRowsOfLine(type: string, lines: RecordLines, rows: readonly RecordField[]) {
	const element = elementAt(contentOfChange(type), lines.path);
	if (!element || !isGroup(element)) return [];
	return rows
		.filter(({ path, facts }) => facts !== undefined || elementAt(element.content, path))
		.map(inChange);
}

/** A switch and a word are never empty. They stand where one adds what one needs. */
function isNeverEmpty(type: string, { path }: RecordLines, row: RecordField): boolean {
	const facts = row.facts ?? elementAt(contentOfChange(type), `${path}.${row.path}`);
	return facts !== undefined && !isGroup(facts) && (facts.type === 'boolean' || !!facts.values);
}

/** Lines as a change takes them: those that are there are named, and nothing is filled in by itself. */
export function changeLines({ qbxml, lines = [] }: RecordForm): RecordLines[] {
	const content = contentOfChange(qbxml);
	return lines.flatMap((one) => {
		const element = elementAt(content, one.path);
		if (!element || !isGroup(element)) return [];
		const fields = changeRowsOfLine(qbxml, one, one.fields);
		const further = changeRowsOfLine(qbxml, one, one.further ?? []);
		return [
			{
				...one,
				help: one.helpInChange ?? one.help,
				fields: [
					...(hasLineId(qbxml, element.content) ? [lineIdRow] : []),
					...fields.filter((row) => !isNeverEmpty(qbxml, one, row)),
				],
				further: [...fields.filter((row) => isNeverEmpty(qbxml, one, row)), ...further],
			},
		];
	});
}

/** The fields that the accounting application can empty. */
export function clearableRows(form: RecordForm): RecordField[] {
	const content = contentOfChange(form.qbxml);
	return changeRows(form).filter(({ path }) => {
		const element = elementAt(content, path);
		return element && !isChoice(element) && isClearable(element, content);
	});
}

/** What a record can be emptied of, for the editor's list. */
export const clearableOptions = (form: RecordForm): FieldOption[] =>
	alphabetically(
		clearableRows(form).map((row) => ({ name: row.label, value: nameOf(row) })),
		({ name }) => name,
	);

/** What becomes of the lines that are there. */
export const lineMode: FormField = {
	displayName: 'How to Change Lines',
	name: 'lineMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Add', value: 'add', description: 'Add the lines below after the existing ones' },
		{
			name: 'Change Matching Lines',
			value: 'change',
			description: 'Change what you fill in below, in the line with that ID or item',
		},
		{ name: 'Keep as They Are', value: 'keep' },
		{
			name: 'Remove',
			value: 'remove',
			description: 'Remove the lines with the IDs or items below',
		},
		{
			name: 'Replace All',
			value: 'replace',
			description: 'Replace all existing lines with the lines below',
		},
	],
	default: 'keep',
	description:
		"What to do with the record's lines. Kinds of lines with none below stay as they are.",
};

export const MOVE = 'move';

/** What becomes of the transactions that have an item whose account changes. */
export const existingTransactions: FormField = {
	displayName: 'Existing Transactions',
	name: 'existingTransactions',
	type: 'options',
	options: [
		{
			name: 'Keep Their Account',
			value: 'keep',
			description: 'Change the account only if no transaction has the item yet',
		},
		{
			name: 'Move to the New Account',
			value: MOVE,
			description: 'Change the account in all of them too, also in earlier years',
		},
	],
	default: 'keep',
	description:
		'What becomes of transactions that have the item when its account changes. It has to be said then. One of them in a closed period makes QuickBooks refuse the change.',
};

/** Whether to look only. */
export const dryRun: FormField = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to only show what would change, field by field, and write nothing',
};

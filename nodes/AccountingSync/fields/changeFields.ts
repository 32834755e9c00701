import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type Content, isChoice, isGroup } from '../../../qbxml/facts';
import { alphabetically } from '../../shared/form/alphabetically';
import { isClearable } from '../../shared/qbxml/clearing';
import { contentOfChange, elementAt } from '../../shared/qbxml/recordFacts';
import type { RecordField, RecordForm, RecordLines } from '../../shared/records/record';
import { furtherFields, linesFields, nameOf, specifyLines } from './recordFields';

const isActive: RecordField = {
	path: 'IsActive',
	label: 'Is Active',
	help: 'Whether it is offered in new transactions. What is no longer used is made inactive, since it can rarely be deleted.',
};

/** The rows of a record's own fields that a change takes. */
export function changeRows({ qbxml, fields, further }: RecordForm): RecordField[] {
	const content = contentOfChange(qbxml);
	const rows = [...fields, ...further].filter(
		({ path, facts }) => facts === undefined && elementAt(content, path) !== undefined,
	);
	const hasSwitch = rows.some(({ path }) => path === isActive.path);
	return hasSwitch || !elementAt(content, isActive.path) ? rows : [...rows, isActive];
}

/**
 * Lines that stand for other transactions are named by those, and parts of items by their items. All others have IDs of their
 * own.
 */
const hasLineId = (type: string, content: Content): boolean =>
	!type.startsWith('Item') && elementAt(content, 'TxnID') === undefined;

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
		.map((row): RecordField => {
			const changed = { ...row };
			delete changed.initial;
			return changed;
		});
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
export const clearableOptions = (form: RecordForm): INodePropertyOptions[] =>
	alphabetically(
		clearableRows(form).map((row) => ({ name: row.label, value: nameOf(row) })),
		({ name }) => name,
	);

const notice: INodeProperties = {
	displayName:
		'Only what you fill in changes. Empty fields stay as they are; to clear one, choose it under Clear Field Names or IDs.',
	name: 'changeNotice',
	type: 'notice',
	default: '',
};

const clearFields: INodeProperties = {
	displayName: 'Clear Field Names or IDs',
	name: 'clearFields',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'loadClearableFields', loadOptionsDependsOn: ['itemType'] },
	default: [],
	description:
		'The fields to clear. Fields that QuickBooks can never clear aren\'t offered. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** What becomes of the lines that are there. */
export const lineMode: INodeProperties = {
	displayName: 'How to Change Lines',
	name: 'lineMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Add', value: 'add', description: 'Add the lines below after the existing ones' },
		{
			name: 'Change',
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

const changingModes = ['add', 'change', 'remove', 'replace'];

const shownWithLines = (property: INodeProperties): INodeProperties => ({
	...property,
	displayOptions: { show: { ...property.displayOptions?.show, lineMode: changingModes } },
});

/** The custom fields of the accounting application, for records that can have some. */
export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Custom Field' },
	placeholder: 'Add Custom Field',
	default: {},
	description: 'Set after the other changes, in a separate request for each',
	options: [
		{
			displayName: 'Custom Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Birthday',
					description: 'The name of a custom field that exists already',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'The new value. If empty, the field is cleared.',
				},
			],
		},
	],
};

/** Whether to look only. */
export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to only show what would change, field by field, and write nothing',
};

/** The fields of a record's Update form. */
export function fieldsOfChange(form: RecordForm): INodeProperties[] {
	const lines = changeLines(form);
	return [
		notice,
		...(lines.length === 0
			? []
			: [
					lineMode,
					...[
						specifyLines,
						...lines.flatMap((one) => linesFields(contentOfChange(form.qbxml), one)),
					].map(shownWithLines),
				]),
		furtherFields(contentOfChange(form.qbxml), changeRows(form)),
		clearFields,
	];
}

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	type Content,
	type Group,
	isGroup,
	isReference,
	type Leaf,
} from '../../../../quickbooks/facts/facts';
import { addressFields } from '../../../../quickbooks/filledIn/addressFields';
import { jsonNameOf, nameOf, REFERENCES } from '../../../../quickbooks/filledIn/names';
import { whenNothingIn } from '../../../../quickbooks/filledIn/whenNothing';
import { alphabetically } from '../../../../quickbooks/form/alphabetically';
import { WHEN_NOTHING } from '../../../../quickbooks/form/nothing';
import { recordLocator } from '../../../../quickbooks/lists/ids';
import type { RecordListName } from '../../../../quickbooks/lists/recordLists';
import { elementAt, isRequiredAt } from '../../../../quickbooks/qbxml/recordFacts';
import { inWords } from '../../../../quickbooks/qbxml/words';
import type { RecordField, RecordLines } from '../../../../quickbooks/records/record';
import { collection } from '../../../shared/fields/collection';

/** What a name in a list looks like. */
const exampleNames: Readonly<Partial<Record<RecordListName, string>>> = {
	accounts: 'Office Supplies',
	bankAccounts: 'Checking',
	classes: 'Remodel',
	creditCardAccounts: 'CalOil Card',
	currencies: 'Euro',
	customers: 'Abercrombie, Kristy:Family Room',
	entities: 'Bayshore CalOil Service',
	inventorySites: 'Main Warehouse',
	items: 'Consulting',
	itemGroups: 'Door Set',
	payableAccounts: 'Accounts Payable',
	salesReps: 'KA',
	salesTaxCodes: 'Tax',
	terms: 'Net 30',
	vendors: 'Bayshore CalOil Service',
};

const examples: Readonly<Partial<Record<Leaf['type'], string>>> = {
	amount: '150.00',
	float: '1.0837',
	percent: '10',
	price: '150.00',
	quantity: '2.5',
};

/** How a text, a number or a word is filled in. Amounts are texts, so that no digit is lost. */
function leafField(
	leaf: Leaf,
	{ placeholder, initial }: RecordField,
): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
	if (leaf.repeats) {
		return {
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Another' },
			default: [],
			...(placeholder !== undefined && { placeholder: `e.g. ${placeholder}` }),
		};
	}
	if (leaf.type === 'boolean') return { type: 'boolean', default: false };
	if (leaf.type === 'date') {
		return { type: 'dateTime', typeOptions: { dateOnly: true }, default: initial ?? '' };
	}
	if (leaf.type === 'dateTime') return { type: 'dateTime', default: '' };
	if (leaf.values) {
		const options = alphabetically(
			leaf.values.map((value): INodePropertyOptions => ({ name: inWords(value), value })),
			({ name }) => name,
		);
		return { type: 'options', options, default: initial ?? options[0].value };
	}
	if (leaf.type === 'integer') return { type: 'number', default: 0 };
	const example = placeholder ?? examples[leaf.type];
	return {
		type: 'string',
		default: initial ?? '',
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
	};
}

function factsOf(content: Content, { path, facts }: RecordField): Leaf | Group {
	const element = facts ?? elementAt(content, path);
	if (element === undefined) throw new Error(`qbXML has no ${path} there.`);
	return element;
}

/** Where a form has a field: at its top, where it may be marked as required, or where one adds it. */
interface FieldPlace {
	isAtTop?: boolean;
	isOptional: boolean;
	isChange?: boolean;
}

/** A field as n8n draws it. What has to be filled in, at the top of a form, is marked. */
function recordField(content: Content, row: RecordField, place: FieldPlace): INodeProperties {
	const { label, help, list } = row;
	const facts = list !== undefined && row.facts ? undefined : factsOf(content, row);
	const field = {
		displayName: label,
		name: nameOf(row),
		description: help,
		[WHEN_NOTHING]: whenNothingIn(row, facts, place),
	};
	const isRequired = place.isAtTop && (row.required ?? isRequiredAt(content, row.path));
	if (facts && !isGroup(facts)) {
		return { ...field, ...leafField(facts, row), ...(isRequired && { required: true }) };
	}
	if (facts && !isReference(facts.content)) {
		return {
			...field,
			type: 'fixedCollection',
			placeholder: `Add ${label}`,
			default: {},
			options: [{ displayName: label, name: 'address', values: addressFields(facts.content) }],
		};
	}
	if (list === undefined) throw new Error(`The reference ${row.path} names no list.`);
	const exampleName = row.placeholder ?? exampleNames[list] ?? 'Sales';
	if (facts?.repeats) return severalReferences(field, { list, exampleName });
	return recordLocator({ ...field, list, exampleName });
}

/** A field for several records of a list, each of them From List, By Name or By ID. */
function severalReferences(
	field: Pick<INodeProperties, 'displayName' | 'name'> & { description: string },
	locator: { list: RecordListName; exampleName: string },
): INodeProperties {
	const singular = field.displayName.replace(/s$/, '');
	const one = recordLocator({
		...locator,
		displayName: singular,
		name: 'listId',
		description: 'One of them',
	});
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${singular}` },
		placeholder: `Add ${singular}`,
		default: {},
		options: [{ displayName: singular, name: REFERENCES, values: [one] }],
	};
}

/** The fields of a record that most people fill in, in the order of the rows. */
export const leadingFields = (content: Content, rows: readonly RecordField[]): INodeProperties[] =>
	rows.map((row) => recordField(content, row, { isAtTop: true, isOptional: false }));

/** A collection of fields that one adds as one needs them. */
export const furtherFields = (
	content: Content,
	rows: readonly RecordField[],
	more: readonly INodeProperties[] = [],
	isChange = false,
): INodeProperties =>
	collection('Additional Fields', 'additionalFields', 'Add Field', [
		...rows.map((row) => recordField(content, row, { isOptional: true, isChange })),
		...more,
	]);

const exampleLine = ({ fields }: RecordLines): Record<string, string> =>
	Object.fromEntries(
		fields.slice(0, 3).flatMap(({ path, list }) => {
			const example = list === undefined ? exampleValues[path] : exampleNames[list];
			return example === undefined ? [] : [[path, example]];
		}),
	);

const exampleValues: Readonly<Record<string, string>> = {
	Amount: '150.00',
	Debit: '150.00',
	Desc: 'Consulting in March',
	Memo: 'Consulting in March',
	PaymentAmount: '150.00',
	Quantity: '2.5',
	'QuantityAdjustment.NewQuantity': '12',
	TxnID: '5B1A-1700000001',
};

/**
 * The lines of one kind, as forms or as JSON.
 * @param beginsWithOne Whether a line is there at first. While nobody has filled it in, it is none (see `isUntouched`).
 */
export function linesFields(
	content: Content,
	lines: RecordLines,
	{ beginsWithOne = false, isChange = false }: { beginsWithOne?: boolean; isChange?: boolean } = {},
): INodeProperties[] {
	const { name, label, help, fields, further = [], path } = lines;
	const line = elementAt(content, path);
	if (!line || !isGroup(line)) throw new Error(`qbXML has no lines ${path} there.`);
	const values = [
		...fields.map((row) => recordField(line.content, row, { isOptional: false, isChange })),
		...(further.length > 0 ? [furtherFields(line.content, further, [], isChange)] : []),
	];
	const singular = label.replace(/s$/, '');
	return [
		{
			displayName: label,
			name,
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				sortable: true,
				multipleValueButtonText: `Add ${singular}`,
			},
			placeholder: `Add ${singular}`,
			default: {},
			...(beginsWithOne && { default: { line: [{}] } }),
			description: help,
			displayOptions: { show: { specifyLines: ['form'] } },
			options: [{ displayName: singular, name: 'line', values }],
		},
		{
			displayName: `${label} (JSON)`,
			name: jsonNameOf(lines),
			type: 'json',
			typeOptions: { rows: 4 },
			default: '[]',
			hint: `Such as ${JSON.stringify([exampleLine(lines)])}`,
			description:
				"A list of lines, or an expression that gives one, with qbXML's field names. Refer to other records by their full names.",
			displayOptions: { show: { specifyLines: ['json'] } },
		},
	];
}

export const specifyLines: INodeProperties = {
	displayName: 'Specify Lines',
	name: 'specifyLines',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Using Fields Below', value: 'form' },
		{ name: 'Using JSON', value: 'json', description: 'For lines that come from an earlier node' },
	],
	default: 'form',
	description: 'How you want to enter the lines',
};

/** The lines of a record, as forms or as JSON from an earlier node. */
export const allLinesFields = (
	content: Content,
	lines: readonly RecordLines[] = [],
): INodeProperties[] =>
	lines.length === 0
		? []
		: [
				specifyLines,
				...lines.flatMap((one) =>
					linesFields(content, one, { beginsWithOne: one.required === true }),
				),
			];

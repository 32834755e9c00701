import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { idField } from '../../../shared/fields/ids';
import { chosenIn } from '../../../shared/form/choice';
import { amount, quantity, text } from '../../../shared/form/convert';
import { fieldOf, type FieldSpec, wireValues } from '../../../shared/form/fieldSpec';
import type { Form } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { objectsFrom } from '../../../shared/form/json';
import { classListId } from './header';

const DEFAULT_QUANTITY = 1;

const rows: readonly FieldSpec[] = [
	idField({
		displayName: 'Item',
		name: 'itemListId',
		list: 'items',
		description: 'What is sold. A line without an item is just a text on the invoice.',
		wire: 'item_list_id',
	}),
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Consulting in March',
		description: "The text of the line. Left empty, the item's own description is taken.",
		wire: 'description',
		convert: text,
	},
	{
		displayName: 'Quantity',
		name: 'quantity',
		type: 'number',
		default: DEFAULT_QUANTITY,
		description: 'How many are sold; decimals are fine',
		wire: 'quantity',
		convert: quantity,
	},
	{
		displayName: 'Rate',
		name: 'rate',
		type: 'string',
		default: '',
		placeholder: 'e.g. 150.00',
		description:
			"The price of one, sent exactly as written. Left empty, the item's own price is taken.",
		wire: 'rate',
		convert: amount,
	},
	classListId('The class of this line, in place of that of the invoice'),
];

const linesField: INodeProperties = {
	displayName: 'Lines',
	name: 'lines',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Line' },
	placeholder: 'Add Line',
	default: {},
	description: 'What the invoice is for, at least one line',
	displayOptions: { show: { specifyLines: ['form'] } },
	options: [{ displayName: 'Line', name: 'line', values: rows.map(fieldOf) }],
};

/** The keys of a line in JSON: its names on the wire. */
const keys = rows.map(({ wire }) => wire);

const linesJson: INodeProperties = {
	displayName: 'Lines (JSON)',
	name: 'linesJson',
	type: 'json',
	typeOptions: { rows: 6 },
	default:
		'[\n  {\n    "item_list_id": "80000001-1700000001",\n    "description": "Consulting in March",\n    "quantity": 2.5,\n    "rate": "150.00"\n  }\n]',
	description:
		'A list of lines, or an expression that gives one. Each line may have item_list_id, description, quantity, rate and class_list_id. For lines with other fields, use Extra Body Fields: "lines" there takes the place of these.',
	displayOptions: { show: { specifyLines: ['json'] } },
};

/** The lines as a form, or as JSON from an earlier node. */
export const linesFields: INodeProperties[] = [
	{
		displayName: 'Specify Lines',
		name: 'specifyLines',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'form' },
			{
				name: 'Using JSON',
				value: 'json',
				description: 'For lines that come from an earlier node',
			},
		],
		default: 'form',
		description: 'How the lines are given',
	},
	linesField,
	linesJson,
];

/** A line with only a description has no quantity. The form fills in its default, which the user did not ask for. */
const fromForm = (line: IDataObject): IDataObject =>
	chosenIn(line.itemListId) || line.quantity !== DEFAULT_QUANTITY
		? line
		: { ...line, quantity: '' };

/** If a key is misspelt, the invoice would silently lack a quantity or a price. */
function refuseUnknownKeys(line: IDataObject, number: number): void {
	const unknown = Object.keys(line).filter((key) => !keys.includes(key));
	if (unknown.length === 0) return;
	const named = unknown.map((key) => `"${key}"`).join(', ');
	throw new FormError(
		`Line ${number}: unknown field${unknown.length > 1 ? 's' : ''} ${named}. Allowed: ${keys.join(', ')}.`,
		'Correct the key. To send lines with further fields, give all lines as "lines" in Extra Body Fields under Options: they go out as given, in place of these.',
	);
}

/** Renames the keys of a JSON line to the rows' names in the form. */
function fromJson(line: IDataObject, index: number): IDataObject {
	refuseUnknownKeys(line, index + 1);
	return Object.fromEntries(rows.map(({ name, wire }) => [name, line[wire]]));
}

/**
 * The lines as they are sent, in order.
 * @throws FormError if the JSON is not a list of lines, a line has an unknown key, a line is empty, or an amount is not
 * valid.
 */
export function invoiceLines({ values, timezone }: Form): IDataObject[] {
	const given =
		values.specifyLines === 'json'
			? objectsFrom(values.linesJson, linesJson.displayName).map(fromJson)
			: ((values.lines as { line?: IDataObject[] }).line ?? []).map(fromForm);
	return given.map((line, index) => {
		const sent = wireValues(rows, line, timezone, `Line ${index + 1}: `);
		if (!['item_list_id', 'description'].some((field) => field in sent)) {
			throw new FormError(
				`Line ${index + 1} has neither an Item nor a Description.`,
				'Fill in one of the two, or remove the line.',
			);
		}
		return sent;
	});
}

/** Refuses a body without lines (interface, section 8). */
export function requireLines(body: IDataObject): IDataObject {
	if (Array.isArray(body.lines) && body.lines.length > 0) return body;
	throw new FormError('An invoice needs at least one line.', 'Add a line under Lines.');
}

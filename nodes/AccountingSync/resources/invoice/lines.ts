import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenIn } from '../../../shared/form/choice';
import { amount, quantity, text } from '../../../shared/form/convert';
import { FormError } from '../../../shared/form/formError';
import { objectsFrom } from '../../../shared/form/json';
import { fieldOf, wireValues, type Row } from '../../../shared/form/row';
import { idField } from '../../fields/ids';
import type { Form } from '../../operation';
import { classListId } from './header';

const defaultQuantity = 1;

const rows: readonly Row[] = [
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
		default: defaultQuantity,
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

const linesJson: INodeProperties = {
	displayName: 'Lines (JSON)',
	name: 'linesJson',
	type: 'json',
	typeOptions: { rows: 6 },
	default:
		'[\n  {\n    "item_list_id": "80000001-1700000001",\n    "description": "Consulting in March",\n    "quantity": 2.5,\n    "rate": "150.00"\n  }\n]',
	description:
		'A list of lines, or an expression that gives one. Each line may have item_list_id, description, quantity, rate and class_list_id.',
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

interface GivenLine {
	values: IDataObject;
	further: IDataObject;
}

/** A line that is just a text has no quantity: the form's default is nothing that the user asked for there. */
const fromForm = (line: IDataObject): GivenLine => ({
	values:
		chosenIn(line.itemListId) || line.quantity !== defaultQuantity
			? line
			: { ...line, quantity: '' },
	further: {},
});

/** The line by the rows' names in the form, and apart from it what the form does not know. */
function fromWire(line: IDataObject): GivenLine {
	const values: IDataObject = {};
	const further = { ...line };
	for (const { name, wire } of rows) {
		values[name] = line[wire];
		delete further[wire];
	}
	return { values, further };
}

/**
 * The lines as they go out, in order.
 * @throws FormError for JSON that is no list of lines, an empty line, or an amount that is none.
 */
export function invoiceLines({ values, timezone }: Form): IDataObject[] {
	const given =
		values.specifyLines === 'json'
			? objectsFrom(values.linesJson, linesJson.displayName).map(fromWire)
			: ((values.lines as { line?: IDataObject[] }).line ?? []).map(fromForm);
	return given.map(({ values: line, further }, index) => {
		const sent = { ...wireValues(rows, line, timezone, `Line ${index + 1}: `), ...further };
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

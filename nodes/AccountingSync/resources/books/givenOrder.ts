import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { chosenIn } from '../../../shared/form/choice';
import { amount, type Convert, date, required, trimmed } from '../../../shared/form/convert';
import { type FieldSpec, wireValues } from '../../../shared/form/fieldSpec';
import type { Form } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { objectsFrom } from '../../../shared/form/json';
import { centsOf } from '../../../shared/qbxml/totals';
import type { OrderLine } from '../../../shared/records/changes/compareOrder';
import { type ComparedKind, comparedKinds } from './comparedKinds';
import { type GivenOrder, type KeyRule, keyRules } from './keyRules';

/** What an item compares, read from its form. */
export interface Comparison {
	kind: ComparedKind;
	rule: KeyRule;
	/** The name of the custom field to match by, if one does. */
	customField: string;
	order: GivenOrder;
	/** The key by which the order is found in the books. */
	key: string;
	/** How many cents amounts may differ by. */
	tolerance: number;
	/** Orders of the same scope are those among which a key should be unique. */
	scope: string;
}

const cents: Convert = (value, reading) => {
	const given = amount(value, reading);
	if (given === undefined || centsOf(given) !== undefined) return given;
	throw new FormError(
		`${reading.label} must have at most two decimals, but it is "${String(given)}".`,
		'Round it, for example with {{ $json.total.toFixed(2) }}.',
	);
};

const row = (
	displayName: string,
	name: string,
	description: string,
	{ wire = name, convert = trimmed, ...more }: Partial<FieldSpec> = {},
): FieldSpec => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
	wire,
	convert,
	...more,
});

const day: Partial<FieldSpec> = {
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	convert: date,
};

/** What most orders have. */
export const orderRows: readonly FieldSpec[] = [
	row('Number', 'number', "The order's number. If empty, it is not compared.", {
		wire: 'number',
		placeholder: 'e.g. 1042',
	}),
	row(
		'Customer or Vendor',
		'customerOrVendor',
		'The full name of the customer or vendor. If empty, it is not compared.',
		{ wire: 'customer', placeholder: 'e.g. Abercrombie, Kristy:Family Room' },
	),
	row('Date', 'orderDate', "The order's date. If empty, it is not compared.", {
		...day,
		wire: 'date',
	}),
	row('Total', 'orderTotal', 'The total with tax. If empty, it is not compared.', {
		wire: 'total',
		convert: cents,
		placeholder: 'e.g. 162.38',
	}),
];

const lines: FieldSpec = row(
	'Lines (JSON)',
	'orderLines',
	"The lines as a JSON list, each with item (its full name) and, optionally, quantity and amount. Their order doesn't matter.",
	{
		type: 'json',
		wire: 'lines',
		placeholder: 'e.g. [{ "item": "Consulting", "quantity": 2, "amount": "170.00" }]',
	},
);

/** What some orders have. */
export const furtherRows: readonly FieldSpec[] = [
	row('Balance', 'orderBalance', 'What is still to be paid', {
		wire: 'balance',
		convert: cents,
		placeholder: 'e.g. 0.00',
	}),
	lines,
	row('Memo', 'orderMemo', 'The memo in the books', { wire: 'memo' }),
	row('PO Number', 'orderPoNumber', "The number of the customer's purchase order", {
		wire: 'poNumber',
	}),
];

export const customFieldName = row(
	'Custom Field',
	'comparedCustomField',
	'The name of the custom field to match by',
	{
		required: true,
		displayOptions: { show: { matchBy: ['customField'] } },
		placeholder: 'e.g. Shop Order',
	},
);

export const customFieldValue = row(
	'Custom Field Value',
	'comparedCustomFieldValue',
	'The value of the custom field for this order',
	{
		wire: 'customField',
		required: true,
		displayOptions: { show: { matchBy: ['customField'] } },
	},
);

export const tolerance = row(
	'Tolerance',
	'tolerance',
	'By how much amounts may differ and still count as the same, such as 0.02 for rounding. Without this option they must be equal.',
	{ default: '0.00', convert: cents, placeholder: 'e.g. 0.02' },
);

function linesIn(given: unknown, timezone: string): OrderLine[] | undefined {
	const all = objectsFrom(given, lines.displayName);
	if (all.length === 0) return undefined;
	return all.map((line, index): OrderLine => {
		const reading = (name: string) => ({ label: `Line ${index + 1}: ${name}`, timezone });
		const item = trimmed(chosenIn(line.item), reading('item'));
		if (item === undefined) throw new FormError(`Line ${index + 1} has no item.`);
		return {
			item,
			quantity: amount(line.quantity, reading('quantity')),
			amount: cents(line.amount, reading('amount')),
		};
	});
}

/** The fields of the collection that were added to the form, whether an item has a value for them or not. */
export const furtherIn = ({ values }: Form): IDataObject =>
	(values.furtherValues ?? {}) as IDataObject;

/** Whether lines are compared in this run. It is the same for all items, so that they share what is read. */
export const comparesLines = (form: Form): boolean => lines.name in furtherIn(form);

function orderIn(form: Form, rule: KeyRule): GivenOrder {
	const { values, timezone } = form;
	const further = furtherIn(form);
	const own = rule.value === 'customField' ? [customFieldValue] : [];
	const others = furtherRows.filter((one) => one !== lines);
	return {
		...wireValues([...orderRows, ...own], values, timezone),
		...wireValues(others, further, timezone),
		lines: linesIn(further[lines.name], timezone),
	};
}

function chosenFrom<Choice extends { value: string }>(
	choices: readonly Choice[],
	value: unknown,
	label: string,
): Choice {
	const chosen = choices.find((one) => one.value === value);
	if (chosen) return chosen;
	throw new FormError(`${label} can't be "${String(value)}".`, 'Choose it from the list.');
}

/** @throws FormError for what the books have no place for: nothing would be compared, in silence. */
function requireComparable({ plural, balance, simplified }: ComparedKind, order: GivenOrder): void {
	const missing = [
		...(order.balance !== undefined && balance === undefined ? ['Balance'] : []),
		...(order.poNumber !== undefined && !simplified.includes('PONumber') ? ['PO Number'] : []),
	];
	if (missing.length === 0) return;
	throw new FormError(
		`${missing[0]} can't be compared: ${plural} have none.`,
		'Remove it under More Values.',
	);
}

function customFieldIn({ values, timezone }: Form, rule: KeyRule): string {
	if (rule.value !== 'customField') return '';
	const { displayName: label, name } = customFieldName;
	return String(required(trimmed)(values[name], { label, timezone }));
}

const read = new WeakMap<Form, Comparison>();

function readComparison(form: Form): Comparison {
	const { values, timezone } = form;
	const kind = chosenFrom(comparedKinds, values.recordType, 'Record Type');
	const rule = chosenFrom(keyRules, values.matchBy, 'Match By');
	const order = orderIn(form, rule);
	requireComparable(kind, order);
	const missing = rule.needs.filter(({ name }) => order[name] === undefined);
	if (missing.length > 0) {
		throw new FormError(
			`${missing[0].label} is missing: Match By looks for the order by it.`,
			'Fill it in, or choose something else under Match By.',
		);
	}
	const options = (values.options ?? {}) as IDataObject;
	const given = tolerance.convert(options.tolerance, { label: tolerance.displayName, timezone });
	const customField = customFieldIn(form, rule);
	return {
		kind,
		rule,
		customField,
		order,
		key: rule.ofOrder(order),
		tolerance: Number(centsOf(given) ?? 0n),
		scope: JSON.stringify([chosenIn(values[connection.name]), kind.value, rule.value, customField]),
	};
}

/**
 * What an item compares. It is read once, however often it is asked for.
 * @throws FormError for what can't be compared.
 */
export function comparisonIn(form: Form): Comparison {
	const known = read.get(form) ?? readComparison(form);
	read.set(form, known);
	return known;
}

import type { OrderLine } from '../changes/compareOrder';
import { chosenIn } from '../form/choice';
import { amount, type Convert, date, required, trimmed } from '../form/convert';
import { type FieldSpec, wireValues } from '../form/fieldSpec';
import type { Form } from '../form/form';
import { FormError, notListed } from '../form/formError';
import { objectsFrom } from '../form/json';
import { WHEN_NOTHING } from '../form/nothing';
import type { JsonObject } from '../json/object';
import { centsOf } from '../qbxml/totals';
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
	/** The same, as people know it. */
	shownKey: string;
	/** What the queue says of an order that it knows no record of. */
	noRecord?: string;
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
	[WHEN_NOTHING]: 'blankLeavesOut',
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
export const furtherIn = ({ values }: Form): JsonObject =>
	(values.furtherValues ?? {}) as JsonObject;

/** Whether lines are compared in this run. It is the same for all items, so that they share what is read. */
export const comparesLines = (form: Form): boolean => lines.name in furtherIn(form);

/** @param isRead Which of the values are read. */
function orderIn(
	form: Form,
	rule: KeyRule,
	isRead: (row: FieldSpec) => boolean = () => true,
): GivenOrder {
	const { values, timezone } = form;
	const further = furtherIn(form);
	const own = rule.value === 'customField' ? [customFieldValue] : [];
	const others = furtherRows.filter((one) => one !== lines);
	return {
		...wireValues([...orderRows, ...own].filter(isRead), values, timezone),
		...wireValues(others.filter(isRead), further, timezone),
		...(isRead(lines) && { lines: linesIn(further[lines.name], timezone) }),
	};
}

function chosenFrom<Choice extends { value: string }>(
	choices: readonly Choice[],
	value: unknown,
	label: string,
): Choice {
	const chosen = choices.find((one) => one.value === value);
	if (chosen) return chosen;
	throw notListed(label, value);
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

function keyOf(rule: KeyRule, order: GivenOrder): string {
	const missing = rule.needs.filter(({ name }) => order[name] === undefined);
	if (missing.length === 0) return rule.ofOrder(order);
	throw new FormError(
		`${missing[0].label} is missing: Match By looks for the order by it.`,
		'Fill it in, or choose something else under Match By.',
	);
}

/** What the queue says which record was written under an order's number. */
export interface RecordOfOrder {
	recordId?: string;
	/** In a sentence, where there is none. */
	why?: string;
}

const recordIn = ({ known }: Form): RecordOfOrder => (known ?? {}) as RecordOfOrder;

const scopeOf = ({ values }: Form, kind: ComparedKind, rule: KeyRule, customField: string) =>
	JSON.stringify([chosenIn(values.connection), kind.value, rule.value, customField]);

/** The key of an order that can't be compared since something else about it is wrong. Undefined if it can't be read either. */
export function keyIn(form: Form): Pick<Comparison, 'key' | 'scope'> | undefined {
	try {
		const kind = chosenFrom(comparedKinds, form.values.recordType, 'Record Type');
		const rule = chosenFrom(keyRules, form.values.matchBy, 'Match By');
		if (rule.isOfQueue && form.known === undefined) return undefined;
		const order = {
			...orderIn(form, rule, ({ wire }) => rule.needs.some(({ name }) => name === wire)),
			...(rule.isOfQueue && { recordId: recordIn(form).recordId }),
		};
		const scope = scopeOf(form, kind, rule, customFieldIn(form, rule));
		return { key: keyOf(rule, order), scope };
	} catch {
		return undefined;
	}
}

const read = new WeakMap<Form, Comparison>();

function readComparison(form: Form): Comparison {
	const { values, timezone } = form;
	const kind = chosenFrom(comparedKinds, values.recordType, 'Record Type');
	const rule = chosenFrom(keyRules, values.matchBy, 'Match By');
	const { recordId, why: noRecord } = recordIn(form);
	const order = { ...orderIn(form, rule), ...(rule.isOfQueue && { recordId }) };
	requireComparable(kind, order);
	const key = keyOf(rule, order);
	const options = (values.options ?? {}) as JsonObject;
	const given = tolerance.convert(options.tolerance, { label: tolerance.displayName, timezone });
	const customField = customFieldIn(form, rule);
	return {
		kind,
		rule,
		customField,
		order,
		key,
		shownKey: rule.isOfQueue ? String(order.number) : key,
		noRecord,
		tolerance: Number(centsOf(given) ?? 0n),
		scope: scopeOf(form, kind, rule, customField),
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

import type { Order } from '../changes/compareOrder';
import type { AnswerObject } from '../qbxml/answerFromXml';
import { isGiven, isValues } from '../qbxml/requestValues';
import { amountOf, centsOf, totalOf } from '../qbxml/totals';
import type { ComparedKind } from './comparedKinds';

/** An order of the form. What was left empty is not compared. */
export interface GivenOrder extends Order {
	number?: string;
	customer?: string;
	date?: string;
	total?: string;
	memo?: string;
	poNumber?: string;
	/** What is still to be paid. */
	balance?: string;
	/** The value of the custom field that it is found by. */
	customField?: string;
	/** The record that was written for it, as the queue says. */
	recordId?: string;
}

type Part = Exclude<keyof GivenOrder, 'lines'>;

/** A way to find an order in the books. */
export interface KeyRule {
	/** Workflows store this, so it never changes. */
	value: string;
	name: string;
	description: string;
	/** What an order can't be found without. */
	needs: ReadonlyArray<{ name: Part; label: string }>;
	/** What is read of the records for it, beyond what is always read. */
	elements: readonly string[];
	/** An order's key, as people read it. */
	ofOrder: (order: GivenOrder) => string;
	/** Whether the queue says which record it is, and no key is in the books that people would know. */
	isOfQueue?: true;
	/** A record's key. Undefined if it has none. */
	ofRecord: (fields: AnswerObject, kind: ComparedKind, customField: string) => string | undefined;
}

const textOf = (value: unknown): string | undefined => (isGiven(value) ? String(value) : undefined);

function centsIn(amount: unknown): string {
	const cents = centsOf(amount);
	return cents === undefined ? '' : amountOf(cents);
}

const byText = (
	rule: Pick<KeyRule, 'description' | 'name' | 'value'>,
	part: Part,
	element: string,
): KeyRule => ({
	...rule,
	needs: [{ name: part, label: rule.name }],
	elements: [element],
	ofOrder: (order) => String(order[part]),
	ofRecord: (fields) => textOf(fields[element]),
});

function customFieldOf({ DataExtRet: extensions }: AnswerObject, name: string): string | undefined {
	const all: unknown[] = [extensions].flat();
	const own = all
		.filter(isValues)
		.find(({ DataExtName }) => String(DataExtName).toLowerCase() === name.toLowerCase());
	return textOf(own?.DataExtValue);
}

/** The way by what was written under an order's number, which no record in the books shows. */
export const ORDER_NUMBER = 'orderNumber';

/** Every way to find an order in the books, in the order of the form. */
export const keyRules: readonly KeyRule[] = [
	{
		value: 'customField',
		name: 'Custom Field',
		description: 'A custom field of the record holds the number of the order',
		needs: [{ name: 'customField', label: 'Custom Field Value' }],
		elements: ['DataExtRet'],
		ofOrder: ({ customField }) => String(customField),
		ofRecord: (fields, _kind, customField) => customFieldOf(fields, customField),
	},
	{
		value: 'customerDateTotal',
		name: 'Customer, Date and Total',
		description: 'For orders without a number: the same name, the same day and the same total',
		needs: [
			{ name: 'customer', label: 'Customer or Vendor' },
			{ name: 'date', label: 'Date' },
			{ name: 'total', label: 'Total' },
		],
		elements: [],
		ofOrder: ({ customer, date, total }) => [customer, date, centsIn(total)].join(', '),
		ofRecord: (fields, { party }) => {
			const { [party]: reference } = fields;
			const name = isValues(reference) ? textOf(reference.FullName) : undefined;
			return name && [name, fields.TxnDate, centsIn(totalOf(fields))].join(', ');
		},
	},
	byText(
		{ value: 'memo', name: 'Memo', description: 'The whole memo is the same' },
		'memo',
		'Memo',
	),
	{
		value: ORDER_NUMBER,
		name: 'Order Number',
		description: 'Create has written the record with this Order Number, on this connection',
		needs: [{ name: 'number', label: 'Number' }],
		elements: [],
		isOfQueue: true,
		ofOrder: ({ recordId, number }) => recordId ?? `without a record: ${String(number)}`,
		ofRecord: ({ TxnID }) => textOf(TxnID),
	},
	byText(
		{
			value: 'poNumber',
			name: 'PO Number',
			description: 'The number of the purchase order is the same',
		},
		'poNumber',
		'PONumber',
	),
	{
		...byText(
			{
				value: 'number',
				name: 'Reference Number',
				description: 'The number that QuickBooks shows is the number of the order',
			},
			'number',
			'RefNumber',
		),
		needs: [{ name: 'number', label: 'Number' }],
	},
];

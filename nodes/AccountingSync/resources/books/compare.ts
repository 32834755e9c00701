import type { INodeProperties } from 'n8n-workflow';

import { comparedKinds } from '../../../../quickbooks/books/comparedKinds';
import {
	comparesLines,
	type Comparison,
	comparisonIn,
	customFieldName,
	customFieldValue,
	furtherIn,
	furtherRows,
	orderRows,
	tolerance,
} from '../../../../quickbooks/books/givenOrder';
import { keyRules } from '../../../../quickbooks/books/keyRules';
import { itemOfOrder, itemsWithoutOrder } from '../../../../quickbooks/books/matchOrders';
import { transactionDateFrom, transactionDateTo } from '../../../../quickbooks/filters/dates';
import { alphabetically } from '../../../../quickbooks/form/alphabetically';
import { required } from '../../../../quickbooks/form/convert';
import type { FieldSpec } from '../../../../quickbooks/form/fieldSpec';
import {
	type Form,
	isOptionOn,
	optionsOf,
	requiredId,
	valueOf,
} from '../../../../quickbooks/form/form';
import { once } from '../../../../quickbooks/form/once';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { askInWindows, type Window, windowsOf } from '../../../../quickbooks/queries/windows';
import { hasOpenAmount, openAmountElements } from '../../../../quickbooks/records/openAmount';
import { givesWholeRecords } from '../../../../quickbooks/records/simplify';
import { collection } from '../../../shared/fields/collection';
import { connection } from '../../../shared/fields/connection';
import { fieldOf } from '../../../shared/fields/fieldOf';
import type { Asking, QbxmlKnowledge, RequestContent } from '../../operations/requestContent';
import { readRequest } from '../../operations/requestDocument';
import { steppedOperation } from '../../operations/steppedOperation';
import { readRecordOfOrder } from './recordsOfOrders';

const recordType: INodeProperties = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	noDataExpression: true,
	options: alphabetically(
		comparedKinds.map(({ value, name }) => ({ name, value })),
		({ name }) => name,
	),
	default: 'invoice',
	description: 'What kind of record the orders should be in QuickBooks',
};

const matchBy: INodeProperties = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'options',
	noDataExpression: true,
	options: keyRules.map(({ name, value, description }) => ({ name, value, description })),
	default: 'number',
	description:
		"How to find an order in the books. An Order Number of Create is not in the books: choose Order Number to find what was written with it. Case doesn't matter; totals must match to the cent.",
};

const bound = (row: FieldSpec, description: string): FieldSpec => ({
	...row,
	required: true,
	description,
	convert: required(row.convert),
});

const from = bound(
	transactionDateFrom,
	'The first day of the period to read. It is read once for all items with the same period.',
);
const to = bound(
	transactionDateTo,
	'The last day of the period. An order whose record is dated outside it counts as missing.',
);

const includeUnexpected: INodeProperties = {
	displayName: 'Include Records Without an Order',
	name: 'includeUnexpected',
	type: 'boolean',
	default: true,
	description:
		'Whether to also return records of the period that match no order of this run, with the status unexpected. They come with the first item.',
};

/** The longest period that is read at once, in days. */
const LONGEST_AT_ONCE = 92;
const DAY = 24 * 60 * 60_000;

/** The windows that the period is read in. A long one is read month by month. */
function windowsIn(form: Form): Window[] {
	const [first, last] = [from, to].map((row) => String(valueOf(form, row, row.convert)));
	const { askInWindows: chosen } = optionsOf(form);
	const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
	if (chosen !== undefined) return windowsOf(first, last, chosen);
	const windows = windowsOf(first, last, 'month');
	return days > LONGEST_AT_ONCE ? windows : [[first, last]];
}

/** The elements that are read of each record. They are the same for all items of a run, so that the items share them. */
const elementsFor = (form: Form, { kind, rule }: Comparison): string[] => [
	...new Set([
		...['TxnID', 'RefNumber', kind.party, 'TxnDate', ...kind.totals],
		...(kind.balance === undefined ? [] : [kind.balance]),
		...(hasOpenAmount(kind.balance) ? openAmountElements : []),
		...('orderMemo' in furtherIn(form) ? ['Memo'] : []),
		...('orderPoNumber' in furtherIn(form) ? ['PONumber'] : []),
		...(comparesLines(form) ? kind.lines : []),
		...rule.elements,
	]),
];

function requestsOf(asking: Asking): RequestContent[] {
	const { form } = asking;
	const comparison = comparisonIn(form);
	const { kind, rule } = comparison;
	const name = `${qbxmlOf(kind.query)}Rq`;
	return windowsIn(form).map(([first, last]) => {
		const values = {
			'TxnDateRangeFilter.FromTxnDate': first,
			'TxnDateRangeFilter.ToTxnDate': last,
			...(comparesLines(form) && { IncludeLineItems: true }),
			...(hasOpenAmount(kind.balance) && { IncludeLinkedTxns: true }),
			...(!givesWholeRecords(form) && { IncludeRetElement: elementsFor(form, comparison) }),
			...(rule.value === 'customField' && { OwnerID: ['0'] }),
		};
		return readRequest(asking, { name, values }, kind.name);
	});
}

/** What a form reads: forms that read the same have the same text. */
const readingOf = (form: Form): string =>
	JSON.stringify([
		...[requiredId(form, connection), comparisonIn(form).scope, windowsIn(form)],
		...[elementsFor(form, comparisonIn(form)), givesWholeRecords(form)],
	]);

const requestsOnce = once<QbxmlKnowledge, RequestContent[]>();

/** The requests of a form. Thousands of items that read the same get the very same objects. */
const sharedRequestsOf = (form: Form, qbxml: QbxmlKnowledge | undefined): RequestContent[] =>
	qbxml
		? requestsOnce(qbxml, readingOf(form), () => requestsOf({ form, qbxml }))
		: requestsOf({ form, qbxml });

const firstItems = once<ReadonlyMap<number, Form>, ReadonlyMap<string, number>>();

/** Whether an item is the first of those that read the same. */
function isFirst(forms: ReadonlyMap<number, Form>, itemIndex: number): boolean {
	const first = firstItems(forms, '', () => {
		const lastToFirst = [...forms].reverse();
		return new Map(lastToFirst.map(([index, form]) => [readingOf(form), index]));
	});
	return first.get(readingOf(forms.get(itemIndex) as Form)) === itemIndex;
}

/** Puts orders beside the records of a period: which are missing, different, the same or there twice. */
export const compareBooks = steppedOperation({
	value: 'compare',
	name: 'Compare',
	action: 'Compare orders with the books',
	description: 'Find out which orders are missing, duplicated or different in QuickBooks',
	isQuery: true,
	properties: [
		connection,
		recordType,
		fieldOf(from),
		fieldOf(to),
		matchBy,
		fieldOf(customFieldName),
		fieldOf(customFieldValue),
		...orderRows.map(fieldOf),
		collection('More Values', 'furtherValues', 'Add Value', furtherRows.map(fieldOf)),
	],
	furtherOptions: [
		includeUnexpected,
		fieldOf(tolerance),
		{
			...askInWindows,
			description: `Reads the period in steps of this length, one request each. Without this option it is read at once, or month by month if it is longer than ${LONGEST_AT_ONCE} days.`,
		},
	],
	readFirst: readRecordOfOrder,
	request: sharedRequestsOf,
	then: 'compared',
	steps: {
		compared: {
			answered: ({ form, forms, failed, itemIndex, outcomes }) => {
				const books = {
					answers: outcomes.flatMap((outcome) => ('answers' in outcome ? [outcome.answers] : [])),
					forms,
					failed,
				};
				const hasMore = isOptionOn(form, includeUnexpected) && isFirst(forms, itemIndex);
				return {
					items: [itemOfOrder(books, form), ...(hasMore ? itemsWithoutOrder(books, form) : [])],
				};
			},
		},
	},
});

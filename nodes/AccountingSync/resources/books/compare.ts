import type { INodeProperties } from 'n8n-workflow';

import { comparedKinds } from '../../../../quickbooks/books/comparedKinds';
import {
	comparisonIn,
	customFieldName,
	customFieldValue,
	furtherRows,
	orderRows,
	tolerance,
} from '../../../../quickbooks/books/givenOrder';
import { keyRules } from '../../../../quickbooks/books/keyRules';
import { itemOfOrder, itemsWithoutOrder } from '../../../../quickbooks/books/matchOrders';
import {
	LONGEST_AT_ONCE,
	periodFrom,
	periodReads,
	periodTo,
	wordsOfReading,
} from '../../../../quickbooks/books/periodReads';
import { alphabetically } from '../../../../quickbooks/form/alphabetically';
import { type Form, isOptionOn, requiredId } from '../../../../quickbooks/form/form';
import { once } from '../../../../quickbooks/form/once';
import { askInWindows } from '../../../../quickbooks/queries/windows';
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

const includeUnexpected: INodeProperties = {
	displayName: 'Include Records Without an Order',
	name: 'includeUnexpected',
	type: 'boolean',
	default: true,
	description:
		'Whether to also return records of the period that match no order of this run, with the status unexpected. They come with the first item.',
};

function requestsOf(asking: Asking): RequestContent[] {
	const { kind } = comparisonIn(asking.form);
	return periodReads(asking.form).map((request) => readRequest(asking, request, kind.name));
}

/** What a form reads: forms that read the same have the same text. */
const readingOf = (form: Form): string => `${requiredId(form, connection)} ${wordsOfReading(form)}`;

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
		fieldOf(periodFrom),
		fieldOf(periodTo),
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

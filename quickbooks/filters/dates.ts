import { date, timestamp } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { anHourLater, isCertainlyAfter } from './standardTime';

/** The values of one element in a query in qbXML. */
const at =
	(path: string, write: (value: unknown) => unknown = String): FieldSpec['qbxml'] =>
	(value) => ({ [path]: write(value) as string });

/** The beginning of a period of changes. */
export const beginningAt = (path: string): FieldSpec['qbxml'] => at(path);

/** The end of a period of changes, an hour late: see `anHourLater`. The beginning need not be early. */
export const endAt = (path: string): FieldSpec['qbxml'] => at(path, anHourLater);

/** What a filter for the end of a period needs beside that: its records come with those of an hour too much. */
export const endOf = (
	element: string,
): Pick<FieldSpec, 'isOutside' | 'needs' | 'sentToEndpoint'> => ({
	sentToEndpoint: anHourLater,
	needs: [element],
	isOutside: ({ [element]: shown }, value) => isCertainlyAfter(shown, value),
});

export const modifiedAfter: FieldSpec = {
	displayName: 'Modified After',
	name: 'modifiedAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only records that were changed after this time. A time without an offset is in the workflow's time zone.",
	wire: 'modified_after',
	qbxml: beginningAt('FromModifiedDate'),
	convert: timestamp,
};

export const modifiedBefore: FieldSpec = {
	displayName: 'Modified Before',
	name: 'modifiedBefore',
	type: 'dateTime',
	default: '',
	description:
		"Only records that were changed before this time. In summer, they may be up to an hour too many. A time without an offset is in the workflow's time zone.",
	wire: 'modified_before',
	qbxml: endAt('ToModifiedDate'),
	...endOf('TimeModified'),
	convert: timestamp,
};

/** The same two for sales tax items and codes. There the interface calls them start and end. */
export const modifiedStart: FieldSpec = {
	...modifiedAfter,
	displayName: 'Modified From',
	name: 'modifiedStart',
	description:
		"Only records that were changed at or after this time. A time without an offset is in the workflow's time zone.",
	wire: 'modified_start',
};

export const modifiedEnd: FieldSpec = {
	...modifiedBefore,
	displayName: 'Modified Until',
	name: 'modifiedEnd',
	description:
		"Only records that were changed at or before this time. In summer, they may be up to an hour too many. A time without an offset is in the workflow's time zone.",
	wire: 'modified_end',
};

const day = (
	displayName: string,
	name: string,
	description: string,
	wire: string,
	qbxml?: FieldSpec['qbxml'],
): FieldSpec => ({
	displayName,
	name,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description,
	wire,
	...(qbxml && { qbxml }),
	convert: date,
});

/** In qbXML, a query for transactions has either the bounds of the change or those of the date. Days compare as texts. */
const besideModified = {
	needs: ['TxnDate'],
	matchedBeside: [modifiedAfter.name, modifiedBefore.name],
};

export const transactionDateFrom: FieldSpec = {
	...day(
		'Transaction Date From',
		'transactionDateFrom',
		'Only transactions dated this day or later',
		'from_transaction_date',
		at('TxnDateRangeFilter.FromTxnDate'),
	),
	...besideModified,
	matches: ({ TxnDate = '' }, value) => String(TxnDate) >= String(value),
};

export const transactionDateTo: FieldSpec = {
	...day(
		'Transaction Date To',
		'transactionDateTo',
		'Only transactions dated this day or earlier',
		'to_transaction_date',
		at('TxnDateRangeFilter.ToTxnDate'),
	),
	...besideModified,
	matches: ({ TxnDate }, value) => TxnDate !== undefined && String(TxnDate) <= String(value),
};

export const transactionModifiedAfter: FieldSpec = {
	...modifiedAfter,
	qbxml: beginningAt('ModifiedDateRangeFilter.FromModifiedDate'),
};

export const transactionModifiedBefore: FieldSpec = {
	...modifiedBefore,
	qbxml: endAt('ModifiedDateRangeFilter.ToModifiedDate'),
};

/** qbXML has no such filter. Days compare as texts. */
const dueDay = (...[label, name, description, wire]: [string, string, string, string]) => ({
	...day(label, name, description, wire),
	needs: ['DueDate'],
});

export const dueDateFrom: FieldSpec = {
	...dueDay(
		'Due Date From',
		'dueDateFrom',
		'Only transactions that are due on this day or later',
		'from_due_date',
	),
	matches: ({ DueDate = '' }, value) => String(DueDate) >= String(value),
};

export const dueDateTo: FieldSpec = {
	...dueDay(
		'Due Date To',
		'dueDateTo',
		'Only transactions that are due on this day or earlier',
		'to_due_date',
	),
	matches: ({ DueDate }, value) => DueDate !== undefined && String(DueDate) <= String(value),
};

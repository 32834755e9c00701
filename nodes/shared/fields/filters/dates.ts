import { date, timestamp } from '../../form/convert';
import type { FieldSpec } from '../../form/fieldSpec';

export const modifiedAfter: FieldSpec = {
	displayName: 'Modified After',
	name: 'modifiedAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only records that were changed after this moment. A time without an offset is in the workflow's time zone.",
	wire: 'modified_after',
	convert: timestamp,
};

export const modifiedBefore: FieldSpec = {
	displayName: 'Modified Before',
	name: 'modifiedBefore',
	type: 'dateTime',
	default: '',
	description:
		"Only records that were changed before this moment. A time without an offset is in the workflow's time zone.",
	wire: 'modified_before',
	convert: timestamp,
};

/** The same two for sales tax items and codes. There the interface calls them start and end. */
export const modifiedStart: FieldSpec = {
	...modifiedAfter,
	displayName: 'Modified From',
	name: 'modifiedStart',
	description:
		"Only records that were changed at or after this moment. A time without an offset is in the workflow's time zone.",
	wire: 'modified_start',
};

export const modifiedEnd: FieldSpec = {
	...modifiedBefore,
	displayName: 'Modified Until',
	name: 'modifiedEnd',
	description:
		"Only records that were changed at or before this moment. A time without an offset is in the workflow's time zone.",
	wire: 'modified_end',
};

const day = (displayName: string, name: string, description: string, wire: string): FieldSpec => ({
	displayName,
	name,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description,
	wire,
	convert: date,
});

export const transactionDateFrom = day(
	'Transaction Date From',
	'transactionDateFrom',
	'Only transactions of this day or later',
	'from_transaction_date',
);

export const transactionDateTo = day(
	'Transaction Date To',
	'transactionDateTo',
	'Only transactions of this day or earlier',
	'to_transaction_date',
);

export const dueDateFrom = day(
	'Due Date From',
	'dueDateFrom',
	'Only invoices that are due on this day or later',
	'from_due_date',
);

export const dueDateTo = day(
	'Due Date To',
	'dueDateTo',
	'Only invoices that are due on this day or earlier',
	'to_due_date',
);

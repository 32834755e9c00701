import {
	transactionDateFrom,
	transactionDateTo,
	transactionModifiedAfter,
	transactionModifiedBefore,
} from '../filters/dates';
import {
	currencyListIds,
	memoContains,
	refNumberContains,
	refNumberFrom,
	refNumberTo,
	totalFrom,
	totalTo,
} from '../filters/kinds';
import type { FieldSpec } from '../form/fieldSpec';
import type { RecordField } from './record';

export const transactionDate: RecordField = {
	path: 'TxnDate',
	label: 'Transaction Date',
	help: "The date of the transaction: today, unless you choose another. From a date with a time, the day in the workflow's time zone is taken; midnight in UTC is that day. If empty, QuickBooks may take the date of the last transaction of this kind.",
	helpInChange:
		"The date of the transaction. From a date with a time, the day in the workflow's time zone is taken.",
	initial: '={{ $today.toISODate() }}',
	wire: 'transaction_date',
};

export const refNumber: RecordField = {
	path: 'RefNumber',
	label: 'Reference Number',
	help: 'The number of the transaction. If empty, QuickBooks uses its next number.',
	placeholder: '1042',
	wire: 'ref_number',
};

export const memo: RecordField = {
	path: 'Memo',
	label: 'Memo',
	help: 'A note for your own books. Sales are printed without it, and checks with it.',
	placeholder: 'Order 1042 from the web shop',
	wire: 'memo',
};

export const exchangeRate: RecordField = {
	path: 'ExchangeRate',
	label: 'Exchange Rate',
	help: 'How much one unit of the foreign currency is worth in the currency of the company file',
};

export const classOf = (help: string): RecordField => ({
	path: 'ClassRef',
	label: 'Class',
	help,
	list: 'classes',
	wire: 'class_list_id',
});

/** For what is as a whole of a class. The help is the same, so that the description has it only once. */
export const ownClass = classOf('The class that it belongs to');

/** What identifies a transaction and its state, the last thing that people look for. */
export const identity: readonly string[] = [
	...['TxnID', 'TxnNumber', 'EditSequence', 'TimeCreated', 'TimeModified'],
];

/** The filters that the queries for all transactions have in common. */
export const dateFilters: readonly FieldSpec[] = [
	transactionDateFrom,
	transactionDateTo,
	transactionModifiedAfter,
	transactionModifiedBefore,
];

export const refNumberFilters: readonly FieldSpec[] = [
	refNumberContains,
	refNumberFrom,
	refNumberTo,
];

/** The filters that the queries for most transactions have in common. */
export const transactionFilters: readonly FieldSpec[] = [
	...dateFilters,
	...refNumberFilters,
	currencyListIds,
	memoContains,
	totalFrom,
	totalTo,
];

import {
	transactionDateFrom,
	transactionDateTo,
	transactionModifiedAfter,
	transactionModifiedBefore,
} from '../fields/filters/dates';
import {
	currencyListIds,
	memoContains,
	refNumberContains,
	refNumberFrom,
	refNumberTo,
	totalFrom,
	totalTo,
} from '../fields/filters/kinds';
import type { FieldSpec } from '../form/fieldSpec';
import type { RecordField } from './record';

export const transactionDate: RecordField = {
	path: 'TxnDate',
	label: 'Transaction Date',
	help: "The date of the transaction. If there is a time too, the day in the workflow's time zone counts. If empty, QuickBooks chooses today, or the date of the last transaction of this kind.",
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
	help: 'A note for your own books; it is not printed',
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

import { transactionDateFrom, transactionDateTo } from '../filters/dates';
import { required } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { type Form, optionsOf, valueOf } from '../form/form';
import type { DocumentRequest } from '../qbxml/document';
import { qbxmlOf } from '../queries/query';
import { type Window, windowsOf } from '../queries/windows';
import { hasOpenAmount, openAmountElements } from '../records/openAmount';
import { givesWholeRecords } from '../records/simplify';
import { comparesLines, type Comparison, comparisonIn, furtherIn } from './givenOrder';

const bound = (row: FieldSpec, description: string): FieldSpec => ({
	...row,
	required: true,
	description,
	convert: required(row.convert),
});

export const periodFrom = bound(
	transactionDateFrom,
	'The first day of the period to read. It is read once for all items with the same period.',
);

export const periodTo = bound(
	transactionDateTo,
	'The last day of the period. An order whose record is dated outside it counts as missing.',
);

/** The longest period that is read at once, in days. */
export const LONGEST_AT_ONCE = 92;
const DAY = 24 * 60 * 60_000;

/** The windows that the period is read in. A long one is read month by month. */
function windowsIn(form: Form): Window[] {
	const [first, last] = [periodFrom, periodTo].map((row) =>
		String(valueOf(form, row, row.convert)),
	);
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

/** The requests that read the period, one for each of its windows. */
export function periodReads(form: Form): DocumentRequest[] {
	const comparison = comparisonIn(form);
	const { kind, rule } = comparison;
	return windowsIn(form).map(([first, last]) => ({
		name: `${qbxmlOf(kind.query)}Rq`,
		values: {
			'TxnDateRangeFilter.FromTxnDate': first,
			'TxnDateRangeFilter.ToTxnDate': last,
			...(comparesLines(form) && { IncludeLineItems: true }),
			...(hasOpenAmount(kind.balance) && { IncludeLinkedTxns: true }),
			...(!givesWholeRecords(form) && { IncludeRetElement: elementsFor(form, comparison) }),
			...(rule.value === 'customField' && { OwnerID: ['0'] }),
		},
	}));
}

/** What a form reads of a connection, in words that forms which read the same have in common. */
export function wordsOfReading(form: Form): string {
	const comparison = comparisonIn(form);
	return JSON.stringify([
		...[comparison.scope, windowsIn(form)],
		...[elementsFor(form, comparison), givesWholeRecords(form)],
	]);
}

import { formatDateTime, secondsOf } from './dates';
import type { ListRecord } from './types';
import type { Reference } from './value-types';

/** Each list counts its ListIDs from its own start, so that all ListIDs of a company are different. */
const listStarts = {
	customers: 0x80000001,
	vendors: 0x80010001,
	items: 0x80020001,
	salesTaxCodes: 0x80030001,
	terms: 0x80040001,
	classes: 0x80050001,
	accounts: 0x80060001,
	templates: 0x80070001,
	currencies: 0x80080001,
} as const;

export type ListName = keyof typeof listStarts;

const FIRST_LIST_TIME = 1_700_000_001;

/** The ListID of a record by its position in the list, from 0: `80000001-1700000001` is the first customer. */
const listId = (list: ListName, index: number): string =>
	`${(listStarts[list] + index).toString(16).toUpperCase()}-${FIRST_LIST_TIME + index}`;

/** A TxnID or TxnLineID: a hexadecimal count and the time of creation in seconds, as in `1A-1767225600`. */
export const transactionId = (count: number, created: Date): string =>
	`${count.toString(16).toUpperCase()}-${secondsOf(created)}`;

/** The first elements of every list record. The record has not been modified since it was created. */
export const listRecord = (
	list: ListName,
	index: number,
	Name: string,
	created: Date,
): ListRecord => ({
	ListID: listId(list, index),
	TimeCreated: formatDateTime(created),
	TimeModified: formatDateTime(created),
	EditSequence: String(secondsOf(created)),
	Name,
	IsActive: 'true',
});

/** A reference to this record. */
export const referenceTo = (record: {
	ListID: string;
	Name: string;
	FullName?: string;
}): Reference => ({ ListID: record.ListID, FullName: record.FullName ?? record.Name });

/** Marks a record as modified. Its time never goes back, and its edit sequence changes even twice within a second. */
export function touch(record: { TimeModified: string; EditSequence: string }, moment: Date): void {
	const latest = Math.max(moment.getTime(), Date.parse(record.TimeModified));
	record.TimeModified = formatDateTime(new Date(latest));
	record.EditSequence = String(Math.max(secondsOf(moment), Number(record.EditSequence) + 1));
}

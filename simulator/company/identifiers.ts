import { isFirstTouch, set } from './changes';
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
	employees: 0x80090001,
	otherNames: 0x800a0001,
	paymentMethods: 0x800b0001,
	shipMethods: 0x800c0001,
	salesReps: 0x800d0001,
	customerMsgs: 0x800e0001,
	customerTypes: 0x800f0001,
	vendorTypes: 0x80100001,
	jobTypes: 0x80110001,
	priceLevels: 0x80120001,
	unitOfMeasureSets: 0x80130001,
	inventorySites: 0x80140001,
	contacts: 0x80150001,
	vehicles: 0x80160001,
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

/** The ListID of a record that is added later: its time is that of its creation. */
export const laterListId = (list: ListName, index: number, created: Date): string =>
	`${(listStarts[list] + index).toString(16).toUpperCase()}-${secondsOf(created)}`;

const references = new WeakMap<object, Reference>();

/** The reference to this record. Everything that refers to it shares one, so that a new name shows everywhere. */
export function referenceTo(record: {
	ListID: string;
	Name: string;
	FullName?: string;
}): Reference {
	const known = references.get(record);
	if (known !== undefined) return known;
	const reference = { ListID: record.ListID, FullName: record.FullName ?? record.Name };
	references.set(record, reference);
	return reference;
}

/** A copy of records that has nothing in common with them. What refers to a record refers to its copy there. */
export function copyRecords<T>(value: T, copies = new Map<unknown, unknown>()): T {
	if (typeof value !== 'object' || value === null) return value;
	const known = copies.get(value);
	if (known !== undefined) return known as T;
	const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<
		string,
		unknown
	>;
	copies.set(value, copy);
	for (const name in copy) {
		const part = copy[name];
		if (typeof part === 'object') copy[name] = copyRecords(part, copies);
	}
	const reference = references.get(value);
	if (reference !== undefined) references.set(copy, copyRecords(reference, copies));
	return copy as T;
}

/** Marks a record as modified. Its time never goes back, and its edit sequence changes even twice within a second. */
export function touch(record: { TimeModified: string; EditSequence: string }, moment: Date): void {
	if (!isFirstTouch(record)) return;
	const latest = Math.max(moment.getTime(), Date.parse(record.TimeModified));
	set(record, {
		TimeModified: formatDateTime(new Date(latest)),
		EditSequence: String(Math.max(secondsOf(moment), Number(record.EditSequence) + 1)),
	});
}

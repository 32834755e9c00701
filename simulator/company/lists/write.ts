import type Big from 'big.js';

import { decimal, formatAmount } from '../amounts';
import { append, set, takeOut } from '../changes';
import { formatDateTime, secondsOf } from '../dates';
import { findById } from '../find';
import { refusedBy } from '../follow';
import { laterListId, type ListName, referenceTo, touch } from '../identifiers';
import { isCreditAccount, isOfBalanceSheet } from '../postings';
import { without, withoutCleared } from '../records';
import { Refusal } from '../refusal';
import { transactionKinds } from '../transactions/kinds';
import type { Company, ListRecord } from '../types';
import type { RecordContent, RecordValue, Reference } from '../value-types';
import { withSettledAccounts } from './item-accounts';
import type { AnyRecord, ListKind } from './kind';
import { listKinds } from './kinds';

/** Customers, vendors, employees and other names share one space of names. */
const people = ['customers', 'vendors', 'employees', 'otherNames'] as const;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A name is taken by every record of its space, be it active or not. */
function requireFreeName(company: Company, kind: ListKind, name: string, own?: ListRecord): void {
	const isPerson = (people as readonly string[]).includes(kind.list) && !name.includes(':');
	const lists = isPerson ? people : [kind.list];
	const isTaken = lists.some((list) =>
		(company[list] as ListRecord[]).some(
			(record) => record !== own && isSame(record.FullName ?? record.Name, name),
		),
	);
	if (isTaken) throw new Refusal(3100, name);
}

const parentOf = (
	company: Company,
	kind: ListKind,
	fields: RecordContent,
): ListRecord | undefined =>
	kind.isTree
		? findById(
				company[kind.list] as ListRecord[],
				(fields.ParentRef as Reference | undefined)?.ListID,
			)
		: undefined;

/** The last level of a list, counted from 0. */
const LAST_LEVEL = 4;

function placeInTree(parent: ListRecord | undefined, kind: ListKind, name: string): RecordContent {
	if (parent === undefined) return { FullName: name, Sublevel: '0' };
	const parentName = parent.FullName ?? parent.Name;
	const level = Number(parent.Sublevel ?? '0') + 1;
	if (level > LAST_LEVEL) throw refusedBy('five-levels', parentName, kind.name);
	return {
		FullName: `${parentName}:${name}`,
		Sublevel: String(level),
		ParentRef: referenceTo(parent),
	};
}

const present = (fields: RecordContent): RecordContent =>
	Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
	);

function nextListId(company: Company, list: ListName & keyof Company, created: Date): string {
	const count = company.listCounts[list] ?? (company[list] as unknown[]).length;
	set(company.listCounts, { [list]: count + 1 });
	return laterListId(list, count, created);
}

/** Adds a record to its list, and books what it begins with. */
export function addRecord(
	company: Company,
	kind: ListKind,
	given: RecordContent,
	created: Date,
): AnyRecord {
	const fields = { ...present(given) };
	for (const opening of kind.openings ?? []) delete fields[opening];
	const complete = { ...kind.defaults?.(company, fields), ...fields };
	const all = { ...complete, ...kind.derived?.(company, complete) };
	const name = String(all[kind.nameElement ?? 'Name']);
	const place = kind.isTree ? placeInTree(parentOf(company, kind, fields), kind, name) : {};
	requireFreeName(company, kind, String(place.FullName ?? name));
	const record = present({
		...(kind.list === 'items' && { kind: `${kind.name}Ret` }),
		...all,
		ListID: nextListId(company, kind.list, created),
		TimeCreated: formatDateTime(created),
		TimeModified: formatDateTime(created),
		EditSequence: String(secondsOf(created)),
		Name: name,
		IsActive: all.IsActive ?? 'true',
		...place,
	}) as AnyRecord;
	append(company[kind.list] as AnyRecord[], record);
	kind.open?.(company, record, given, created);
	return record;
}

function rename(record: AnyRecord, place: RecordContent): void {
	set(record, place as Partial<AnyRecord>);
	set(referenceTo(record), { FullName: record.FullName ?? record.Name });
}

/** Gives a record and all below it their full names anew. */
function placeAgain(company: Company, kind: ListKind, record: AnyRecord): void {
	const list = company[kind.list] as AnyRecord[];
	rename(record, placeInTree(parentOf(company, kind, record), kind, record.Name));
	for (const child of list) {
		if (child.ParentRef?.ListID === record.ListID) placeAgain(company, kind, child);
	}
}

function moveTotal(list: AnyRecord[], holder: ListRecord | undefined, amount: Big): void {
	const record = holder as AnyRecord | undefined;
	if (record === undefined) return;
	const total = decimal(String(record.TotalBalance)).plus(amount);
	set(record, { TotalBalance: formatAmount(total) } as Partial<AnyRecord>);
	moveTotal(list, findById(list, record.ParentRef?.ListID), amount);
}

function requireAbove(list: AnyRecord[], parent: ListRecord | undefined, record: AnyRecord): void {
	for (let holder = parent; holder; holder = findById(list, holder.ParentRef?.ListID)) {
		if (holder === record) {
			throw new Refusal(
				3210,
				'ParentRef',
				parent?.Name ?? '',
				'A record cannot stand below itself.',
			);
		}
	}
}

/** Within an address, what is not named stays, as it does in the record. */
function merged(
	before: RecordValue | undefined,
	change: RecordValue | undefined,
): RecordValue | undefined {
	const areGroups = [before, change].every(
		(value) => typeof value === 'object' && !Array.isArray(value) && value.ListID === undefined,
	);
	return areGroups ? { ...(before as RecordContent), ...(change as RecordContent) } : change;
}

function withChanges(record: AnyRecord, given: RecordContent): RecordContent {
	const changes = Object.entries(given).map(([name, change]) => [
		name,
		name.endsWith('Mod') ? change : withoutCleared(merged(record[name], change)),
	]);
	return { ...record, ...Object.fromEntries(changes) };
}

/** Notes are changed by their number. */
function changedNotes({ AdditionalNotesMod, AdditionalNotesRet }: RecordContent): RecordContent {
	const changes = (AdditionalNotesMod ?? []) as RecordContent[];
	const list = ((AdditionalNotesRet ?? []) as RecordContent[]).map((note) => {
		const change = changes.find(({ NoteID }) => NoteID === note.NoteID);
		return change ? { ...note, Note: change.Note } : note;
	});
	return { AdditionalNotesMod: undefined, ...(list.length > 0 && { AdditionalNotesRet: list }) };
}

/** The currency of somebody with transactions, or of an account with postings, stays. */
function requireSameCurrency(company: Company, record: AnyRecord, content: RecordContent): void {
	const [before, after] = [record, content].map(
		({ CurrencyRef }) => (CurrencyRef as Reference | undefined)?.ListID,
	);
	if (before === after || !isInUse(company, record)) return;
	const { FullName } = content.CurrencyRef as Reference;
	throw new Refusal(3210, 'CurrencyRef', FullName, 'The record is in use in another currency.');
}

/** What an account holds would change its sign. */
function requireSameSide(record: AnyRecord, { AccountType }: RecordContent): void {
	if (record.AccountType === undefined || record.AccountType === AccountType) return;
	if (AccountType === 'NonPosting') {
		throw refusedBy('non-posting-accounts', 'AccountType', AccountType);
	}
	const sideOf = (type: unknown): string => {
		const account = { AccountType: String(type) };
		return `${isCreditAccount(account)} ${isOfBalanceSheet(account)}`;
	};
	if (sideOf(record.AccountType) === sideOf(AccountType)) return;
	const why = 'The type of an account cannot change to one of the other side.';
	throw new Refusal(3210, 'AccountType', String(AccountType), why);
}

/** Whether a sales tax code taxes stays once it is used, and of the two that every company file has, always. */
function requireSameTaxing(
	company: Company,
	{ name }: ListKind,
	record: AnyRecord,
	{ IsTaxable }: RecordContent,
): void {
	if (name !== 'SalesTaxCode' || record.IsTaxable === IsTaxable) return;
	if (!['Tax', 'Non'].includes(record.Name) && !isInUse(company, record)) return;
	throw refusedBy('sales-tax-code-in-use', 'IsTaxable', String(IsTaxable));
}

/** An item keeps its base unit unless the request insists; nothing is converted then. */
function requireSameBaseUnit(
	company: Company,
	record: AnyRecord,
	content: RecordContent,
	given: RecordContent,
): void {
	const [before, after] = [record, content].map(({ UnitOfMeasureSetRef: measures }) => {
		const found = findById(company.unitOfMeasureSets, (measures as Reference | undefined)?.ListID);
		return (found?.BaseUnit as RecordContent | undefined)?.Name;
	});
	if (before === undefined || before === after || given.ForceUOMChange === 'true') return;
	throw refusedBy('another-base-unit', 'item');
}

/** Changes a record of a list. What the request does not name stays; an empty element is cleared. */
export function changeRecord(
	company: Company,
	kind: ListKind,
	record: AnyRecord,
	given: RecordContent,
	moment: Date,
): void {
	const list = company[kind.list] as AnyRecord[];
	const settled =
		kind.list === 'items' ? withSettledAccounts(company, record, given, moment) : given;
	const wanted = withChanges(record, settled);
	const noted = { ...wanted, ...changedNotes(wanted) };
	const content = { ...noted, ...kind.derived?.(company, noted) };
	const name = String(content[kind.nameElement ?? 'Name']);
	const parent = parentOf(company, kind, content);
	const before = findById(list, record.ParentRef?.ListID);
	requireAbove(list, parent, record);
	requireSameCurrency(company, record, content);
	requireSameSide(record, content);
	requireSameTaxing(company, kind, record, content);
	requireSameBaseUnit(company, record, content, given);
	const place = kind.isTree ? placeInTree(parent, kind, name) : {};
	requireFreeName(company, kind, String(place.FullName ?? name), record);
	set(record, {
		...without(content, 'ForceUOMChange'),
		Name: name,
		...(kind.isTree && { ParentRef: place.ParentRef }),
	} as Partial<AnyRecord>);
	if (kind.isTree) placeAgain(company, kind, record);
	else rename(record, {});
	if (parent !== before && record.TotalBalance !== undefined) {
		const total = decimal(String(record.TotalBalance));
		moveTotal(list, before, total.times(-1));
		moveTotal(list, parent, total);
	}
	touch(record, moment);
}

/** Whether a value names a record, in whatever depth. */
function refersTo(value: RecordValue | undefined, id: string): boolean {
	if (typeof value === 'string') return value === id;
	if (value === undefined) return false;
	return Object.values(value).some((part) => refersTo(part as RecordValue | undefined, id));
}

function isInUse(company: Company, record: AnyRecord): boolean {
	const lists = new Set([...listKinds.values()].map(({ list }) => list));
	const records = [...lists].flatMap((list) => company[list] as AnyRecord[]);
	const transactions = [...transactionKinds.values()].flatMap(
		({ list }) => company[list] as RecordContent[],
	);
	return (
		records.some((other) => other !== record && refersTo(other, record.ListID)) ||
		transactions.some((transaction) => refersTo(transaction, record.ListID))
	);
}

/** Deletes a record that nothing else refers to. */
export function deleteRecord(
	company: Company,
	kind: ListKind,
	record: AnyRecord,
	moment: Date,
): void {
	if (company.isMultiUser) throw refusedBy('deletion-in-multi-user-mode');
	const list = company[kind.list] as AnyRecord[];
	const isNeeded =
		record.SpecialAccountType !== undefined || record.ListID === company.currencies[0].ListID;
	if (isNeeded || isInUse(company, record)) {
		throw refusedBy('deletion-of-what-is-in-use', record.ListID);
	}
	const count = company.listCounts[kind.list] ?? list.length;
	set(company.listCounts, { [kind.list]: count });
	takeOut(list, record);
	append(company.deletedRecords, {
		type: kind.name,
		id: record.ListID,
		TimeCreated: record.TimeCreated,
		TimeDeleted: formatDateTime(moment),
		label: record.FullName ?? record.Name,
	});
}

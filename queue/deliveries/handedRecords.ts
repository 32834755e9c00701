import { isObject, type JsonObject } from '../../quickbooks/json/object';
import type { AnswerRecord } from '../../quickbooks/qbxml/answer';
import { hashOfText } from '../calls/shortHash';
import { asStored, marksIn } from './storedMarks';

/** How many records a node remembers, at most 20 kB. Beyond that, a record may come twice, but none gets lost. */
const REMEMBERED = 1000;
const STATIC_KEY = 'handedRecords';
const MINUTE = 60_000;
/** What an item shows of its stock, which moves without a new TimeModified. */
const STOCK = 'QuantityOnHand';

/** How many letters of a mark say which record it is, and which version: 54 and 48 bits. */
const [ID_LENGTH, VERSION_LENGTH] = [9, 8];

/** The same text for the same content, whichever query it comes from: an answer in JSON has elements in another order. */
function canonical(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(canonical);
	if (!isObject(value)) return String(value);
	return Object.keys(value)
		.sort()
		.map((name) => [name, canonical(value[name])]);
}

/**
 * What tells one version of a record from the others: all that it shows, because QuickBooks changes balances and stock without
 * a new EditSequence or TimeModified. A record is deleted only once. Undefined if it does not show whether it has changed.
 */
function versionOf({ fields }: AnswerRecord): unknown {
	const { EditSequence, TimeModified, ListDelType, TxnDelType } = fields;
	if ((ListDelType ?? TxnDelType) !== undefined) return 'deleted';
	return (EditSequence ?? TimeModified) === undefined ? undefined : canonical(fields);
}

const digest = (value: unknown, length: number): string =>
	hashOfText(length, JSON.stringify(value));

/**
 * Identifies a record in its current version. Undefined if the record does not show its version.
 * @param onlyNew For a record that is handed over only while it is new, whatever its version.
 */
export function recordMark(record: AnswerRecord, onlyNew = false): string | undefined {
	const { type, fields } = record;
	const { TxnID, ListID, ListDelType, TxnDelType } = fields;
	const version = onlyNew ? 'new' : versionOf(record);
	if ((TxnID ?? ListID) === undefined || version === undefined) return undefined;
	const id = [type, TxnID, ListID, ListDelType, TxnDelType];
	return `${digest(id, ID_LENGTH)}${digest(version, VERSION_LENGTH)}`;
}

const idOf = (mark: string): string => mark.slice(0, ID_LENGTH);

/** The records that were handed over for a scheduled query. Another scheduled query starts over. */
interface Handed {
	scheduledQuery: string;
	/** How often records were remembered. Tells which of two copies is the newer one. */
	count: number;
	/** See storedMarks.ts. */
	marks: string;
}

// n8n saves static data as a whole, and the last writer wins: see takenPages.ts.
const memories = new Map<string, Handed>();

/** A scheduled query's memory of what it has handed over. */
export interface Memory {
	/** Workflow and node. */
	node: string;
	staticData: JsonObject;
	scheduledQuery: string;
	/** Whether only new records are handed over. */
	onlyNew?: boolean;
}

/**
 * What was handed over before, by record: in its newest version alone, for a stock that goes from 5 to 4 and back has changed
 * twice. The newest last.
 */
function handedBefore({ node, staticData, scheduledQuery }: Memory) {
	const copies = [staticData[STATIC_KEY], memories.get(node)]
		.map((copy) => (copy ?? {}) as Partial<Handed>)
		.filter((copy) => copy.scheduledQuery === scheduledQuery)
		.sort((one, other) => (one.count ?? 0) - (other.count ?? 0));
	const marks = new Map<string, string>();
	for (const mark of copies.flatMap((copy) => marksIn(copy.marks))) keep(marks, mark);
	return { marks, count: copies.at(-1)?.count ?? 0 };
}

function keep(marks: Map<string, string>, mark: string): void {
	marks.delete(idOf(mark));
	marks.set(idOf(mark), mark);
}

/** The records that have not been handed over before in this version. */
export function newRecords(memory: Memory, records: AnswerRecord[]): AnswerRecord[] {
	const { marks } = handedBefore(memory);
	if (marks.size === 0) return records;
	return records.filter((record) => {
		const mark = recordMark(record, memory.onlyNew);
		return mark === undefined || marks.get(idOf(mark)) !== mark;
	});
}

const WITH_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Whether a record may have been created since the run before. A record that has come to be after that run was answered was
 * created after its start, and so after the moment since when this run asks. What can't be told counts as new.
 * @param since Since when its run asks (see `sinceInQuery`).
 */
export function mayBeNew({ fields }: AnswerRecord, since: string | null | undefined): boolean {
	const created = String(fields.TimeCreated);
	return !since || !WITH_OFFSET.test(created) || !(Date.parse(created) < Date.parse(since));
}

/** A run of changes. */
interface RunOfChanges {
	/** When it was queued. */
	start: string | undefined;
	/** Since when it asks. Null for everything. */
	since: string | null | undefined;
	/** How long before its start the next run's changes begin, in minutes. */
	overlap: number;
}

/**
 * Whether the next run may return a record again: it asks for changes from shortly before the start of this run. An item of which
 * there is a stock may have moved at any time, and so may one that came although it was changed before this run's changes began.
 */
function mayComeAgain({ fields }: AnswerRecord, { start, since, overlap }: RunOfChanges): boolean {
	const changed = Date.parse(String(fields.TimeModified ?? fields.TimeDeleted));
	const begin = Date.parse(String(start)) - overlap * MINUTE;
	const mayMoveInSilence = STOCK in fields || changed < Date.parse(String(since));
	return Number.isNaN(changed) || Number.isNaN(begin) || changed >= begin || mayMoveInSilence;
}

/** Stores what this process has remembered of a node's records since the static data was read. */
export function storeRecords(node: string, staticData: JsonObject): void {
	const memory = memories.get(node);
	const { count = 0 } = (staticData[STATIC_KEY] ?? {}) as Partial<Handed>;
	if (memory && memory.count > count) staticData[STATIC_KEY] = { ...memory };
}

/** Remembers records of a run that were handed over, if they may come again. */
export function rememberRecords(memory: Memory, records: AnswerRecord[], run: RunOfChanges): void {
	const { node, staticData, scheduledQuery } = memory;
	const { marks, count } = handedBefore(memory);
	for (const record of records) {
		const mark = recordMark(record, memory.onlyNew);
		// What can't come again is not remembered, but what was remembered of it is over.
		if (mark !== undefined && (marks.has(idOf(mark)) || mayComeAgain(record, run))) {
			keep(marks, mark);
		}
	}
	if (marks.size === 0) return;
	const newest = [...marks.values()].slice(-REMEMBERED);
	const all: Handed = { scheduledQuery, count: count + 1, marks: asStored(newest) };
	memories.set(node, all);
	staticData[STATIC_KEY] = { ...all };
}

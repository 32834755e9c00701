import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { AnswerRecord } from '../../shared/qbxml/answer';
import { asStored, marksIn } from './storedMarks';

/** How many records a node remembers, at most 20 kB. Beyond that, a record may come twice, but none gets lost. */
const REMEMBERED = 1000;
const STATIC_KEY = 'handedRecords';
const MINUTE = 60_000;

/** What tells one version of a record from the others. A record is deleted only once. Undefined if it does not show that. */
function versionOf({ fields }: AnswerRecord): unknown[] | undefined {
	const { EditSequence, TimeModified, ListDelType, TxnDelType } = fields;
	const deletedType = ListDelType ?? TxnDelType;
	if (deletedType !== undefined) return [deletedType];
	return (EditSequence ?? TimeModified) === undefined ? undefined : [EditSequence, TimeModified];
}

/**
 * Identifies a record in its current version. Undefined if the record does not show its version.
 * @param onlyNew For a record that is handed over only while it is new, whatever its version.
 */
export function recordMark(record: AnswerRecord, onlyNew = false): string | undefined {
	const { type, fields } = record;
	const { TxnID, ListID } = fields;
	const version = onlyNew ? ['new'] : versionOf(record);
	if ((TxnID ?? ListID) === undefined || version === undefined) return undefined;
	return createHash('sha256')
		.update(JSON.stringify([type, TxnID, ListID, ...version]))
		.digest('base64url')
		.slice(0, 14);
}

/** The records that were handed over for a scheduled query. Another scheduled query starts over. */
interface Handed {
	scheduledQuery: string;
	/** See storedMarks.ts. */
	marks: string;
}

// n8n saves static data as a whole, and the last writer wins: see deduplication.ts.
const memories = new Map<string, Handed>();

function marksOf(handed: unknown, scheduledQuery: string): string[] {
	const { scheduledQuery: own, marks } = (handed ?? {}) as Partial<Handed>;
	return own === scheduledQuery ? marksIn(marks) : [];
}

/** A scheduled query's memory of what it has handed over. */
export interface Memory {
	/** Workflow and node. */
	node: string;
	staticData: IDataObject;
	scheduledQuery: string;
	/** Whether only new records are handed over. */
	onlyNew?: boolean;
}

const handedBefore = ({ node, staticData, scheduledQuery }: Memory): Set<string> =>
	new Set([
		...marksOf(staticData[STATIC_KEY], scheduledQuery),
		...marksOf(memories.get(node), scheduledQuery),
	]);

/** The records that have not been handed over before in this version. */
export function newRecords(memory: Memory, records: AnswerRecord[]): AnswerRecord[] {
	const before = handedBefore(memory);
	if (before.size === 0) return records;
	return records.filter((record) => !before.has(recordMark(record, memory.onlyNew) ?? ''));
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

/** Whether the next run may return a record again: it asks for changes from shortly before the start of this run. */
function mayComeAgain(
	{ fields }: AnswerRecord,
	start: string | undefined,
	overlap: number,
): boolean {
	const changed = Date.parse(String(fields.TimeModified ?? fields.TimeDeleted));
	const begin = Date.parse(String(start)) - overlap * MINUTE;
	return Number.isNaN(changed) || Number.isNaN(begin) || changed >= begin;
}

/**
 * Remembers records that were handed over, if they may come again.
 * @param start When their run was queued.
 */
export function rememberRecords(
	memory: Memory,
	records: AnswerRecord[],
	start: string | undefined,
	overlap: number,
): void {
	const { node, staticData, scheduledQuery } = memory;
	const marks = records
		.filter((record) => mayComeAgain(record, start, overlap))
		.flatMap((record) => recordMark(record, memory.onlyNew) ?? []);
	if (marks.length === 0) return;
	const newest = [...handedBefore(memory), ...marks].slice(-REMEMBERED);
	const all: Handed = { scheduledQuery, marks: asStored(newest) };
	memories.set(node, all);
	staticData[STATIC_KEY] = { ...all };
}

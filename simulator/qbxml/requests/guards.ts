import { locks } from '../../../quickbooks/rules/statuses';
import type { XmlElement } from '../../../xml/read-xml';
import { follows } from '../../company/follow';
import type { Company, LockCode } from '../../company/types';
import type { AnswerRecord } from '../protocol/session';
import { StatusError } from '../protocol/status-errors';

/**
 * Refuses a change that was made from an older version of the record.
 * @param show the record as it is now, which the refusal has with it
 */
export function requireCurrent(
	company: Company,
	record: { EditSequence: string },
	editSequence: string | undefined,
	show: () => AnswerRecord,
): void {
	if (record.EditSequence === editSequence) return;
	const refusal = new StatusError(3200, editSequence ?? '');
	if (follows(company, 'record-beside-a-stale-change')) refusal.records = [show()];
	throw refusal;
}

/**
 * Refuses to touch a record that somebody else is working on, for as long as it is locked.
 * @param lockedAs the status of a lock for this kind of request; by default, that of the lock itself
 */
export function requireUnlocked(
	{ locked }: Company,
	id: string,
	label: string,
	lockedAs?: LockCode,
): void {
	const lock = locked[id];
	if (lock === undefined) return;
	const { code: own, times } = typeof lock === 'number' ? { code: lock } : lock;
	if (times === 1) delete locked[id];
	else if (times !== undefined) locked[id] = { code: own, times: times - 1 };
	const code = lockedAs ?? own;
	throw new StatusError(code, label, locks[code].saying);
}

/** What a request names another transaction with, to settle it, to use it or to carry it out. */
const linking: ReadonlySet<string> = new Set([
	'TxnID',
	'CreditTxnID',
	'LinkToTxnID',
	'PaymentTxnID',
]);

/** Refuses to link to what somebody else is working on. */
export function requireLinkedUnlocked(company: Company, written: XmlElement, label: string): void {
	for (const child of written.children) {
		if (linking.has(child.name)) requireUnlocked(company, child.text, label);
		requireLinkedUnlocked(company, child, label);
	}
}

import type { XmlElement } from '../../../xml/read-xml';
import type { Company } from '../../company/types';
import { StatusError } from '../protocol/status-errors';

/** Refuses a change that was made from an older version of the record. */
export function requireCurrent(
	record: { EditSequence: string },
	editSequence: string | undefined,
): void {
	if (record.EditSequence !== editSequence) throw new StatusError(3200, editSequence ?? '');
}

/** Refuses to touch a record that somebody else is working on, for as long as it is locked. */
export function requireUnlocked({ locked }: Company, id: string, label: string): void {
	const lock = locked[id];
	if (lock === undefined) return;
	const { code, times } = typeof lock === 'number' ? { code: lock } : lock;
	if (times === 1) delete locked[id];
	else if (times !== undefined) locked[id] = { code, times: times - 1 };
	throw new StatusError(code, label, 'The record is locked.  Somebody else is using it.');
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

import type { Company } from '../../company/types';
import { StatusError } from '../protocol/status-errors';

/** Refuses a change that was made from an older version of the record. */
export function requireCurrent(
	record: { EditSequence: string },
	editSequence: string | undefined,
): void {
	if (record.EditSequence !== editSequence) throw new StatusError(3200, editSequence ?? '');
}

/** Refuses to touch a record that somebody else is working on. */
export function requireUnlocked({ locked }: Company, id: string, label: string): void {
	const code = locked[id];
	if (code === undefined) return;
	throw new StatusError(code, label, 'The record is locked.  Somebody else is using it.');
}

import { FormError } from '../form/formError';
import type { AnswerObject } from '../qbxml/answerFromXml';
import type { ReadRecord } from './lineKinds';

/** The ID of a record, and what qbXML calls it. */
export const idOf = (fields: AnswerObject): { element: 'ListID' | 'TxnID'; id: string } =>
	'ListID' in fields
		? { element: 'ListID', id: String(fields.ListID) }
		: { element: 'TxnID', id: String(fields.TxnID) };

/** What every change has to name. A desktop shows it with each record, whatever else a query leaves out. */
export function requireIdentity(noun: string, { fields }: ReadRecord): void {
	const missing = [
		...('ListID' in fields || 'TxnID' in fields ? [] : ['ID']),
		...('EditSequence' in fields ? [] : ['EditSequence']),
	];
	if (missing.length === 0) return;
	throw new FormError(
		`The ${noun} can't be changed: the desktop's answer doesn't show its ${missing.join(' and ')}.`,
		'Nothing was written. Look at the answer under Queued Request > Get.',
	);
}

/** A record of which nobody knows the EditSequence that it has now. */
export function withoutSequence<Known extends Pick<ReadRecord, 'fields'>>(record: Known): Known {
	const fields = { ...record.fields };
	delete fields.EditSequence;
	delete fields.TimeModified;
	return { ...record, fields };
}

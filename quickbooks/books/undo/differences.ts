import type { Change } from '../../changes/change';
import type { AnswerRecord } from '../../qbxml/answer';
import { listOf } from '../../qbxml/answerFromJson';
import { type AnswerObject, type AnswerValue, isObject } from '../../qbxml/answerFromXml';
import { inWords } from '../../qbxml/words';

/** What somebody has changed in a record, of which there may be no form. */
export type Difference = Omit<Change, 'path'>;

/** What the accounting application works out or counts itself. */
const WORKED_OUT = new RegExp(
	`^(?:${[
		...['AppliedAmount', 'AverageCost', 'DataExtRet', 'EditSequence', 'ErrorRecovery', 'Invoiced'],
		...['IsFully\\w+', 'IsPaid', 'LinkedTxn', 'OpenAmount', 'QuantityOn\\w+', 'ReceivedQuantity'],
		...['Sublevel', 'TimeCreated', 'TimeModified', 'TxnNumber', 'UnbilledQuantity', 'Unused\\w+'],
		...['\\w*Balance\\w*', '\\w*Remaining\\w*', '\\w+Block', '\\w+InHomeCurrency'],
	].join('|')})$`,
);

/** A record with what people fill in, and without what the application works out. */
export const filledInOf = (fields: AnswerObject): AnswerObject =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([name]) => !WORKED_OUT.test(name))
			.map(([name, value]) => [name, filledInValue(value)]),
	);

function filledInValue(value: AnswerValue): AnswerValue {
	if (Array.isArray(value)) return value.map(filledInValue);
	return isObject(value) ? filledInOf(value) : value;
}

const labelOf = (name: string): string => inWords(name.replace(/Re[ft]$/, ''));

/** How many entries a list has. Null for none. */
const countOf = ({ length }: readonly AnswerValue[]): string | null =>
	length === 0 ? null : `${length} ${length === 1 ? 'entry' : 'entries'}`;

function shownText(value: AnswerValue | undefined): string | null {
	if (value === undefined || value === '') return null;
	if (Array.isArray(value)) return countOf(value);
	if (!isObject(value)) return String(value);
	const { FullName, ListID } = value;
	return String(FullName ?? ListID ?? JSON.stringify(value));
}

/** A job's full name has its customer's in it, which may have got another one. */
const namesIn = (one: AnswerObject, other: AnswerObject): string[] =>
	[...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
		(name) => name !== 'FullName' || !('Name' in one),
	);

function compare(
	name: string,
	from: AnswerValue | undefined,
	to: AnswerValue | undefined,
	line: string | undefined,
): Difference[] {
	const one = { field: labelOf(name), ...(line !== undefined && { line }) };
	if (Array.isArray(from) || Array.isArray(to)) {
		const [before, now] = [listOf(from), listOf(to)];
		if (before.length !== now.length) {
			return [{ ...one, from: countOf(before), to: countOf(now) }];
		}
		return before.flatMap((value, index) =>
			compare(name, value, now[index], `${line === undefined ? 'Line ' : `${line}.`}${index + 1}`),
		);
	}
	if (isObject(from) && isObject(to)) {
		if ('ListID' in from && 'ListID' in to && name.endsWith('Ref')) {
			return from.ListID === to.ListID
				? []
				: [{ ...one, from: shownText(from), to: shownText(to) }];
		}
		return namesIn(from, to).flatMap((part) => compare(part, from[part], to[part], line));
	}
	const [before, now] = [shownText(from), shownText(to)];
	return before === now ? [] : [{ ...one, from: before, to: now }];
}

/**
 * What people have changed in a record since it was written, for records of which nothing more is known than how they look.
 * What the application works out or counts itself does not matter.
 * @param asWritten The record as the answer to what was written showed it.
 * @param now The record as a query with lines shows it.
 */
export function differencesBetween(asWritten: AnswerRecord, now: AnswerRecord): Difference[] {
	if (asWritten.type !== now.type) {
		return [{ field: 'Type', from: inWords(asWritten.type), to: inWords(now.type) }];
	}
	return compare(now.type, filledInOf(asWritten.fields), filledInOf(now.fields), undefined);
}

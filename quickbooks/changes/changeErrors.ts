import { FormError, NotWrittenError, UnclearError } from '../form/formError';
import type { Change } from './change';
import type { Conflict } from './conflicts';
import { accountsKept, type Wanted } from './difference';
import { isAddingLines } from './lineChanges';
import type { ChangeKnowledge, ReadRecord } from './lineKinds';

/** A field in words, with its line if it has one. */
const inWords = ({ field, line }: Pick<Conflict, 'field' | 'line'>): string =>
	line === undefined ? field : `${line}, ${field}`;

/** A value in words. */
const quoted = (value: string | null): string => (value === null ? 'nothing' : `"${value}"`);

/** What somebody else has changed in the meantime is not overwritten. */
export function conflictError(noun: string, conflicts: readonly Conflict[]): FormError {
	const [first] = conflicts;
	const sentences = conflicts.map(
		(one) =>
			`${inWords(one)}: it was ${quoted(one.before)}, someone changed it to ${quoted(one.theirs)}, and you want ${quoted(one.yours)}.`,
	);
	return new FormError(
		`Someone has changed ${inWords(first)} of the ${noun} in the meantime.`,
		`${sentences.join(' ')} Nothing was written. Decide which is right; Retry overwrites it with yours.`,
	);
}

/** @param isFinal Whether the item must not begin anew: it would write twice. */
const failure = (isFinal: boolean, message: string, advice: string): FormError =>
	isFinal ? new UnclearError(message, advice) : new FormError(message, advice);

/** The desktop says that it has changed a record, but not what it is now. */
export const withoutRecord = (noun: string, isOnceOnly: boolean): FormError =>
	failure(
		isOnceOnly,
		`QuickBooks has changed the ${noun}, but its answer does not show it.`,
		'Look for the record in QuickBooks.',
	);

/** The custom field was set, but nobody knows of which record, after a crash: what comes out can't be read. */
export const forgottenRecord = (noun: string, isOnceOnly: boolean): FormError =>
	failure(
		isOnceOnly,
		`The ${noun} was changed, but n8n crashed before it could be read again.`,
		isOnceOnly
			? 'Everything was written, and Retry writes nothing more of this item. Look at the record with Get.'
			: 'Press Retry: nothing is written twice.',
	);

/** QuickBooks is said to keep groups where a change names no group, although all other lines that it does not name go. */
export const linesLeft = (noun: string, left: readonly string[], isOnceOnly: boolean): FormError =>
	failure(
		isOnceOnly,
		`QuickBooks has changed the ${noun}, but kept lines that were to be removed: ${left.join(', ')}.`,
		`Its total is not what you wanted. Remove these lines, or the group that they are in, from the ${noun} in QuickBooks.`,
	);

/** The record shows a group like one that was to go, and after a crash nobody knows whether it is that one. */
export const groupsAlike = (noun: string, alike: readonly string[]): UnclearError =>
	new UnclearError(
		`QuickBooks has changed the ${noun}, but it shows a group like one that was to be removed: ${alike.join(', ')}.`,
		`n8n crashed in between, so nobody can tell whether QuickBooks has kept it or somebody has added it. Look at the ${noun} in QuickBooks. If the group is still to go, remove it there, or run the item in a new execution.`,
	);

/**
 * An item with transactions may keep its account, although QuickBooks says that the change was carried out.
 * @throws FormError if it does.
 */
export function requireAccounts(
	noun: string,
	knowledge: ChangeKnowledge,
	record: ReadRecord,
	wanted: Wanted,
): void {
	const [kept] = accountsKept(knowledge, record, wanted);
	if (kept === undefined) return;
	throw new FormError(
		`QuickBooks has kept ${kept.field} of the ${noun}, ${quoted(kept.from)}, because transactions have it.`,
		'Everything else was written. To change the account, choose Move to the New Account under Existing Transactions: it changes in those transactions too.',
	);
}

const BROKE_OFF = 'The connection to the desktop broke off';
const UNREAD = "QuickBooks' answer can't be read";

/** The record is as it was before the change. */
export const notChanged = (noun: string, isUnread: boolean): FormError =>
	new NotWrittenError(
		`${isUnread ? UNREAD : BROKE_OFF}, and the ${noun} was certainly not changed.`,
		'Press Retry to write the change.',
	);

/** Somebody has saved the record since, and not all that was wanted is there. */
export function notAsWanted(
	noun: string,
	changes: readonly Change[],
	isUnread: boolean,
): FormError {
	const missing = changes.map(
		({ field, line, to }) => `${inWords({ field, line })} is not ${quoted(to)}`,
	);
	return new FormError(
		`${isUnread ? UNREAD : BROKE_OFF}, and the ${noun} is not as you wanted it.`,
		`${missing.join('; ')}. Either the change was not carried out, or someone has changed the record since. Press Retry to write what is missing.`,
	);
}

/** Nobody knows whether lines were added, or removed by what they hold. */
export function unclearLines(noun: string, wanted: Wanted): UnclearError {
	const [done, todo] = isAddingLines(wanted)
		? [`added to the ${noun}`, 'If the new lines are missing']
		: [`removed from the ${noun}`, 'If they are still there'];
	return new UnclearError(
		`${BROKE_OFF}, and nobody can tell whether the lines were ${done}.`,
		`Look at the ${noun} in QuickBooks. ${todo}, run the item in a new execution.`,
	);
}

/** The lines are not there, and the record is another one than it was. */
export const linesNotAdded = (noun: string): FormError =>
	new NotWrittenError(
		`${BROKE_OFF}. The lines were certainly not added; someone else has changed the ${noun}.`,
		'Press Retry to write the change.',
	);

/** A custom field that was not set, or may not have been. After a crash nobody knows which one it is. */
interface Unset {
	name?: string;
	isUnknown: boolean;
	refusal: { message?: string };
}

/** @param isFinal Whether lines were added, which must not be added once more. */
export function customFieldsNotSet(
	noun: string,
	unset: readonly Unset[],
	{
		written,
		isForgotten,
		isFinal,
	}: { written: readonly Change[]; isForgotten: boolean; isFinal: boolean },
): FormError {
	const sentences = unset.map(
		({ name, isUnknown, refusal }) =>
			`${name === undefined ? 'A custom field' : `The custom field "${name}"`} of the ${noun} ${isUnknown ? 'may not have been set' : 'was not set'}: ${refusal.message ?? 'no reason was given'}`,
	);
	const todo = isFinal
		? 'Correct the custom field, and set it with an Update that adds no lines: Retry writes nothing more of this item, so that no line is added twice.'
		: 'Correct the custom field and press Retry; nothing is written twice.';
	if (written.length > 0) {
		const words = written.map(inWords).join(', ');
		return failure(isFinal, sentences.join(' '), `The rest was written: ${words}. ${todo}`);
	}
	const advice = isForgotten
		? `${isFinal ? 'The lines were added. ' : ''}${todo}`
		: 'There was nothing else to change. Correct the custom field and press Retry.';
	return failure(isFinal, sentences.join(' '), advice);
}

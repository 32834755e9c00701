import { groupBy } from '../json/groupBy';
import type { AnswerRecord } from '../qbxml/answer';
import { objectsIn } from '../qbxml/answerFromJson';
import { type AnswerObject, isObject } from '../qbxml/answerFromXml';
import { absent, unclear } from '../qbxml/certainty';
import { isSameText } from '../qbxml/characters';
import type { RequestElement } from '../qbxml/requestXml';
import type { Verdict } from './judgeAddition';
import { voidingOf } from './voiding';
import { idElementOf, textOf, type Wanted } from './wanted';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** By how much a number may differ that QuickBooks has rounded to five decimals, as it keeps prices and quantities. */
const ROUNDED_AWAY = 0.0000051;

const isSameNumber = (one: number, other: number): boolean => Math.abs(one - other) < ROUNDED_AWAY;

function isSameValue(wanted: string, shown: unknown): boolean {
	const [one, other] = [wanted.trim(), String(shown ?? '').trim()];
	const areNumbers = DECIMAL.test(one) && DECIMAL.test(other);
	return areNumbers ? isSameNumber(Number(one), Number(other)) : isSameText(one, other);
}

/** A line of a change is named after its verb, and one of a record as what came back. */
const shownName = (name: string): string => name.replace(/Mod$/, 'Ret');

const NEW_LINE = '-1';

/** What names the record and the line. It is not compared. */
const names: ReadonlySet<string> = new Set(['ListID', 'TxnID', 'TxnLineID', 'EditSequence']);

/** Whether a line of a record is what a line of a change was to become. */
function isLine(wanted: RequestElement, shown: AnswerObject): boolean {
	const id = textOf(wanted, 'TxnLineID');
	if (id !== undefined && id !== NEW_LINE && id !== shown.TxnLineID) return false;
	return missingIn(wanted, shown).length === 0;
}

const isLineOf = ({ name, children }: RequestElement): boolean =>
	name.endsWith('Mod') && children.length > 0;

/** What a change has of a record that the record does not show, by name. */
function missingIn({ children }: RequestElement, shown: AnswerObject): string[] {
	const lines = groupBy(children.filter(isLineOf), ({ name }) => name);
	return [
		...children
			.filter((child) => !isLineOf(child) && !names.has(child.name))
			.filter((child) => !isShown(child, shown))
			.map(({ name }) => name),
		...[...lines]
			.filter(([name, wanted]) => !areLines(wanted, objectsIn(shown[shownName(name)])))
			.map(([name]) => name),
	];
}

function isShown(child: RequestElement, shown: AnswerObject): boolean {
	const cleared = /^Clear(\w+)Lines$/.exec(child.name)?.[1];
	if (cleared !== undefined) {
		return child.text.trim() !== 'true' || objectsIn(shown[`${cleared}LineRet`]).length === 0;
	}
	const value = shown[child.name];
	if (child.children.length === 0) return !isObject(value) && isSameValue(child.text, value);
	if (!isObject(value)) return false;
	const id = textOf(child, 'ListID');
	return id === undefined ? missingIn(child, value).length === 0 : id === value.ListID;
}

const isNew = (line: RequestElement): boolean => textOf(line, 'TxnLineID') === NEW_LINE;

/**
 * A change names all lines of a kind: the record must have these, and no others. A line that was there already is not the new one, even
 * if they are alike.
 */
function areLines(wanted: readonly RequestElement[], shown: readonly AnswerObject[]): boolean {
	const left = [...shown];
	const take = (one: RequestElement): boolean => {
		const index = left.findIndex((line) => isLine(one, line));
		if (index === -1) return false;
		left.splice(index, 1);
		return true;
	};
	const [added, kept] = [wanted.filter(isNew), wanted.filter((one) => !isNew(one))];
	return [...kept, ...added].every(take) && left.length === 0;
}

/** Judges whether a request has changed a record, from the record as it is now. */
export function judgeChange({ values, kind }: Wanted, record: AnswerRecord | undefined): Verdict {
	if (!record) return unclear('the record is no longer in the books');
	const { fields } = record;
	if (textOf(values, 'EditSequence') === fields.EditSequence) return absent;
	const missing = missingIn(values, fields);
	if (missing.length === 0) return { is: 'found', id: String(fields[idElementOf({ kind })]) };
	return unclear(
		`the record has been changed since, and now has something else in ${missing.join(', ')}`,
	);
}

/** Judges whether a request has voided or deleted a record, from the record as it is now. */
export function judgeRemoval({ action, id }: Wanted, record: AnswerRecord | undefined): Verdict {
	if (action === 'delete') return record ? absent : { is: 'found', id: id ?? '' };
	if (!record) return unclear('the record is no longer in the books');
	const voiding = voidingOf(record.fields);
	if (voiding === 'voided') return { is: 'found', id: id ?? '' };
	if (voiding === 'notVoided') return absent;
	return unclear(
		'the record shows no amount that is not zero, and no memo that says that it was voided',
	);
}

import type { AnswerRecord } from '../../../shared/qbxml/answer';
import { type AnswerObject, type AnswerValue, isObject } from '../../../shared/qbxml/answerFromXml';
import type { RequestElement } from '../../../shared/qbxml/requestXml';
import type { Verdict } from './judgeAddition';
import { idElementOf, textOf, type Wanted } from './wanted';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function isSameValue(wanted: string, shown: unknown): boolean {
	const [one, other] = [wanted.trim(), String(shown ?? '').trim()];
	const areNumbers = DECIMAL.test(one) && DECIMAL.test(other);
	return areNumbers ? Number(one) === Number(other) : one === other;
}

/** A line of a change is named after its verb, and one of a record as what came back. */
const shownName = (name: string): string => name.replace(/Mod$/, 'Ret');

const listOf = (value: AnswerValue | undefined): AnswerObject[] =>
	(Array.isArray(value) ? value : [value]).filter((one) => one !== undefined).filter(isObject);

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
	const lines = new Map<string, RequestElement[]>();
	for (const child of children.filter(isLineOf)) {
		lines.set(child.name, [...(lines.get(child.name) ?? []), child]);
	}
	return [
		...children
			.filter((child) => !isLineOf(child) && !names.has(child.name))
			.filter((child) => !isShown(child, shown))
			.map(({ name }) => name),
		...[...lines]
			.filter(([name, wanted]) => !areLines(wanted, listOf(shown[shownName(name)])))
			.map(([name]) => name),
	];
}

function isShown(child: RequestElement, shown: AnswerObject): boolean {
	const cleared = /^Clear(\w+)Lines$/.exec(child.name)?.[1];
	if (cleared !== undefined) {
		return child.text.trim() !== 'true' || listOf(shown[`${cleared}LineRet`]).length === 0;
	}
	const value = shown[child.name];
	if (child.children.length === 0) return !isObject(value) && isSameValue(child.text, value);
	if (!isObject(value)) return false;
	const id = textOf(child, 'ListID');
	return id === undefined ? missingIn(child, value).length === 0 : id === value.ListID;
}

/** A change names all lines of a kind: the record must have these, and no others. */
const areLines = (wanted: readonly RequestElement[], shown: readonly AnswerObject[]): boolean =>
	wanted.length === shown.length && wanted.every((one) => shown.some((line) => isLine(one, line)));

/** Judges whether a request has changed a record, from the record as it is now. */
export function judgeChange({ values, kind }: Wanted, record: AnswerRecord | undefined): Verdict {
	if (!record) return { is: 'unclear', because: 'the record is no longer in the books' };
	const { fields } = record;
	if (textOf(values, 'EditSequence') === fields.EditSequence) return { is: 'absent' };
	const missing = missingIn(values, fields);
	if (missing.length === 0) return { is: 'found', id: String(fields[idElementOf({ kind })]) };
	return {
		is: 'unclear',
		because: `the record has been changed since, and now has something else in ${missing.join(', ')}`,
	};
}

const AMOUNT = /(?:Amount|AmountDue|Difference|Subtotal|Total)$/;

/** Every amount of a record and its lines. */
function amountsIn(value: AnswerValue, name = ''): number[] {
	if (Array.isArray(value)) return value.flatMap((one) => amountsIn(one, name));
	if (isObject(value)) {
		return Object.entries(value).flatMap(([inside, one]) => amountsIn(one, inside));
	}
	return AMOUNT.test(name) && DECIMAL.test(String(value)) ? [Number(value)] : [];
}

/** Judges whether a request has voided or deleted a record, from the record as it is now. */
export function judgeRemoval({ action, id }: Wanted, record: AnswerRecord | undefined): Verdict {
	if (action === 'delete') return record ? { is: 'absent' } : { is: 'found', id: id ?? '' };
	if (!record) return { is: 'unclear', because: 'the record is no longer in the books' };
	const amounts = amountsIn(record.fields);
	if (amounts.length === 0) return { is: 'unclear', because: 'the record shows no amounts' };
	return amounts.every((one) => one === 0) ? { is: 'found', id: id ?? '' } : { is: 'absent' };
}

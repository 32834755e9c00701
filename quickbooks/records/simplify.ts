import type { Form } from '../form/form';
import type { JsonObject } from '../json/object';
import type { AnswerRecord } from '../qbxml/answer';
import { type AnswerObject, type AnswerValue, isObject } from '../qbxml/answerFromXml';
import { totalOf } from '../qbxml/totals';
import { plausibleOpenAmount } from './openAmount';

const REFERENCE = /Ref$/;

const isReference = (value: AnswerValue): value is AnswerObject =>
	isObject(value) && ('ListID' in value || 'FullName' in value);

/** The names that a reference has when it is flattened: `CustomerRef` becomes `CustomerName` and `CustomerListID`. */
function flattenedNames(name: string): [name: string, id: string] {
	const noun = name.replace(REFERENCE, '');
	return [`${noun}Name`, `${noun}ListID`];
}

/** A value under its name, or a reference as its name and ID. Lists are flattened entry by entry. */
function flattened(name: string, value: AnswerValue): Array<[string, AnswerValue]> {
	if (REFERENCE.test(name) && isReference(value)) {
		const [nameKey, idKey] = flattenedNames(name);
		return [
			...(value.FullName === undefined ? [] : [[nameKey, value.FullName] as [string, AnswerValue]]),
			...(value.ListID === undefined ? [] : [[idKey, value.ListID] as [string, AnswerValue]]),
		];
	}
	if (Array.isArray(value)) return [[name, value.map((entry) => flattenedObject(entry))]];
	return [[name, flattenedObject(value)]];
}

const flattenedObject = (value: AnswerValue): AnswerValue =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).flatMap(([name, inside]) => flattened(name, inside)))
		: value;

/** Whether an element is a list of a record that is only there if somebody asked for it: lines, links, custom fields. */
const isAskedFor = (name: string, value: AnswerValue): boolean =>
	Array.isArray(value) && (name.endsWith('Ret') || name === 'LinkedTxn');

/** What a record does not show by itself, or not for certain. */
type WorkOut = (record: AnswerRecord) => AnswerValue | undefined;
const workedOut: ReadonlyMap<string, WorkOut> = new Map<string, WorkOut>([
	['TotalAmount', ({ fields }) => totalOf(fields) ?? fields.TotalAmount],
	['OpenAmount', plausibleOpenAmount],
	// In the words of the form, which asks for it when an item is deleted.
	[
		'ItemType',
		({ type }) => type.replace(/^Item([A-Z])/, (_, first: string) => first.toLowerCase()),
	],
]);

/**
 * A record with what people look for first: the fields of its kind in their order, references as names and IDs, and the
 * lists that were asked for. The rest is left out.
 * @param paths The fields of its kind, by name in qbXML. `TotalAmount` is worked out for records that don't show it, and
 * `ItemType` says what an item is.
 * @param chosen The fields that the user has chosen. If there are any, all of them stay.
 */
export function simplified(
	record: AnswerRecord,
	paths: readonly string[],
	chosen: readonly string[] = [],
): AnswerObject {
	const { fields } = record;
	const names = [
		...paths.filter((name) => chosen.length === 0 || chosen.includes(name)),
		...Object.keys(fields).filter((name) => chosen.includes(name) && !paths.includes(name)),
		...Object.keys(fields).filter(
			(name) => chosen.length === 0 && !paths.includes(name) && isAskedFor(name, fields[name]),
		),
	];
	const shown = [...new Set(names)].flatMap((name) => {
		const workOut = workedOut.get(name);
		const value = workOut ? workOut(record) : fields[name];
		return value === undefined ? [] : flattened(name, value);
	});
	// In a table, an ID between number and amount would push what people look for out of sight.
	const isIdOfReference = ([name]: [string, AnswerValue]) => /.ListID$/.test(name);
	return Object.fromEntries([
		...shown.filter((entry) => !isIdOfReference(entry)),
		...shown.filter(isIdOfReference),
	]);
}

/**
 * Whether Simplify is switched off, so that records come out as the accounting application gives them. An expression may give a switch
 * as text.
 */
export const givesWholeRecords = ({ values }: Pick<Form, 'values'>): boolean =>
	String(values.simplify) === 'false';

/**
 * A record as it comes out: with what people look for first or, if Simplify is switched off, as it is.
 * @param chosen The fields that the user has chosen.
 */
export const shownRecord = (
	record: AnswerRecord,
	paths: readonly string[],
	form: Pick<Form, 'values'>,
	chosen: readonly string[] = [],
): JsonObject => (givesWholeRecords(form) ? record.fields : simplified(record, paths, chosen));

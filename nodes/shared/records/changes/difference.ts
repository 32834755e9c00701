import { isChoice } from '../../../../qbxml/facts';
import { FormError } from '../../form/formError';
import { contentOfMod } from '../../qbxml/changeFacts';
import { cleared } from '../../qbxml/clearing';
import { isGiven, type Values } from '../../qbxml/requestValues';
import { inWords, withArticle } from '../../qbxml/words';
import type { RecordForm } from '../record';
import {
	type Assignment,
	assignmentsOf,
	elementOf,
	isAlreadySo,
	type LabelOf,
	shownOf,
	valuesOf,
} from './assignments';
import type { Change } from './change';
import { bookedLines, type ChangeKnowledge, lineKindsOf, type ReadRecord } from './lineKinds';
import { asRequested, partOf, shownValue } from './meaning';
import { planLines, type WantedLines } from './planLines';

/** What a user wants a record to be. What is not named stays. */
export interface Wanted {
	/** By the paths of the form's rows. `cleared` empties a field. */
	values: Values;
	/** The paths of fields that are to be emptied. */
	clear?: readonly string[];
	/** By the `path` of the lines in the form. */
	lines?: Readonly<Record<string, WantedLines>>;
}

/** What sets a record apart from what is wanted. */
export interface Difference {
	/** Field by field, in the order in which they were given. Empty if nothing has to be changed. */
	changes: readonly Change[];
	/** The request that changes it: its name, and its values by path. Undefined if nothing has to be changed. */
	request?: { name: string; values: Values };
}

/** What the form calls a field, and where it is a part of one, both: "Bill Address: City". */
export function labelIn({ fields, further }: Pick<RecordForm, 'fields' | 'further'>): LabelOf {
	const rows = [...fields, ...further];
	const labelOf: LabelOf = (path) => {
		const own = rows.find((row) => row.path === path)?.label;
		if (own !== undefined) return own;
		const [, outer, name] = /^(.+)\.([^.]+)$/.exec(path) ?? [];
		return outer === undefined ? inWords(path) : `${labelOf(outer)}: ${inWords(name)}`;
	};
	return labelOf;
}

/** An item that is bought and sold has no price of its own, and it can't get one. */
function requireSameWay(fields: Values, assignments: readonly Assignment[], labelOf: LabelOf) {
	const single = assignments.find(({ elements: [{ name }] }) => name === 'SalesOrPurchaseMod');
	if (!single || !isGiven(fields.SalesAndPurchase)) return;
	throw new FormError(
		`${labelOf(single.path)} can't be set, because the item is bought and sold.`,
		'Use the fields marked "Bought and Sold" instead.',
	);
}

/** What is assigned to the record itself, whether it is so already or not. */
export function ownAssignments(
	{ facts, form }: ChangeKnowledge,
	{ values, clear = [] }: Pick<Wanted, 'values' | 'clear'>,
): Assignment[] {
	const emptied = Object.fromEntries(clear.map((path) => [path, cleared]));
	const content = contentOfMod(facts, form.qbxml);
	return assignmentsOf(content, { ...values, ...emptied }, labelIn(form));
}

/** What every change of a type has to say, even if it stays. */
function alwaysNeeded({ facts, form }: ChangeKnowledge, fields: Values): Values {
	const needed = contentOfMod(facts, form.qbxml).flatMap((one) =>
		isChoice(one) || one.optional ? [] : [one],
	);
	return Object.fromEntries(
		needed.map((element) => [element.name, asRequested(element, partOf(fields, element.name))]),
	);
}

const nounOf = (type: string): string => inWords(type).toLowerCase();

function requireType({ form }: ChangeKnowledge, { type }: ReadRecord): void {
	if (type === form.qbxml) return;
	throw new FormError(
		`The record is ${withArticle(nounOf(type))}, not ${withArticle(nounOf(form.qbxml))}.`,
		'Choose its type, or give another record.',
	);
}

/** A change of one field of the record itself. */
const changeOf = (
	one: Assignment,
	fields: Values,
	{ form, timezone }: ChangeKnowledge,
): Change => ({
	field: labelIn(form)(one.path),
	path: one.path,
	from: shownValue(elementOf(one), shownOf(fields, one), timezone),
	to: shownValue(elementOf(one), one.value, timezone),
});

/**
 * What has to be changed in a record so that it is what the user wants: only what differs. Lines of a kind are named all or
 * not at all.
 * @throws FormError for what can't be changed or cleared, and for lines that can't be found.
 */
export function differenceOf(
	knowledge: ChangeKnowledge,
	record: ReadRecord,
	wanted: Wanted,
): Difference {
	requireType(knowledge, record);
	const { fields } = record;
	const { form, timezone } = knowledge;
	const assignments = ownAssignments(knowledge, wanted).filter(
		(one) => !isAlreadySo(fields, one, timezone),
	);
	requireSameWay(fields, assignments, labelIn(form));
	const plans = lineKindsOf(knowledge).flatMap((kind) => {
		const own = wanted.lines?.[kind.lines.path];
		if (!own) return [];
		return [
			planLines(kind, bookedLines(kind, record), own, { timezone, noun: nounOf(form.qbxml) }),
		];
	});
	const changes = [
		...assignments.map((one) => changeOf(one, fields, knowledge)),
		...plans.flatMap((plan) => plan.changes),
	];
	if (changes.length === 0 && plans.every(({ values }) => values === undefined)) return { changes };
	const values = Object.assign(
		alwaysNeeded(knowledge, fields),
		valuesOf(assignments, fields),
		...plans.map((plan) => plan.values),
	) as Values;
	return { changes, request: { name: `${form.qbxml}ModRq`, values } };
}

import { elementsIn } from '../facts/elements';
import { isChoice, isGroup } from '../facts/facts';
import { FormError } from '../form/formError';
import { contentOfMod } from '../qbxml/changeFacts';
import { cleared } from '../qbxml/clearing';
import { isGiven, type Values } from '../qbxml/requestValues';
import { inWords, withArticle } from '../qbxml/words';
import type { RecordForm } from '../records/record';
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
import {
	bookedLines,
	type ChangeKnowledge,
	hintsOfNewLines,
	type LineKind,
	lineKindsOf,
	type ReadRecord,
} from './lineKinds';
import { lineMeant, type MissingLine } from './matchLine';
import { asRequested, partOf, shownValue } from './meaning';
import { linesAsTheyAre, type LinesPlan, planLines, type WantedLines } from './planLines';

/** What a user wants a record to be. What is not named stays. */
export interface Wanted {
	/** By the paths of the form's rows. `cleared` empties a field. */
	values: Values;
	/** The paths of fields that are to be emptied. */
	clear?: readonly string[];
	/** By the `path` of the lines in the form. */
	lines?: Readonly<Record<string, WantedLines>>;
	/** Whether a new account of an item is to be that of existing transactions too. Undefined if nobody has said. */
	movesExisting?: boolean;
}

/** What sets a record apart from what is wanted. */
export interface Difference {
	/** Field by field, in the order in which they were given. Empty if nothing has to be changed. */
	changes: readonly Change[];
	/** The request that changes it. Undefined if nothing has to be changed. */
	request?: { name: string; values: Values; hints?: readonly string[] };
	/** The lines that were to be removed and are not there. */
	missing: readonly MissingLine[];
	/** The IDs of the lines that the request removes. */
	gone: readonly string[];
}

/** The IDs of the lines that are meant, by the `path` of their kind in the form. Null for one that is not there. */
export type IdsMeant = Readonly<Record<string, ReadonlyArray<string | null>>>;

/**
 * Which lines of a record are meant where lines are named by what they hold. Whatever becomes of the record until it is
 * written, no other line is taken instead.
 * @throws FormError if several could be meant.
 */
export function idsMeant(knowledge: ChangeKnowledge, record: ReadRecord, wanted: Wanted): IdsMeant {
	const { timezone } = knowledge;
	const kinds = lineKindsOf(knowledge).flatMap((kind): Array<[string, Array<string | null>]> => {
		const { mode, lines } = wanted.lines?.[kind.lines.path] ?? { mode: 'keep', lines: [] };
		if (kind.id === undefined || (mode !== 'change' && mode !== 'remove')) return [];
		const booked = bookedLines(kind, record);
		const ids = lines.map((one, index) => {
			const meant = lineMeant(kind, booked, one, index, { timezone, isWhole: mode === 'remove' });
			return 'line' in meant ? (meant.line.id ?? null) : null;
		});
		return [[kind.lines.path, ids]];
	});
	return Object.fromEntries(kinds);
}

/** What is wanted of the lines that were meant when the record was read first. */
export const meaningThese = (wanted: Wanted, ids: IdsMeant): Wanted => ({
	...wanted,
	...(wanted.lines && {
		lines: Object.fromEntries(
			Object.entries(wanted.lines).map(([path, one]) => [path, { ...one, ids: ids[path] }]),
		),
	}),
});

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

/** The switch beside an account of an item, by which existing transactions get the new one too. */
function switchBeside({ facts, form }: ChangeKnowledge, one: Assignment): Assignment | undefined {
	const above = one.elements.slice(0, -1);
	const around = above.at(-1);
	const content = around && isGroup(around) ? around.content : contentOfMod(facts, form.qbxml);
	const { name } = elementOf(one);
	const found = elementsIn(content).find((other) => other.name === `Apply${name}ToExistingTxns`);
	return found && { path: found.name, elements: [...above, found], value: true };
}

/** The switches beside the accounts that are to change, as they were chosen. */
function switchesBeside(
	knowledge: ChangeKnowledge,
	assignments: readonly Assignment[],
	{ movesExisting }: Wanted,
): Assignment[] {
	return assignments.flatMap((one) => {
		const found = switchBeside(knowledge, one);
		if (!found) return [];
		if (movesExisting !== undefined) return [{ ...found, value: movesExisting }];
		throw new FormError(
			`${labelIn(knowledge.form)(one.path)} is to change, but nobody has said what becomes of the transactions that have the item.`,
			'Nothing was written. Choose it in Item > Update: Existing Transactions under Additional Fields.',
		);
	});
}

/** The accounts of an item that are not what was wanted although they were written: those of one with transactions stay. */
export const accountsKept = (
	knowledge: ChangeKnowledge,
	{ fields }: ReadRecord,
	wanted: Wanted,
): Change[] =>
	ownAssignments(knowledge, wanted)
		.filter((one) => switchBeside(knowledge, one) !== undefined)
		.filter((one) => !isAlreadySo(fields, one, knowledge.timezone))
		.map((one) => changeOf(one, fields, knowledge));

/** The field that is to change, and that QuickBooks changes only together with the lines of a kind. */
const fieldChangedWith = (
	{ lines }: LineKind,
	assignments: readonly Assignment[],
): Assignment | undefined => assignments.find(({ path }) => lines.changedWith?.includes(path));

/** The lines of a record beside such a field: they have to be said, although they stay. */
function linesBeside(kind: LineKind, record: ReadRecord, label: string): Values {
	const booked = bookedLines(kind, record);
	if (booked.length > 0) return linesAsTheyAre(kind, booked);
	throw new FormError(
		`${label} can only be changed together with ${kind.lines.label}, and the record has none.`,
		`Fill in ${kind.lines.label} too, and choose Add under How to Change Lines.`,
	);
}

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
	const switches = switchesBeside(knowledge, assignments, wanted);
	const plans = lineKindsOf(knowledge).flatMap((kind): LinesPlan[] => {
		const own = wanted.lines?.[kind.lines.path];
		const plan =
			own &&
			planLines(kind, bookedLines(kind, record), own, { timezone, noun: nounOf(form.qbxml) });
		const needed = plan?.values === undefined && fieldChangedWith(kind, assignments);
		if (!needed) return plan ? [plan] : [];
		const values = linesBeside(kind, record, labelIn(form)(needed.path));
		return [{ changes: [], ...plan, values }];
	});
	const changes = [
		...assignments.map((one) => changeOf(one, fields, knowledge)),
		...plans.flatMap((plan) => plan.changes),
	];
	const missing = plans.flatMap((plan) => plan.missing ?? []);
	const gone = plans.flatMap((plan) => plan.gone ?? []);
	if (changes.length === 0 && plans.every(({ values }) => values === undefined)) {
		return { changes, missing, gone };
	}
	const values = Object.assign(
		alwaysNeeded(knowledge, fields),
		valuesOf([...assignments, ...switches], fields),
		...plans.map((plan) => plan.values),
	) as Values;
	const hints = [
		...hintsOfNewLines(knowledge, values),
		...(form.hintOfChange ? [form.hintOfChange] : []),
	];
	const request = { name: `${form.qbxml}ModRq`, values, ...(hints.length > 0 && { hints }) };
	return { changes, missing, gone, request };
}

import { elementsIn } from '../facts/elements';
import { type Content, type Group, isGroup, isReference, type Leaf } from '../facts/facts';
import { baseName } from '../facts/sameElement';
import type { AnswerObject } from '../qbxml/answerFromXml';
import { contentOfMod } from '../qbxml/changeFacts';
import { isValues } from '../qbxml/requestValues';
import type { LabelOf } from './assignments';
import type { Change } from './change';
import { labelIn } from './difference';
import {
	type BookedLine,
	bookedLines,
	type ChangeKnowledge,
	type LineKind,
	lineKindsOf,
	type ReadRecord,
} from './lineKinds';
import { isSame, nameIn, partOf, shownValue } from './meaning';

/** What says which record or line it is, and how often it has been changed. */
const identity: ReadonlySet<string> = new Set(['ListID', 'TxnID', 'TxnLineID', 'EditSequence']);

type Leaves = Array<{ path: string; element: Leaf | Group; from: unknown; to: unknown }>;

/** Every value that people can change, as two readings show it. */
function valuesIn(
	content: Content,
	from: unknown,
	to: unknown,
	isLeftOut: (name: string) => boolean,
	outer = '',
): Leaves {
	const seen = new Set<string>();
	return elementsIn(content).flatMap((element): Leaves => {
		const { name } = element;
		const shown = nameIn({ ...(isValues(from) && from), ...(isValues(to) && to) }, name);
		if (seen.has(shown) || isLeftOut(name)) return [];
		seen.add(shown);
		const path = `${outer}${baseName(name)}`;
		const [one, other] = [partOf(from, name), partOf(to, name)];
		if (isGroup(element) && !isReference(element.content) && !element.repeats) {
			return valuesIn(element.content, one, other, isLeftOut, `${path}.`);
		}
		return [{ path, element, from: one, to: other }];
	});
}

const changesIn = (
	values: Leaves,
	timezone: string,
	labels: { labelOf: LabelOf; outer?: string; line?: string },
): Change[] =>
	values
		.filter(({ element, from, to }) => !isSame(element, from, to, timezone))
		.map(({ path, element, from, to }) => ({
			field: labels.labelOf(path),
			path: labels.outer === undefined ? path : `${labels.outer}.${path}`,
			...(labels.line !== undefined && { line: labels.line }),
			from: shownValue(element, from, timezone),
			to: shownValue(element, to, timezone),
		}));

/** Lines by what they are named by, or by their place where they have no names. */
const keyOf = (line: BookedLine, index: number): string => line.id ?? String(index);

/** What differs between two readings of the lines of a kind, including lines that came or went. */
export function changesBetween(
	kind: LineKind,
	before: readonly BookedLine[],
	after: readonly BookedLine[],
	timezone: string,
): Change[] {
	const left = new Map(after.map((line, index) => [keyOf(line, index), line]));
	const compare = (one: BookedLine | undefined, other: BookedLine | undefined): Change[] => {
		const line = (one ?? other) as BookedLine;
		const { content, inner } = line.element;
		const none: AnswerObject = {};
		const values = valuesIn(
			content,
			one ? { ...one.element.sort, ...one.fields } : none,
			other ? { ...other.element.sort, ...other.fields } : none,
			(name) => identity.has(name) || name === inner?.mod,
		);
		const { path: outer } = kind.lines;
		return [
			...changesIn(values, timezone, { labelOf: kind.labelOf, outer, line: line.label }),
			...changesBetween(kind, one?.inner ?? [], other?.inner ?? [], timezone),
		];
	};
	const known = before.flatMap((line, index) => {
		const key = keyOf(line, index);
		const found = left.get(key);
		left.delete(key);
		return compare(line, found);
	});
	return [...known, ...[...left.values()].flatMap((line) => compare(undefined, line))];
}

/** The label of a path that may be in a group that the form knows by another name. */
function labelsOf({ form }: ChangeKnowledge): LabelOf {
	const rows = [...form.fields, ...form.further];
	const plain = (path: string) => path.split('.').map(baseName).join('.');
	return (path) => {
		const row = rows.find((one) => plain(one.path) === path);
		return row ? row.label : labelIn(form)(path);
	};
}

/**
 * What people have changed in a record since it was written, field by field: all that a change can set, lines included. What
 * the application works out or counts itself does not matter: balances, links, whether it is paid, edit sequences.
 * @param asWritten The record as the answer to what was written showed it, with its lines.
 * @param now The record as a query with lines shows it.
 */
export function changedSince(
	knowledge: ChangeKnowledge,
	asWritten: ReadRecord,
	now: ReadRecord,
): Change[] {
	const { facts, form, timezone } = knowledge;
	const kinds = lineKindsOf(knowledge);
	const lineNames = new Set(kinds.flatMap(({ elements }) => elements.map(({ mod }) => mod)));
	const values = valuesIn(
		contentOfMod(facts, form.qbxml),
		asWritten.fields,
		now.fields,
		(name) => identity.has(name) || lineNames.has(name),
	);
	return [
		...changesIn(values, timezone, { labelOf: labelsOf(knowledge) }),
		...kinds.flatMap((kind) =>
			changesBetween(kind, bookedLines(kind, asWritten), bookedLines(kind, now), timezone),
		),
	];
}

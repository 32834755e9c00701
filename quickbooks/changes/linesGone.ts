import { isObject } from '../qbxml/answerFromXml';
import { unfolded } from '../qbxml/requestValues';
import { groupsAlike, linesLeft } from './changeErrors';
import type { Wanted } from './difference';
import {
	type BookedLine,
	bookedLines,
	type ChangeKnowledge,
	type LineKind,
	lineKindsOf,
	type ReadRecord,
} from './lineKinds';
import { holds, isNamedById, isSameId, linesMeant, wantedId, withInner } from './matchLine';
import { planLines, type WantedLines } from './planLines';

/** The IDs of all lines in what a record shows, those in groups too. */
function lineIdsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(lineIdsIn);
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, one]) =>
		name === 'TxnLineID' ? [String(one)] : lineIdsIn(one),
	);
}

/** What is wanted of the lines of a kind, and those that the record has. */
interface Removing {
	kind: LineKind;
	booked: readonly BookedLine[];
	own: WantedLines;
	timezone: string;
}

/** The lines of a kind that were to go and are there, as far as the form alone tells. */
function leftIn({ kind, booked, own: { mode, lines }, timezone }: Removing): readonly string[] {
	if (mode === 'replace') {
		// More lines than were wanted can only be lines that stayed.
		if (booked.length <= lines.length) return [];
		return planLines(kind, booked, { mode, lines }, { timezone, noun: '' }).gone ?? [];
	}
	const ids = mode === 'remove' ? lines.map(([, given]) => wantedId(kind, unfolded(given))) : [];
	return withInner(booked).flatMap(({ id = '' }) =>
		ids.some((one) => one !== undefined && isSameId(id, one)) ? [id] : [],
	);
}

/** The groups of a kind like one that was to go: only a group stays by itself, any other line is somebody else's. */
const alikeIn = ({ kind, booked, own: { mode, lines }, timezone }: Removing): string[] =>
	(mode === 'remove' ? lines.filter((one) => !isNamedById(one)) : []).flatMap((one) =>
		linesMeant(kind, booked, one, timezone).flatMap((line) =>
			line.element.inner && holds(line, one, timezone) ? (line.id ?? []) : [],
		),
	);

/**
 * Makes sure that a record that was changed shows no line that was to go.
 * @param gone The IDs of those. Undefined after a crash: what the form tells counts then.
 * @param isFinal Whether the item must not begin anew.
 * @throws FormError if it does, or may.
 */
export function requireLinesGone(
	knowledge: ChangeKnowledge,
	{ lines = {} }: Wanted,
	record: ReadRecord,
	{ noun, gone, isFinal }: { noun: string; gone?: readonly string[]; isFinal: boolean },
): void {
	const { timezone } = knowledge;
	const removing = lineKindsOf(knowledge).flatMap((kind): Removing[] => {
		const { [kind.lines.path]: own } = lines;
		if (!own || kind.id !== 'TxnLineID') return [];
		return [{ kind, booked: bookedLines(kind, record), own, timezone }];
	});
	const left = gone
		? lineIdsIn(record.fields).filter((id) => gone.includes(id))
		: removing.flatMap(leftIn);
	if (left.length > 0) throw linesLeft(noun, left, isFinal);
	const alike = gone ? [] : removing.flatMap(alikeIn);
	if (alike.length > 0) throw groupsAlike(noun, alike);
}

import type { Values } from '../qbxml/requestValues';
import { type Assignment, elementOf, isAlreadySo, shownOf } from './assignments';
import { changesBetween } from './changedSince';
import { labelIn, ownAssignments, type Wanted } from './difference';
import {
	type BookedLine,
	bookedLines,
	type ChangeKnowledge,
	type LineKind,
	lineKindsOf,
	type ReadRecord,
} from './lineKinds';
import { lineMeant, linesMeant, withInner } from './matchLine';
import { isSame, shownValue } from './meaning';
import { assignmentsOfLine, planLines, type WantedLines } from './planLines';

/** A field that the user sets, and that somebody else has set to something else in the meantime. */
export interface Conflict {
	/** What the form calls the field. */
	field: string;
	/** The path by which the form knows it. */
	path: string;
	/** The line that it is in, such as "Line 2". */
	line?: string;
	/** What it was when it was read first. Null for nothing. */
	before: string | null;
	/** What somebody else has made of it. */
	theirs: string | null;
	/** What the user wants it to be. */
	yours: string | null;
}

/** The lines of a record as they were read twice. */
interface Readings {
	base: readonly BookedLine[];
	now: readonly BookedLine[];
}

/** Finds conflicts in one record. */
class Comparison {
	constructor(private readonly knowledge: ChangeKnowledge) {}

	private get timezone(): string {
		return this.knowledge.timezone;
	}

	private fields(
		assignments: readonly Assignment[],
		base: Values,
		now: Values,
		labels: { labelOf: (path: string) => string; outer?: string; line?: string },
	): Conflict[] {
		const { labelOf, outer, line } = labels;
		return assignments.flatMap((one): Conflict[] => {
			const element = elementOf(one);
			const [before, theirs] = [shownOf(base, one), shownOf(now, one)];
			if (isSame(element, before, theirs, this.timezone)) return [];
			if (isAlreadySo(now, one, this.timezone)) return [];
			const shown = (value: unknown) => shownValue(element, value, this.timezone);
			return [
				{
					field: labelOf(one.path),
					path: outer === undefined ? one.path : `${outer}.${one.path}`,
					...(line !== undefined && { line }),
					before: shown(before),
					theirs: shown(theirs),
					yours: shown(one.value),
				},
			];
		});
	}

	/** Everything that differs between two readings of lines, where the user wants none of it. */
	private lines(kind: LineKind, base: readonly BookedLine[], now: readonly BookedLine[]) {
		return changesBetween(kind, base, now, this.timezone).map(
			({ from, to, ...change }): Conflict => ({ ...change, before: from, theirs: to, yours: null }),
		);
	}

	private changed(kind: LineKind, { base, now }: Readings, wanted: WantedLines): Conflict[] {
		const { timezone } = this;
		return wanted.lines.flatMap((one, index) => {
			const meant = lineMeant(kind, base, one, index, {
				timezone,
				ids: wanted.ids,
				isWhole: wanted.mode === 'remove',
			});
			if ('missing' in meant) return [];
			const { line } = meant;
			// Lines without IDs are found by their items again.
			const there =
				line.id === undefined
					? linesMeant(kind, now, one, timezone)[0]
					: withInner(now).find(({ id }) => id === line.id);
			if (wanted.mode === 'remove') return there ? this.lines(kind, [line], [there]) : [];
			if (!there) return this.lines(kind, [line], []);
			const assignments = assignmentsOfLine(kind, there.element, one[1], there);
			return this.fields(assignments, line.fields, there.fields, {
				labelOf: kind.labelOf,
				outer: kind.lines.path,
				line: there.label,
			});
		});
	}

	private ofKind(kind: LineKind, readings: Readings, wanted: WantedLines): Conflict[] {
		const { base, now } = readings;
		if (wanted.mode === 'change' || wanted.mode === 'remove') {
			return this.changed(kind, readings, wanted);
		}
		if (wanted.mode !== 'replace') return [];
		const { changes, values } = planLines(kind, now, wanted, {
			timezone: this.timezone,
			noun: 'record',
		});
		const isAsWanted = changes.length === 0 && values === undefined;
		return isAsWanted ? [] : this.lines(kind, base, now);
	}

	all(base: ReadRecord, now: ReadRecord, wanted: Wanted): Conflict[] {
		const own = this.fields(ownAssignments(this.knowledge, wanted), base.fields, now.fields, {
			labelOf: labelIn(this.knowledge.form),
		});
		const ofLines = lineKindsOf(this.knowledge).flatMap((kind) => {
			const lines = wanted.lines?.[kind.lines.path];
			if (!lines) return [];
			const readings = { base: bookedLines(kind, base), now: bookedLines(kind, now) };
			return this.ofKind(kind, readings, lines);
		});
		return [...own, ...ofLines];
	}
}

/**
 * The fields that the user sets although somebody has changed them between two readings to something else: writing would
 * undo what they did. Lines count if the user changes, removes or replaces them. To add lines conflicts with nothing.
 * @param base The record as the user's values were first compared with it.
 * @param now The record as it is.
 */
export const conflictsOf = (
	knowledge: ChangeKnowledge,
	base: ReadRecord,
	now: ReadRecord,
	wanted: Wanted,
): Conflict[] => new Comparison(knowledge).all(base, now, wanted);

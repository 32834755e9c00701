import { sameElement } from '../facts/sameElement';
import { FormError } from '../form/formError';
import { isGiven, unfolded, type Values } from '../qbxml/requestValues';
import type { ElementValues } from '../records/record';
import {
	type Assignment,
	assignmentsOf,
	elementOf,
	isAlreadySo,
	shownOf,
	valuesOf,
	wholeOf,
} from './assignments';
import type { Change } from './change';
import type { BookedLine, LineElement, LineKind } from './lineKinds';
import {
	type Finding,
	labelOf,
	lineMeant,
	type Meant,
	type MissingLine,
	requireLine,
	wantedId,
} from './matchLine';
import { partOf, shownValue } from './meaning';

/** What becomes of the lines of a kind. Stored in workflows, so the words never change. */
export type LineMode = 'keep' | 'add' | 'change' | 'remove' | 'replace';

/** What is wanted of the lines of a kind. For those that change, only what is given changes. */
export interface WantedLines {
	mode: LineMode;
	/** Each with the name of the element by which it would be added. */
	lines: readonly ElementValues[];
	/** The lines that are meant, by the IDs that were found when the record was read first: see `Finding`. */
	ids?: Finding['ids'];
}

/** A line as it is to be: one of the record, or a new one. */
interface PlannedLine {
	booked?: BookedLine;
	element: LineElement;
	/** What differs from the record, or all of a new line. */
	assignments: readonly Assignment[];
	/** What else a change of the line has to say. */
	extra: Values;
	inner: readonly PlannedLine[];
	isInnerChanged: boolean;
}

/** Within a deposit, a line with a payment says some things by names of their own. */
const besidePayment: Readonly<Record<string, string>> = {
	CheckNumber: 'OverrideCheckNumber',
	ClassRef: 'OverrideClassRef',
	Memo: 'OverrideMemo',
};

const isPayment = ({ element, fields }: BookedLine): boolean =>
	sameElement(element.content, 'PaymentTxnID') !== undefined &&
	isGiven(fields.TxnID) &&
	fields.TxnType !== 'Deposit';

const renamed = (values: Values, names: Readonly<Record<string, string>>): Values =>
	Object.fromEntries(Object.entries(values).map(([name, one]) => [names[name] ?? name, one]));

/** What a wanted line assigns, without what it is found by. */
export function assignmentsOfLine(
	kind: LineKind,
	element: LineElement,
	given: Values,
	booked?: BookedLine,
): Assignment[] {
	const values = unfolded(given);
	if (kind.id === 'TxnLineID') delete values.TxnLineID;
	const own = booked && isPayment(booked) ? renamed(values, besidePayment) : values;
	return assignmentsOf(element.content, own, kind.labelOf);
}

const unchanged = (booked: BookedLine): PlannedLine => ({
	booked,
	element: booked.element,
	assignments: [],
	extra: {},
	inner: booked.inner.map(unchanged),
	isInnerChanged: false,
});

const isTouched = ({ assignments, extra, isInnerChanged }: PlannedLine): boolean =>
	assignments.length > 0 || Object.keys(extra).length > 0 || isInnerChanged;

/** Debits and credits are different kinds of the same line. */
const sortChange = (booked: BookedLine, element: LineElement): Values =>
	booked.element.mod === element.mod && booked.element.add !== element.add ? element.sort : {};

/** Plans the lines of one kind of one record. */
class Plan {
	readonly changes: Change[] = [];
	readonly missing: MissingLine[] = [];
	/** The IDs of the lines that are removed. */
	readonly gone: string[] = [];

	constructor(
		private readonly kind: LineKind,
		private readonly booked: readonly BookedLine[],
		private readonly finding: Finding,
	) {}

	private get timezone(): string {
		return this.finding.timezone;
	}

	private elementFor(name: string): LineElement {
		const found = this.kind.elements.find(({ add }) => add === name);
		if (!found) throw new Error(`There are no lines ${name} of this kind.`);
		return found;
	}

	private note(line: string, path: string, from: string | null, to: string | null): void {
		const { labelOf, lines } = this.kind;
		this.changes.push({ field: labelOf(path), path: `${lines.path}.${path}`, line, from, to });
	}

	/** @param from What the line shows of it. Undefined for a new line. */
	private noteAssigned(line: string, one: Assignment, from?: unknown): void {
		const shown = (value: unknown) => shownValue(elementOf(one), value, this.timezone);
		this.note(line, one.path, shown(from), shown(one.value));
	}

	/** A line of the record with the values that are wanted. */
	changed(booked: BookedLine, [name, given]: ElementValues): PlannedLine {
		const element =
			booked.element.add === name || !this.kind.elements.some(({ add }) => add === name)
				? booked.element
				: this.elementFor(name);
		const isOther = element.mod !== booked.element.mod;
		const target = isOther ? booked.element : element;
		const assignments = assignmentsOfLine(this.kind, target, given, booked).filter(
			(one) => !isAlreadySo(booked.fields, one, this.timezone),
		);
		const extra = sortChange(booked, target);
		for (const one of assignments) {
			this.noteAssigned(booked.label, one, shownOf(booked.fields, one));
		}
		for (const [path, to] of Object.entries(extra)) {
			this.note(booked.label, path, booked.element.sort[path] ?? null, String(to));
		}
		return { ...unchanged(booked), element: target, assignments, extra };
	}

	/** A new line. */
	added([name, given]: ElementValues, label: string): PlannedLine {
		const element = this.elementFor(name);
		const assignments = assignmentsOfLine(this.kind, element, given);
		for (const one of assignments) this.noteAssigned(label, one);
		return { element, assignments, extra: element.sort, inner: [], isInnerChanged: false };
	}

	/** Notes what goes with a line that goes. */
	removed(booked: BookedLine): void {
		if (booked.id !== undefined) this.gone.push(booked.id);
		const { lines } = this.kind;
		for (const { path } of [...lines.fields, ...(lines.further ?? [])]) {
			const part = sameElement(booked.element.content, path);
			const from = part && shownValue(part, partOf(booked.fields, path), this.timezone);
			if (from !== undefined && from !== null) this.note(booked.label, path, from, null);
		}
		booked.inner.forEach((one) => this.removed(one));
	}

	/** What wanted lines mean, each of them another line. */
	private meant(wanted: readonly ElementValues[]): Meant[] {
		const meant = wanted.map((one, index) =>
			lineMeant(this.kind, this.booked, one, index, this.finding),
		);
		const lines = meant.map((one) => ('line' in one ? one.line : undefined));
		lines.forEach((line, index) => {
			const first = lines.indexOf(line);
			if (line === undefined || first === index) return;
			throw new FormError(
				`${labelOf(this.kind, first)} and ${labelOf(this.kind, index)} mean the same line of the record.`,
				'Make one of the two, or say which lines are meant by their line IDs.',
			);
		});
		return meant;
	}

	add(wanted: readonly ElementValues[]): PlannedLine[] {
		const added = wanted.map((one, index) => {
			const label = labelOf(this.kind, index);
			if (this.kind.id === 'TxnLineID' && wantedId(this.kind, unfolded(one[1])) !== undefined) {
				throw new FormError(
					`${label} has a line ID, but new lines can't have one.`,
					'Remove the line ID, or choose to change lines.',
				);
			}
			const id = wantedId(this.kind, unfolded(one[1]));
			if (id !== undefined && this.booked.some((line) => line.id === id)) {
				throw new FormError(
					`${label}: the record has one with the ID ${id} already.`,
					'Choose to change lines.',
				);
			}
			return this.added(one, `New ${label}`);
		});
		return [...this.booked.map(unchanged), ...added];
	}

	change(wanted: readonly ElementValues[]): PlannedLine[] {
		const meant = this.meant(wanted).map((one) => requireLine(this.booked, one));
		const plan = (line: BookedLine): PlannedLine => {
			const index = meant.indexOf(line);
			const own = index === -1 ? unchanged(line) : this.changed(line, wanted[index]);
			const inner = line.inner.map(plan);
			return { ...own, inner, isInnerChanged: inner.some(isTouched) };
		};
		return this.booked.map(plan);
	}

	remove(wanted: readonly ElementValues[]): PlannedLine[] {
		const meant = this.meant(wanted);
		this.missing.push(...meant.flatMap((one) => ('missing' in one ? [one.missing] : [])));
		const going = meant.flatMap((one) => ('line' in one ? [one.line] : []));
		const plan = (line: BookedLine): PlannedLine[] => {
			if (going.includes(line)) {
				this.removed(line);
				return [];
			}
			const inner = line.inner.flatMap(plan);
			const isInnerChanged = inner.length < line.inner.length;
			if (isInnerChanged && inner.length === 0) {
				throw new FormError(
					`${line.label} would be a group without lines.`,
					'Remove the group itself instead.',
				);
			}
			return [{ ...unchanged(line), inner, isInnerChanged }];
		};
		return this.booked.flatMap(plan);
	}

	/** Whether a line of the record is what is wanted already. One without a quantity is another one than one with it. */
	private isAs(booked: BookedLine, [name, given]: ElementValues): boolean {
		const values = unfolded(given);
		const id = wantedId(this.kind, values);
		if (id !== undefined) return booked.id?.toUpperCase() === id.toUpperCase();
		if (booked.element.add !== name) return false;
		if (!isGiven(values.Quantity) && isGiven(booked.fields.Quantity)) return false;
		return assignmentsOfLine(this.kind, booked.element, values, booked).every((one) =>
			isAlreadySo(booked.fields, one, this.timezone),
		);
	}

	/**
	 * Exactly the wanted lines. As many of the record as are so already stay, in their order, with whatever else they hold and
	 * are linked to; all others are new.
	 */
	replace(wanted: readonly ElementValues[]): PlannedLine[] {
		const kept = longestRun(this.booked, wanted, (line, one) => this.isAs(line, one));
		const places = new Map(kept.map(([line, one]) => [one, line]));
		wanted.forEach((one, index) => {
			const id = this.kind.id === 'TxnLineID' && wantedId(this.kind, unfolded(one[1]));
			if (id === false || id === undefined || places.has(one)) return;
			throw new FormError(
				`${labelOf(this.kind, index)}: no line of the record with the ID ${id} can stay there.`,
				'Lines that stay keep their order. Remove the line ID to make a new line of it.',
			);
		});
		const stays = new Set(places.values());
		for (const line of this.booked) if (!stays.has(line)) this.removed(line);
		return wanted.map((one, index) => {
			const line = places.get(one);
			return line ? this.changed(line, one) : this.added(one, `New ${labelOf(this.kind, index)}`);
		});
	}
}

/** The longest run of pairs that are alike, in the order of both lists. */
function longestRun<One, Other>(
	ones: readonly One[],
	others: readonly Other[],
	isAlike: (one: One, other: Other) => boolean,
): Array<[One, Other]> {
	const alike = ones.map((one) => others.map((other) => isAlike(one, other)));
	const lengths = Array.from({ length: ones.length + 1 }, () =>
		new Array<number>(others.length + 1).fill(0),
	);
	for (let i = ones.length - 1; i >= 0; i--) {
		for (let j = others.length - 1; j >= 0; j--) {
			lengths[i][j] = alike[i][j]
				? lengths[i + 1][j + 1] + 1
				: Math.max(lengths[i + 1][j], lengths[i][j + 1]);
		}
	}
	const run: Array<[One, Other]> = [];
	for (let i = 0, j = 0; i < ones.length && j < others.length;) {
		if (alike[i][j]) run.push([ones[i++], others[j++]]);
		else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
		else j++;
	}
	return run;
}

/** A planned line as a change says it. */
function valuesOfLine(kind: LineKind, line: PlannedLine): Values {
	const { booked, element, assignments, extra, inner, isInnerChanged } = line;
	const fields = booked?.fields;
	const values = valuesOf(assignments, fields);
	if (kind.id !== 'TxnLineID') {
		return { ...(fields && wholeOf(element.content, fields)), ...values };
	}
	const payment =
		booked && isPayment(booked) && assignments.length > 0
			? { PaymentTxnID: partOf(booked.fields, 'PaymentTxnID'), ...withLine(booked) }
			: {};
	return {
		TxnLineID: booked?.id ?? '-1',
		...extra,
		...payment,
		...values,
		...(isInnerChanged &&
			element.inner && { [element.inner.mod]: inner.map((one) => valuesOfLine(kind, one)) }),
	};
}

const withLine = ({ fields }: BookedLine): Values =>
	isGiven(fields.PaymentTxnLineID) ? { PaymentTxnLineID: fields.PaymentTxnLineID } : {};

/** All lines of a kind as a change says them. */
function valuesOfLines(kind: LineKind, planned: readonly PlannedLine[]): Values {
	const isMixed = kind.key.includes('|');
	const values = planned.map((line) => {
		const own = valuesOfLine(kind, line);
		return isMixed ? { [line.element.mod]: own } : own;
	});
	return { [kind.key]: values };
}

/** The lines that a record has, as a change says that they stay. */
export const linesAsTheyAre = (kind: LineKind, booked: readonly BookedLine[]): Values =>
	valuesOfLines(kind, booked.map(unchanged));

/** What has to be done to the lines of a kind. */
export interface LinesPlan {
	changes: readonly Change[];
	/** As the encoder takes them. Undefined if nothing is to be changed, so that no lines are named and all of them stay. */
	values?: Values;
	/** What was to be removed and is not there. */
	missing?: readonly MissingLine[];
	/** The IDs of the lines that are removed. */
	gone?: readonly string[];
}

/**
 * Plans what a change says of the lines of a kind. It either names all of them or none.
 * @param noun What errors call the record, such as "invoice".
 * @throws FormError for a line that can't be found, and for a kind that can't be emptied.
 */
export function planLines(
	kind: LineKind,
	booked: readonly BookedLine[],
	{ mode, lines, ids }: WantedLines,
	{ timezone, noun }: { timezone: string; noun: string },
): LinesPlan {
	if (mode === 'keep' || (mode !== 'replace' && lines.length === 0)) return { changes: [] };
	const plan = new Plan(kind, booked, { timezone, ids, isWhole: mode === 'remove' });
	const planned = plan[mode](lines);
	const { changes, missing, gone } = plan;
	if (!planned.some(isTouched) && planned.length === booked.length) return { changes, missing };
	if (planned.length === 0) {
		if (kind.clear === undefined) {
			throw new FormError(
				`${kind.lines.label}: the ${noun} can't be left without any.`,
				'QuickBooks can change lines, but not remove all of them. Keep one, or delete the record.',
			);
		}
		return { changes, missing, gone, values: { [kind.clear]: true } };
	}
	return { changes, missing, gone, values: valuesOfLines(kind, planned) };
}

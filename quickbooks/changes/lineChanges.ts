import { isValues } from '../qbxml/requestValues';
import type { Wanted } from './difference';
import {
	bookedLines,
	type ChangeKnowledge,
	type LineKind,
	lineKindsOf,
	type ReadRecord,
} from './lineKinds';
import { isNamedById, type MissingLine } from './matchLine';

/** Whether lines are to be added. */
export const isAddingLines = ({ lines = {} }: Wanted): boolean =>
	Object.values(lines).some(({ mode }) => mode === 'add');

/** Whether lines are to go that are named by what they hold: another one may hold the same by now. */
export const isRemovingUnnamed = ({ lines = {} }: Wanted): boolean =>
	Object.values(lines).some(({ mode, lines: own }) => mode === 'remove' && !own.every(isNamedById));

/** What is wanted of a record that was once written so: to add or remove the lines once more would be too much. */
export const wantedAgain = ({ lines = {}, ...wanted }: Wanted): Wanted => ({
	...wanted,
	lines: Object.fromEntries(
		Object.entries(lines).filter(([, { mode }]) => mode !== 'add' && mode !== 'remove'),
	),
});

/** What tells the lines of a kind apart: their IDs, or what they hold where they have none. */
const lineNames = (kind: LineKind, record: ReadRecord): string[] =>
	bookedLines(kind, record)
		.map(({ id, fields }) => id ?? JSON.stringify(fields))
		.sort();

/** Whether a record has other lines than before, of the kinds to which lines were to be added. */
export function hasOtherLines(
	knowledge: ChangeKnowledge,
	{ lines = {} }: Wanted,
	before: ReadRecord,
	now: ReadRecord,
): boolean {
	return lineKindsOf(knowledge)
		.filter((kind) => lines[kind.lines.path]?.mode === 'add')
		.some((kind) => lineNames(kind, before).join() !== lineNames(kind, now).join());
}

/** How the record is called that a line is about, and the query that shows whether it exists. */
export const namedInLines: Readonly<Record<string, { noun: string; query: string }>> = {
	AccountRef: { noun: 'account', query: 'AccountQueryRq' },
	ItemGroupRef: { noun: 'item', query: 'ItemQueryRq' },
	ItemInventoryRef: { noun: 'item', query: 'ItemQueryRq' },
	ItemRef: { noun: 'item', query: 'ItemQueryRq' },
};

/** The lines that nobody has ever seen in the record, each of another item or account: perhaps it was mistyped. */
export const neverSeen = (missing: readonly MissingLine[]): MissingLine[] => [
	...new Map(
		missing
			.filter(({ wasThere, key }) => !wasThere && key in namedInLines)
			.map((line) => [line.words, line]),
	).values(),
];

/** What a line is about, by its name or its ID. */
export const nameIn = ({ value }: MissingLine): Record<string, unknown> =>
	isValues(value) ? value : { FullName: value };

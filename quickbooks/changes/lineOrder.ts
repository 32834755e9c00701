/**
 * The IDs of all lines in an answer, in its order. Records hold lines and groups of lines apart, so that their common order is
 * lost there, but a change has to name them in it.
 * @param xml The answer as the accounting application wrote it.
 */
export const lineOrderIn = (xml: string): string[] =>
	[...xml.matchAll(/<TxnLineID>\s*([^<\s]+)\s*<\/TxnLineID>/g)].map(([, id]) => id);

/** IDs begin with a number that counts up. */
const numberIn = (id: string | undefined): number => Number.parseInt(id ?? '', 16);

/**
 * Lines of several kinds in the order of the record: as the answer had them, or else by their IDs, without changing the order
 * within a kind.
 */
export function inRecordOrder<Line extends { id?: string }>(
	kinds: ReadonlyArray<readonly Line[]>,
	order: readonly string[] = [],
): Line[] {
	const places = new Map(order.map((id, index) => [id, index]));
	const isKnown = kinds.flat().every(({ id = '' }) => places.has(id));
	const rank = ({ id }: Line): number => (isKnown ? (places.get(id ?? '') ?? 0) : numberIn(id));
	const left = kinds.map((lines) => [...lines]).filter((lines) => lines.length > 0);
	const merged: Line[] = [];
	while (left.length > 0) {
		const next = left.reduce((first, other) => (rank(other[0]) < rank(first[0]) ? other : first));
		merged.push(...next.splice(0, 1));
		if (next.length === 0) left.splice(left.indexOf(next), 1);
	}
	return merged;
}

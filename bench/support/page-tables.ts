/** A table of a page, as its cells are written. */
export interface PageTable {
	head: readonly string[];
	rows: ReadonlyArray<readonly string[]>;
}

const cellsOf = (line: string): string[] =>
	line
		.trim()
		.replace(/^\||\|$/g, '')
		.split('|')
		.map((cell) => cell.trim());

/** The tables of a page in Markdown. */
export const tablesIn = (page: string): PageTable[] =>
	(page.match(/(?:^\|.*\n)+/gm) ?? []).map((table) => {
		const [head, , ...rows] = table.trimEnd().split('\n').map(cellsOf);
		return { head, rows };
	});

/** The number that a cell begins with, such as 1,454 in "1,454 ms". Null if the cell is empty. */
export function numberIn(cell: string): number | null {
	if (cell === '') return null;
	const value = Number.parseFloat(cell.replaceAll(',', ''));
	if (!Number.isFinite(value)) throw new Error(`"${cell}" is no figure.`);
	return value;
}

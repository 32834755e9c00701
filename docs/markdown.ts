const row = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;

/** A table. */
export const tableOf = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

function split(page: string, name: string): [before: string, marked: string, after: string] {
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [before, rest = ''] = page.split(start);
	const [marked, after] = rest.split(end);
	if (after === undefined) throw new Error(`The page has no ${start} and ${end}.`);
	return [before + start, marked, end + after];
}

/**
 * What stands on a page between the marks of a name.
 * @throws if it has no such marks
 */
export const markedIn = (page: string, name: string): string => split(page, name)[1];

/**
 * A page with something else between the marks of a name.
 * @throws if it has no such marks
 */
export function withMarked(page: string, name: string, content: string): string {
	const [before, , after] = split(page, name);
	return `${before}\n\n${content}\n\n${after}`;
}

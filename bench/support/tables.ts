const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A table in Markdown. */
export const table = (head: string[], rows: string[][]): string =>
	[row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

/** A measured value, and whether it meets what was asked for. */
export const met = (value: number, isMet: boolean): string =>
	`${value.toFixed(2)}, ${isMet ? 'met' : '**missed**'}`;

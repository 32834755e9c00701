/** What may stand before an element besides white space: comments and instructions. */
const skipped = [
	{ start: '<!--', end: '-->' },
	{ start: '<?', end: '?>' },
] as const;

const SPACE = /\s*/y;

/**
 * Where the next element of a document begins. Step by step, because one pattern for all that can stand before it would try every way
 * to read comments.
 */
export function nextElement(xml: string, from = 0): number {
	for (let at = from; ;) {
		SPACE.lastIndex = at;
		at += SPACE.exec(xml)?.[0].length ?? 0;
		const next = skipped.find(({ start }) => xml.startsWith(start, at));
		const end = next ? xml.indexOf(next.end, at + next.start.length) : -1;
		if (!next || end < 0) return at;
		at = end + next.end.length;
	}
}

/** What every document for QuickBooks begins with. It goes out in ASCII, whatever encoding its author declared. */
export const prolog = (version: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${version}"?>`;

/**
 * The same document with the service's own beginning: without a byte order mark, blank lines or comments before its declaration, which
 * QuickBooks would refuse the whole request for (0x80040400).
 */
export const withProlog = (xml: string, version: string): string =>
	prolog(version) + xml.slice(nextElement(xml));

/** A piece of code on a page, and where it goes: a file of its own, at the end of a file, or after a line of it. */
export interface CodeBlock {
	readonly file: string;
	readonly code: string;
	readonly place: 'file' | 'end' | { readonly after: string };
}

function placeIn(sentence: string): CodeBlock['place'] {
	const [, , line] = /\blines? more (after `([^`]+)` )?in $/.exec(sentence) ?? [];
	if (line !== undefined) return { after: line };
	return /\blines? more in $/.test(sentence) ? 'end' : 'file';
}

/** The pieces of TypeScript on a page that a sentence ending in a file's name and a colon introduces. */
export const codeBlocks = (page: string): CodeBlock[] =>
	[...page.matchAll(/^(.*)`([\w./-]+\.ts)`:\n\n```ts\n([^]*?)```$/gm)].map(
		([, sentence, file, code]) => ({ file, code, place: placeIn(sentence) }),
	);

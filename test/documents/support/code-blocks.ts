/** A piece of code on a page, and where it goes: a file of its own, at the end of a file, or after a line of it. */
export interface CodeBlock {
	readonly file: string;
	readonly code: string;
	readonly place: 'file' | 'end' | { readonly after: string };
}

function placeIn(sentence: string): CodeBlock['place'] {
	const added = /\blines? (?:after `([^`]+)` )?in $/.exec(sentence);
	if (!added) return 'file';
	const [, line] = added;
	return line === undefined ? 'end' : { after: line };
}

/** The pieces of TypeScript on a page that a sentence ending in a file's name and a colon introduces. */
export const codeBlocks = (page: string): CodeBlock[] =>
	[...page.matchAll(/^(.*)`([\w./-]+\.ts)`:\n\n```ts\n([^]*?)```$/gm)].map(
		([, sentence, file, code]) => ({ file, code, place: placeIn(sentence) }),
	);

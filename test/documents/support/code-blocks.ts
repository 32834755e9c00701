/** A piece of code on a page: the file that the text before it names, and whether it is a line more in that file. */
export interface CodeBlock {
	readonly file: string;
	readonly isLineMore: boolean;
	readonly code: string;
}

/** The pieces of TypeScript on a page that a sentence ending in a file's name and a colon introduces. */
export const codeBlocks = (page: string): CodeBlock[] =>
	[...page.matchAll(/^(.*)`([\w./-]+\.ts)`:\n\n```ts\n([^]*?)```$/gm)].map(
		([, sentence, file, code]) => ({
			file,
			isLineMore: sentence.endsWith('one line more in '),
			code,
		}),
	);

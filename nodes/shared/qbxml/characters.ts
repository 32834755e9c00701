import type { RequestElement } from './requestXml';

/** Latin 1, and what Windows 1252 has beyond: the letters of Western Europe. */
const KEPT = /[\u0000-\u00ffŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/;

function collect({ text, attributes, children }: RequestElement, lost: Set<string>): void {
	for (const written of [text, ...Object.values(attributes)]) {
		if (/[^\u0000-\u00ff]/.test(written)) {
			for (const character of written) if (!KEPT.test(character)) lost.add(character);
		}
	}
	for (const child of children) collect(child, lost);
}

/** The characters in requests that the accounting application does not keep: it gives them back as "?". */
export function lostCharacters(requests: readonly RequestElement[]): string[] {
	const lost = new Set<string>();
	for (const request of requests) collect(request, lost);
	return [...lost];
}

/** A text as the accounting application keeps it. */
export const asKept = (text: string): string =>
	[...text].map((character) => (KEPT.test(character) ? character : '?')).join('');

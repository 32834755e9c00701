import { InvalidXml } from './invalid-xml';

/** Everything outside XML 1.0's production `Char`; with the `u` flag a lone surrogate is outside too. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/**
 * Refuses text with a character that XML 1.0 cannot hold, not even as a reference.
 * @param where what the text is, as the sentence of the error begins: `The text of Memo`
 * @throws InvalidXml
 */
export function requireXmlCharacters(text: string, where: string): void {
	const found = FORBIDDEN.exec(text)?.[0].codePointAt(0);
	if (found === undefined) return;
	const code = found.toString(16).toUpperCase().padStart(4, '0');
	throw new InvalidXml(`${where} contains the character U+${code}, which XML cannot hold.`);
}

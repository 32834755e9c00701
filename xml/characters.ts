import { InvalidXml } from './invalid-xml';

/** Everything outside XML 1.0's `Char`. With the `u` flag, that includes lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/**
 * Refuses text with a character that XML 1.0 cannot contain, not even as a reference.
 * @param where what the text is, to start the error message with: `The text of Memo`
 * @throws InvalidXml
 */
export function requireXmlCharacters(text: string, where: string): void {
	const found = FORBIDDEN.exec(text)?.[0].codePointAt(0);
	if (found === undefined) return;
	const code = found.toString(16).toUpperCase().padStart(4, '0');
	throw new InvalidXml(`${where} contains the character U+${code}, which XML cannot hold.`);
}

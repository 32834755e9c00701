import { isKept } from '../../../quickbooks/facts/keptCharacters';
import type { XmlElement } from '../../../xml/read-xml';

const BEYOND_LATIN = /[^\u0000-\u00ff]/gu;
const ACCENTS = /\p{Mn}/gu;

/** The letter without its accents if Windows-1252 has that one, and else a question mark. */
function lookAlikeOf(character: string): string {
	if (isKept(character)) return character;
	const bare = character.normalize('NFKD').replace(ACCENTS, '');
	return bare !== '' && [...bare].every(isKept) ? bare : '?';
}

/** A request as a company file keeps it, which has room for Western European letters alone. */
export const asKept = (element: XmlElement): XmlElement => ({
	...element,
	text: element.text.normalize('NFC').replace(BEYOND_LATIN, lookAlikeOf),
	children: element.children.map(asKept),
});

/** Whether a document has characters beyond ASCII that are not written as references. */
export const isBeyondAscii = (xml: string): boolean => /[^\u0000-\u007f]/.test(xml);

/** QuickBooks writes characters beyond ASCII as references. A lone carriage return would not survive otherwise. */
export const toAscii = (xml: string): string =>
	xml.replace(/[^\t\n\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);

import { XMLValidator } from 'fast-xml-parser';

/** Characters that XML 1.0 can't hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const hexadecimal = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** Replaces comments and CDATA with blanks, so that everything that looks like a tag is a tag. */
export const onlyTags = (xml: string): string =>
	xml.replace(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, ({ length }) => ' '.repeat(length));

/** A reference to a character that XML can't hold, as it is written. */
const forbiddenReference = (xml: string): string | undefined =>
	[...xml.matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)].find(([, inHex, inDecimal]) => {
		const code = inHex === undefined ? Number(inDecimal) : parseInt(inHex, 16);
		return !(code <= 0x10ffff) || FORBIDDEN.test(String.fromCodePoint(code));
	})?.[0];

/** Finds what the library lets through: a `<` in the value of an attribute. */
function attributeProblem(xml: string): string | undefined {
	const tags = onlyTags(xml).matchAll(/<([\w:.-]+)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/g);
	for (const [, name, inside] of tags)
		if (inside.includes('<')) return `an attribute of ${name} has a < in its value`;
	return undefined;
}

/** Why the XML is not well formed, as part of a sentence. Undefined if it is. */
export function malformation(xml: string): string | undefined {
	const result = XMLValidator.validate(xml);
	if (result !== true) {
		const { msg, line, col } = result.err;
		return `${msg} (line ${line}, column ${col})`;
	}
	const character = FORBIDDEN.exec(xml)?.[0].codePointAt(0);
	if (character !== undefined)
		return `it contains the character U+${hexadecimal(character)}, which XML can't hold`;
	const reference = forbiddenReference(onlyTags(xml));
	if (reference !== undefined) return `${reference} is a character that XML can't hold`;
	return attributeProblem(xml);
}

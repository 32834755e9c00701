/** What XML 1.0 cannot hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A reference to a character, in the envelope itself or in the answer that is escaped in it. */
const REFERENCE = /&(?:amp;)?#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi;

const BEYOND_ASCII = /\P{ASCII}/gu;

/** Stands for a character that could not be read. */
const REPLACEMENT = '\uFFFD';

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/** The same XML with escaped text in the place of its CDATA sections. One that is not closed stays as it is, with all that follows. */
function withoutCdata(xml: string): string {
	const pieces: string[] = [];
	let from = 0;
	for (;;) {
		const start = xml.indexOf(CDATA, from);
		const end = start < 0 ? -1 : xml.indexOf(CDATA_END, start + CDATA.length);
		if (end < 0) break;
		pieces.push(xml.slice(from, start), escaped(xml.slice(start + CDATA.length, end)));
		from = end + CDATA_END.length;
	}
	return pieces.join('') + xml.slice(from);
}

function referenceOrReplacement(written: string, hexadecimal?: string, decimal?: string): string {
	const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
	const isForbidden = code > 0x10ffff || String.fromCodePoint(code).search(FORBIDDEN) === 0;
	return isForbidden ? REPLACEMENT : written;
}

/**
 * Writes a message so that the SOAP library can read it. .NET writes the control characters that somebody has pasted into a
 * memo as references that XML does not allow, and the answer to a write that was carried out must not be lost for that. What
 * is in a CDATA section the library would read as elements.
 */
export const readable = (message: string): string =>
	withoutCdata(message).replace(REFERENCE, referenceOrReplacement).replace(FORBIDDEN, REPLACEMENT);

/**
 * Whether something in a readable message begins as a declaration does, such as `<!DOCTYPE`. No connector writes any, and the library
 * looks at all of one anew with each further character of it.
 */
export const hasDeclaration = (message: string): boolean => /<\s*!(?!--)/.test(message);

/**
 * Writes a request with nothing but ASCII, and references to everything else. QuickBooks shows a character that it doesn't
 * know as `?` when it gets a reference to it, but refuses the whole request when it gets the character itself.
 */
export const inAscii = (request: string): string =>
	request.search(BEYOND_ASCII) < 0
		? request
		: withoutCdata(request).replace(BEYOND_ASCII, (character) => `&#${character.codePointAt(0)};`);

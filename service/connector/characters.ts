import { repaired } from '../qbxml';

const BEYOND_ASCII = /\P{ASCII}/gu;

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

/**
 * Writes a message so that the SOAP library can read it. .NET writes the control characters that somebody has pasted into a
 * memo as references that XML does not allow, and the answer to a write that was carried out must not be lost for that. What
 * is in a CDATA section the library would read as elements.
 */
export const readable = (message: string): string => repaired(withoutCdata(message));

/** A comment, an instruction or a tag, as far as its `<`; whatever else begins with one is none of these. */
const MARKUP = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>|</g;

/** What begins as a declaration does, such as `<!DOCTYPE`. The library looks at all of one anew with each further character of it. */
const DECLARATION = /<\s*!(?!--)/;

/** With these, the library has one element stand for another one: for any number of them, and even for what all objects inherit. */
const REFERENCE_TO_ELEMENT = /\s(?:id|href)\s*=/;

const QUOTED = /"[^"]*"|'[^']*'/g;

/** More than the library takes seconds for with names and prefixes made to hurt; a connector writes two dozen. */
const MOST_MARKUP = 200;

/**
 * Whether a readable message has something in it that no connector writes, and that stops the SOAP library or has it work without
 * end: a declaration, elements that refer to each other, or hundreds of them.
 */
export function isHostile(message: string): boolean {
	if (DECLARATION.test(message)) return true;
	let count = 0;
	for (const [markup] of message.matchAll(MARKUP)) {
		count += 1;
		const isTag = !/^<[!?]/.test(markup);
		const refers = isTag && REFERENCE_TO_ELEMENT.test(markup.replace(QUOTED, ''));
		if (refers || count > MOST_MARKUP || markup === '<') return true;
	}
	return false;
}

/**
 * Writes a request with nothing but ASCII, and references to everything else. QuickBooks shows a character that it doesn't
 * know as `?` when it gets a reference to it, but refuses the whole request when it gets the character itself.
 */
export const inAscii = (request: string): string =>
	request.search(BEYOND_ASCII) < 0
		? request
		: withoutCdata(request).replace(BEYOND_ASCII, (character) => `&#${character.codePointAt(0)};`);

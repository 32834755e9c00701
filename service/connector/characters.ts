import { repaired } from '../qbxml';

const BEYOND_ASCII = /\P{ASCII}/gu;

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/** A place in a text that is looked for again only behind where it was found. */
function seeker(xml: string, sign: string): (from: number) => number {
	let at = -1;
	return (from) => {
		if (at < from) at = xml.indexOf(sign, from);
		if (at < 0) at = Infinity;
		return at;
	};
}

/**
 * The same XML with escaped text in the place of its CDATA sections. One that is not closed stays as it is, with all that follows, and so
 * does what stands in a comment.
 */
function withoutCdata(xml: string): string {
	const pieces: string[] = [];
	const [nextCdata, nextComment] = [seeker(xml, CDATA), seeker(xml, COMMENT)];
	let written = 0;
	for (let from = 0; ;) {
		const [start, comment] = [nextCdata(from), nextComment(from)];
		if (start === Infinity) break;
		const isComment = comment < start;
		const [open, close] = isComment
			? [comment + COMMENT.length, '-->']
			: [start + CDATA.length, ']]>'];
		const end = xml.indexOf(close, open);
		if (end < 0) break;
		from = end + close.length;
		if (isComment) continue;
		pieces.push(xml.slice(written, start), escaped(xml.slice(open, end)));
		written = from;
	}
	return pieces.join('') + xml.slice(written);
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

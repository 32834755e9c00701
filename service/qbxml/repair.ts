/** What XML 1.0 cannot hold. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const REFERENCE = /&#(?:x([0-9a-f]{1,20})|([0-9]{1,20}));/gi;

/** Longer than any reference that is looked for. */
const LONGEST_REFERENCE = 25;

/** What some programs write before a declaration, where nothing may stand. */
const BEFORE_DOCUMENT = /^[\s\u0000-\u001F\u200B\uFEFF\uFFFD\uFFFE\uFFFF]+/;

/** What may not stand around a document, besides white space. */
const AROUND_DOCUMENT = /[^\S\t\n\r ]|[\u0000-\u0008\u000E-\u001F\u200B\uFFFD\uFFFE\uFFFF]/g;

/** Where the white space and the signs at the end of a text begin, which may be the end of the document. */
function endOfContent(text: string): number {
	let end = text.length;
	while (end > 0 && /[\s\u0000-\u001F\u200B\uFFFD\uFFFE\uFFFF]/.test(text[end - 1])) end -= 1;
	return end;
}

/** Stands for a character that could not be read. */
const REPLACEMENT = '\uFFFD';

/** The character of a reference, or the one that stands for what XML cannot hold. */
export function characterOf(code: number): string {
	const character = code > 0x10ffff ? '' : String.fromCodePoint(code);
	return character.search(FORBIDDEN) === 0 || character === '' ? REPLACEMENT : character;
}

const codeOf = (hexadecimal?: string, decimal?: string): number =>
	hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);

/** The same text with U+FFFD for the characters that XML cannot hold, written as they are or as references. */
export const repaired = (text: string): string =>
	text
		.replace(REFERENCE, (written, hexadecimal?: string, decimal?: string) =>
			characterOf(codeOf(hexadecimal, decimal)) === REPLACEMENT ? REPLACEMENT : written,
		)
		.replace(FORBIDDEN, REPLACEMENT);

/** Repairs a document that comes in parts. */
interface Repair {
	/** @returns what is certain by now */
	write(part: string): string;
	end(): string;
}

/** A document that is there as a whole, repaired. */
export function repairedDocument(xml: string): string {
	const repair = createRepair();
	return repair.write(xml) + repair.end();
}

/**
 * Makes an answer readable: one control character that somebody has pasted into a description would otherwise lose the whole list that
 * this record is in, for ever. The characters that XML cannot hold, written as they are or as references, become U+FFFD, and what
 * stands before the document goes.
 */
export function createRepair(): Repair {
	/** Signs that may be those at the document's end, in pieces: a program may send millions of blanks. */
	let signs: string[] = [];
	/** What may become a reference. */
	let reference = '';
	let hasBegun = false;
	return {
		write(part) {
			let text = reference + part;
			if (!hasBegun) text = text.replace(BEFORE_DOCUMENT, '');
			hasBegun ||= text !== '';
			const last = text.lastIndexOf('&');
			const isOpen =
				last >= Math.max(0, text.length - LONGEST_REFERENCE) && !text.includes(';', last);
			reference = isOpen ? text.slice(last) : '';
			const end = isOpen ? last : endOfContent(text);
			if (end === 0 && !isOpen) {
				signs.push(text);
				return '';
			}
			const certain = repaired(signs.join('') + text.slice(0, end));
			signs = [text.slice(end, text.length - reference.length)];
			return certain;
		},
		end: () => repaired((signs.join('') + reference).replace(AROUND_DOCUMENT, '')),
	};
}

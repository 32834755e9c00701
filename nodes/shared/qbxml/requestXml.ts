import { FormError } from '../form/formError';

/** An element of a request: with text, with elements, or empty. */
export interface RequestElement {
	name: string;
	attributes: Readonly<Record<string, string>>;
	/** The text directly in it. White space between its elements does not count. */
	text: string;
	children: readonly RequestElement[];
	/** Where it begins in the XML that it was read from. */
	position?: number;
}

/** A document that was read: the version of qbXML that it is written in, if it says so, and its outermost element. */
export interface RequestDocument {
	version: string | undefined;
	root: RequestElement;
}

const TOKEN =
	/<!--([^]*?)-->|<!\[CDATA\[([^]*?)\]\]>|<\?([^\s?]+)([^]*?)\?>|<\/([^\s<>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(amp|lt|gt|quot|apos);)?/gi;
const NAME = /^[A-Za-z_][\w.:-]*$/;
/** Characters that XML 1.0 can't hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

const hexadecimal = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** The place of a position in a text, as people count: `line 3, column 14`. */
export function placeIn(text: string, position: number): string {
	const before = text.slice(0, position);
	return `line ${before.split('\n').length}, column ${position - before.lastIndexOf('\n')}`;
}

const malformed = (xml: string, position: number, problem: string): FormError =>
	new FormError(
		`Request XML is not well formed: ${problem} (${placeIn(xml, position)}).`,
		'Correct the XML. The signs & and < in texts are written &amp; and &lt;.',
	);

/**
 * The element that a document consists of, with everything in it.
 * @throws FormError that says what is wrong and where, if the XML is not well formed or has a DOCTYPE.
 */
export function readRequestXml(xml: string): RequestDocument {
	const fail = (position: number, problem: string) => malformed(xml, position, problem);
	const decoded = (text: string, start: number): string =>
		text.includes('&')
			? text.replace(REFERENCE, (written: string, inHex, inDecimal, name, at: number) => {
					if (name) return entities[String(name).toLowerCase()];
					const code = inHex ? parseInt(String(inHex), 16) : Number(inDecimal ?? NaN);
					if (Number.isNaN(code)) throw fail(start + at, 'an & that begins no reference');
					const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
					if (FORBIDDEN.test(character)) {
						throw fail(start + at, `${written} is a character that XML can't hold`);
					}
					return character;
				})
			: text;
	const attributesIn = (written: string, start: number): Record<string, string> => {
		const attributes: Record<string, string> = {};
		for (const [, name, inDouble, inSingle] of written.matchAll(ATTRIBUTE)) {
			if (Object.hasOwn(attributes, name)) throw fail(start, `the attribute ${name} stands twice`);
			attributes[name] = decoded((inDouble ?? inSingle).replace(/[\t\r\n]/g, ' '), start);
		}
		return attributes;
	};

	const character = FORBIDDEN.exec(xml);
	if (character) {
		const code = hexadecimal(character[0].codePointAt(0) ?? 0);
		throw fail(character.index, `it contains the character U+${code}, which XML can't hold`);
	}
	let version: string | undefined;
	const top = { name: '', attributes: {}, text: '', children: [] as RequestElement[] };
	const open: Array<typeof top & { position: number }> = [{ ...top, position: 0 }];
	TOKEN.lastIndex = 0;
	for (let position = 0; position < xml.length; position = TOKEN.lastIndex) {
		const token = TOKEN.exec(xml);
		if (!token) throw fail(position, explainSign(xml, position));
		const [, , cdata, instruction, instructed, closed, opened, attributes, isEmpty, text] = token;
		const parent = open[open.length - 1];
		if (opened !== undefined) {
			if (!NAME.test(opened)) throw fail(position, `"${opened}" is not a name`);
			if (open.length === 1 && parent.children.length > 0) {
				throw fail(
					position,
					`it has more than one outermost element: ${parent.children[0].name}, ${opened}`,
				);
			}
			const element = {
				name: opened,
				attributes: attributes === '' ? {} : attributesIn(attributes, position),
				text: '',
				children: [],
				position,
			};
			parent.children.push(element);
			if (!isEmpty) open.push(element);
		} else if (closed !== undefined) {
			if (open.length === 1) throw fail(position, `</${closed}> closes nothing`);
			if (parent.name !== closed) {
				const begun = `${parent.name} of ${placeIn(xml, parent.position)}`;
				throw fail(position, `</${closed}> stands where ${begun}, should be closed`);
			}
			if (parent.children.length > 0 && parent.text.trim() === '') parent.text = '';
			open.pop();
		} else if (text !== undefined || cdata !== undefined) {
			const said = text === undefined ? cdata : decoded(text, position);
			if (open.length === 1 && said.trim() !== '') throw fail(position, 'text outside of elements');
			parent.text += said.replace(/\r\n?/g, '\n');
		} else if (instruction === 'qbxml') {
			version = / version\s*=\s*["']([^"']*)["']/.exec(instructed)?.[1];
		}
	}
	const unclosed = open[open.length - 1];
	if (open.length > 1) throw fail(unclosed.position, `${unclosed.name} is not closed`);
	const [root] = open[0].children;
	if (!root) throw fail(0, 'it has no element');
	return { version, root };
}

function explainSign(xml: string, position: number): string {
	const rest = xml.slice(position, position + 40);
	if (rest.startsWith('<!DOCTYPE')) return 'a DOCTYPE is not allowed';
	if (rest.startsWith('<!--')) return 'a comment is not closed';
	if (rest.startsWith('<![CDATA[')) return 'a CDATA section is not closed';
	return 'a < that begins no tag, or a tag that is not complete';
}

const signs: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

const reference = (character: string): string => `&#${character.codePointAt(0) ?? 0};`;

/** What is beyond ASCII as numeric references: the desktop reads those reliably. */
const inAscii = (written: string): string => written.replace(/[\u007f-\u{10ffff}]/gu, reference);

const escapedText = (text: string): string =>
	inAscii(text.replace(/[&<>]/g, (sign) => signs[sign])).replace(/\r/g, reference);

/** Without references, a reader would turn tabs and line breaks into blanks. */
const escapedValue = (value: string): string =>
	inAscii(value.replace(/[&<>"]/g, (sign) => signs[sign])).replace(/[\t\r\n]/g, reference);

const writtenAttributes = (attributes: RequestElement['attributes']): string =>
	Object.entries(attributes)
		.map(([name, value]) => ` ${name}="${escapedValue(value)}"`)
		.join('');

/** An element as XML, without white space between elements, and in ASCII only. */
export function writeElement({ name, attributes, text, children }: RequestElement): string {
	const content = `${escapedText(text)}${children.map(writeElement).join('')}`;
	const begin = `<${name}${writtenAttributes(attributes)}`;
	return content === '' ? `${begin}/>` : `${begin}>${content}</${name}>`;
}

/** A document with one request. */
export const writeRequestXml = (version: string, request: RequestElement): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${version}"?>` +
	`<QBXML><QBXMLMsgsRq onError="stopOnError">${writeElement(request)}</QBXMLMsgsRq></QBXML>`;

/**
 * The same document in ASCII: what is beyond becomes numeric references, CDATA becomes plain text, and comments that
 * would have to change are left out. A document in ASCII stays as it is.
 */
export function requestXmlInAscii(xml: string): string {
	if (inAscii(xml) === xml) return xml;
	TOKEN.lastIndex = 0;
	let ascii = '';
	for (let token = TOKEN.exec(xml); token; token = TOKEN.exec(xml)) {
		const [written, comment, cdata] = token;
		if (comment === undefined) ascii += cdata === undefined ? inAscii(written) : escapedText(cdata);
		else if (inAscii(written) === written) ascii += written;
	}
	return ascii;
}

/** Adds an attribute to the element that begins at a position of the XML. */
export function withAttribute(xml: string, position: number, name: string, value: string): string {
	const [tag] = /^<[^\s/>]+/.exec(xml.slice(position)) ?? [''];
	const end = position + tag.length;
	return `${xml.slice(0, end)} ${name}="${escapedValue(value)}"${xml.slice(end)}`;
}

import { numbered } from '../form/nothing';

/** An element that was read: with text, with elements, or empty. */
export interface XmlElement {
	name: string;
	attributes: Readonly<Record<string, string>>;
	/** The text directly in it. White space between its elements does not count. */
	text: string;
	children: readonly XmlElement[];
	/** Where it begins in the XML. */
	position: number;
}

/** A text without white space at its ends. To XML, that is none of what looks like a blank besides these. */
export const trimmed = (text: string): string =>
	text.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');

export const hasAttributes = ({ attributes }: Pick<XmlElement, 'attributes'>): boolean =>
	Object.keys(attributes).length > 0;

/** What is wrong with XML, and where. The message is part of a sentence. */
export class MalformedXml extends Error {
	override readonly name = 'MalformedXml';

	constructor(
		message: string,
		readonly position: number,
	) {
		super(message);
	}
}

interface Reading {
	/**
	 * Whether to take what well-formed XML can't have, but answers have been seen to have: other entities, characters that
	 * XML can't hold, < in attributes, text around the elements, several outermost elements.
	 */
	isLenient?: boolean;
}

const TOKEN =
	/<!--([^]*?)-->|<!\[CDATA\[([^]*?)\]\]>|<\?([^\s?]+)(?![^\s?])([^]*?)\?>|<\/([^\s<>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
/** The same, but with < in values. */
const LENIENT_TOKEN = new RegExp(
	TOKEN.source.replace('[^"<]', '[^"]').replace("[^'<]", "[^']"),
	'y',
);
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6});|#(\d{1,7});|([^;&<\s]{1,32});)?/g;
const NAME = /^[A-Za-z_][\w.:-]*$/;
/** Characters that XML 1.0 can't hold, not even as a reference. */
export const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const LAST_CHARACTER = 0x10ffff;

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

/** The character that a reference stands for. Undefined if it stands for none. */
function characterOf(inHex?: string, inDecimal?: string, name?: string): string | undefined {
	if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name] : undefined;
	const code = inHex === undefined ? Number(inDecimal) : parseInt(inHex, 16);
	return code <= LAST_CHARACTER ? String.fromCodePoint(code) : undefined;
}

function decoded(text: string, start: number, { isLenient }: Reading): string {
	if (!text.includes('&')) return text;
	return text.replace(
		REFERENCE,
		(written: string, inHex?: string, inDecimal?: string, name?: string, at = 0) => {
			const character = characterOf(inHex, inDecimal, name);
			if (isLenient) return character ?? written;
			if (written === '&' || (character === undefined && name !== undefined)) {
				throw new MalformedXml('an & on its own', start + at);
			}
			if (character === undefined || FORBIDDEN.test(character)) {
				throw new MalformedXml(`${written} is a character that XML can't hold`, start + at);
			}
			return character;
		},
	);
}

function attributesIn(written: string, start: number, reading: Reading): Record<string, string> {
	const attributes = new Map<string, string>();
	for (const [, name, inDouble, inSingle] of written.matchAll(ATTRIBUTE)) {
		if (attributes.has(name) && !reading.isLenient)
			throw new MalformedXml(`the attribute ${name} appears twice`, start);
		const value = (inDouble ?? inSingle).replace(/[\t\r\n]/g, ' ');
		attributes.set(name, decoded(value, start, reading));
	}
	return Object.fromEntries(attributes);
}

function refuseForbidden(xml: string): void {
	const found = FORBIDDEN.exec(xml);
	if (!found) return;
	throw new MalformedXml(
		`it contains the character ${numbered(found[0])}, which XML can't hold`,
		found.index,
	);
}

/** What is wrong where no token of XML begins. */
function explainSign(xml: string, position: number): string {
	const rest = xml.slice(position, position + 9);
	if (rest.startsWith('<!DOCTYPE')) return 'a DOCTYPE is not allowed';
	if (rest.startsWith('<!--')) return 'a comment is not closed';
	if (rest.startsWith('<![CDATA[')) return 'a CDATA section is not closed';
	return 'a < on its own, or an incomplete tag';
}

/** The place of a position in a text, as people count: `line 3, column 14`. */
export function placeIn(text: string, position: number): string {
	const before = text.slice(0, position);
	return `line ${before.split('\n').length}, column ${position - before.lastIndexOf('\n')}`;
}

/**
 * Splits XML into its tokens, and replaces each. Call it only for well-formed XML.
 * @param replace Gets the token, and what is in it if it is a comment or a CDATA section.
 */
export const replaceTokens = (
	xml: string,
	replace: (written: string, comment: string | undefined, cdata: string | undefined) => string,
): string => xml.replace(new RegExp(TOKEN, 'g'), replace);

/**
 * Reads XML in one pass, with the place of each element. We measured libraries: the best takes twice as long and 1.4 times
 * the memory for an answer of 20 MB, and makes the package 22 kB larger.
 * @returns The outermost element (and all of them, if there may be several), and the version in `<?qbxml version="…"?>` if it
 * is there.
 * @throws MalformedXml if the XML is not well formed or has a DOCTYPE.
 */
export function readXml(
	xml: string,
	reading: Reading = {},
): { root: XmlElement; outermost: readonly XmlElement[]; version: string | undefined } {
	if (!reading.isLenient) refuseForbidden(xml);
	interface Open extends XmlElement {
		children: XmlElement[];
	}
	const document: Open = { name: '', attributes: {}, text: '', children: [], position: 0 };
	const open = [document];
	let version: string | undefined;
	function addText(position: number, text: string, hasReferences: boolean): void {
		const parent = open[open.length - 1];
		const written = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
		const said = hasReferences ? decoded(written, position, reading) : written;
		if (parent !== document) parent.text += said;
		else if (trimmed(said) !== '' && !reading.isLenient) {
			throw new MalformedXml('text outside of elements', position);
		}
	}

	function close(position: number, name: string): void {
		const parent = open[open.length - 1];
		if (parent === document) throw new MalformedXml(`</${name}> closes nothing`, position);
		if (parent.name !== name) {
			const begun = `${parent.name} (${placeIn(xml, parent.position)})`;
			throw new MalformedXml(`</${name}> where ${begun} has to be closed first`, position);
		}
		if (parent.children.length > 0 && trimmed(parent.text) === '') parent.text = '';
		open.pop();
	}

	const token = new RegExp(reading.isLenient ? LENIENT_TOKEN : TOKEN);
	let next = 0;
	for (let position = 0; position < xml.length; position = next) {
		// Most of a document are texts and closing tags, which need no pattern.
		if (xml[position] !== '<') {
			const end = xml.indexOf('<', position);
			next = end < 0 ? xml.length : end;
			addText(position, xml.slice(position, next), true);
			continue;
		}
		const end = xml[position + 1] === '/' ? xml.indexOf('>', position) : -1;
		if (end > 0) {
			next = end + 1;
			close(position, xml.slice(position + 2, end).trimEnd());
			continue;
		}
		token.lastIndex = position;
		const found = token.exec(xml);
		if (!found) throw new MalformedXml(explainSign(xml, position), position);
		next = token.lastIndex;
		const [, , cdata, instruction, instructed, , opened, attributes, isEmpty] = found;
		const parent = open[open.length - 1];
		if (opened !== undefined) {
			if (!reading.isLenient && !NAME.test(opened))
				throw new MalformedXml(`"${opened}" is not a name`, position);
			if (parent === document && parent.children.length > 0 && !reading.isLenient) {
				const both = `${parent.children[0].name}, ${opened}`;
				throw new MalformedXml(`it has more than one outermost element: ${both}`, position);
			}
			const element: Open = {
				name: opened,
				attributes: attributes === '' ? {} : attributesIn(attributes, position, reading),
				text: '',
				children: [],
				position,
			};
			parent.children.push(element);
			if (!isEmpty) open.push(element);
		} else if (cdata !== undefined) {
			addText(position, cdata, false);
		} else if (instruction === 'xml' && position > 0 && !reading.isLenient) {
			throw new MalformedXml('the declaration <?xml … ?> has to come first', position);
		} else if (instruction === 'qbxml' && (parent !== document || parent.children.length > 0)) {
			if (!reading.isLenient) {
				throw new MalformedXml('<?qbxml … ?> has to come before the QBXML element', position);
			}
		} else if (instruction === 'qbxml') {
			version = / version\s*=\s*["']([^"']*)["']/.exec(` ${instructed}`)?.[1];
		}
	}
	if (open.length > 1) {
		const { name, position } = open[open.length - 1];
		throw new MalformedXml(`${name} is not closed`, position);
	}
	const [root] = document.children;
	if (!root) throw new MalformedXml('it has no element', 0);
	return { root, outermost: document.children, version };
}

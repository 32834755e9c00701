import { FormError } from '../form/formError';
import { MalformedXml, placeIn, readXml, replaceTokens, type XmlElement } from './readXml';

/** An element of a request: with text, with elements, or empty. */
export interface RequestElement extends Omit<XmlElement, 'children' | 'position'> {
	children: readonly RequestElement[];
	/** Where it begins in the XML that it was read from. */
	position?: number;
}

/** A document that was read: the version of qbXML that it is written in, if it says so, and its outermost element. */
export interface RequestDocument {
	version: string | undefined;
	root: RequestElement;
}

function unreadable(xml: string, before: string, error: unknown): unknown {
	if (!(error instanceof MalformedXml)) return error;
	return new FormError(
		`Request XML is not well formed: ${error.message} (${placeIn(before + xml, before.length + error.position)}).`,
		'In texts, write &amp; for & and &lt; for <.',
	);
}

/**
 * The element that a document consists of, with everything in it.
 * @param before What stood before the XML, such as blank lines, so that errors name the line that the user sees.
 * @throws FormError that says what is wrong and where, if the XML is not well formed or has a DOCTYPE.
 */
export function readRequestXml(xml: string, before = ''): RequestDocument {
	try {
		return readXml(xml);
	} catch (error) {
		throw unreadable(xml, before, error);
	}
}

/** The request in a document that holds one. */
export const requestInXml = (xml: string): RequestElement | undefined =>
	readRequestXml(xml)
		.root.children.filter(({ name }) => name === 'QBXMLMsgsRq')
		.flatMap(({ children }) => children)[0];

const signs: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

const reference = (character: string): string => `&#${character.codePointAt(0) ?? 0};`;

/** What is beyond ASCII as numeric references: the desktop reads those reliably. */
const inAscii = (written: string): string => written.replace(/[\u007f-\u{10ffff}]/gu, reference);

export const escapedText = (text: string): string =>
	inAscii(text.replace(/[&<>]/g, (sign) => signs[sign])).replace(/\r/g, reference);

/** A text of XML or HTML, in quotation marks or not. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign]);

/** Without references, a reader would turn tabs and line breaks into blanks. */
const escapedValue = (value: string): string =>
	inAscii(escaped(value)).replace(/[\t\r\n]/g, reference);

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

/** A document with one request or several. */
export const writeRequestXml = (version: string, ...requests: RequestElement[]): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${escapedValue(version)}"?>` +
	`<QBXML><QBXMLMsgsRq onError="stopOnError">${requests.map(writeElement).join('')}</QBXMLMsgsRq></QBXML>`;

/**
 * The same document in ASCII: what is beyond becomes numeric references, CDATA becomes plain text, and comments that
 * would have to change are left out. A document in ASCII stays as it is.
 */
export function requestXmlInAscii(xml: string): string {
	if (inAscii(xml) === xml) return xml;
	return replaceTokens(xml, (written, comment, cdata) => {
		if (comment !== undefined) return inAscii(written) === written ? written : '';
		return cdata === undefined ? inAscii(written) : escapedText(cdata.replace(/\r\n?/g, '\n'));
	});
}

const DECLARATION = /^<\?xml\s[^>]*\?>/;
const TRUE_DECLARATION = /^<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-8["'])?\s*\?>/i;

/** The same document with a declaration that is true of a text in ASCII, if it has another one, such as of `utf-16`. */
export const withTrueDeclaration = (xml: string): string =>
	TRUE_DECLARATION.test(xml)
		? xml
		: xml.replace(DECLARATION, '<?xml version="1.0" encoding="utf-8"?>');

/** The same document without the version that it is written in. */
export const withoutVersion = (xml: string): string => xml.replace(/<\?qbxml[^<>]*\?>/, '');

/** Adds an attribute to the element that begins at a position of the XML. */
export function withAttribute(xml: string, position: number, name: string, value: string): string {
	const [tag] = /^<[^\s/>]+/.exec(xml.slice(position)) ?? [''];
	const end = position + tag.length;
	return `${xml.slice(0, end)} ${name}="${escapedValue(value)}"${xml.slice(end)}`;
}

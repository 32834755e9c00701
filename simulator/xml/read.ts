import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element with its children in document order. `text` is what stands between its tags, exactly as written. */
export interface XmlElement {
	name: string;
	attributes: Record<string, string>;
	children: XmlElement[];
	text: string;
}

export interface XmlDocument {
	/** Processing instructions by name, such as `qbxml`, with what looks like attributes in them. */
	instructions: Record<string, Record<string, string>>;
	root: XmlElement;
}

/** The text is no XML that this program takes; the message says why, in a form to show. */
export class XmlError extends Error {}

const MAXIMUM_DEPTH = 64;

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	// The parser decodes numeric references only together with HTML's names; those are refused below.
	htmlEntities: true,
});

const NOT_MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/y;

/** XML 1.0, section 2.2: the characters a document may hold. */
const isXmlCharacter = (code: number): boolean =>
	code === 0x9 ||
	code === 0xa ||
	code === 0xd ||
	(code >= 0x20 && code <= 0xd7ff) ||
	(code >= 0xe000 && code <= 0xfffd) ||
	(code >= 0x10000 && code <= 0x10ffff);

function isReferenceAt(text: string, position: number): boolean {
	REFERENCE.lastIndex = position;
	const match = REFERENCE.exec(text);
	if (match === null) return false;
	const [, predefined, decimal, hexadecimal] = match;
	if (predefined !== undefined) return true;
	return isXmlCharacter(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
}

function refuseWhatIsNotTaken(text: string): void {
	const markup = text.replace(NOT_MARKUP, '');
	if (/<!DOCTYPE/i.test(markup)) throw new XmlError('A document type declaration is not allowed.');
	for (let at = markup.indexOf('&'); at !== -1; at = markup.indexOf('&', at + 1)) {
		if (!isReferenceAt(markup, at)) throw new XmlError('An entity is not one of the predefined.');
	}
	for (const character of text) {
		if (!isXmlCharacter(character.codePointAt(0) ?? 0)) {
			throw new XmlError('A character is not allowed in XML.');
		}
	}
}

type ParsedNode = Record<string, unknown>;

const isParsedNode = (value: unknown): value is ParsedNode =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const nodesOf = (value: unknown): ParsedNode[] =>
	Array.isArray(value) ? value.filter(isParsedNode) : [];

const nameOf = (node: ParsedNode): string => Object.keys(node).find((key) => key !== ':@') ?? '';

function attributesOf(node: ParsedNode): Record<string, string> {
	const attributes = node[':@'];
	if (!isParsedNode(attributes)) return {};
	return Object.fromEntries(
		Object.entries(attributes).map(([name, value]) => [name, String(value)]),
	);
}

function elementFrom(node: ParsedNode, depth: number): XmlElement {
	if (depth > MAXIMUM_DEPTH)
		throw new XmlError(`Elements are nested deeper than ${MAXIMUM_DEPTH}.`);
	const name = nameOf(node);
	const content = nodesOf(node[name]);
	return {
		name,
		attributes: attributesOf(node),
		children: content
			.filter((child) => !nameOf(child).startsWith('#'))
			.map((child) => elementFrom(child, depth + 1)),
		text: content
			.filter((child) => nameOf(child) === '#text')
			.map((child) => String(child['#text']))
			.join(''),
	};
}

/** The parser's own refusals (names such as `constructor`) become those of this module. */
function parse(source: string): unknown {
	try {
		return parser.parse(source);
	} catch (error) {
		throw new XmlError(error instanceof Error ? error.message : String(error));
	}
}

/**
 * Reads a document. No document type, no entities but the five and numeric references, one root, at most 64 levels.
 * @throws XmlError with a sentence that says what is wrong
 */
export function readXml(text: string): XmlDocument {
	const source = text.replace(/^\uFEFF/, '');
	refuseWhatIsNotTaken(source);
	const valid = XMLValidator.validate(source);
	if (valid !== true) throw new XmlError(`${valid.err.msg} (line ${valid.err.line ?? 1})`);
	const nodes = nodesOf(parse(source));
	const roots = nodes.filter((node) => !/^[?#!]/.test(nameOf(node)));
	if (roots.length !== 1) throw new XmlError('A document has exactly one root element.');
	const instructions = nodes
		.filter((node) => nameOf(node).startsWith('?'))
		.map((node) => [nameOf(node).slice(1), attributesOf(node)] as const);
	return { instructions: Object.fromEntries(instructions), root: elementFrom(roots[0], 1) };
}

/** The first child element of that name. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
	element.children.find((child) => child.name === name);

/** Every child element of that name. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
	element.children.filter((child) => child.name === name);

/** The text of the first child of that name; undefined when there is no such child. */
export const textOf = (element: XmlElement, name: string): string | undefined =>
	childOf(element, name)?.text;

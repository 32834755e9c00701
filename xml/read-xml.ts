import { XMLParser, XMLValidator } from 'fast-xml-parser';

import { requireXmlCharacters } from './characters';
import { decodeEntities } from './entities';
import { InvalidXml } from './invalid-xml';

/** How many elements may be nested inside each other, counting the root. */
export const MAXIMUM_DEPTH = 64;

/** An element, with its position in the XML: from `start` to before `end`, in UTF-16 units. */
export interface XmlElement {
	readonly name: string;
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: readonly XmlElement[];
	/** The text directly inside it, exactly as written. Whitespace between children does not count. */
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

export interface XmlDocument {
	readonly root: XmlElement;
	/** The processing instructions before the root with their attributes, by name, such as `qbxml`. */
	readonly instructions: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A node of the parser's ordered form: one key is the element's name or `#text`, `:@` holds the attributes. */
interface OrderedNode {
	[key: string]: OrderedNode[] | Record<string, string> | string;
	[position: symbol]: { startIndex?: number; endIndex?: number };
}

const position = XMLParser.getMetaDataSymbol() as symbol;
const doNothing = () => undefined;

const parser = new XMLParser({
	preserveOrder: true,
	captureMetaData: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	parseTagValue: false,
	trimValues: false,
	jPath: false,
	maxNestedTags: MAXIMUM_DEPTH,
	onDangerousProperty: (name) => name,
	entityDecoder: {
		decode: decodeEntities,
		setExternalEntities: doNothing,
		addInputEntities: doNothing,
		reset: doNothing,
		setXmlVersion: doNothing,
	},
});

const COMMENT_OR_SECTION_OR_DECLARATION = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|(<!)/g;

function refuseDeclarations(xml: string): void {
	for (const [, declaration] of xml.matchAll(COMMENT_OR_SECTION_OR_DECLARATION))
		if (declaration !== undefined)
			throw new InvalidXml(
				'The XML contains a DOCTYPE, another declaration or an unclosed comment, which is not allowed.',
			);
}

function nameOf(node: OrderedNode): string {
	return Object.keys(node).find((key) => key !== ':@') ?? '';
}

/** Texts and processing instructions are nodes too, but their names start with `#` and `?`. */
function isElement(node: OrderedNode): boolean {
	return !/^[#?]/.test(nameOf(node));
}

function attributesOf(node: OrderedNode): ReadonlyMap<string, string> {
	return new Map(Object.entries((node[':@'] ?? {}) as Record<string, string>));
}

function toElement(node: OrderedNode, depth: number): XmlElement {
	if (depth > MAXIMUM_DEPTH)
		throw new InvalidXml(`The XML has more than ${MAXIMUM_DEPTH} elements inside each other.`);
	const name = nameOf(node);
	const content = node[name] as OrderedNode[];
	const children = content.filter(isElement).map((child) => toElement(child, depth + 1));
	const text = content.map((child) => child['#text'] ?? '').join('');
	return {
		name,
		attributes: attributesOf(node),
		children,
		text: children.length > 0 && text.trim() === '' ? '' : text,
		start: node[position]?.startIndex ?? 0,
		end: node[position]?.endIndex ?? 0,
	};
}

/** Parse before validating: the parser stops at the depth limit, while the validator would keep every open element. */
function parse(xml: string): OrderedNode[] {
	try {
		return parser.parse(xml);
	} catch (error) {
		if (error instanceof InvalidXml || !(error instanceof Error)) throw error;
		throw new InvalidXml(`The XML cannot be read: ${error.message}`, { cause: error });
	}
}

function requireWellFormed(xml: string): void {
	const wellFormed = XMLValidator.validate(xml);
	if (wellFormed !== true)
		throw new InvalidXml(
			`The XML is not well formed: ${wellFormed.err.msg} (line ${wellFormed.err.line})`,
		);
}

/**
 * Reads XML from outside: no DOCTYPE, no entities but the five predefined ones, and no more than 64 nested elements.
 * @param maximumBytes how many bytes of UTF-8 the XML may have
 * @throws InvalidXml with a sentence that says what is wrong
 */
export function readXml(xml: string, maximumBytes = Infinity): XmlDocument {
	if (Buffer.byteLength(xml) > maximumBytes)
		throw new InvalidXml(`The XML is larger than ${maximumBytes} bytes.`);
	requireXmlCharacters(xml, 'The XML');
	refuseDeclarations(xml);
	const nodes = parse(xml);
	requireWellFormed(xml);
	const [root, ...others] = nodes.filter(isElement);
	if (!root || others.length > 0)
		throw new InvalidXml('The XML must have one element around everything else.');
	const instructions = nodes
		.slice(0, nodes.indexOf(root))
		.filter((node) => nameOf(node).startsWith('?'))
		.map((node) => [nameOf(node).slice(1), attributesOf(node)] as const);
	return { root: toElement(root, 1), instructions: new Map(instructions) };
}

/** The first child with that name. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
	element.children.find((child) => child.name === name);

/** All children with that name. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
	element.children.filter((child) => child.name === name);

/** The text of the first child with that name; undefined when there is no such child. */
export const textOf = (element: XmlElement, name: string): string | undefined =>
	childOf(element, name)?.text;

import { SaxesParser, type SaxesTagPlain } from 'saxes';

import { requireXmlCharacters } from './characters';
import { InvalidXml } from './invalid-xml';
import { createMarkupCheck } from './markup-check';

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

/** Takes elements out of the tree, so that a large document is never in memory as a whole. */
export interface TakenElements {
	/** How deep they are. The root is at 1. */
	readonly depth: number;
	/**
	 * Gets each when it has been read.
	 * @param around the elements that it is in, from the root on; they are still being read
	 */
	readonly take: (element: XmlElement, around: readonly XmlElement[]) => void;
}

/** Reads a document part by part. */
interface XmlReader {
	/**
	 * @param part of the text; it must not end inside a surrogate pair
	 * @throws InvalidXml
	 */
	write(part: string): void;
	/** @throws InvalidXml when the document is not complete */
	end(): XmlDocument;
}

/** An element that is still being read. */
interface OpenElement extends XmlElement {
	readonly children: XmlElement[];
	hasChildren: boolean;
	text: string;
	end: number;
}

const none: ReadonlyMap<string, string> = new Map();

/** The name through which the prototype of an object can be reached. */
const RESERVED = '__proto__';

function attributesOf({ name, attributes }: SaxesTagPlain): ReadonlyMap<string, string> {
	const entries = Object.entries(attributes);
	if (name === RESERVED || Object.hasOwn(attributes, RESERVED))
		throw new InvalidXml(`The XML contains the name ${RESERVED}, which is not allowed.`);
	return entries.length === 0 ? none : new Map(entries);
}

const INSTRUCTED = /(?<![^\s=])([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const instructedIn = (body: string): ReadonlyMap<string, string> =>
	new Map(
		[...body.matchAll(INSTRUCTED)].map(([, name, inDouble, inSingle]) => [
			name,
			inDouble ?? inSingle,
		]),
	);

const oneRoot = () => new InvalidXml('The XML must have one element around everything else.');

/** What the parser says of more or fewer roots than one, after the position. */
const NOT_ONE_ROOT = /: (?:documents may contain only one root|document must contain a root)/;
const POSITION = /^\d+:\d+: |\.$/g;

/**
 * What the parser complains of and we let pass. The answer to a write that was carried out must not be refused for the sake of
 * a sign that everybody can read.
 */
const HARMLESS = /: (?:the string "\]\]>" is disallowed in char data|malformed comment)/;
const LESS_THAN_IN_ATTRIBUTE = /: disallowed character\.$/;

/**
 * Reads XML from outside part by part: no DOCTYPE, no entities but the five predefined ones, and no more than 64 nested
 * elements.
 */
export function createXmlReader(taken?: TakenElements): XmlReader {
	const parser = new SaxesParser();
	const markup = createMarkupCheck();
	const instructions = new Map<string, ReadonlyMap<string, string>>();
	const open: OpenElement[] = [];
	let root: XmlElement | undefined;
	let start = 0;

	parser.on('error', ({ message }) => {
		if (HARMLESS.test(message)) return;
		if (LESS_THAN_IN_ATTRIBUTE.test(message)) {
			// The parser goes on with the attribute, but without this sign. What it has of it is private.
			parser['text'] += '<';
			return;
		}
		if (NOT_ONE_ROOT.test(message)) throw oneRoot();
		throw new InvalidXml(
			`The XML is not well formed: ${message.replace(POSITION, '')} (line ${parser.line})`,
		);
	});
	parser.on('processinginstruction', ({ target, body }) => {
		if (root === undefined) instructions.set(target, instructedIn(body));
	});
	// The parser is one character past the name.
	parser.on('opentagstart', ({ name }) => (start = parser.position - name.length - '<>'.length));
	parser.on('opentag', (tag) => {
		if (open.length >= MAXIMUM_DEPTH)
			throw new InvalidXml(`The XML has more than ${MAXIMUM_DEPTH} elements inside each other.`);
		const element = {
			name: tag.name,
			attributes: attributesOf(tag),
			children: [],
			hasChildren: false,
			text: '',
			start,
			end: start,
		};
		const parent = open.at(-1);
		parent?.children.push(element);
		if (parent) parent.hasChildren = true;
		root ??= element;
		open.push(element);
	});
	const addText = (text: string) => {
		const parent = open.at(-1);
		if (parent) parent.text += text;
	};
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', () => {
		const depth = open.length;
		const element = open.pop();
		if (!element) return;
		element.end = parser.position;
		if (element.hasChildren && element.text.trim() === '') element.text = '';
		if (depth !== taken?.depth) return;
		open.at(-1)?.children.pop();
		taken.take(element, open);
	});

	return {
		write(part) {
			requireXmlCharacters(part, 'The XML');
			parser.write(markup.check(part));
		},
		end() {
			parser.write(markup.end());
			parser.close();
			if (!root) throw oneRoot();
			return { root, instructions };
		},
	};
}

/**
 * Reads XML from outside: no DOCTYPE, no entities but the five predefined ones, and no more than 64 nested elements.
 * @param maximumBytes how many bytes of UTF-8 the XML may have
 * @throws InvalidXml with a sentence that says what is wrong
 */
export function readXml(xml: string, maximumBytes = Infinity): XmlDocument {
	if (Buffer.byteLength(xml) > maximumBytes)
		throw new InvalidXml(`The XML is larger than ${maximumBytes} bytes.`);
	const reader = createXmlReader();
	reader.write(xml);
	return reader.end();
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

import { XMLBuilder } from 'fast-xml-parser';
import { requireXmlCharacters } from './characters';
import { InvalidXml } from './invalid-xml';
import { MAXIMUM_DEPTH } from './limits';

/** What is to be written: an element has text or children. */
export interface WrittenElement {
	readonly name: string;
	readonly attributes?: Readonly<Record<string, string>>;
	readonly text?: string;
	readonly children?: readonly WrittenElement[];
}

/** qbXML's names are plain words; the two exceptions are refused by XML libraries as keys of objects. */
const PLAIN_NAME = /^(?!(?:constructor|prototype)$)[A-Za-z]\w*$/;

const builder = new XMLBuilder({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	suppressBooleanAttributes: false,
	maxNestedTags: MAXIMUM_DEPTH,
});

/**
 * Refuses a name that no element or attribute of qbXML can have.
 * @throws InvalidXml
 */
export function requireName(name: string): void {
	if (!PLAIN_NAME.test(name))
		throw new InvalidXml(`${JSON.stringify(name)} is not a name that qbXML can have.`);
}

function attributesNode({ name, attributes }: WrittenElement): object {
	const entries = Object.entries(attributes ?? {});
	for (const [attribute, value] of entries) {
		requireName(attribute);
		requireXmlCharacters(value, `The attribute ${attribute} of ${name}`);
	}
	return entries.length > 0 ? { ':@': Object.fromEntries(entries) } : {};
}

function toNode(element: WrittenElement, depth: number): object {
	if (depth > MAXIMUM_DEPTH)
		throw new InvalidXml(`The request has more than ${MAXIMUM_DEPTH} elements inside each other.`);
	const { name, text, children } = element;
	requireName(name);
	if (text && children?.length)
		throw new InvalidXml(`${name} has both text and children; it can have only one of them.`);
	requireXmlCharacters(text ?? '', `The text of ${name}`);
	const content = text
		? [{ '#text': text }]
		: (children ?? []).map((child) => toNode(child, depth + 1));
	return { [name]: content, ...attributesNode(element) };
}

const asReference = (character: string) => `&#${character.charCodeAt(0)};`;

/**
 * Readers turn a carriage return into a line feed, and a tab or line feed in an attribute into a blank, unless it is
 * written as a reference. The builder writes none of the three by itself and escapes every other `<` and `>`.
 */
function keepWhitespace(xml: string): string {
	return xml
		.replace(/<[^>]*>/g, (tag) => tag.replace(/[\t\n]/g, asReference))
		.replace(/\r/g, asReference);
}

/**
 * Writes one element as XML, without a declaration and without whitespace of its own.
 * @throws InvalidXml when a name or a text cannot stand in XML, or elements are nested too deep
 */
export function writeXml(element: WrittenElement): string {
	return keepWhitespace(builder.build([toNode(element, 1)]));
}

import { XMLBuilder } from 'fast-xml-parser';

import { requireXmlCharacters } from '../../xml/characters';
import { InvalidXml } from '../../xml/invalid-xml';
import { MAXIMUM_DEPTH } from '../../xml/read-xml';

/** An element to be written, with text or children. */
export interface WrittenElement {
	readonly name: string;
	readonly attributes?: Readonly<Record<string, string>>;
	readonly text?: string;
	readonly children?: readonly WrittenElement[];
}

/** qbXML's names are plain words. XML libraries refuse the two exceptions as object keys. */
const PLAIN_NAME = /^(?!(?:constructor|prototype)$)[A-Za-z]\w*$/;

const builder = new XMLBuilder({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	suppressBooleanAttributes: false,
	maxNestedTags: MAXIMUM_DEPTH,
});

/**
 * Refuses a name that no qbXML element or attribute can have.
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
 * XML readers turn a carriage return into a line feed, and a tab or line feed in an attribute into a space, unless it is
 * written as a reference. The builder does not write references, and it escapes every `<` and `>` outside tags.
 */
function keepWhitespace(xml: string): string {
	return xml
		.replace(/<[^<>]*>/g, (tag) => tag.replace(/[\t\n]/g, asReference))
		.replace(/\r/g, asReference);
}

/**
 * Writes one element as XML, without a declaration and without added whitespace.
 * @throws InvalidXml when a name or text is not possible in XML, or elements are nested too deeply
 */
export function writeXml(element: WrittenElement): string {
	return keepWhitespace(builder.build([toNode(element, 1)]));
}

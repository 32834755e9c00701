import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** One element of an XML document. An element has either text or children. */
export interface Element {
	name: string;
	attributes: Record<string, string>;
	children: Element[];
	text: string;
}

/** Makes an element; what it holds is its text or its children. */
export function element(
	name: string,
	holds: string | ReadonlyArray<Element | undefined> = '',
	attributes: Record<string, string> = {},
): Element {
	return typeof holds === 'string'
		? { name, attributes, children: [], text: holds }
		: {
				name,
				attributes,
				children: holds.filter((one): one is Element => one !== undefined),
				text: '',
			};
}

/** Makes an element with text, or nothing where there is no text. */
export function optional(name: string, text: string | null | undefined): Element | undefined {
	return text === undefined || text === null || text === '' ? undefined : element(name, text);
}

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	processEntities: true,
	htmlEntities: true,
	ignoreDeclaration: true,
	ignorePiTags: true,
});

type Parsed = Record<string, unknown>;

function toElement(parsed: Parsed): Element | undefined {
	const name = Object.keys(parsed).find((key) => key !== ':@');
	if (name === undefined || name === '#text') return undefined;
	const inside = parsed[name] as Parsed[];
	const children = inside.map(toElement).filter((one): one is Element => one !== undefined);
	const text = children.length > 0 ? '' : inside.map((one) => String(one['#text'] ?? '')).join('');
	return { name, attributes: { ...(parsed[':@'] as Record<string, string>) }, children, text };
}

/** Reads a document; undefined where it is not well-formed, has a DOCTYPE or has no root element. */
export function parse(xml: string): Element | undefined {
	if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined;
	return (parser.parse(xml) as Parsed[]).map(toElement).find((one) => one !== undefined);
}

export const child = (parent: Element | undefined, name: string): Element | undefined =>
	parent?.children.find((one) => one.name === name);

/** The text at a path of names, such as `CustomerRef`, `ListID`. */
export const textAt = (parent: Element | undefined, ...path: string[]): string | undefined =>
	path.reduce<Element | undefined>((at, name) => child(at, name), parent)?.text;

export const textsOf = (parent: Element, name: string): string[] =>
	parent.children.filter((one) => one.name === name).map((one) => one.text);

export const copy = (original: Element): Element => structuredClone(original);

const references: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

const escape = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => references[character]);

/** Writes an element without any space between elements. */
export function write(one: Element): string {
	const attributes = Object.entries(one.attributes)
		.map(([name, value]) => ` ${name}="${escape(value)}"`)
		.join('');
	const inside = one.children.length > 0 ? one.children.map(write).join('') : escape(one.text);
	return `<${one.name}${attributes}>${inside}</${one.name}>`;
}

/**
 * Writes an element with line breaks, indents, spaces inside the tags, apostrophes around the values of
 * attributes, attributes in reverse order and numeric references for what lies beyond ASCII.
 */
export function writeDifferently(one: Element, indent = ''): string {
	const attributes = Object.entries(one.attributes)
		.reverse()
		.map(([name, value]) => `\r\n${indent}  ${name} = '${escape(value)}'`)
		.join('');
	if (one.children.length === 0) {
		const text = escape(one.text).replace(
			/[^\x20-\x7e\t\r\n]/gu,
			(character) => `&#${character.codePointAt(0)};`,
		);
		return text === ''
			? `${indent}<${one.name}${attributes} />`
			: `${indent}<${one.name}${attributes} >${text}</${one.name} >`;
	}
	const inside = one.children.map((each) => writeDifferently(each, `${indent}    `));
	return [`${indent}<${one.name}${attributes} >`, ...inside, `${indent}</${one.name} >`].join(
		'\r\n',
	);
}

export const PROLOG = '<?xml version="1.0" encoding="utf-8"?>';

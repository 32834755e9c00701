import type { XmlElement } from '../../xml/read-xml';
import type { XmlTree } from './qbxml-documents';

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => named[sign]);

/** The tree of an element that was read. */
export const toTree: (element: XmlElement) => XmlTree = ({ name, attributes, children, text }) => ({
	name,
	attributes: Object.fromEntries(attributes),
	...(children.length > 0 ? { children: children.map(toTree) } : { text }),
});

/** A tree as XML. */
export function writeTree({ name, attributes = {}, text = '', children = [] }: XmlTree): string {
	const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
	const content = children.map(writeTree).join('') + escape(text);
	return `<${name}${written.join('')}>${content}</${name}>`;
}

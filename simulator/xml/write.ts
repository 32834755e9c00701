/** What can be written: text, elements by name in order, or a list for a repeated element. `@name` is an attribute. */
export type XmlContent =
	string | XmlContent[] | Interleaved | { [name: string]: XmlContent | undefined };

/** Elements of several names in an order of their own. They are written in place of the element under whose name they stand. */
export class Interleaved {
	constructor(readonly elements: ReadonlyArray<readonly [name: string, content: XmlContent]>) {}
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]);

function writeElement(name: string, content: XmlContent): string {
	if (Array.isArray(content)) return content.map((one) => writeElement(name, one)).join('');
	if (content instanceof Interleaved) {
		return content.elements.map(([own, one]) => writeElement(own, one)).join('');
	}
	const isText = typeof content === 'string';
	const attributes = isText ? '' : writeAttributes(content);
	const inside = isText ? escape(content) : writeXml(content);
	return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

/** Writes the attributes among the content of an element: those with an `@` before the name. */
export const writeAttributes = (content: { [name: string]: XmlContent | undefined }): string =>
	Object.entries(content)
		.filter(([name, value]) => name.startsWith('@') && value !== undefined)
		.map(([name, value]) => ` ${name.slice(1)}="${escape(String(value))}"`)
		.join('');

/** Writes elements as escaped XML, without a declaration. */
export function writeXml(content: { [name: string]: XmlContent | undefined }): string {
	let written = '';
	for (const [name, value] of Object.entries(content)) {
		if (value !== undefined && !name.startsWith('@')) written += writeElement(name, value);
	}
	return written;
}

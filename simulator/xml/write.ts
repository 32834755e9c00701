import { XMLBuilder } from 'fast-xml-parser';

/** What can be written: text, elements by name in order, or a list for a repeated element. `@name` is an attribute. */
export type XmlContent = string | XmlContent[] | { [name: string]: XmlContent | undefined };

const builder = new XMLBuilder({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	suppressEmptyNode: true,
	suppressBooleanAttributes: false,
});

/** Writes elements as escaped XML, without a declaration. */
export const writeXml = (content: { [name: string]: XmlContent | undefined }): string =>
	builder.build(content);

import { XMLBuilder, XMLParser } from 'fast-xml-parser';

/** Longer XML is cut off. A page is for reading; the interface returns the whole XML. */
const MOST_CHARACTERS = 200_000;

const options = {
	preserveOrder: true,
	ignoreAttributes: false,
	parseTagValue: false,
	processEntities: false,
	suppressEmptyNode: true,
	suppressBooleanAttributes: false,
} as const;

const parser = new XMLParser(options);
const builder = new XMLBuilder({ ...options, format: true, indentBy: '  ' });

/** Indents XML for reading, and cuts it off when it is too long. Text that is not XML stays as it is. */
export function prettyXml(xml: string): string {
	const shown = xml.length > MOST_CHARACTERS ? xml : indented(xml);
	return shown.length > MOST_CHARACTERS
		? `${shown.slice(0, MOST_CHARACTERS)}\n… (${xml.length} characters in all; the interface gives the whole)`
		: shown;
}

function indented(xml: string): string {
	try {
		return builder.build(parser.parse(xml)).trim();
	} catch {
		return xml;
	}
}

import { InvalidXml } from '../../xml/invalid-xml';
import { readXml, type XmlElement } from '../../xml/read-xml';
import { MAXIMUM_REQUEST_BYTES } from './limits';
import { prolog } from './prolog';
import { requireName, writeXml, type WrittenElement } from './write-xml';

/** A child of a request, with `text` or `children`. With neither, it is an empty element. */
export type RequestChild = WrittenElement;

/** A request in its JSON form (`request_json`; interface, section 2.2). */
export interface RequestJson {
	readonly version: string;
	readonly request: {
		readonly name: string;
		readonly attributes?: Readonly<Record<string, string>>;
		readonly children?: readonly RequestChild[];
	};
}

/** Canadian and British editions have two letters before the number. */
const VERSION_FORM = /^[A-Z]{0,2}\d{1,2}\.\d{1,2}$/;

function requireVersion(version: string | undefined): string {
	if (version === undefined)
		throw new InvalidXml(
			'The XML does not say its qbXML version; it needs <?qbxml version="16.0"?> before the QBXML element.',
		);
	if (!VERSION_FORM.test(version))
		throw new InvalidXml(`${JSON.stringify(version)} is no qbXML version such as "16.0".`);
	return version;
}

/**
 * Writes a request in its JSON form as a qbXML document.
 * @throws InvalidXml when that is impossible: a wrong name, version or character, too much nesting, or too many bytes
 */
export function requestToXml({ version, request }: RequestJson): string {
	const messages: WrittenElement = {
		name: 'QBXMLMsgsRq',
		attributes: { onError: 'stopOnError' },
		children: [request],
	};
	const body = writeXml({ name: 'QBXML', children: [messages] });
	const xml = prolog(requireVersion(version)) + body;
	if (Buffer.byteLength(xml) > MAXIMUM_REQUEST_BYTES)
		throw new InvalidXml(`The request is larger than ${MAXIMUM_REQUEST_BYTES} bytes as XML.`);
	return xml;
}

function onlyChild(parent: XmlElement, name: string): XmlElement {
	const [child, ...others] = parent.children;
	if (child?.name !== name || others.length > 0 || parent.text !== '')
		throw new InvalidXml(`${parent.name} must contain exactly one ${name} and nothing else.`);
	return child;
}

function toChild({ name, attributes, text, children }: XmlElement): RequestChild {
	requireName(name);
	if (children.length > 0 && text !== '')
		throw new InvalidXml(`${name} has both text and elements in it; it can have only one of them.`);
	return {
		name,
		...(attributes.size > 0 && { attributes: Object.fromEntries(attributes) }),
		...(children.length > 0 ? { children: children.map(toChild) } : { text }),
	};
}

/**
 * Reads a qbXML document with exactly one request into the JSON form.
 * @throws InvalidXml when the XML is not well formed, is unsafe or too large, or does not have exactly one request
 */
export function requestFromXml(xml: string): RequestJson {
	const { root, instructions } = readXml(xml, MAXIMUM_REQUEST_BYTES);
	if (root.name !== 'QBXML')
		throw new InvalidXml(`The root of a request is QBXML, but here it is ${root.name}.`);
	const messages = onlyChild(root, 'QBXMLMsgsRq');
	if (messages.attributes.get('onError') === 'rollbackOnError')
		throw new InvalidXml(
			'QuickBooks refuses every request with onError="rollbackOnError"; write stopOnError.',
		);
	const [request, ...others] = messages.children;
	if (!request || others.length > 0 || messages.text !== '')
		throw new InvalidXml(
			`A queued request holds exactly one request element in QBXMLMsgsRq, but here are ${messages.children.length}.`,
		);
	if (request.text.trim() !== '')
		throw new InvalidXml(`${request.name} can hold elements only, but here it has text.`);
	requireName(request.name);
	return {
		version: requireVersion(instructions.get('qbxml')?.get('version')),
		request: {
			name: request.name,
			attributes: Object.fromEntries(request.attributes),
			children: request.children.map(toChild),
		},
	};
}

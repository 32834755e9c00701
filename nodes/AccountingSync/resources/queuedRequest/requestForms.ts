import { XMLParser } from 'fast-xml-parser';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Form } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { objectFrom } from '../../../shared/form/json';
import { malformation, onlyTags } from './wellFormed';

const onlyFor = (format: string): INodeProperties['displayOptions'] => ({
	show: { requestFormat: [format] },
});

const pairs = (
	displayName: string,
	name: string,
	valueName: string,
	placeholder: string,
	description: string,
	examples: [name: string, value: string],
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder,
	default: {},
	description,
	displayOptions: onlyFor('form'),
	options: [
		{
			displayName,
			name: 'entries',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: `e.g. ${examples[0]}`,
					description: 'Written exactly as in qbXML',
				},
				{
					displayName: valueName,
					name: valueName.toLowerCase(),
					type: 'string',
					default: '',
					placeholder: `e.g. ${examples[1]}`,
					description: 'Written plainly: signs such as & are escaped by the service',
				},
			],
		},
	],
});

/** The three ways to give a request (interface, sections 2.2 and 4.2). */
export const requestForms: INodeProperties[] = [
	{
		displayName: 'Request XML',
		name: 'requestXml',
		type: 'string',
		typeOptions: { rows: 10 },
		default: '',
		required: true,
		placeholder: '<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML>…</QBXML>',
		description: 'The whole qbXML document, with its XML declaration and the QBXML element',
		displayOptions: onlyFor('xml'),
	},
	{
		displayName: 'Request JSON',
		name: 'requestJson',
		type: 'json',
		typeOptions: { rows: 10 },
		default:
			'{\n  "version": "16.0",\n  "request": {\n    "name": "CustomerQueryRq",\n    "attributes": {},\n    "children": [{ "name": "MaxReturned", "text": "10" }]\n  }\n}',
		required: true,
		description:
			'An object with "version" and "request", which has "name", "attributes" and "children"',
		displayOptions: onlyFor('json'),
	},
	{
		displayName: 'Request Name',
		name: 'requestName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. CustomerQueryRq',
		description: 'The name of the request in qbXML, which ends in Rq',
		displayOptions: onlyFor('form'),
	},
	{
		displayName: 'qbXML Version',
		name: 'qbxmlVersion',
		type: 'string',
		default: '16.0',
		required: true,
		description: 'The version of qbXML that the request is written in',
		displayOptions: onlyFor('form'),
	},
	pairs('Attributes', 'attributes', 'Value', 'Add Attribute', 'Attributes of the request element', [
		'metaData',
		'NoMetaData',
	]),
	pairs(
		'Children',
		'children',
		'Text',
		'Add Child',
		'Elements inside the request, in the order that qbXML asks for. For elements within elements use JSON or XML.',
		['MaxReturned', '10'],
	),
];

const XML_NAME = /^[A-Za-z_][\w.-]*$/;

function requireName(name: unknown, label: string): string {
	if (typeof name === 'string' && XML_NAME.test(name)) return name;
	throw new FormError(
		`${label} must be the name of a qbXML element, but it is "${String(name ?? '')}".`,
		'Write it exactly as qbXML does, such as CustomerQueryRq, without spaces.',
	);
}

interface Entries {
	entries?: IDataObject[];
}

/** The request as JSON, from the fields of the form. */
function requestFromFields({ values }: Form): IDataObject {
	const attributes = ((values.attributes as Entries).entries ?? []).map(({ name, value }) => [
		requireName(name, 'Attributes: Name'),
		String(value ?? ''),
	]);
	const children = ((values.children as Entries).entries ?? []).map(({ name, text }) => ({
		name: requireName(name, 'Children: Name'),
		text: String(text ?? ''),
	}));
	return {
		version: String(values.qbxmlVersion),
		request: {
			name: requireName(values.requestName, 'Request Name'),
			attributes: Object.fromEntries(attributes) as IDataObject,
			children,
		},
	};
}

/** The request as JSON, from text or from an object that an expression gives. */
function requestFromJson({ values }: Form): IDataObject {
	const given = objectFrom(values.requestJson, 'Request JSON');
	const { version, request } = given;
	if (typeof version !== 'string' || typeof request !== 'object' || request === null) {
		throw new FormError(
			'Request JSON is not a request.',
			'It must be an object with "version" (text, such as "16.0") and "request" (an object).',
		);
	}
	const { name, attributes, children } = request as IDataObject;
	requireName(name, 'Request JSON: "name" in "request"');
	const attributesAreMap =
		attributes === undefined ||
		(typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes));
	if (!attributesAreMap || (children !== undefined && !Array.isArray(children))) {
		throw new FormError(
			'Request JSON is not a request.',
			'"attributes" in "request" must be an object of texts, and "children" a list of objects with "name" and "text".',
		);
	}
	return given;
}

function jsonWithRequestId(request: IDataObject, requestId: string): IDataObject {
	const inner = request.request as IDataObject;
	const attributes = { ...(inner.attributes as IDataObject), requestID: requestId };
	return { ...request, request: { ...inner, attributes } };
}

const elements = new XMLParser({
	ignoreAttributes: true,
	ignorePiTags: true,
	ignoreDeclaration: true,
	preserveOrder: true,
	processEntities: false,
});

const elementNames = (nodes: unknown): string[] =>
	Array.isArray(nodes) ? nodes.flatMap((node: object) => Object.keys(node)) : [];

const escapedAttribute = (value: string): string =>
	value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** The name of the request element: the first one inside QBXMLMsgsRq. */
function requestElement(xml: string): string | undefined {
	const inside = (nodes: unknown, name: string): unknown =>
		Array.isArray(nodes)
			? (nodes as IDataObject[]).find((node) => name in node)?.[name]
			: undefined;
	const requests = inside(inside(elements.parse(xml), 'QBXML'), 'QBXMLMsgsRq');
	return elementNames(requests).find((name) => name.endsWith('Rq'));
}

/** Sets the user's Custom Request ID as the attribute `requestID` of the XML's request element. */
function xmlWithRequestId(xml: string, requestId: string): string {
	const name = requestElement(xml);
	const tag = name && new RegExp(`<${name}(?=[\\s/>])([^>]*)`).exec(onlyTags(xml));
	if (!tag) {
		throw new FormError(
			'Custom Request ID needs a request element inside QBXMLMsgsRq, but Request XML has none.',
			'Correct the XML, or remove Custom Request ID.',
		);
	}
	if (/\srequestID\s*=/.test(tag[1])) {
		throw new FormError(
			`Request XML has a requestID of its own in ${name}, so that Custom Request ID can't be used.`,
			'Remove one of the two.',
		);
	}
	const end = tag.index + 1 + name.length;
	return `${xml.slice(0, end)} requestID="${escapedAttribute(requestId)}"${xml.slice(end)}`;
}

function requireWellFormedXml({ values }: Form): string {
	const xml = String(values.requestXml ?? '').trim();
	if (xml === '') {
		throw new FormError('Request XML is empty.', 'Paste the qbXML document of the request.');
	}
	const problem = malformation(xml);
	if (problem !== undefined) {
		throw new FormError(
			`Request XML is not well formed: ${problem}.`,
			'Correct the XML. The signs & and < in texts are written &amp; and &lt;.',
		);
	}
	const roots = elementNames(elements.parse(xml));
	if (roots.length > 1) {
		throw new FormError(
			`Request XML is not well formed: it has more than one outermost element: ${roots.join(', ')}.`,
			'Put everything into one QBXML element.',
		);
	}
	return xml;
}

/** The body of a queue-request call (interface, section 4.2). */
export type RequestBody = { request_xml: string } | { request_json: IDataObject };

/**
 * The request in the form.
 * @throws FormError for XML that is not well formed and for JSON that is not a request.
 */
export function requestBody(form: Form): RequestBody {
	const { requestFormat } = form.values;
	if (requestFormat === 'xml') return { request_xml: requireWellFormedXml(form) };
	return {
		request_json: requestFormat === 'json' ? requestFromJson(form) : requestFromFields(form),
	};
}

/**
 * Sets an identifier as the attribute `requestID` of the request element.
 * @param requestId Undefined for a request that already carries one.
 * @throws FormError for XML that has no request element, or whose request element already has an identifier.
 */
export function withRequestId(body: RequestBody, requestId: string | undefined): RequestBody {
	if (requestId === undefined) return body;
	return 'request_xml' in body
		? { request_xml: xmlWithRequestId(body.request_xml, requestId) }
		: { request_json: jsonWithRequestId(body.request_json, requestId) };
}

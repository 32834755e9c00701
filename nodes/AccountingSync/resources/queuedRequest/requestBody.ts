import type { IDataObject } from 'n8n-workflow';

import { collectionIn, type Form, requiredId } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { objectFrom } from '../../../../quickbooks/form/json';
import { isObject } from '../../../../quickbooks/json/object';
import {
	documentWithTexts,
	type Rewritten,
	rewritten,
	withTexts,
} from '../../../../quickbooks/qbxml/asTaken';
import { checkEnvelope } from '../../../../quickbooks/qbxml/checkRequest';
import { encodeRequest } from '../../../../quickbooks/qbxml/encodeRequest';
import { requestLabel } from '../../../../quickbooks/qbxml/requestLabels';
import {
	escapedText,
	readRequestXml,
	type RequestElement,
	requestXmlInAscii,
	withTrueDeclaration,
	writeRequestXml,
} from '../../../../quickbooks/qbxml/requestXml';
import { versionFor } from '../../../../quickbooks/qbxml/versionFor';
import { fieldLabels } from '../../../../quickbooks/requests/requestFields';
import { typedValues } from '../../../../quickbooks/requests/typedValues';
import { connection } from '../../../shared/fields/connection';
import { checkDocument, checkRequests, isChecked } from '../../operations/requestCheck';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import type { RequestBody } from '../../operations/requestDocument';

const XML_NAME = /^[A-Za-z_][\w.-]*$/;

function requireName(name: unknown, label: string): string {
	if (typeof name === 'string' && XML_NAME.test(name)) return name;
	throw new FormError(
		`${label} must be the name of a qbXML element, but it is "${String(name ?? '')}".`,
		'Write it exactly as qbXML does, such as CustomerQueryRq, without spaces.',
	);
}

/** The name of a request. All of them end alike. */
function requireRequestName(name: unknown, label: string): string {
	const checked = requireName(name, label);
	if (checked.endsWith('Rq')) return checked;
	throw new FormError(
		`${label} must end in Rq, but it is "${checked}".`,
		'Write it exactly as qbXML does, such as CustomerQueryRq.',
	);
}

const entriesOf = ({ values }: Form, name: string): IDataObject[] =>
	(collectionIn(values, name).entries ?? []) as IDataObject[];

/** The request as JSON, from the fields of the form. */
function requestFromFields(form: Form): IDataObject {
	const { values } = form;
	const attributes = entriesOf(form, 'attributes').map(({ name, value }) => [
		requireName(name, 'Attributes: Name'),
		String(value ?? ''),
	]);
	const children = entriesOf(form, 'children').map(({ name, text }) => ({
		name: requireName(name, 'Children: Name'),
		text: String(text ?? ''),
	}));
	return {
		version: String(values.qbxmlVersion),
		request: {
			name: requireRequestName(values.requestName, 'Request Name'),
			attributes: Object.fromEntries(attributes),
			children,
		},
	};
}

const notARequest = (description: string): FormError =>
	new FormError('Request JSON is not a request.', description);

/** The request as JSON, from text or from an object that an expression gives. */
function requestFromJson({ values }: Form): IDataObject {
	const given = objectFrom(values.requestJson, 'Request JSON');
	const { version, request } = given;
	if (typeof version !== 'string' || !isObject(request)) {
		throw notARequest(
			'It must be an object with "version" (text, such as "16.0") and "request" (an object).',
		);
	}
	requireRequestName(request.name, 'Request JSON: "name" in "request"');
	return given;
}

/** The text of a value in JSON. */
function textOf(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') throw notARequest(`${label} must be text.`);
	return String(value);
}

const partsOfElement = ['name', 'attributes', 'text', 'children'];

/** An element of `request_json` (interface, section 2.2). */
function elementOf(given: IDataObject): RequestElement {
	const { name, text } = given;
	const attributes = given.attributes ?? {};
	const children = given.children ?? [];
	if (
		typeof name !== 'string' ||
		!isObject(attributes) ||
		!Array.isArray(children) ||
		!children.every(isObject)
	) {
		throw notARequest(
			'"attributes" must be an object of texts, and "children" a list of objects with "name" and "text".',
		);
	}
	const unknown = Object.keys(given).find((part) => !partsOfElement.includes(part));
	if (unknown !== undefined) {
		throw notARequest(
			`${name} has "${unknown}", but there are only: ${partsOfElement.join(', ')}.`,
		);
	}
	const texts = Object.entries(attributes).map(([key, value]) => [key, textOf(value, key)]);
	return {
		name,
		attributes: Object.fromEntries(texts) as Record<string, string>,
		text: textOf(text, `The text of ${name}`),
		children: (children as IDataObject[]).map(elementOf),
	};
}

/** A body, and what the user should know about it although it can be sent. */
interface CheckedBody {
	body: RequestBody;
	hints: string[];
	/** Whether the document is written in a version that nobody asked for, so that it may change from one try to the next. */
	isVersionOpen?: boolean;
}

function bodyFromXml(form: Form, qbxml: QbxmlKnowledge | undefined): CheckedBody {
	const given = String(form.values.requestXml ?? '');
	const xml = given.trim();
	const before = given.slice(0, given.indexOf(xml));
	if (xml === '') {
		throw new FormError('Request XML is empty.', 'Paste the qbXML document of the request.');
	}
	const document = readRequestXml(xml, before);
	if (!qbxml) return { body: { request_xml: xml }, hints: [] };
	const { root } = document;
	const texts = rewritten(qbxml.facts, checkEnvelope(root).requests);
	const [taken] = withTexts([root], texts);
	const hints = checkDocument(qbxml, form, { ...document, root: taken }, { xml, before });
	const written = withTrueDeclaration(documentWithTexts(xml, texts, escapedText));
	return { body: { request_xml: requestXmlInAscii(written) }, hints };
}

function bodyFromJson(
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
	json: IDataObject,
	label: string,
): CheckedBody {
	const request = elementOf(json.request as IDataObject);
	const source = { label, version: String(json.version) };
	if (!qbxml) return { body: { request_json: json }, hints: [] };
	const texts = rewritten(qbxml.facts, [request]);
	const hints = checkRequests(qbxml, form, withTexts([request], texts), source);
	const taken = jsonWithTexts(json.request as IDataObject, request, texts);
	return { body: { request_json: { ...json, request: taken } }, hints };
}

/** An element in JSON with the texts that go out for those that were written. */
function jsonWithTexts(given: IDataObject, element: RequestElement, texts: Rewritten): IDataObject {
	const text = texts.get(element);
	const children = (given.children ?? []) as IDataObject[];
	return {
		...given,
		...(text !== undefined && { text }),
		...(children.length > 0 && {
			children: children.map((child, index) =>
				jsonWithTexts(child, element.children[index], texts),
			),
		}),
	};
}

/** The request that the typed form describes, as a document. */
function bodyFromTyped(form: Form, qbxml: QbxmlKnowledge | undefined): CheckedBody {
	if (!qbxml) throw new Error('A typed request can only be made with the facts of qbXML.');
	const { message, version: asked, values } = typedValues(form, qbxml.facts);
	const request = encodeRequest(message, values, form.timezone);
	const desktop = qbxml.desktops.get(requiredId(form, connection));
	const version = asked ?? versionFor(qbxml.facts, desktop, [request]);
	const source = { label: requestLabel(message.name), version, fields: fieldLabels(message) };
	const hints = isChecked(form) ? checkRequests(qbxml, form, [request], source) : [];
	const body = { request_xml: writeRequestXml(version, request) };
	return { body, hints, isVersionOpen: asked === undefined };
}

/**
 * The request in the form, checked by the facts of qbXML.
 * @param qbxml Undefined to leave out the check.
 * @throws FormError for XML that is not well formed, for JSON that is not a request, and for what the accounting
 * application would refuse.
 */
export function requestBody(form: Form, qbxml: QbxmlKnowledge | undefined): CheckedBody {
	switch (form.values.requestFormat) {
		case 'xml':
			return bodyFromXml(form, qbxml);
		case 'json':
			return bodyFromJson(form, qbxml, requestFromJson(form), 'Request JSON');
		case 'typed':
			return bodyFromTyped(form, qbxml);
		default:
			return bodyFromJson(form, qbxml, requestFromFields(form), 'Request');
	}
}

/**
 * Whether the facts of qbXML are needed for the request in the form.
 * @throws FormError for XML that is not well formed, and for JSON that is not a request.
 */
export function needsFacts(form: Form): boolean {
	if (form.values.requestFormat === 'typed') return true;
	requestBody(form, undefined);
	return isChecked(form);
}

import type { IDataObject } from 'n8n-workflow';

import { encloseInQuery, type Envelope, isDocument } from '../../../queue/calls/envelope';
import type { ServiceCall } from '../../../queue/calls/serviceCall';
import { requiredId } from '../../../quickbooks/form/form';
import { FormError } from '../../../quickbooks/form/formError';
import { documentOf, type DocumentRequest } from '../../../quickbooks/qbxml/document';
import {
	readRequestXml,
	type RequestDocument,
	type RequestElement,
	withAttribute,
} from '../../../quickbooks/qbxml/requestXml';
import { connection } from '../../shared/fields/connection';
import { ADVICE_FOR_FORM } from './requestCheck';
import {
	type Asking,
	knowledgeOf,
	postTo,
	type ReadingContent,
	type RequestContent,
} from './requestContent';

/** The body of a queue-request call (interface, section 4.2). */
export type RequestBody = { request_xml: string } | { request_json: IDataObject };

/** The requests in a document: what QBXMLMsgsRq holds. */
const requestsIn = ({ root }: RequestDocument): readonly RequestElement[] =>
	root.name === 'QBXML'
		? root.children.filter(({ name }) => name === 'QBXMLMsgsRq').flatMap(({ children }) => children)
		: [];

/** Sets the user's Custom Request ID as the attribute `requestID` of the XML's request element. */
function xmlWithRequestId(xml: string, requestId: string): string {
	const request = requestsIn(readRequestXml(xml)).find(({ name }) => name.endsWith('Rq'));
	if (!request) {
		throw new FormError(
			'Custom Request ID needs a request element inside QBXMLMsgsRq, but Request XML has none.',
			'Correct the XML, or remove Custom Request ID.',
		);
	}
	if ('requestID' in request.attributes) {
		throw new FormError(
			`Request XML has a requestID of its own in ${request.name}, so Custom Request ID can't be used.`,
			'Remove one of the two.',
		);
	}
	return withAttribute(xml, request.position ?? 0, 'requestID', requestId);
}

/**
 * Sets an identifier as the attribute `requestID` of the request element.
 * @param requestId Undefined for a request that already carries one.
 * @throws FormError for XML that has no request element, or whose request element already has an identifier.
 */
function withRequestId(body: RequestBody, requestId: string | undefined): RequestBody {
	if (requestId === undefined) return body;
	if ('request_xml' in body) return { request_xml: xmlWithRequestId(body.request_xml, requestId) };
	const request = body.request_json.request as IDataObject;
	const attributes = { ...(request.attributes as IDataObject), requestID: requestId };
	return { request_json: { ...body.request_json, request: { ...request, attributes } } };
}

/** Puts the identifier into the request, and the webhook address beside it (interface, section 4.2). */
const encloseInBody = (content: ServiceCall, { requestId, webhookUrl }: Envelope): ServiceCall => ({
	...content,
	body: {
		...withRequestId(content.body as RequestBody, requestId),
		...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
	},
});

/** Puts the identifier and the webhook address where the request's path takes them. */
export const encloseWherever = (content: ServiceCall, envelope: Envelope): ServiceCall =>
	(isDocument(content) ? encloseInBody : encloseInQuery)(content, envelope);

/**
 * Queues a request in qbXML, encoded and checked by the facts, in the version of the connection's accounting application.
 * @param labels What the form calls its fields, by the names of their elements.
 * @throws FormError for what the accounting application would refuse.
 */
export function documentRequest(
	asking: Asking,
	request: DocumentRequest,
	{ label, labels = new Map() }: { label: string; labels?: ReadonlyMap<string, string> },
): RequestContent {
	const { form } = asking;
	const { facts, desktops } = knowledgeOf(asking);
	const desktop = desktops.get(requiredId(form, connection));
	const { xml, hints } = documentOf({ facts, desktop, timezone: form.timezone }, [request], {
		label,
		labels,
		advice: ADVICE_FOR_FORM,
	});
	return {
		...postTo(form, 'queued_requests', { request_xml: xml }),
		hints: [...hints, ...(request.hints ?? [])],
		isVersionOpen: true,
	};
}

/**
 * Queues a request in qbXML that reads for a later step.
 * @throws FormError for what the accounting application would refuse.
 */
export const readRequest = (
	asking: Asking,
	request: DocumentRequest,
	label: string,
	labels?: ReadonlyMap<string, string>,
): ReadingContent => ({
	...documentRequest(asking, request, { label, labels }),
	isRead: true,
});

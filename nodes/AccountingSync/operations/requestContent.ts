import { path, type ServiceCall } from '../../../queue/calls/serviceCall';
import type { Messages } from '../../../quickbooks/facts/facts';
import { type Form, requiredId } from '../../../quickbooks/form/form';
import type { JsonObject } from '../../../quickbooks/json/object';
import type { Desktop } from '../../../quickbooks/qbxml/desktop';
import { connection } from '../../shared/fields/connection';

/** What a request in qbXML is made and checked by. */
export interface QbxmlKnowledge {
	facts: Messages;
	/** The accounting applications that the requests are for, by the IDs of their connections. */
	desktops: ReadonlyMap<string, Desktop>;
}

/** What an item's requests are made from. */
export interface Asking {
	form: Form;
	/** Undefined for a form that does not need it. */
	qbxml: QbxmlKnowledge | undefined;
}

/** What an item's requests in qbXML are made by. */
export function knowledgeOf({ qbxml }: Asking): QbxmlKnowledge {
	if (!qbxml) throw new Error('A request in qbXML can only be made with the facts of qbXML.');
	return qbxml;
}

/** Stands in a request for the `ExternalGUID` that the pipeline gives the record. */
export const EXTERNAL_GUID = '{00000000-0000-0000-0000-000000000000}';

/** What is in the body of a request. Nothing if it has none. */
export const bodyOf = ({ body = {} }: ServiceCall): JsonObject => body as JsonObject;

/** The document in a request's body. Empty if it has none. */
export const xmlIn = (request: ServiceCall): string => String(bodyOf(request).request_xml ?? '');

/** The request, with the GUID that marks the record it adds. */
export const withGuid = <Call extends ServiceCall>(request: Call, guid: string): Call => ({
	...request,
	body: { ...request.body, request_xml: xmlIn(request).replace(EXTERNAL_GUID, guid) },
});

/** What an item asks for, without what it is sent with. */
export interface RequestContent extends ServiceCall {
	/** What the user should know about it although it can be sent. */
	hints?: readonly string[];
	/** Whether the document is written in a version that nobody asked for, so that it may change from one try to the next. */
	isVersionOpen?: boolean;
	/** Whether it only reads, in an operation of several steps (see `readRequest`). It may be asked for twice and shared by items. */
	isRead?: true;
	/**
	 * The ID of an earlier request for the same that has certainly left nothing in the books. Only one request goes out
	 * instead of it in a run.
	 */
	replaces?: string;
	/**
	 * What it writes, where its words depend on what else the record holds when it is written: a change names all lines. Whoever
	 * writes the same in one place of a run, whenever it has read the record, has the same key.
	 */
	writes?: string;
	/** The days of what it changes or removes and of what it makes of that, as YYYY-MM-DD, as far as they were read. */
	dates?: readonly string[];
}

/** What is sent to an endpoint of the form's connection, such as `queued_requests`. */
export const postTo = (form: Form, endpoint: string, body?: object): RequestContent => ({
	method: 'POST',
	path: path('connections', requiredId(form, connection), endpoint),
	body,
});

/** What a step asks for that only reads. */
export interface ReadingContent extends RequestContent {
	isRead: true;
}

import { described, schema, type Schema } from '../json-schema';
import type { AnswerFilter, RequestJson } from '../qbxml';
import { type Source, textsOf } from './fields';

/** The request that a pre-built endpoint queues. */
export interface PrebuiltRequest {
	readonly request: RequestJson;
	/** What must be done to each answer before it is stored and delivered, where qbXML could not be asked for it. */
	readonly answerFilter?: AnswerFilter;
}

/** A pre-built endpoint (interface.md, section 4.3): how the document describes it, and what it does. */
export interface PrebuiltOperation {
	/** What follows the connection in the path. */
	readonly path: string;
	readonly method: 'get' | 'post';
	readonly operationId: string;
	readonly summary: string;
	/** The name of the schema of the query. */
	readonly query: string;
	/** The name of the schema of the body, where there is one. */
	readonly body?: string;
	/** The schemas that it brings into the document, by name. */
	readonly schemas: Schema;
	/**
	 * Builds the request from what the document allows.
	 * @param query parameters by their names on the wire; iterating is left to `startIterator`
	 * @param body what the interface does not name is ignored
	 * @throws InvalidXml when a combination of filters or a number cannot be expressed in qbXML
	 */
	readonly request: (query: Source, body?: unknown) => PrebuiltRequest;
}

/** The qbXML version that pre-built requests are written in. */
const VERSION = '16.0';

/** The request in its JSON form; the caller's `request_id` becomes qbXML's `requestID`. */
export function requestOf(
	name: string,
	query: Source,
	children: RequestJson['request']['children'],
): RequestJson {
	const [requestID] = textsOf(query, 'request_id');
	return {
		version: VERSION,
		request: { name, attributes: requestID ? { requestID } : {}, children },
	};
}

/** The parameters that every pre-built endpoint takes. */
export const commonParameters: Schema = {
	request_id: described(
		'Text',
		'The caller’s own ID of the request; it comes back with the answer.',
	),
	webhook_url: schema('WebAddress'),
};

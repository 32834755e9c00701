import type { ResponseFilter } from '../../qbxml';
import { described, type Schema, schema } from '../../schema/json-schema';
import { type FieldElement, type Source, textsOf } from './fields';

/** A request that is not written in a version yet. */
export interface BuiltRequest extends FieldElement {
	readonly children: readonly FieldElement[];
}

/** The request that a pre-built endpoint queues. */
interface PrebuiltRequest {
	readonly request: BuiltRequest;
	/** What the service has to filter out of each response, because qbXML has no filter for it. */
	readonly responseFilter?: ResponseFilter;
}

/** A pre-built endpoint (interface, section 4.3): how the OpenAPI document describes it, and what it does. */
export interface PrebuiltOperation {
	/** The path after the connection. */
	readonly path: string;
	readonly method: 'get' | 'post';
	readonly operationId: string;
	readonly summary: string;
	/** The name of the query's schema. */
	readonly query: string;
	/** The name of the body's schema, if there is a body. */
	readonly body?: string;
	/** The schemas it adds to the document, by name. */
	readonly schemas: Schema;
	/**
	 * Builds the request from a validated query and body.
	 * @param query parameters by their names on the wire; iteration is left to `startIterator`
	 * @param body fields that the interface does not name are ignored
	 * @throws InvalidXml when a combination of filters or a number cannot be expressed in qbXML
	 */
	readonly request: (query: Source, body?: unknown) => PrebuiltRequest;
}

/** The request in its JSON form; the caller's `request_id` becomes qbXML's `requestID`. */
export function requestOf(
	name: string,
	query: Source,
	children: readonly FieldElement[],
): BuiltRequest {
	const [requestID] = textsOf(query, 'request_id');
	return { name, attributes: requestID ? { requestID } : {}, children };
}

/** The parameters of every pre-built endpoint. */
export const commonParameters: Schema = {
	request_id: described(
		'Text',
		'The caller’s own ID of the request; it comes back with the answer.',
	),
	webhook_url: schema('WebAddress'),
};

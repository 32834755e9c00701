import type { AnswerFilter } from '../filter-answer';
import type { RequestJson } from '../request';
import { isObject, type Source, textsOf } from './fields';
import { queries, type QueryDefinition } from './queries';
import { queryRequest } from './query-request';
import { writes, type WriteDefinition } from './writes';

/** The pre-built endpoints; `create_invoice` is the POST beside the query of invoices. */
export type PrebuiltEndpoint = keyof typeof queries | keyof typeof writes;

/** Validated query parameters by their names on the wire; lists stand under `name[]`. */
export type PrebuiltQuery = Source;

export interface PrebuiltRequest {
	readonly request: RequestJson;
	/** What must be done to each answer before it is stored and delivered, where qbXML could not be asked for it. */
	readonly answerFilter?: AnswerFilter;
}

/** The qbXML version that pre-built requests are written in. */
const version = '16.0';

const queryByEndpoint: Readonly<Record<string, QueryDefinition>> = queries;
const writeByEndpoint: Readonly<Record<keyof typeof writes, WriteDefinition>> = writes;

function isWrite(endpoint: PrebuiltEndpoint): endpoint is keyof typeof writes {
	return Object.hasOwn(writes, endpoint);
}

/** A parameter with an empty value asks for nothing. */
function withoutEmpty(query: PrebuiltQuery): Source {
	return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/**
 * Builds the request of a pre-built endpoint (interface.md, section 4.3).
 * @param query validated query parameters; `request_id` becomes `requestID`, and iterating is left to `startIterator`
 * @param body validated body of the two writes; what the interface does not name is ignored
 * @throws InvalidXml when a combination of filters or a number cannot be expressed in qbXML
 */
export function prebuiltRequest(
	endpoint: PrebuiltEndpoint,
	query: PrebuiltQuery,
	body?: unknown,
): PrebuiltRequest {
	const [requestID] = textsOf(query, 'request_id');
	const attributes: Record<string, string> = requestID ? { requestID } : {};
	if (isWrite(endpoint)) {
		const { request: name, content } = writeByEndpoint[endpoint];
		return {
			request: {
				version,
				request: { name, attributes, children: content.write(isObject(body) ? body : {}) },
			},
		};
	}
	const definition = queryByEndpoint[endpoint];
	const { children, answerFilter } = queryRequest(definition, withoutEmpty(query));
	return {
		request: { version, request: { name: definition.request, attributes, children } },
		...(answerFilter && { answerFilter }),
	};
}

import {
	busyReason,
	InvalidXml,
	iteratorOf,
	type QbxmlResponse,
	readResponse,
	type ResponseFilter,
	statusOf,
} from '../qbxml';
import type { StoredAnswer } from '../store/answer-parts';
import type { LargeAnswer } from './large-answer';

/** The error object of a queued request (interface, section 2.2). */
export interface RequestError {
	readonly code: string;
	readonly message: string;
	readonly details?: Readonly<Record<string, unknown>>;
}

/** What a connector reports for a request that was sent: a response, or a code with a message. */
export interface ConnectorResponse {
	/** The XML. */
	readonly response: string | LargeAnswer;
	readonly hresult: string;
	readonly message: string;
}

/** A response in both forms in which it is stored; the parts of a large one are there already. */
type StoredResponse = Pick<QbxmlResponse, 'xml' | 'json'> | StoredAnswer;

/** What happens next to a request that was sent. */
export type Outcome =
	| { readonly state: 'retryable'; readonly error: RequestError }
	| { readonly state: 'error'; readonly error: RequestError; readonly response?: StoredResponse }
	| {
			readonly state: 'response_received';
			readonly response: StoredResponse;
			/** Set while the iterator has more records. */
			readonly iteratorID?: string;
	  };

/** The connector went away, and its request cannot be finished. */
export const connectionError = (
	message: string,
	details?: RequestError['details'],
): RequestError => ({
	code: 'connection_error',
	message,
	...(details && { details }),
});

function withoutResponse({ hresult, message }: ConnectorResponse): Outcome {
	const code = hresult.trim();
	const reason = busyReason(code);
	const error = { code, message: message || reason || 'The connector reported an error.' };
	return reason
		? { state: 'retryable', error: { ...error, details: { reason } } }
		: { state: 'error', error };
}

function withResponse(received: Parameters<typeof statusOf>[0], response: StoredResponse): Outcome {
	const { statusCode, statusSeverity, statusMessage, requestID } = statusOf(received);
	const iterator = iteratorOf(received);
	if (statusSeverity === 'Error') {
		const details = { statusCode, statusSeverity, ...(requestID !== undefined && { requestID }) };
		const error = { code: String(statusCode), message: statusMessage, details };
		return { state: 'error', error, response };
	}
	return {
		state: 'response_received',
		response,
		...(iterator && iterator.remaining > 0 && { iteratorID: iterator.iteratorID }),
	};
}

async function read(response: string | LargeAnswer, filter?: ResponseFilter): Promise<Outcome> {
	if (typeof response === 'string') {
		const { xml, json, ...received } = readResponse(response, filter);
		return withResponse(received, { xml, json });
	}
	const { xml, json, ...received } = await response.read();
	const { id, processId } = response;
	return withResponse(received, { id, processId, xml, json });
}

/**
 * Decides what a connector's response means for its request. A response that cannot be read ends the request with code
 * `invalid_response`.
 * @param filter what to take out of the response before anybody sees it
 */
export async function outcomeOf(
	received: ConnectorResponse,
	filter?: ResponseFilter,
): Promise<Outcome> {
	if (received.hresult.trim() !== '') return withoutResponse(received);
	try {
		return await read(received.response, filter);
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		return { state: 'error', error: { code: 'invalid_response', message: problem.message } };
	}
}

import {
	answerToJson,
	filterAnswer,
	InvalidXml,
	iteratorOf,
	readAnswer,
	statusOf,
	type AnswerFilter,
} from '../qbxml';
import { busyReason } from './busy';
import type { RequestError } from './request-error';

/** What a connector hands over for a request that was sent: an answer, or a code with a message. */
export interface ConnectorAnswer {
	readonly response: string;
	readonly hresult: string;
	readonly message: string;
}

interface Answer {
	readonly responseXml: string;
	readonly responseJson: readonly object[];
}

/** How a request that was sent goes on. */
export type Outcome =
	| { readonly state: 'retryable'; readonly error: RequestError }
	| { readonly state: 'error'; readonly error: RequestError; readonly answer?: Answer }
	| {
			readonly state: 'response_received';
			readonly answer: Answer;
			/** Set while the answer's iterator has more records to give. */
			readonly iteratorID?: string;
	  };

function withoutAnswer({ hresult, message }: ConnectorAnswer): Outcome {
	const code = hresult.trim();
	const reason = busyReason(code);
	const error = { code, message: message || reason || 'The connector reported an error.' };
	return reason
		? { state: 'retryable', error: { ...error, details: { reason } } }
		: { state: 'error', error };
}

function withAnswer(response: string, filter: AnswerFilter | undefined): Outcome {
	const received = readAnswer(response);
	const { statusCode, statusSeverity, statusMessage, requestID } = statusOf(received);
	const iterator = iteratorOf(received);
	const kept = filter ? filterAnswer(received, filter) : received;
	const answer = { responseXml: kept.xml, responseJson: answerToJson(kept) };
	if (statusSeverity === 'Error') {
		const details = { statusCode, statusSeverity, ...(requestID !== undefined && { requestID }) };
		const error = { code: String(statusCode), message: statusMessage, details };
		return { state: 'error', error, answer };
	}
	return {
		state: 'response_received',
		answer,
		...(iterator && iterator.remaining > 0 && { iteratorID: iterator.iteratorID }),
	};
}

/**
 * Decides what a connector's answer means for the request it belongs to. An answer that cannot be read ends the request
 * with code `invalid_response`.
 * @param filter what is taken out of the answer before anybody sees it
 */
export function outcomeOf(answer: ConnectorAnswer, filter?: AnswerFilter): Outcome {
	if (answer.hresult.trim() !== '') return withoutAnswer(answer);
	try {
		return withAnswer(answer.response, filter);
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		return { state: 'error', error: { code: 'invalid_response', message: problem.message } };
	}
}

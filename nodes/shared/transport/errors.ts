import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { withoutTokens } from '../triggerUrl/urlToken';
import {
	type Advice,
	adviceByApplicationStatus,
	adviceByCode,
	adviceByNetworkCode,
	adviceByStatus,
	checkTheAddress,
	noConnection,
	otherApplicationStatus,
	serverTrouble,
} from './advice';

/** A failed call, in the form that the rest of the node uses. */
export interface Failure {
	/** The service's message, or a sentence of ours if it gave none. */
	message: string;
	/** The interface's error code, an HTTP status or Node's error code. */
	code: string;
	httpStatus?: number;
	advice: Advice;
	/** Whether the service may have taken the request anyway. */
	outcomeIsUnknown?: boolean;
	/** In how many milliseconds the service wants to be asked again, if it said so. */
	retryAfter?: number;
}

/** The error body of the interface (section 2.4), if the answer is one. */
function interfaceError(body: unknown): { code: string; message: string } | undefined {
	if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
	const { error } = body;
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	const message = withoutTokens(String('message' in error ? error.message : error.code));
	return { code: String(error.code), message };
}

/**
 * Statuses below 500 after which the service may still have taken the request, and whether we can send it again if it
 * has not.
 */
const uncertainStatuses = new Map([
	[408, true],
	[409, false],
	[423, false],
	[425, true],
	[429, true],
	[499, true],
]);

/**
 * Whether the service may have taken a request that it answered with this status. A code of the interface (section 7)
 * says that it has not. That does not apply to a 5xx: it may come from something in between, or from a service that
 * broke later.
 */
const mayHaveTaken = (status: number, code?: string): boolean =>
	status >= 500 || (uncertainStatuses.has(status) && !Object.hasOwn(adviceByCode, code ?? ''));

/** What an answer outside 2xx means. The interface's code takes precedence over the HTTP status. */
export function failureOfAnswer(status: number, body: unknown): Failure {
	const given = interfaceError(body);
	if (given) {
		return {
			...given,
			httpStatus: status,
			advice: adviceByCode[given.code] ?? adviceByStatus[status] ?? serverTrouble,
			outcomeIsUnknown: mayHaveTaken(status, given.code),
		};
	}
	const redirected = status >= 300 && status < 400;
	return {
		message: redirected
			? `The service's address leads elsewhere (HTTP status ${status}).`
			: `The service answered with HTTP status ${status}.`,
		code: String(status),
		httpStatus: status,
		advice: redirected
			? checkTheAddress
			: (adviceByStatus[status] ?? (status >= 500 ? serverTrouble : checkTheAddress)),
		outcomeIsUnknown: mayHaveTaken(status),
	};
}

/** What a success without the interface's envelope means. */
export const failureOfEnvelope: Failure = {
	message: 'The answer did not come from an Accounting Sync Service.',
	code: 'unknown_answer',
	advice: checkTheAddress,
	outcomeIsUnknown: true,
};

/** The code of a network error, which n8n may have wrapped. */
function networkCode(error: unknown): string | undefined {
	for (let cause = error; typeof cause === 'object' && cause !== null;) {
		const { code, cause: inner } = cause as { code?: unknown; cause?: unknown };
		if (typeof code === 'string') return code;
		cause = inner;
	}
	return undefined;
}

/** What it means that no answer came. */
export function failureOfNetwork(error: unknown): Failure {
	const code = networkCode(error);
	const reason = code ?? (error instanceof Error ? error.message : undefined);
	return {
		message: `The service could not be reached${reason ? ` (${reason})` : ''}.`,
		code: code ?? 'no_answer',
		advice: adviceByNetworkCode[code ?? ''] ?? noConnection,
		// The codes in the table belong to connections that were never established.
		outcomeIsUnknown: !Object.hasOwn(adviceByNetworkCode, code ?? ''),
	};
}

/**
 * The error that n8n shows: the service's message, then its code, what it means and what to do. It is made from the
 * failure alone. It never holds the request, which carries the API key.
 */
export function errorOf(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const { message, code, httpStatus, advice } = failure;
	const error = new NodeApiError(node, { message, code } as JsonObject, {
		message,
		description: `${advice.means} ${advice.todo} (Error code: ${code})`,
		httpCode: httpStatus === undefined ? undefined : String(httpStatus),
		itemIndex,
	});
	// n8n replaces messages that have a network code with its own, such as that one may try again immediately.
	error.message = message;
	error.context.code = code;
	error.context.outcomeIsUnknown = failure.outcomeIsUnknown;
	error.context.retryAfter = failure.retryAfter;
	return error;
}

const contextOf = (error: unknown): IDataObject =>
	error instanceof NodeApiError ? error.context : {};

/** Whether the service may have taken the request although the call failed. */
export const outcomeIsUnknown = (error: unknown): boolean =>
	contextOf(error).outcomeIsUnknown === true;

/**
 * The error of a request when nobody knows whether it is in the queue. It was sent, and not sent again.
 * @param because Why the queue does not show it, as a clause.
 */
export function unknownOutcome(
	node: INode,
	reason: unknown,
	{ identifier, itemIndex, because }: { identifier: string; itemIndex: number; because: string },
): NodeOperationError {
	const { message } = reason as Error;
	const error = new NodeOperationError(node, 'It is unknown whether this request was queued.', {
		itemIndex,
		description: `The call gave no usable answer (${message}), and the queue does not tell, since ${because}. It was not sent again, so that nothing is written twice. Its request identifier is ${identifier}: look for it with Queued Request > Get Many, or for the record in QuickBooks. Run this item in a new execution only if it is in neither place.`,
	});
	error.context.code = 'unknown_outcome';
	return error;
}

/** Whether the service said that what was asked for does not exist (interface, section 7). */
export const isNotFound = (error: unknown): boolean => contextOf(error).code === 'not_found';

/**
 * Whether another attempt may succeed, if the request is certainly not in the queue. The interface's own codes (section
 * 7) are final.
 */
export const mayBeSentAgain = (error: unknown): boolean =>
	!Object.hasOwn(adviceByCode, String(contextOf(error).code)) &&
	uncertainStatuses.get(Number((error as { httpCode?: string }).httpCode)) !== false;

/**
 * Whether the problem may be over when we ask again: the service did not answer, or something else answered in its
 * place.
 */
export const isPassing = (error: unknown): boolean =>
	outcomeIsUnknown(error) ||
	wasTurnedAway(error) ||
	Object.hasOwn(adviceByNetworkCode, String(contextOf(error).code));

/** Whether the service was too busy and has certainly not taken the request. */
export const wasTurnedAway = (error: unknown): boolean =>
	error instanceof NodeApiError && error.httpCode === '429';

/** In how many milliseconds the service wants to be asked again, if it said so. */
export const retryAfterOf = (error: unknown): number | undefined =>
	contextOf(error).retryAfter as number | undefined;

/** The content of a queued request's own `error` (interface, section 2.2). */
export interface RequestError {
	code?: string;
	message?: string;
}

/** The error of a request that the accounting application refused, or that was never carried out. */
export function errorOfRequest(
	node: INode,
	{ code = '', message }: RequestError,
	itemIndex: number,
): NodeOperationError {
	const advice = adviceByCode[code] ?? adviceByApplicationStatus[code] ?? otherApplicationStatus;
	const error = new NodeOperationError(node, message ?? 'The request was not carried out.', {
		itemIndex,
		description: `${advice.means} ${advice.todo} (Error code: ${code || 'none'})`,
	});
	error.context.code = code;
	return error;
}

import {
	busyReason,
	InvalidXml,
	iteratorOf,
	type QbxmlResponse,
	readResponse,
	type ResponseFilter,
	type ResponseHead,
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
	| {
			readonly state: 'retryable';
			readonly error: RequestError;
			readonly response?: undefined;
	  }
	| {
			readonly state: 'error';
			readonly error: RequestError;
			readonly response?: StoredResponse;
			/** Set if the request would be tried again, but can't be. */
			readonly isBusy?: true;
	  }
	| {
			readonly state: 'response_received';
			readonly response: StoredResponse;
			/** Set while the iterator has more records. */
			readonly iterator?: { readonly iteratorID: string; readonly remaining: number };
	  };

/** Whether the accounting application could not take the request, and so takes no other one now. */
export const saysBusy = (outcome: Outcome): boolean =>
	outcome.state === 'retryable' || (outcome.state === 'error' && outcome.isBusy === true);

/** The response is not that of the request that was sent. */
export interface Mismatch {
	readonly state: 'mismatch';
	readonly reason: string;
}

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

/** A status around no response at all: QuickBooks has not looked at the request, as with a message set ID that it can't take. */
function ofWholeSet(
	{ messages, first }: ResponseHead,
	response: StoredResponse,
): Outcome | undefined {
	const code = messages.get('messageSetStatusCode')?.trim() ?? '';
	if (first || !/^[1-9]\d{0,4}$/.test(code)) return undefined;
	const message = `QuickBooks has answered with status ${code} for the whole message set, and with no response.`;
	return {
		state: 'error',
		error: { code, message, details: { messageSetStatusCode: code } },
		response,
	};
}

/** The codes that are no errors: success, nothing found, and warnings. */
const isGood = (statusCode: number): boolean =>
	statusCode === 0 || statusCode === 1 || (statusCode >= 500 && statusCode < 600);

const goodSeverities: ReadonlySet<string> = new Set(['info', 'warn', 'warning']);

function isError({ statusCode, statusSeverity }: ReturnType<typeof statusOf>): boolean {
	const severity = statusSeverity.trim().toLowerCase();
	return severity === 'error' || !(goodSeverities.has(severity) || isGood(statusCode));
}

function withResponse(head: ResponseHead, response: StoredResponse): Outcome {
	const refused = ofWholeSet(head, response);
	if (refused) return refused;
	const status = statusOf(head);
	const { statusCode, statusSeverity, statusMessage, requestID } = status;
	const iterator = iteratorOf(head);
	if (isError(status)) {
		const details = { statusCode, statusSeverity, ...(requestID !== undefined && { requestID }) };
		const error = { code: String(statusCode), message: statusMessage, details };
		return { state: 'error', error, response };
	}
	return {
		state: 'response_received',
		response,
		...(iterator && iterator.remaining > 0 && { iterator }),
	};
}

interface ReadResponse {
	readonly head: ResponseHead;
	readonly stored: StoredResponse;
}

async function read(
	response: string | LargeAnswer,
	filter?: ResponseFilter,
): Promise<ReadResponse> {
	if (typeof response === 'string') {
		const { xml, json, ...head } = readResponse(response, filter);
		return { head, stored: { xml, json } };
	}
	const { xml, json, ...head } = await response.read();
	const { id, processId } = response;
	return { head, stored: { id, processId, xml, json } };
}

/**
 * Decides what a connector's response means for its request. A response that cannot be read ends the request with code
 * `invalid_response`.
 * @param isNot says why a response is another request's; undefined if nothing speaks against it
 * @param filter what to take out of the response before anybody sees it
 */
export async function outcomeOf(
	received: ConnectorResponse,
	isNot: (head: ResponseHead) => string | undefined,
	filter?: ResponseFilter,
): Promise<Outcome | Mismatch> {
	if (received.hresult.trim() !== '') return withoutResponse(received);
	try {
		const { head, stored } = await read(received.response, filter);
		const reason = isNot(head);
		return reason === undefined ? withResponse(head, stored) : { state: 'mismatch', reason };
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		return { state: 'error', error: { code: 'invalid_response', message: problem.message } };
	}
}

const KEPT = '0';
/** QuickBooks says that it has kept nothing at all under an ID. */
const nothingKept: ReadonlySet<string> = new Set(['600', '9002']);

const unknown = (message: string, details: RequestError['details']): Outcome => ({
	state: 'error',
	error: connectionError(
		`The answer got lost; whether the request took effect is unknown. ${message}`,
		details,
	),
});

/** QuickBooks names the IDs of what was written where it can't give the record any more. */
const isOnlyAboutIt = (contents: ReadonlySet<string>): boolean =>
	[...contents].every((name) => name === 'ErrorRecovery');

/**
 * Decides what a connector's response means that was asked for the answer to an earlier request. Only the answer itself proves what
 * became of the request. Anything else leaves that open, and the request is never sent again: QuickBooks may have forgotten the answer,
 * another company file may be open, or a backup of it.
 * @param lost the ID under which QuickBooks keeps the answer; and the error that was reported for the request, which may have been
 * another one's and so counts only if QuickBooks has nothing to say against it
 * @param isNot says why a response is another request's; undefined if nothing speaks against it
 */
export async function recoveredOutcomeOf(
	received: ConnectorResponse,
	{ messageSet, reported }: { readonly messageSet: string; readonly reported?: RequestError },
	isNot: (head: ResponseHead) => string | undefined,
	filter?: ResponseFilter,
): Promise<Outcome | Mismatch> {
	const { message } = received;
	const hresult = received.hresult.trim();
	// QuickBooks has not even been asked, so the next session asks again.
	if (busyReason(hresult)) return withoutResponse(received);
	const isSaidAgain = reported && hresult === reported.code && message === reported.message;
	if (isSaidAgain) return { state: 'error', error: reported };
	if (hresult !== '')
		return unknown('QuickBooks could not be asked for it.', { code: hresult, message });
	try {
		const { head, stored } = await read(received.response, filter);
		const id = head.messages.get('newMessageSetID') ?? messageSet;
		if (id !== messageSet) return { state: 'mismatch', reason: `its newMessageSetID is ${id}` };
		const messageSetStatusCode = head.messages.get('messageSetStatusCode') ?? KEPT;
		if (reported && nothingKept.has(messageSetStatusCode))
			return { state: 'error', error: reported };
		if (messageSetStatusCode !== KEPT || !head.first)
			return unknown('QuickBooks has not kept it.', { messageSetStatusCode });
		const reason = isNot(head);
		if (reason !== undefined)
			return head.messages.has('newMessageSetID')
				? unknown(`What QuickBooks has kept is something else: ${reason}.`, {
						messageSetStatusCode,
					})
				: { state: 'mismatch', reason };
		const outcome = withResponse(head, stored);
		return outcome.state === 'response_received' && isOnlyAboutIt(head.first.contents)
			? unknown('QuickBooks has kept that it carried the request out, but no record.', {
					messageSetStatusCode,
					statusCode: statusOf(head).statusCode,
				})
			: outcome;
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		return unknown('What QuickBooks has kept of it could not be read.', {
			reason: problem.message,
		});
	}
}

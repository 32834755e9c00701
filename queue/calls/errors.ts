import { isPassingLock, proofOf } from '../../quickbooks/rules/statuses';
import {
	type Advice,
	adviceByApplicationStatus,
	adviceByCode,
	adviceByNetworkCode,
	adviceByStatus,
	adviceOfDesktop,
	checkTheAddress,
	headlineOf,
	lockedByOthers,
	noConnection,
	otherApplicationStatus,
	otherTrouble,
	serverTrouble,
	speaksHttps,
} from './advice';

/** Why a call failed. */
export interface Failure {
	/** What the service said, in its own words, or what we saw if it said nothing. */
	said: string;
	/** Whether these are the service's own words. */
	isQuoted?: boolean;
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
	return {
		code: String(error.code),
		message: String('message' in error ? error.message : error.code),
	};
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

/** What servers and proxies answer to http where they speak https. */
const HTTP_TO_HTTPS = /HTTP request (?:was sent )?to (?:an )?HTTPS (?:port|server)/i;

/** What an answer outside 2xx means. The interface's code takes precedence over the HTTP status. */
export function failureOfAnswer(status: number, body: unknown): Failure {
	const given = interfaceError(body);
	if (given) {
		return {
			said: given.message,
			isQuoted: true,
			code: given.code,
			httpStatus: status,
			advice: adviceByCode[given.code] ?? adviceByStatus[status] ?? serverTrouble,
			outcomeIsUnknown: mayHaveTaken(status, given.code),
		};
	}
	const redirected = status >= 300 && status < 400;
	return {
		said: redirected
			? `The service's address leads elsewhere (HTTP status ${status}).`
			: `The service answered with HTTP status ${status}.`,
		code: String(status),
		httpStatus: status,
		advice: redirected
			? checkTheAddress
			: HTTP_TO_HTTPS.test(String(body))
				? speaksHttps
				: (adviceByStatus[status] ?? (status >= 500 ? serverTrouble : checkTheAddress)),
		outcomeIsUnknown: mayHaveTaken(status),
	};
}

/** What a success without the interface's envelope means. */
export const failureOfEnvelope: Failure = {
	said: 'The answer is not one that an Accounting Sync Service gives.',
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
	const text = error instanceof Error ? error.message : undefined;
	const reason = code ?? text;
	const advice = adviceByNetworkCode[code ?? ''] ?? noConnection;
	return {
		said: `The service could not be reached${reason ? ` (${reason})` : ''}.`,
		code: code ?? 'no_answer',
		advice: { ...advice, means: headlineOf(advice, text ?? '') },
		// The codes in the table belong to connections that were never established.
		outcomeIsUnknown: !Object.hasOwn(adviceByNetworkCode, code ?? ''),
	};
}

/** What was said, as a sentence that names who said it. */
const quoted = (who: string, said: string): string =>
	`${who} says: ${said}${/[.!?…]["”)]?$/.test(said) ? '' : '.'}`;

/** What to do about a failure, what was said, and its code. */
const described = ({ todo }: Advice, said: string, code: string): string =>
	`${todo} ${said} (Error code: ${code})`;

/**
 * A call that failed. Its message says in our words what that means, its description what to do and what the service said. It
 * never holds the call, or the key.
 */
export class ServiceError extends Error {
	/** What the service said, or what we saw. */
	readonly said: string;
	readonly code: string;
	readonly httpStatus: number | undefined;
	readonly description: string;
	/** Whether the service may have taken the request although the call failed. */
	readonly outcomeIsUnknown: boolean;
	/** In how many milliseconds the service wants to be asked again, if it said so. */
	readonly retryAfter: number | undefined;

	constructor(failure: Failure) {
		const { said, isQuoted, code, httpStatus, advice, outcomeIsUnknown, retryAfter } = failure;
		super(headlineOf(advice, said));
		this.name = 'ServiceError';
		this.said = said;
		this.code = code;
		this.httpStatus = httpStatus;
		this.description = described(advice, isQuoted ? quoted('The service', said) : said, code);
		this.outcomeIsUnknown = outcomeIsUnknown ?? false;
		this.retryAfter = retryAfter;
	}

	/** Whether the service was too busy and has certainly not taken the request. */
	get isTurnedAway(): boolean {
		return this.httpStatus === 429;
	}

	/**
	 * Whether another attempt may succeed, if the request is certainly not in the queue. The interface's own codes (section
	 * 7) are final.
	 */
	get mayBeSentAgain(): boolean {
		return (
			!Object.hasOwn(adviceByCode, this.code) &&
			uncertainStatuses.get(this.httpStatus ?? 0) !== false
		);
	}
}

/** By which a workflow can tell that nobody knows whether a request was queued, or carried out. */
export const UNKNOWN_OUTCOME = 'unknown_outcome';

/** What the caller's side says itself of a request, with what to do about it. */
export class QueueError extends Error {
	constructor(
		message: string,
		readonly description?: string,
		/** By which a workflow can tell what happened. */
		readonly code?: string,
	) {
		super(message);
		this.name = 'QueueError';
	}
}

/** Why something failed, as exactly as it is known, in a text about something else. */
export const reasonOf = (error: unknown): string =>
	error instanceof ServiceError ? error.said : (error as Error).message;

/** Whether the service may have taken the request although the call failed. */
export const outcomeIsUnknown = (error: unknown): boolean =>
	error instanceof ServiceError && error.outcomeIsUnknown;

/** Whether the service said that what was asked for does not exist (interface, section 7). */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.code === 'not_found';

/**
 * Whether the problem may be over when we ask again: the service did not answer, or something else answered in its
 * place.
 */
export const isPassing = (error: unknown): boolean =>
	error instanceof ServiceError &&
	(error.outcomeIsUnknown || error.isTurnedAway || Object.hasOwn(adviceByNetworkCode, error.code));

/** The content of a queued request's own `error` (interface, section 2.2). */
export interface RequestError {
	code?: string;
	message?: string;
}

function adviceOf(error: RequestError): Advice {
	const { code = '' } = error;
	if (isPassingLock(error)) return lockedByOthers;
	const known = adviceByCode[code] ?? adviceByApplicationStatus[code];
	if (known) return known;
	if (proofOf(code)) return otherApplicationStatus;
	return /^(?:0x|QBWC)/.test(code) ? adviceOfDesktop(code) : otherTrouble;
}

/**
 * The error of a request that the accounting application refused, or that was never carried out.
 * @param advice For what the code means in this request, if that is something else than elsewhere.
 */
export function errorOfRequest(error: RequestError, advice = adviceOf(error)): QueueError {
	const { code, message } = error;
	const who = Object.hasOwn(adviceByCode, code ?? '') ? 'The service' : 'QuickBooks';
	return new QueueError(
		headlineOf(advice, message ?? ''),
		described(
			advice,
			message === undefined ? 'No reason was given.' : quoted(who, message),
			code ?? 'none',
		),
		code ?? '',
	);
}

import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { withoutTokens } from '../trigger/urlToken';

/** What a failure means and what to do about it, in the user's words. */
interface Advice {
	means: string;
	todo: string;
}

const checkTheAddress: Advice = {
	means: 'What answered is not the Accounting Sync Service.',
	todo: "Check the credential's Base URL: it is the whole address and ends in /api/v1.",
};

/** The five codes of the interface (section 7). */
const adviceByCode: Record<string, Advice> = {
	unauthorized: {
		means: 'The service does not know this API key.',
		todo: 'Open the credential, paste the API key again and test it.',
	},
	not_found: {
		means: 'What was asked for does not exist, was deleted, or belongs to another application.',
		todo: 'Choose it from the list again, or check the ID and that the credential is the right one.',
	},
	invalid_request: {
		means: 'The service checked the request and refused it; nothing was queued.',
		todo: 'Correct the field that the message names and run the node again.',
	},
	invalid_state: {
		means: 'Only requests that are completed, failed or discarded can be deleted.',
		todo: 'Wait until the request has completed, or turn on Force if you accept that the connection may be left inconsistent.',
	},
	connection_active: {
		means: "The customer's connector is exchanging data with this connection right now.",
		todo: 'Try again when its run has ended, or let the customer disconnect first. Force does not get past this.',
	},
};

/** Answers without the interface's error body, by HTTP status. */
const adviceByStatus: Record<number, Advice> = {
	401: adviceByCode.unauthorized,
	403: {
		means: 'Something before the service refused the request.',
		todo: 'Check that the API key is the right one for this address, and that no firewall stands in between.',
	},
	404: checkTheAddress,
	413: {
		means: 'The request is larger than the service takes.',
		todo: 'Send it in smaller parts, for example with fewer lines.',
	},
	429: {
		means: 'The service has received too many requests.',
		todo: 'Wait a while and run the node again, with fewer items at a time.',
	},
	502: {
		means: 'The service could not be reached behind its gateway.',
		todo: 'Wait a moment. Before you run a write again, look under Queued Request whether it was queued.',
	},
	503: {
		means: 'The service is not available at the moment.',
		todo: 'Wait a moment and run the node again.',
	},
	504: {
		means: 'The service did not answer its gateway in time.',
		todo: 'Wait a moment. Before you run a write again, look under Queued Request whether it was queued.',
	},
};

const serverTrouble: Advice = {
	means: 'The service failed while it handled the request.',
	todo: 'Before you run a write again, look under Queued Request whether it was queued.',
};

const noConnection: Advice = {
	means: 'The connection to the service broke.',
	todo: 'Check the network. Before you run a write again, look under Queued Request whether it was queued.',
};

/** Requests that got no answer at all, by Node's error code. */
const adviceByNetworkCode: Record<string, Advice> = {
	ECONNREFUSED: {
		means: 'Nothing answers at the address of the service.',
		todo: "Check the credential's Base URL and that the service is running.",
	},
	ENOTFOUND: {
		means: 'There is no such host.',
		todo: "Check the credential's Base URL for a typing error.",
	},
	EAI_AGAIN: {
		means: "The host's name could not be looked up.",
		todo: "Check the network's name service and the credential's Base URL.",
	},
	CERT_HAS_EXPIRED: {
		means: "The service's certificate has expired.",
		todo: 'Ask whoever runs the service to renew it.',
	},
	DEPTH_ZERO_SELF_SIGNED_CERT: {
		means: "The service's certificate is not one that n8n trusts.",
		todo: 'Ask whoever runs the service for a proper certificate.',
	},
	ERR_TLS_CERT_ALTNAME_INVALID: {
		means: "The service's certificate is for another host.",
		todo: "Check the credential's Base URL.",
	},
};

/** A failed call as the rest of the node sees it. */
export interface Failure {
	/** As the service gave it, or a sentence where it gave none. */
	message: string;
	/** The interface's error code, an HTTP status or Node's error code. */
	code: string;
	httpStatus?: number;
	advice: Advice;
}

/** The error body of the interface (section 2.4), if that is what came back. */
function interfaceError(body: unknown): { code: string; message: string } | undefined {
	if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
	const { error } = body;
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	const message = withoutTokens(String('message' in error ? error.message : error.code));
	return { code: String(error.code), message };
}

/** What an answer outside 2xx means. The interface's code counts before the HTTP status. */
export function failureOfAnswer(status: number, body: unknown): Failure {
	const given = interfaceError(body);
	if (given) {
		return {
			...given,
			httpStatus: status,
			advice: adviceByCode[given.code] ?? adviceByStatus[status] ?? serverTrouble,
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
	};
}

/** What a success without the interface's envelope means. */
export const failureOfEnvelope: Failure = {
	message: 'The answer is not one of the Accounting Sync Service.',
	code: 'unknown_answer',
	advice: checkTheAddress,
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
	};
}

/**
 * The error that n8n shows: the service's message, then its code, what it means and what to do. It is made from the
 * failure alone and never holds the request, which carries the API key.
 */
export function errorOf(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const { message, code, httpStatus, advice } = failure;
	const error = new NodeApiError(node, { message, code } as JsonObject, {
		message,
		description: `${advice.means} ${advice.todo} (Error code: ${code})`,
		httpCode: httpStatus === undefined ? undefined : String(httpStatus),
		itemIndex,
	});
	error.context.code = code;
	return error;
}

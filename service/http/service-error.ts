/** The error codes (interface, section 7) with their HTTP statuses, plus one for the rate limits and one for the service's own failures. */
const statusOfCode = {
	unauthorized: 401,
	not_found: 404,
	invalid_request: 422,
	invalid_state: 409,
	connection_active: 409,
	too_many_requests: 429,
	internal_error: 500,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/**
 * An error to answer with (interface, section 2.4): its code, a sentence for the caller, and the HTTP status, which follows
 * from the code unless given.
 */
export class ServiceError extends Error {
	constructor(
		readonly code: ErrorCode,
		message: string,
		readonly status: number = statusOfCode[code],
	) {
		super(message);
	}
}

export const connectionNotFound = (): ServiceError =>
	new ServiceError('not_found', 'The connection was not found.');

export const requestNotFound = (): ServiceError =>
	new ServiceError('not_found', 'The queued request was not found or has been deleted.');

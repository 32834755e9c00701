import { reference, type Schema, schema } from '../schema/json-schema';
import { json } from './building-blocks';

const descriptions: Record<string, string> = {
	400: 'invalid_request: the body is not JSON.',
	401: 'unauthorized: the credential is missing or invalid.',
	404: 'not_found: no such connection or queued request.',
	409: 'invalid_state or connection_active: the request cannot be deleted now.',
	413: 'invalid_request: the body is too large.',
	415: 'invalid_request: the body is not of the type application/json.',
	422: 'invalid_request: the request was invalid, or there is no room for it.',
	429: 'too_many_requests: nothing was done; Retry-After says in how many seconds to call again.',
};

const componentName = (status: string): string => `Error${status}`;

/** The responses with the error object, by HTTP status (interface, section 2.4). */
export const errorResponses: Schema = Object.fromEntries(
	Object.entries(descriptions).map(([status, description]) => [
		componentName(status),
		{ description, content: json(schema('Error')) },
	]),
);

/** References to these responses, for the `responses` of an operation. */
export const errorReferences = (...statuses: string[]): Schema =>
	Object.fromEntries(
		// Every call counts towards the rate limits.
		[...statuses, '429'].map((status) => [status, reference('responses', componentName(status))]),
	);

/** The same for an operation with a body. */
export const bodyErrorReferences = (...statuses: string[]): Schema =>
	errorReferences('400', '413', '415', '422', ...statuses);

/** The error object of a queued request (section 2.2). */
export interface RequestError {
	readonly code: string;
	readonly message: string;
	readonly details?: Readonly<Record<string, unknown>>;
}

/** The connector went away and what it held cannot be finished. */
export const connectionError = (
	message: string,
	details?: RequestError['details'],
): RequestError => ({
	code: 'connection_error',
	message,
	...(details && { details }),
});

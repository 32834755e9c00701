/** Codes of PostgreSQL and of sockets for a database that can't be reached now, but may be soon. */
const UNAVAILABLE =
	/^(08|57P0[123]$|53300$|ECONNREFUSED$|ECONNRESET$|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/;

/** The same where the driver gives no code. */
const UNAVAILABLE_MESSAGE =
	/^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A transaction that was undone because another one was in its way: a failed serialization, a deadlock. */
const inTheWay = new Set(['40001', '40P01']);

/** Something that is referred to is gone. */
const referenceLost = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether a call failed because the database can't be reached. Whether it had an effect is not known. */
export function isUnavailable(error: unknown): boolean {
	if (error instanceof AggregateError) return error.errors.some(isUnavailable);
	return (
		UNAVAILABLE.test(codeOf(error)) ||
		(error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message))
	);
}

/** Whether a transaction was undone for another one's sake, so that it can be tried again. */
export const isInTheWay = (error: unknown): boolean => inTheWay.has(codeOf(error));

/** Whether nothing was stored because what it belongs to is gone. */
export const isReferenceLost = (error: unknown): boolean => referenceLost.has(codeOf(error));

/** Whether nothing was done because PostgreSQL takes no text with a zero character in it. */
export const isTextRefused = (error: unknown): boolean => codeOf(error) === '22021';

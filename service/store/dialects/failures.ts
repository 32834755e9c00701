/** Codes of PostgreSQL and of sockets for a database that can't be reached now, but may be soon. */
const UNAVAILABLE =
	/^(08|57P0[123]$|53300$|ECONNREFUSED$|ECONNRESET$|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/;

/** The same where the driver gives no code. */
const UNAVAILABLE_MESSAGE =
	/^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** There is no room for what is to be written, or it can't be written for another reason of the disk's. */
const NO_SPACE = /^(SQLITE_FULL|SQLITE_IOERR\w*|53100|58030|ENOSPC|EDQUOT|EFBIG)$/;

/** A transaction that was undone because another one was in its way: a failed serialization, a deadlock. */
const inTheWay = new Set(['40001', '40P01']);

/** The part of PostgreSQL that finds that a prepared statement would have other columns by now. */
const CHECK_OF_PLANS = 'RevalidateCachedQuery';

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

/** Whether a call failed because nothing can be written. It had no effect. */
export const isOutOfSpace = (error: unknown): boolean => NO_SPACE.test(codeOf(error));

/** Whether a statement was not carried out because its tables have changed since it was prepared. */
export const isOutdated = (error: unknown): boolean =>
	codeOf(error) === '0A000' && (error as { readonly routine?: string }).routine === CHECK_OF_PLANS;

/** Whether a transaction was undone for another one's sake, or for a migration's, so that it can be tried again. */
export const isInTheWay = (error: unknown): boolean =>
	inTheWay.has(codeOf(error)) || isOutdated(error);

/** Whether nothing was stored because what it belongs to is gone. */
export const isReferenceLost = (error: unknown): boolean => referenceLost.has(codeOf(error));

/** Whether nothing was done because PostgreSQL takes no text with a zero character in it. */
export const isTextRefused = (error: unknown): boolean => codeOf(error) === '22021';

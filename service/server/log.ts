import pino, { type Level, type Logger } from 'pino';

/** Libraries put what they worked with into their errors, such as an address with its token. */
const withoutValues = ({ name, message, code, stack }: Error & { code?: unknown }) => ({
	type: name,
	message,
	...(typeof code === 'string' && { code }),
	stack,
});

/**
 * The service's log. It goes to standard error; standard output is for messages to people.
 * @param level the lowest level that is written; false writes nothing
 */
export const createLog = (level: Level | false): Logger =>
	pino(
		{ level: level || 'silent', base: null, serializers: { err: withoutValues } },
		pino.destination({ fd: 2, sync: true }),
	);

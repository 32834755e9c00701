import pino, { type Level, type Logger } from 'pino';

/**
 * The service's log. It goes to standard error; standard output is for messages to people.
 * @param level the lowest level that is written; false writes nothing
 */
export const createLog = (level: Level | false): Logger =>
	pino({ level: level || 'silent', base: null }, pino.destination({ fd: 2, sync: true }));

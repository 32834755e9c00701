import pino, { type Level, type Logger } from 'pino';

/**
 * The service's log, written to standard error so that standard output is left to what a person reads.
 * @param level the least level that is written; false writes nothing
 */
export const createLog = (level: Level | false): Logger =>
	pino({ level: level || 'silent', base: null }, pino.destination({ fd: 2, sync: true }));

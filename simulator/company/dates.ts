const DAY = 86_400_000;

/** Whether a text is a calendar date, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * A time in milliseconds, or undefined when the text is not one. Without an offset, it is in the company's time zone, which
 * is UTC. A date alone means midnight, or with `endOfDay` the last second of the day.
 */
export function parseDateTime(text: string, endOfDay = false): number | undefined {
	const match = DATE_TIME.exec(text);
	if (match === null || !isDate(match[1])) return undefined;
	const [, date, time, , offset] = match;
	const clock = time ?? (endOfDay ? 'T23:59:59' : 'T00:00:00');
	const moment = Date.parse(`${date}${clock}${offset === undefined ? 'Z' : ''}`);
	return Number.isNaN(moment) ? undefined : moment;
}

/** A time as qbXML writes it: to the second, with the company's offset. */
export const formatDateTime = (moment: Date): string =>
	`${moment.toISOString().slice(0, 19)}+00:00`;

/** The date of a time, YYYY-MM-DD. */
export const formatDate = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The date a number of days after another; both YYYY-MM-DD. */
export const addDays = (date: string, days: number): string =>
	formatDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY));

/** Whole seconds since 1970, as in identifiers and edit sequences. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const DAY = 86_400_000;

/** A day of the calendar, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * A moment in milliseconds, or undefined when the text is none. A time without an offset is the company's own,
 * which is UTC; a date alone begins at midnight, or with `endOfDay` ends with its last second.
 */
export function parseDateTime(text: string, endOfDay = false): number | undefined {
	const match = DATE_TIME.exec(text);
	if (match === null || !isDate(match[1])) return undefined;
	const [, date, time, , , offset] = match;
	const clock = time ?? (endOfDay ? 'T23:59:59' : 'T00:00:00');
	const moment = Date.parse(`${date}${clock}${offset === undefined ? 'Z' : ''}`);
	return Number.isNaN(moment) ? undefined : moment;
}

/** A moment as qbXML writes it: to the second, with the company's offset. */
export const formatDateTime = (moment: Date): string =>
	`${moment.toISOString().slice(0, 19)}+00:00`;

/** The day of a moment, YYYY-MM-DD. */
export const formatDate = (moment: Date): string => moment.toISOString().slice(0, 10);

/** A day so many days after another; both YYYY-MM-DD. */
export const addDays = (date: string, days: number): string =>
	formatDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY));

/** Whole seconds since 1970, as identifiers and edit sequences carry them. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

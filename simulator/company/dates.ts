const DAY = 86_400_000;
const MINUTE = 60_000;
const UTC = 'UTC';

/** Whether a text is a calendar date, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	const format =
		known ??
		new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	return format;
}

/** Whether a text is the name of a time zone. */
export function isTimeZone(text: string): boolean {
	try {
		return formatOf(text) !== undefined;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}

/** A time whose UTC shows what the clocks of a time zone show, to the second. */
export const localClock = (moment: Date, timeZone: string): Date =>
	timeZone === UTC ? moment : new Date(`${formatOf(timeZone).format(moment).replace(' ', 'T')}Z`);

/** How far ahead of UTC the clocks of a time zone are at a time, in minutes. */
const offsetAt = (moment: Date, timeZone: string): number =>
	Math.round((localClock(moment, timeZone).getTime() - moment.getTime()) / MINUTE);

/** How far ahead of UTC the clocks of a time zone are in the winter of a year, in minutes. */
const standardOffset = (year: number, timeZone: string): number =>
	timeZone === UTC
		? 0
		: Math.min(...[0, 6].map((month) => offsetAt(new Date(Date.UTC(year, month, 1)), timeZone)));

function written(offset: number): string {
	const minutes = Math.abs(offset);
	const parts = [Math.floor(minutes / 60), minutes % 60];
	return `${offset < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/**
 * A time of a record as QuickBooks writes it: what the clocks show, with the offset of winter all year.
 * @param text with the offset +00:00, as records have it
 */
export function writtenTime(text: string, timeZone: string): string {
	if (timeZone === UTC) return text;
	const clock = localClock(new Date(text), timeZone);
	const offset = standardOffset(clock.getUTCFullYear(), timeZone);
	return `${clock.toISOString().slice(0, 19)}${written(offset)}`;
}

/** A time of a record in milliseconds, as far as QuickBooks knows it. In summer, it is an hour late. */
export const knownTime = (text: string, timeZone: string): number =>
	Date.parse(writtenTime(text, timeZone));

/**
 * A time in milliseconds, or undefined when the text is not one. Without an offset, it is what the clocks of the time zone show, with
 * the offset of winter all year. A date alone means midnight, or with `endOfDay` the last second of the day.
 */
export function parseDateTime(
	text: string,
	{ endOfDay = false, timeZone = UTC } = {},
): number | undefined {
	const match = DATE_TIME.exec(text);
	if (match === null || !isDate(match[1])) return undefined;
	const [, date, time, , offset] = match;
	const clock = time ?? (endOfDay ? 'T23:59:59' : 'T00:00:00');
	const own = offset ?? written(standardOffset(Number(date.slice(0, 4)), timeZone));
	const moment = Date.parse(`${date}${clock.replace(/(Z|[+-]\d{2}:\d{2})$/, '')}${own}`);
	return Number.isNaN(moment) ? undefined : moment;
}

/** A time as records have it: to the second, in UTC. */
export const formatDateTime = (moment: Date): string =>
	`${moment.toISOString().slice(0, 19)}+00:00`;

/** The date of a time, YYYY-MM-DD. */
export const formatDate = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The date a number of days after another; both YYYY-MM-DD. */
export const addDays = (date: string, days: number): string =>
	formatDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY));

/** Whole seconds since 1970, as in identifiers and edit sequences. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

import { groupBy } from '../json/groupBy';
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})/;
/** ISO 8601, with what JavaScript, PostgreSQL, .NET and shops make of it: a blank for the `T`, fractions, offsets without minutes. */
const ISO_MOMENT =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

/** Whether a text begins with a day that there is. The 30th of February is none. */
function hasDay(text: string): boolean {
	const [, year, month, day] = CALENDAR_DATE.exec(text) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Shows a moment as the clocks of a time zone do. */
const newClock = (timezone: string): Intl.DateTimeFormat =>
	new Intl.DateTimeFormat('en-US', {
		timeZone: timezone,
		calendar: 'iso8601',
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	});

/** Making one takes longer than a hundred conversions. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
	const clock = clocks.get(timezone) ?? newClock(timezone);
	clocks.set(timezone, clock);
	return clock;
}

/** What a clock shows at a moment, as if it were UTC, in milliseconds since 1970. */
function shownBy(clock: Intl.DateTimeFormat, moment: number): number {
	const parts = clock.formatToParts(moment);
	const at = (type: Intl.DateTimeFormatPartTypes): number =>
		Number(parts.find((part) => part.type === type)?.value);
	return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/** How many moments are remembered. Thousands of items have the same few dates. */
const MOST_SHOWN = 1_000;
const shown = new Map<string, number>();

/** What the clocks of a time zone show at a moment, as if it were UTC, in milliseconds since 1970. */
function shownAt(moment: number, timezone: string): number {
	const name = `${moment} ${timezone}`;
	const known = shown.get(name) ?? shownBy(clockOf(timezone), moment);
	if (shown.size >= MOST_SHOWN) shown.clear();
	shown.set(name, known);
	return known;
}

const DAY = 24 * 60 * 60_000;

/**
 * The moment at which the clocks of a time zone show a time. A time that comes twice is the first one. One that is left out
 * when the clocks go forward is as long after the change.
 */
function momentShown(shown: number, timezone: string): number {
	const moments = [-DAY, DAY].map((days) => 2 * shown + days - shownAt(shown + days, timezone));
	const fitting = moments.filter((moment) => shownAt(moment, timezone) === shown);
	return fitting.length > 0 ? Math.min(...fitting) : Math.max(...moments);
}

/**
 * A day or a moment, written as qbXML takes it: whole seconds, because QuickBooks refuses a whole request for a fraction of one
 * (0x80040400), and `+00:00` for `Z`, which it may take for the clock of its computer.
 * @param text ISO 8601, as loosely as programs write it. Whether there is such an hour or day is not looked at.
 * @returns Undefined for anything else.
 */
export function dateTimeOf(text: string): string | undefined {
	const [, day, minute, second = '00', utc, hours, minutes = '00'] =
		ISO_MOMENT.exec(text.trim()) ?? [];
	if (day === undefined || minute === undefined) return day;
	const offset = hours === undefined ? '' : `${hours}:${minutes}`;
	return `${day}T${minute}:${second}${utc === undefined ? offset : '+00:00'}`;
}

/** A moment in milliseconds since 1970, in UTC, as qbXML takes it. */
export const writtenMoment = (moment: number): string =>
	new Date(moment).toISOString().replace(/\.\d+Z$/, '+00:00');

function momentOfText(text: string, timezone: string): number {
	const written = dateTimeOf(text);
	if (written === undefined || !hasDay(written)) return NaN;
	const [day, time = '00:00:00'] = written.split('T');
	const hasOffset = /[+-]/.test(time);
	const shown = Date.parse(`${day}T${time}${hasOffset ? '' : 'Z'}`);
	return hasOffset || Number.isNaN(shown) ? shown : momentShown(shown, timezone);
}

/** JavaScript takes the years before that for years of the 20th century. Programs write them for a date that is not set. */
const YEAR_100 = Date.parse('0100-01-02T00:00:00Z');

/**
 * The moment that a value means, in milliseconds since 1970: an ISO 8601 text, or an object with a time, such as a Date or what
 * `$now` gives in an expression. Text without an offset is read in the time zone. NaN for anything else.
 */
export function momentOf(value: unknown, timezone: string): number {
	const moment: unknown =
		typeof value === 'string'
			? momentOfText(value.trim(), timezone)
			: typeof value === 'object'
				? value?.valueOf()
				: undefined;
	return typeof moment === 'number' && moment > YEAR_100 ? moment : NaN;
}

const MIDNIGHT_UTC = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:[.,]0+)?)? ?(?:Z|[+-]00(?::?00)?)$/i;

/** Whether an object shows its time in UTC: a Date does, and what luxon makes if that is its zone. */
const showsUtc = (value: object): boolean =>
	value instanceof Date || ('offset' in value && value.offset === 0);

/**
 * The day that a value means which shows midnight in UTC, as YYYY-MM-DD: that is how databases, spreadsheets and JavaScript write a date
 * without a time, in whatever zone they are. Undefined for any other value.
 */
export function dayOfMidnight(value: unknown): string | undefined {
	if (typeof value === 'string') return MIDNIGHT_UTC.exec(value.trim())?.[1];
	if (typeof value !== 'object' || value === null || !showsUtc(value)) return undefined;
	const moment: unknown = value.valueOf();
	if (typeof moment !== 'number' || moment % DAY !== 0) return undefined;
	return new Date(moment).toISOString().slice(0, 10);
}

/** The day of a moment in a time zone, as YYYY-MM-DD. */
export const dayOf = (moment: number, timezone: string): string =>
	new Date(shownAt(moment, timezone)).toISOString().slice(0, 10);

/** How far a clock is ahead of UTC in the winter of a year, in milliseconds. */
const inWinter = (clock: Intl.DateTimeFormat, year: number): number =>
	Math.min(
		...[0, 6].map((month) => {
			const moment = Date.UTC(year, month, 1);
			return shownBy(clock, moment) - moment;
		}),
	);

/** The time zones by how far they are ahead of UTC in the winter of a year, by year. */
const zonesByYear = new Map<number, ReadonlyMap<number, readonly string[]>>();

function zonesOf(year: number): ReadonlyMap<number, readonly string[]> {
	const known = zonesByYear.get(year);
	if (known) return known;
	// Several hundred clocks take 20 MB. Few of them are looked at again.
	const zones = groupBy(Intl.supportedValuesOf('timeZone'), (timezone) =>
		inWinter(newClock(timezone), year),
	);
	zonesByYear.set(year, zones);
	return zones;
}

/**
 * Whether it may be summer at a moment where the clocks are so far ahead of UTC in winter: whether any time zone with this winter has
 * daylight saving time then.
 * @param offset In milliseconds.
 */
export const mayBeSummer = (moment: number, offset: number): boolean =>
	(zonesOf(new Date(moment).getUTCFullYear()).get(offset) ?? []).some(
		(timezone) => shownAt(moment, timezone) - moment > offset,
	);

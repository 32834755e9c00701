import type { Reader } from './localMoment';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timezone: string, withYear: boolean): Intl.DateTimeFormat {
	const key = `${timezone} ${withYear}`;
	const known = formats.get(key);
	if (known) return known;
	const options: Intl.DateTimeFormatOptions = {
		...(withYear && { year: 'numeric' }),
		month: 'short',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		timeZoneName: 'short',
	};
	let format: Intl.DateTimeFormat;
	try {
		format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone });
	} catch {
		// A text must not fail because of a time zone that this machine does not know.
		format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
	}
	formats.set(key, format);
	return format;
}

/**
 * A moment as n8n's editor writes it, with its time zone: `Jan 15, 12:34 GMT+1`. For texts that may be read on another day
 * and in another place. The year is there if it is another one.
 * @param moment In milliseconds since 1970.
 */
export function momentInZone(moment: number, { timezone, now }: Reader): string {
	const yearOf = (one: number) =>
		formatFor(timezone, true)
			.formatToParts(one)
			.find(({ type }) => type === 'year')?.value;
	return formatFor(timezone, yearOf(moment) !== yearOf(now)).format(moment);
}

/** Whom a moment is shown to: the reader's time zone (IANA name), and now, in milliseconds since 1970. */
export interface Reader {
	timezone: string;
	now: number;
}

/** Whether a value is a timestamp of the service. */
export const isTimestamp = (value: unknown): value is string =>
	typeof value === 'string' && !Number.isNaN(Date.parse(value));

const DAY = 24 * 60 * 60_000;

/**
 * A timestamp of the service (interface, section 1) as people say it: `today 14:03`, `yesterday 09:12`, `Nov 20, 14:03`,
 * and with the year if it is another one. It has no dashes, since n8n's editor removes them from messages.
 */
export function localMoment(timestamp: string, { timezone: timeZone, now }: Reader): string {
	const at = new Date(timestamp);
	const shown = (moment: Date | number, options: Intl.DateTimeFormatOptions): string =>
		new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(moment);
	const dayOf = (moment: Date | number) => shown(moment, { dateStyle: 'short' });
	const yearOf = (moment: Date | number) => shown(moment, { year: 'numeric' });
	const time = shown(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	if (dayOf(at) === dayOf(now)) return `today ${time}`;
	if (dayOf(at) === dayOf(now - DAY)) return `yesterday ${time}`;
	const isThisYear = yearOf(at) === yearOf(now);
	const day = shown(at, {
		month: 'short',
		day: 'numeric',
		...(!isThisYear && { year: 'numeric' }),
	});
	return `${day}, ${time}`;
}

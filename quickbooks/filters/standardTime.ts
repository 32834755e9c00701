import { LAST_MOMENT } from '../facts/valueTypes';
import { mayBeSummer, writtenMoment } from '../form/moment';

const HOUR = 60 * 60_000;
const MINUTE = 60_000;

/**
 * A moment an hour later, in UTC. What is changed in summer looks as if it was changed an hour later, because QuickBooks
 * gives the time of the clock with the offset of winter, and nobody knows whether the clock of its computer is on daylight saving time.
 */
export const anHourLater = (moment: unknown): string =>
	writtenMoment(Math.min(Date.parse(String(moment)) + HOUR, LAST_MOMENT));

const OFFSET = /(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/**
 * Whether a time of a record is certainly later than a moment.
 * @param shown As QuickBooks shows it. In summer, it is an hour late.
 * @param moment As ISO 8601.
 */
export function isCertainlyAfter(shown: unknown, moment: unknown): boolean {
	const text = String(shown);
	const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
	const [latest, end] = [Date.parse(text), Date.parse(String(moment))];
	if (!OFFSET.test(text) || !(latest > end)) return false;
	const earliest = latest - HOUR;
	if (earliest > end) return true;
	// A time in UTC may be one that the service has converted: it does not say where the computer is.
	if (sign === undefined) return false;
	const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE;
	return !mayBeSummer(earliest, sign === '-' ? -offset : offset);
}

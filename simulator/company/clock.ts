import { formatDate, localClock } from './dates';
import type { Company } from './types';

/** What the clock of the computer shows, as the UTC of a time. */
export const clockOf = ({ now, timeZone }: Pick<Company, 'now' | 'timeZone'>): Date =>
	localClock(now(), timeZone);

/** The date of the computer, YYYY-MM-DD. */
export const todayOf = (company: Pick<Company, 'now' | 'timeZone'>): string =>
	formatDate(clockOf(company));

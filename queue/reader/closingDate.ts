import { dayOf } from '../../quickbooks/form/moment';
import { answerIn } from '../../quickbooks/qbxml/answer';
import { isObject } from '../../quickbooks/qbxml/answerFromXml';
import { QueueError } from '../calls/errors';
import type { Clock, Service } from '../calls/ports';
import { settled } from '../calls/settled';
import { COMPLETED } from '../requests/queuedRecord';
import { listRequests } from './queuedRequests';

/** In milliseconds. Without an answer by then, the accounting application decides. */
const PATIENCE = 2_000;

/** The day up to which a company's books are closed, in the newest answer of the queue that shows it. */
async function knownClosingDate(
	service: Service,
	clock: Clock,
	connectionId: string,
): Promise<string | undefined> {
	const query = { search_phrase: 'PreferencesQueryRq', state: COMPLETED, page_size: 3 };
	const found = await settled(listRequests(service, connectionId, query, clock.timeout(PATIENCE)));
	if (found.status === 'rejected') return undefined;
	for (const request of found.value.data) {
		const preferences = answerIn(request)?.records.find(({ type }) => type === 'Preferences');
		const accounting = preferences?.fields.AccountingPreferences;
		if (isObject(accounting)) return String(accounting.ClosingDate ?? '');
	}
	return undefined;
}

/** Something that is to be written, with its dates if it has any: that of what is in the books, and the one it gets. */
interface DatedWrite {
	connectionId: string;
	dates: readonly string[];
}

/** A day that something is written to, and the one up to which the books are closed. */
export interface Closed {
	date: string;
	closingDate: string;
}

/** The days up to which the books are closed, by connection, as far as they matter and are known. */
export type ClosingDates = ReadonlyMap<string, string>;

/**
 * Reads the closing dates of the connections that something is written to with a date in the past. They are those of the
 * newest answer to a query for the preferences, which Company > Get asks for.
 * @param timezone Of the workflow (IANA name).
 */
export async function readClosingDates(
	service: Service,
	clock: Clock,
	writes: readonly DatedWrite[],
	timezone: string,
): Promise<ClosingDates> {
	const today = dayOf(clock.now(), timezone);
	const past = writes.filter(({ dates }) => dates.some((date) => date < today));
	const known = new Map<string, string>();
	for (const connectionId of new Set(past.map((write) => write.connectionId))) {
		const closingDate = await knownClosingDate(service, clock, connectionId);
		if (closingDate) known.set(connectionId, closingDate);
	}
	return known;
}

/** What of a write is in a closed period. Undefined if nothing is, as far as is known. */
export function closedFor(
	{ connectionId, dates }: DatedWrite,
	closingDates: ClosingDates,
): Closed | undefined {
	const closingDate = closingDates.get(connectionId);
	const date = dates.find((one) => closingDate !== undefined && one <= closingDate);
	return date !== undefined && closingDate !== undefined ? { date, closingDate } : undefined;
}

const inClosedPeriod = ({ date, closingDate }: Closed): string =>
	`The date ${date} is in a closed period: the books are closed through ${closingDate}.`;

/** What is said of something that is written to a closed period all the same. */
export const warningOfClosed = (closed: Closed): string =>
	`${inClosedPeriod(closed)} QuickBooks takes it only from a user who may change closed periods.`;

/** Why something is not written to a closed period, where that was asked for. */
export const refusalOfClosed = (closed: Closed): QueueError =>
	new QueueError(
		inClosedPeriod(closed),
		'Nothing was written. Use a later date, correct it with something dated after that, or remove Refuse Closed Periods. If the closing date has been changed in QuickBooks, run Company > Get, so that n8n knows of it.',
	);

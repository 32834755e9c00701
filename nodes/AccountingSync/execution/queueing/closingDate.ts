import { FormError } from '../../../shared/form/formError';
import { answerIn } from '../../../shared/qbxml/answer';
import { isObject } from '../../../shared/qbxml/answerFromXml';
import type { ServiceContext } from '../../../shared/transport/client';
import { listRequests } from '../../../shared/transport/queuedRequests';
import type { Job } from './job';

/** In milliseconds. Without an answer by then, the accounting application decides. */
const PATIENCE = 2_000;

/** The day up to which a company's books are closed, in the newest answer of the queue that shows it. */
async function knownClosingDate(
	context: ServiceContext,
	connectionId: string,
): Promise<string | undefined> {
	const query = { search_phrase: 'PreferencesQueryRq', state: 'response_received', page_size: 3 };
	const [found] = await Promise.allSettled([
		listRequests(context, connectionId, query, undefined, AbortSignal.timeout(PATIENCE)),
	]);
	if (found.status === 'rejected') return undefined;
	for (const request of found.value.data) {
		const preferences = answerIn(request)?.records.find(({ type }) => type === 'Preferences');
		const accounting = preferences?.fields.AccountingPreferences;
		if (isObject(accounting)) return String(accounting.ClosingDate ?? '');
	}
	return undefined;
}

const today = (): string => new Date().toISOString().slice(0, 10);

const closed = (date: string, closingDate: string): FormError =>
	new FormError(
		`The date ${date} is in a closed period: the books are closed through ${closingDate}.`,
		'The item was not sent. Use a later date, or change the closing date in QuickBooks and then run Company > Get, so that n8n knows of it.',
	);

/** The days up to which the books are closed, by connection, as far as they matter for jobs and are known. */
export type ClosingDates = ReadonlyMap<string, string>;

/**
 * Reads the closing dates of the connections that something is written to with a date in the past. They are those of the
 * newest answer to a query for the preferences, which Company > Get asks for.
 */
export async function readClosingDates(
	context: ServiceContext,
	jobs: readonly Job[],
): Promise<ClosingDates> {
	const past = jobs.filter(({ date }) => date !== undefined && date < today());
	const dates = new Map<string, string>();
	for (const connectionId of new Set(past.map((job) => job.connectionId))) {
		const known = await knownClosingDate(context, connectionId);
		if (known) dates.set(connectionId, known);
	}
	return dates;
}

/** Why a job can't be written: its date is in a closed period. Undefined if it can. */
export function refusalOfClosed(
	{ connectionId, date }: Job,
	closingDates: ClosingDates,
): FormError | undefined {
	const closingDate = closingDates.get(connectionId);
	return date !== undefined && closingDate !== undefined && date <= closingDate
		? closed(date, closingDate)
		: undefined;
}

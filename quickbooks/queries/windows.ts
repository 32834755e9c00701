import { transactionDateFrom, transactionDateTo } from '../filters/dates';
import type { FormField } from '../form/field';
import { givenRows } from '../form/fieldSpec';
import { FormError, notListed } from '../form/formError';
import type { AnswerRecord } from '../qbxml/answer';
import type { FilledIn } from './queryRequest';

/** How long a window is: a unit of time, or the whole range at once. */
const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof units)[number];

/** For answers that would be too large as one. */
export const askInWindows: FormField = {
	displayName: 'Split Period Into',
	name: 'askInWindows',
	type: 'options',
	options: [
		{ name: 'Days', value: 'day' },
		{ name: 'Months', value: 'month' },
		{ name: 'Quarters', value: 'quarter' },
		{ name: 'Weeks', value: 'week' },
		{ name: 'Years', value: 'year' },
	],
	default: 'month',
	description:
		'For more records than one answer can hold: asks for Transaction Date From to To in steps of this length, one request each, and returns one list',
};

const MOST_WINDOWS = 400;

const dayOf = (text: string): Date => new Date(`${text}T00:00:00Z`);
const textOf = (day: Date): string => day.toISOString().slice(0, 10);

function plusDays(day: Date, days: number): Date {
	const next = new Date(day);
	next.setUTCDate(next.getUTCDate() + days);
	return next;
}

/** The first day of the window after the one that a day is in. Months, quarters and years are those of the calendar. */
function nextStart(day: Date, unit: Unit): Date {
	const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
	switch (unit) {
		case 'day':
			return plusDays(day, 1);
		case 'week':
			return plusDays(day, 7);
		case 'month':
			return new Date(Date.UTC(year, month + 1, 1));
		case 'quarter':
			return new Date(Date.UTC(year, month - (month % 3) + 3, 1));
		default:
			return new Date(Date.UTC(year + 1, 0, 1));
	}
}

/** The days from and to, both of them included. */
export type Window = [from: string, to: string];

/**
 * A range of days in windows: every day is in exactly one, so that no record is missing at a seam or comes twice.
 * @param from,to YYYY-MM-DD, both included.
 * @throws FormError if a bound is missing, if they are the wrong way round, or if there would be too many windows.
 */
export function windowsOf(from: unknown, to: unknown, unit: unknown): Window[] {
	const length = units.find((one) => one === unit);
	if (length === undefined) {
		throw notListed(askInWindows.displayName, unit);
	}
	if (typeof from !== 'string' || typeof to !== 'string') {
		throw new FormError(
			`${askInWindows.displayName} needs Transaction Date From and Transaction Date To.`,
			'Fill in both under Filters.',
		);
	}
	if (from > to) {
		throw new FormError(
			'Transaction Date From is later than Transaction Date To.',
			'Swap the two.',
		);
	}
	const windows: Window[] = [];
	const last = dayOf(to);
	for (let start = dayOf(from); start <= last;) {
		const next = nextStart(start, length);
		const end = plusDays(next, -1);
		windows.push([textOf(start), textOf(end < last ? end : last)]);
		start = next;
		if (windows.length > MOST_WINDOWS) {
			throw new FormError(
				`The period would take more than ${MOST_WINDOWS} requests.`,
				'Choose longer steps or a shorter period.',
			);
		}
	}
	return windows;
}

/** The bounds of the dates that a query is asked for in windows. Undefined if it is asked at once. */
export function windowsIn({ filters, options, timezone }: FilledIn): Window[] | undefined {
	if (options.askInWindows === undefined) return undefined;
	const dates = givenRows([transactionDateFrom, transactionDateTo], filters, timezone);
	const valueOf = (row: typeof transactionDateFrom) => dates.find((one) => one.row === row)?.value;
	return windowsOf(valueOf(transactionDateFrom), valueOf(transactionDateTo), options.askInWindows);
}

const idOf = ({ fields }: AnswerRecord): unknown => fields.TxnID ?? fields.ListID;

/** Each record once. A record that is changed while its windows are asked for may be in two of them. The later one counts. */
export function once(records: readonly AnswerRecord[]): AnswerRecord[] {
	const last = new Map(records.map((record, index) => [idOf(record) ?? index, record]));
	return records.filter((record, index) => last.get(idOf(record) ?? index) === record);
}

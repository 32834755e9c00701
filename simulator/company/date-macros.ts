import { addDays, formatDate } from './dates';

/** Days from one to another, both included. Without an end, it is open. */
export interface DateRange {
	from?: string;
	to?: string;
}

const monthStart = (year: number, month: number): string =>
	formatDate(new Date(Date.UTC(year, month, 1)));

const monthsFrom = (year: number, month: number, length: number): Required<DateRange> => ({
	from: monthStart(year, month),
	to: addDays(monthStart(year, month + length), -1),
});

/** The period of a length around today, moved by a number of periods. */
function period(unit: string, today: string, moved: number): Required<DateRange> {
	const [year, month] = today.split('-').map(Number);
	switch (unit) {
		case 'Day':
			return { from: addDays(today, moved), to: addDays(today, moved) };
		case 'Week': {
			const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
			const from = addDays(today, moved * 7 - weekday);
			return { from, to: addDays(from, 6) };
		}
		case 'Month':
			return monthsFrom(year, month - 1 + moved, 1);
		case 'Quarter':
			return monthsFrom(year, Math.floor((month - 1) / 3) * 3 + moved * 3, 3);
		default:
			return monthsFrom(year + moved, 0, 12);
	}
}

const moves: Readonly<Record<string, number>> = { This: 0, Last: -1, Next: 1 };

const single: Readonly<Record<string, (today: string) => DateRange>> = {
	All: () => ({}),
	Today: (today) => ({ from: today, to: today }),
	Yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
	NextFourWeeks: (today) => ({ from: addDays(today, 1), to: addDays(today, 28) }),
};

function sameTimeBefore(from: string, today: string, start: string): string {
	const passed = Date.parse(today) - Date.parse(start);
	return formatDate(new Date(Date.parse(from) + passed));
}

/** The days that a word such as `LastMonth` or `ThisYearToDate` names. The fiscal year is the calendar year. */
export function macroRange(macro: string, now: Date): DateRange {
	const today = formatDate(now);
	const own = single[macro];
	if (own) return own(today);
	const [, move, unit, toDate] =
		/^(This|Last|Next)(?:Calendar|Fiscal)?(Week|Month|Quarter|Year)(ToDate)?$/.exec(macro) ?? [];
	const range = period(unit, today, moves[move]);
	if (toDate === undefined) return range;
	if (move === 'This') return { from: range.from, to: today };
	const until = sameTimeBefore(range.from, today, period(unit, today, 0).from);
	return { from: range.from, to: until < range.to ? until : range.to };
}

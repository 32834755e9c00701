import {
	isDue,
	scheduleOf,
	tickAt,
} from '../../../../../nodes/AccountingSyncTrigger/scheduledQuery/schedule';

const MINUTE = 60_000;
const hour = 60 * MINUTE;
const ZONE = 'Europe/Berlin';
const noon = Date.parse('2026-01-01T12:00:00Z');

describe('the schedule of the form', () => {
	test.each<[form: Record<string, unknown>, interval: number]>([
		[{ schedule: 'minutes', every: 1 }, MINUTE],
		[{ schedule: 'minutes', every: '15' }, 15 * MINUTE],
		[{ schedule: 'hours', every: 2 }, 2 * hour],
		[{ schedule: 'hours' }, hour],
	])('%j is looked at every minute and due after %i ms', (form, interval) => {
		expect(scheduleOf(form as never, ZONE)).toMatchObject({
			cron: '0 * * * * *',
			unit: MINUTE,
			interval,
		});
	});

	test.each(['0 8 * * 1-5', '*/15 * * * *', '30 0 8 * * *', '0 8 1,15 * *'])(
		'a cron expression goes to n8n as it is: %s',
		(cronExpression) => {
			const schedule = scheduleOf({ schedule: 'cron', cronExpression }, ZONE);
			expect(schedule.cron).toBe(cronExpression);
			expect(schedule.interval).toBeUndefined();
		},
	);

	test.each<[form: Record<string, unknown>, message: RegExp]>([
		[{ schedule: 'minutes', every: 0 }, /must be a whole number of at least 1/],
		[{ schedule: 'hours', every: -1 }, /must be a whole number of at least 1/],
		[{ schedule: 'hours', every: 1.5 }, /must be a whole number of at least 1/],
		[{ schedule: 'minutes', every: 'often' }, /must be a whole number of at least 1/],
		[{ schedule: 'cron', cronExpression: '' }, /five fields, or six/],
		[{ schedule: 'cron', cronExpression: 'every day' }, /five fields, or six/],
		[{ schedule: 'cron', cronExpression: '0 8 * *' }, /five fields, or six/],
		[{ schedule: 'cron', cronExpression: '0 0 8 * * * *' }, /five fields, or six/],
	])('%j is refused', (form, message) => {
		expect(() => scheduleOf(form as never, ZONE)).toThrow(message);
	});
});

describe('a run is due', () => {
	const every = (interval?: number) => ({
		cron: '0 * * * * *' as const,
		unit: MINUTE,
		offset: 0,
		interval,
	});

	test.each<[what: string, interval: number, since: number, due: boolean]>([
		['at its time', hour, hour, true],
		['long after it', hour, 30 * hour, true],
		['half a minute before it, as n8n calls at whole minutes', hour, hour - MINUTE / 2, true],
		['no earlier', hour, hour - MINUTE / 2 - 1, false],
		['not at once', hour, 0, false],
		['a minute later when it is due every minute', MINUTE, MINUTE, true],
		['not twice in one minute', MINUTE, MINUTE / 2 - 1, false],
	])('%s', (_what, interval, since, due) => {
		expect(isDue(every(interval), noon - since, noon)).toBe(due);
	});

	test('when there was none before', () => {
		expect(isDue(every(hour), undefined, noon)).toBe(true);
	});

	test('at each tick of a cron expression, once', () => {
		expect(isDue(every(), noon - 1, noon)).toBe(true);
		expect(isDue(every(), noon, noon)).toBe(false);
		// The clock of the process that started it was ahead.
		expect(isDue(every(), noon + 1, noon)).toBe(true);
	});
});

describe('a tick has the same moment for all that tick with it', () => {
	const at = (cronExpression: string, time: string) =>
		new Date(
			tickAt(
				scheduleOf({ schedule: 'cron', cronExpression }, ZONE),
				Date.parse(`2026-01-01T${time}Z`),
			),
		).toISOString();

	test.each<[cronExpression: string, time: string, tick: string]>([
		['0 8 * * *', '07:59:59.985', '08:00:00'],
		['0 8 * * *', '08:00:40.000', '08:00:00'],
		['0 0 8 * * *', '07:59:59.985', '08:00:00'],
		['0 0 8 * * *', '08:00:00.990', '08:00:00'],
		['30 0 8 * * *', '08:00:29.985', '08:00:30'],
		['30 0 8 * * *', '08:01:20.000', '08:00:30'],
		['*/10 * * * * *', '08:00:09.985', '08:00:10'],
		['*/10 * * * * *', '08:00:10.900', '08:00:10'],
	])('%s at %s', (cronExpression, time, tick) => {
		expect(at(cronExpression, time)).toBe(`2026-01-01T${tick}.000Z`);
	});
});

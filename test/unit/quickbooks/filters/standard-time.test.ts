import { endAt } from '../../../../quickbooks/filters/dates';
import { anHourLater, isCertainlyAfter } from '../../../../quickbooks/filters/standardTime';

test.each([
	['2026-07-01T19:00:00Z', '2026-07-01T20:00:00+00:00'],
	['2026-12-31T23:30:00Z', '2027-01-01T00:30:00+00:00'],
])('a period until %s is asked for until %s', (moment, later) => {
	expect(anHourLater(moment)).toBe(later);
	expect(endAt('ToModifiedDate')?.(moment, undefined, 'Europe/Berlin')).toEqual({
		ToModifiedDate: later,
	});
});

/** The end of the period. */
const END = Date.parse('2026-01-15T12:00:00Z');

/** A time in the words of a computer so many minutes ahead of UTC. */
function shown(moment: number, offset: number): string {
	const sign = offset < 0 ? '-' : '+';
	const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
		String(Math.floor(part)).padStart(2, '0'),
	);
	const clock = new Date(moment + offset * 60_000).toISOString().slice(0, 19);
	return `${clock}${sign}${hours}:${minutes}`;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

test.each([
	['New York', -300, '2026-01-15T12:00:00Z', true],
	['New York or Bogota', -300, '2026-07-15T12:00:00Z', false],
	['Newfoundland', -210, '2026-01-15T12:00:00Z', true],
	['Halifax or Santiago', -240, '2026-01-15T12:00:00Z', false],
	['Honolulu', -600, '2026-07-15T12:00:00Z', false],
	['Kolkata', 330, '2026-07-15T12:00:00Z', true],
	['Tokyo', 540, '2026-07-15T12:00:00Z', true],
	['Berlin', 60, '2026-01-15T12:00:00Z', true],
	['Sydney or Brisbane', 600, '2026-01-15T12:00:00Z', false],
	['Sydney or Brisbane', 600, '2026-07-15T12:00:00Z', true],
	['Auckland', 720, '2026-01-15T12:00:00Z', false],
	['nowhere', 7, '2026-07-15T12:00:00Z', true],
	// Havana changes its clocks at 05:00 UTC, before New York. What shows an hour after that may be from the moment itself.
	['New York or Havana', -300, '2026-03-08T05:29:59Z', true],
	['New York or Havana', -300, '2026-03-08T06:00:00Z', false],
	['New York', -300, '2026-11-01T06:59:00Z', false],
	['New York', -300, '2026-11-01T07:00:00Z', true],
])('%s (%s) after %s: whether an hour too much is known: %s', (_where, offset, moment, isKnown) => {
	const end = Date.parse(moment);
	expect(isCertainlyAfter(shown(end, offset), moment)).toBe(false);
	expect(isCertainlyAfter(shown(end - HOUR, offset), moment)).toBe(false);
	expect(isCertainlyAfter(shown(end + 1 * SECOND, offset), moment)).toBe(isKnown);
	expect(isCertainlyAfter(shown(end + HOUR + SECOND, offset), moment)).toBe(true);
});

test.each(['2026-01-15T12:30:00', '2026-01-15T12:30:00Z', 'no time', '', undefined, null, 12])(
	'of %j nobody can say so',
	(text) => {
		expect(isCertainlyAfter(text, new Date(END).toISOString())).toBe(false);
	},
);

test('a time in UTC is certainly later after more than an hour', () => {
	expect(isCertainlyAfter('2026-01-15T13:00:01Z', '2026-01-15T12:00:00Z')).toBe(true);
	expect(isCertainlyAfter('2026-01-15T13:00:00Z', '2026-01-15T12:00:00Z')).toBe(false);
});

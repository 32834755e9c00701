import { tryToParseDateTime } from 'n8n-workflow';

import { date, timestamp } from '../../../quickbooks/form/convert';
import { FormError } from '../../../quickbooks/form/formError';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const AUCKLAND = 'Pacific/Auckland';
const KIRITIMATI = 'Pacific/Kiritimati';

/** A luxon DateTime, as `$now` and `$json.date.toDateTime()` give one. */
const dateTime = (text: string, zone = 'UTC') => tryToParseDateTime(text, zone);

describe("a date is the day in the workflow's time zone", () => {
	test.each<[given: unknown, timezone: string, sent: string]>([
		['2026-01-15', BERLIN, '2026-01-15'],
		['2026-01-15', NEW_YORK, '2026-01-15'],
		['2026-01-15', KIRITIMATI, '2026-01-15'],
		['2024-02-29', 'UTC', '2024-02-29'],
		[' 2026-01-15 ', BERLIN, '2026-01-15'],
		// What the date picker writes: a time of day without an offset.
		['2026-01-15T00:00:00', BERLIN, '2026-01-15'],
		['2026-01-15T00:00:00', NEW_YORK, '2026-01-15'],
		['2026-01-15 23:59:59', AUCKLAND, '2026-01-15'],
		// With an offset it is a moment, and the day it falls on depends on the place.
		['2026-01-15T23:30:00Z', 'UTC', '2026-01-15'],
		['2026-01-15T23:30:00Z', BERLIN, '2026-01-16'],
		['2026-01-15T00:30:00+01:00', BERLIN, '2026-01-15'],
		['2026-01-15T00:30:00+01:00', NEW_YORK, '2026-01-14'],
		['2026-01-15T10:30:00.000Z', AUCKLAND, '2026-01-15'],
		['2026-01-15T11:30:00.000Z', AUCKLAND, '2026-01-16'],
		['2025-12-31T10:00:00Z', KIRITIMATI, '2026-01-01'],
		// The days the clocks change: in Berlin 02:30 does not exist on 29 March, and comes twice on 25 October.
		['2026-03-29T02:30:00', BERLIN, '2026-03-29'],
		['2026-03-28T23:30:00Z', BERLIN, '2026-03-29'],
		['2026-03-29T21:59:59Z', BERLIN, '2026-03-29'],
		['2026-03-29T22:00:00Z', BERLIN, '2026-03-30'],
		['2026-10-25T02:30:00', BERLIN, '2026-10-25'],
		['2026-10-24T22:00:00Z', BERLIN, '2026-10-25'],
		['2026-10-25T22:59:59Z', BERLIN, '2026-10-25'],
		// Midnight itself does not exist in Santiago on 6 September 2026.
		['2026-09-06', 'America/Santiago', '2026-09-06'],
		['2026-09-06T00:00:00', 'America/Santiago', '2026-09-06'],
		[new Date('2026-01-15T23:30:00Z'), BERLIN, '2026-01-16'],
		// Midnight in UTC is a date without a time. Midnight elsewhere is a moment, and so is what another clock shows then.
		['2026-02-01T00:00:00.000Z', NEW_YORK, '2026-02-01'],
		['2026-02-01 00:00:00+00:00', NEW_YORK, '2026-02-01'],
		['2026-02-01T00:00Z', KIRITIMATI, '2026-02-01'],
		['2026-02-01T00:00:00+05:00', NEW_YORK, '2026-01-31'],
		['2026-02-01T00:00:00.001Z', NEW_YORK, '2026-01-31'],
		[new Date('2026-02-01T00:00:00Z'), NEW_YORK, '2026-02-01'],
		[dateTime('2026-02-01T00:00:00'), NEW_YORK, '2026-02-01'],
		[dateTime('2026-01-31T19:00:00', NEW_YORK), NEW_YORK, '2026-01-31'],
		[new Date('2026-01-15T23:30:00Z'), NEW_YORK, '2026-01-15'],
		[dateTime('2026-01-15T23:30:00'), BERLIN, '2026-01-16'],
		[dateTime('2026-01-15T23:30:00', BERLIN), BERLIN, '2026-01-15'],
		[dateTime('2026-01-15T20:00:00', NEW_YORK), BERLIN, '2026-01-16'],
	])('%j in %s is %s', (given, timezone, sent) => {
		expect(date(given, { label: 'Transaction Date', timezone })).toBe(sent);
	});
});

describe('a moment goes out in UTC, to the second', () => {
	test.each<[given: unknown, timezone: string, sent: string]>([
		['2026-01-15T12:00:00Z', BERLIN, '2026-01-15T12:00:00+00:00'],
		['2026-01-15t12:00:00z', BERLIN, '2026-01-15T12:00:00+00:00'],
		['2026-01-15 12:00:00.123456+00', BERLIN, '2026-01-15T12:00:00+00:00'],
		['2026-01-15 12:00:00 +02:00', BERLIN, '2026-01-15T10:00:00+00:00'],
		['2026-01-15T12:00:00', 'UTC', '2026-01-15T12:00:00+00:00'],
		['2026-01-15T12:00:00', BERLIN, '2026-01-15T11:00:00+00:00'],
		['2026-07-15T12:00:00', BERLIN, '2026-07-15T10:00:00+00:00'],
		['2026-01-15T12:00:00', NEW_YORK, '2026-01-15T17:00:00+00:00'],
		['2026-01-15T12:00:00+05:30', BERLIN, '2026-01-15T06:30:00+00:00'],
		['2026-01-15T12:00:00+0530', BERLIN, '2026-01-15T06:30:00+00:00'],
		['2026-01-15T12:00:00.987Z', BERLIN, '2026-01-15T12:00:00+00:00'],
		['2026-01-15T12:00', BERLIN, '2026-01-15T11:00:00+00:00'],
		['2026-01-15', BERLIN, '2026-01-14T23:00:00+00:00'],
		['2026-01-15', 'UTC', '2026-01-15T00:00:00+00:00'],
		['2026-03-29T01:59:59', BERLIN, '2026-03-29T00:59:59+00:00'],
		['2026-03-29T03:00:00', BERLIN, '2026-03-29T01:00:00+00:00'],
		['2026-10-25T03:00:00', BERLIN, '2026-10-25T02:00:00+00:00'],
		['2026-10-25T02:30:00+02:00', BERLIN, '2026-10-25T00:30:00+00:00'],
		['2026-10-25T02:30:00+01:00', BERLIN, '2026-10-25T01:30:00+00:00'],
		[new Date('2026-01-15T12:00:00.500Z'), BERLIN, '2026-01-15T12:00:00+00:00'],
		[dateTime('2026-01-15T12:00:00', NEW_YORK), BERLIN, '2026-01-15T17:00:00+00:00'],
	])('%j in %s is %s', (given, timezone, sent) => {
		expect(timestamp(given, { label: 'Modified After', timezone })).toBe(sent);
	});
});

describe('what is no date', () => {
	const conversions = { date, timestamp };

	test.each<[given: unknown]>([
		['2026-02-30'],
		['2026-02-29'],
		['2026-13-01'],
		['2026-00-10'],
		['2026-04-31T10:00:00Z'],
		['2026-01-15T25:00:00'],
		['2026-01-15T10:61:00'],
		['15.01.2026'],
		['01/15/2026'],
		['15 January 2026'],
		['Thu, 15 Jan 2026 10:00:00 GMT'],
		['20260115'],
		['2026-W03-4'],
		['2026-015'],
		['2026-1-5'],
		['2026'],
		['2026-01-15T'],
		['2026-01-15T10:00:00 CET'],
		['tomorrow'],
		['   '],
		[1768478400],
		[1768478400000],
		[true],
		[{}],
		[[]],
		[['2026-01-15']],
		[{ date: '2026-01-15' }],
		[new Date('nonsense')],
	])('%j is refused', (given) => {
		for (const convert of Object.values(conversions)) {
			const refused = () => convert(given, { label: 'Due Date From', timezone: BERLIN });
			expect(refused).toThrow(FormError);
			expect(refused).toThrow(/^Due Date From isn't a valid date/);
		}
	});

	test.each([[''], [null], [undefined]])('%j sends nothing', (given) => {
		for (const convert of Object.values(conversions)) {
			expect(convert(given, { label: 'Due Date From', timezone: BERLIN })).toBeUndefined();
		}
	});
});

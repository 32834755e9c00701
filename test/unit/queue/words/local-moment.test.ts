import { localMoment } from '../../../../queue/words/localMoment';

const reader = { timezone: 'Europe/Berlin', now: Date.parse('2026-01-02T15:00:00Z') };

test.each([
	['2026-01-02T08:03:00Z', 'today 09:03'],
	['2026-01-01T23:30:00Z', 'today 00:30'],
	['2026-01-01T22:30:00Z', 'yesterday 23:30'],
	['2025-12-31T23:30:00Z', 'yesterday 00:30'],
	['2025-12-31T22:30:00Z', 'Dec 31, 2025, 23:30'],
	['2026-03-09T10:00:00Z', 'Mar 9, 11:00'],
	['2025-01-02T08:03:00Z', 'Jan 2, 2025, 09:03'],
	['2026-02-02T08:03:00Z', 'Feb 2, 09:03'],
])('%s is, in Berlin, %s', (timestamp, moment) => {
	expect(localMoment(timestamp, reader)).toBe(moment);
});

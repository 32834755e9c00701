import { momentInZone } from '../../../../queue/words/momentInZone';

const now = Date.UTC(2026, 10, 22, 14, 40);

test.each([
	['Europe/Berlin', now, 'Nov 22, 15:40 GMT+1'],
	['America/New_York', now, 'Nov 22, 09:40 EST'],
	['America/New_York', Date.UTC(2026, 6, 1, 4, 5), 'Jul 1, 00:05 EDT'],
	['UTC', Date.UTC(2025, 11, 31, 23, 59), 'Dec 31, 2025, 23:59 UTC'],
	['Asia/Tokyo', Date.UTC(2025, 11, 31, 23, 59), 'Jan 1, 08:59 GMT+9'],
	['Nowhere/Land', now, 'Nov 22, 14:40 UTC'],
])('in %s', (timezone, moment, shown) => {
	expect(momentInZone(moment, { timezone, now })).toBe(shown);
});

import type { Service } from '../../../../queue/calls/ports';
import { closedFor, readClosingDates } from '../../../../queue/reader/closingDate';
import { stillClock } from '../support/still-clock';

const PREFERENCES =
	'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><PreferencesQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><PreferencesRet><AccountingPreferences><ClosingDate>2025-12-31</ClosingDate></AccountingPreferences></PreferencesRet></PreferencesQueryRs></QBXMLMsgsRs></QBXML>';

test.each<[now: string, timezone: string]>([
	// In both, it is the first of January for whoever writes something dated the day before.
	['2025-12-31T23:30:00Z', 'Europe/Berlin'],
	['2025-12-31T11:30:00Z', 'Pacific/Auckland'],
	['2026-01-01T05:30:00Z', 'America/New_York'],
])("at %s in %s, yesterday's date is looked at", async (now, timezone) => {
	const service = {
		send: async () =>
			await Promise.resolve({
				data: [{ id: 'r1', state: 'response_received', response_xml: PREFERENCES }],
				page: 1,
				total_pages: 1,
			}),
	} as unknown as Service;
	const clock = stillClock(Date.parse(now));
	const write = { connectionId: 'c1', dates: ['2025-12-31'] };
	const dates = await readClosingDates(service, clock, [write], timezone);
	expect(closedFor(write, dates)).toEqual({ date: '2025-12-31', closingDate: '2025-12-31' });
});

test.each<[dates: string[], closed: string | undefined]>([
	[['2025-12-31', '2026-02-01'], '2025-12-31'],
	[['2026-02-01', '2025-11-30'], '2025-11-30'],
	[['2026-02-01', '2026-01-01'], undefined],
	[[], undefined],
])('of a change from and to %j, %s is in a closed period', (dates, closed) => {
	const closingDates = new Map([['c1', '2025-12-31']]);
	expect(closedFor({ connectionId: 'c1', dates }, closingDates)?.date).toBe(closed);
	expect(closedFor({ connectionId: 'c2', dates }, closingDates)).toBeUndefined();
});

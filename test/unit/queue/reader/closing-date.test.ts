import {
	closedFor,
	readClosingDates,
	refusalOfClosed,
	warningOfClosed,
} from '../../../../queue/reader/closingDate';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION } from '../support/records';
import { answeredWith, servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

/** The answer to a query for the preferences, with this in it. */
const answered = (id: string, content: string): QueuedRecord => ({
	id,
	state: 'response_received',
	response_xml: `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><PreferencesQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK">${content}</PreferencesQueryRs></QBXMLMsgsRs></QBXML>`,
});
const preferences = (accounting: string) =>
	`<PreferencesRet><AccountingPreferences>${accounting}</AccountingPreferences></PreferencesRet>`;
const closedOn = (day: string) => preferences(`<ClosingDate>${day}</ClosingDate>`);

const NOW = '2026-06-15T12:00:00Z';
const PAST = '2025-12-31';

/** The calls for what is written, and what is then known. */
async function read(
	records: readonly QueuedRecord[],
	writes = [{ connectionId: CONNECTION, dates: [PAST] }],
	before?: () => void,
) {
	const service = servedQueue(records, { before, search: (_phrase, all) => [...all] });
	const clock = stillClock(Date.parse(NOW));
	const dates = await readClosingDates(service, clock, writes, 'Etc/UTC');
	return { calls: service.calls, dates: Object.fromEntries(dates) };
}

describe('the closing date', () => {
	it.each<[what: string, records: QueuedRecord[], date: string | undefined]>([
		[
			'is the one in the newest answer',
			[answered('b', closedOn('2025-06-30')), answered('a', closedOn('2024-12-31'))],
			'2025-06-30',
		],
		[
			'is that of an older answer if the newest has no preferences',
			[answered('b', ''), answered('a', closedOn('2024-12-31'))],
			'2024-12-31',
		],
		[
			'is that of an older answer if the newest has others alone',
			[answered('b', '<PreferencesRet/>'), answered('a', closedOn('2024-12-31'))],
			'2024-12-31',
		],
		[
			'is found behind other records',
			[
				answered(
					'b',
					'<HostRet><ProductName>QuickBooks</ProductName></HostRet>' + closedOn('2025-06-30'),
				),
			],
			'2025-06-30',
		],
		[
			'is none if the newest answer says that there is none',
			[
				answered('b', preferences('<IsUsingClassTracking>true</IsUsingClassTracking>')),
				answered('a', closedOn('2024-12-31')),
			],
			undefined,
		],
		[
			"is that of an older answer if the newest can't be read",
			[{ id: 'b', state: 'response_received' }, answered('a', closedOn('2024-12-31'))],
			'2024-12-31',
		],
		['is unknown if nobody has asked for it', [], undefined],
	])('%s', async (_what, records, date) => {
		expect((await read(records)).dates).toEqual(date === undefined ? {} : { [CONNECTION]: date });
	});

	it('is looked for among the answers to queries for the preferences', async () => {
		const { calls } = await read([]);
		expect(calls).toEqual([
			expect.objectContaining({
				path: '/connections/c1/queued_requests',
				query: { search_phrase: 'PreferencesQueryRq', state: 'response_received', page_size: 3 },
			}),
		]);
	});

	it('is unknown if the service fails', async () => {
		const { dates } = await read([], undefined, () => {
			throw answeredWith(500);
		});
		expect(dates).toEqual({});
	});

	it('is not waited for, since the accounting application decides in any case', async () => {
		const patience: number[] = [];
		const deadline = AbortSignal.abort();
		const clock = {
			...stillClock(Date.parse(NOW)),
			timeout: (milliseconds: number) => {
				patience.push(milliseconds);
				return deadline;
			},
		};
		const service = servedQueue([]);
		const writes = [{ connectionId: CONNECTION, dates: [PAST] }];
		await readClosingDates(service, clock, writes, 'Etc/UTC');
		expect(service.calls[0].deadline).toBe(deadline);
		expect(patience).toEqual([2_000]);
	});

	it('is read once of each connection to which something with a date in the past is written', async () => {
		const writes = [
			{ connectionId: 'c1', dates: [] },
			{ connectionId: 'c2', dates: ['2026-06-15'] },
			{ connectionId: 'c3', dates: ['2026-06-16', '2026-06-14'] },
			{ connectionId: 'c3', dates: [PAST, '2026-06-15'] },
			{ connectionId: 'c4', dates: [PAST] },
		];
		const { calls, dates } = await read([answered('a', closedOn(PAST))], writes);
		expect(calls.map(({ path }) => path)).toEqual([
			'/connections/c3/queued_requests',
			'/connections/c4/queued_requests',
		]);
		expect(dates).toEqual({ c3: PAST, c4: PAST });
	});
});

it('of a date in a closed period, says through when the books are closed', () => {
	const closed = { date: '2025-11-30', closingDate: '2025-12-31' };
	const says =
		'The date 2025-11-30 is in a closed period: the books are closed through 2025-12-31.';
	expect(warningOfClosed(closed)).toMatch(new RegExp(`^${says} QuickBooks takes it only from `));
	const { message, description } = refusalOfClosed(closed);
	expect(message).toBe(says);
	expect(description).toMatch(/^Nothing was written\. .*Refuse Closed Periods\. .*Company > Get/);
});

test.each<[now: string, timezone: string]>([
	// In both, it is the first of January for whoever writes something dated the day before.
	['2025-12-31T23:30:00Z', 'Europe/Berlin'],
	['2025-12-31T11:30:00Z', 'Pacific/Auckland'],
	['2026-01-01T05:30:00Z', 'America/New_York'],
])("at %s in %s, yesterday's date is looked at", async (now, timezone) => {
	const service = servedQueue([answered('r1', closedOn('2025-12-31'))], {
		search: (_phrase, records) => [...records],
	});
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

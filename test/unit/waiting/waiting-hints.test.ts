import type { Awaited } from '../../../nodes/AccountingSync/execution/run/sleep';
import type {
	LastSync,
	LastSyncs,
} from '../../../nodes/AccountingSync/execution/waiting/lastSyncs';
import {
	asleepHint,
	awakeHint,
	queuedHint,
} from '../../../nodes/AccountingSync/execution/waiting/waitingHints';

const now = Date.UTC(2026, 10, 22, 14, 40);
const HOUR = 3_600_000;
const times = {
	timezone: 'Europe/Berlin',
	since: now,
	until: now + 24 * HOUR,
};
const RESUMES =
	'This workflow sleeps and resumes automatically. It waits until Nov 23, 15:40 GMT+1.';

beforeEach(() => jest.useFakeTimers({ now }));
afterEach(() => jest.useRealTimers());

const to = (...connectionIds: string[]): Awaited[] =>
	connectionIds.map((connectionId, itemIndex) => ({
		connectionId,
		itemIndex,
		slot: String(itemIndex),
		id: `r${itemIndex}`,
		iterates: false,
	}));

const seen = (...lastSyncs: Array<LastSync & { id: string }>): LastSyncs =>
	new Map(lastSyncs.map(({ id, ...lastSync }) => [id, lastSync]));

const asleep = (awaited: Awaited[], lastSyncs: LastSyncs, ended = 0) =>
	asleepHint({ ...times, awaited, open: awaited.slice(ended), lastSyncs });

test('one request: since when, the last sync, and how it goes on', () => {
	expect(asleep(to('a'), seen({ id: 'a', company: 'Office', at: now - HOUR }))).toBe(
		`Waiting for the desktop since Nov 22, 15:40 GMT+1: 1 request. Last sync of Office: Nov 22, 14:40 GMT+1. ${RESUMES}`,
	);
});

test('a company that has never been there', () => {
	expect(asleep(to('a', 'a'), seen({ id: 'a', company: 'Office', at: null }))).toBe(
		`Waiting for the desktop since Nov 22, 15:40 GMT+1: 2 requests. Office hasn't been set up yet: the customer has yet to finish the setup. ${RESUMES}`,
	);
});

test.each<[what: string, lastSyncs: LastSyncs]>([
	['nothing', new Map()],
	['no time', seen({ id: 'a', company: 'Office' })],
])('the service says %s: neither does the hint', (_what, lastSyncs) => {
	expect(asleep(to('a'), lastSyncs)).toBe(
		`Waiting for the desktop since Nov 22, 15:40 GMT+1: 1 request. ${RESUMES}`,
	);
});

test('what has ended is not waited for', () => {
	expect(asleep(to('a', 'a', 'a'), new Map(), 2)).toContain(': 1 of 3 requests. ');
	expect(asleep(to('a', 'a'), new Map(), 2)).toBe(
		'All requests are done. This workflow resumes within a minute.',
	);
});

test('several companies: the ones first that have been away the longest', () => {
	const lastSyncs = seen(
		{ id: 'a', company: 'A', at: now - HOUR },
		{ id: 'b', company: 'B', at: now - 2 * HOUR },
		{ id: 'c', company: 'C', at: null },
		{ id: 'd', at: now - 3 * HOUR },
		{ id: 'e', company: 'E' },
	);
	expect(asleep(to('a', 'b'), lastSyncs)).toContain(
		': 2 requests to 2 companies. Last sync: B, Nov 22, 13:40 GMT+1; A, Nov 22, 14:40 GMT+1. This',
	);
	expect(asleep(to('a', 'b', 'c', 'd', 'e', 'a'), lastSyncs)).toContain(
		': 6 requests to 5 companies. Last sync: C, not set up yet; a company without a name, Nov 22, 12:40 GMT+1; B, Nov 22, 13:40 GMT+1; 1 more. This',
	);
	expect(asleep(to('e', 'f'), lastSyncs)).toContain(': 2 requests to 2 companies. This');
});

test('afterwards, from when to when', () => {
	expect(awakeHint(now - 2 * HOUR, now, 'Europe/Berlin')).toBe(
		'Waited for the desktop from Nov 22, 13:40 GMT+1 to Nov 22, 15:40 GMT+1. The workflow slept and resumed automatically.',
	);
});

test.each<[at: LastSync['at'], isSaid: boolean]>([
	[null, true],
	[now - 25 * HOUR, true],
	[now - 23 * HOUR, false],
	[undefined, false],
])('a queued request to a desktop that synced at %j', (at, isSaid) => {
	const hint = queuedHint(to('a'), seen({ id: 'a', at }), 'Europe/Berlin', now);
	expect(hint !== undefined).toBe(isSaid);
});

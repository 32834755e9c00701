import type { Service } from '../../../../queue/calls/ports';
import {
	isAway,
	lastSyncSentence,
	lastSyncsSentence,
	readLastSyncs,
} from '../../../../queue/words/lastSyncs';
import { stillClock } from '../support/still-clock';

const AT = Date.parse('2026-11-22T13:40:00Z');
const DAY = 24 * 60 * 60_000;
const reader = { timezone: 'Europe/Berlin', now: AT };

const serviceWith = (connections: unknown[]): Service => ({
	send: async () => ({ data: connections }),
});

describe('the last syncs of all connections', () => {
	test.each([
		[
			'a company that was there',
			{ name: 'Office', last_connected_at: '2026-11-22T13:40:00Z' },
			{ company: 'Office', at: AT },
		],
		['one without a name', { name: '', last_connected_at: null }, { at: null }],
		['one whose name is no text', { name: 7, last_connected_at: null }, { at: null }],
		['a time that is none', { name: 'Office', last_connected_at: 'soon' }, { company: 'Office' }],
		['a time in another form', { name: 'Office', last_connected_at: AT }, { company: 'Office' }],
		['one of which nothing is said', {}, {}],
	])('%s', async (_what, connection, known) => {
		const all = await readLastSyncs(
			serviceWith([{ id: 'a', ...connection }, { id: 'b' }]),
			stillClock(),
		);
		expect([...all]).toEqual([
			['a', known],
			['b', {}],
		]);
	});

	test('are not known if the service can not be asked', async () => {
		const send = () => Promise.reject(new Error('It is down.'));
		expect((await readLastSyncs({ send }, stillClock())).size).toBe(0);
	});
});

describe('in a sentence', () => {
	test.each([
		['of a company', { company: 'Office', at: AT }, 'Last sync of Office: Nov 22, 14:40 GMT+1.'],
		['of one without a name', { at: AT }, 'Last sync: Nov 22, 14:40 GMT+1.'],
		[
			'without a name that was never set up',
			{ at: null },
			"This company hasn't been set up yet: the customer has yet to finish the setup.",
		],
		['of which nothing is said', { company: 'Office' }, ''],
	])('%s', (_what, lastSync, sentence) => {
		expect(lastSyncSentence(lastSync, reader)).toBe(sentence);
		expect(lastSyncsSentence([lastSync], reader)).toBe(sentence);
	});

	test('those first that have been away the longest, and at most three', () => {
		const companies = [
			{ company: 'A', at: AT },
			{ company: 'B', at: AT - DAY },
			{ at: null },
			{ company: 'C' },
			{ company: 'D', at: AT - 2 * DAY },
			{ company: 'E', at: AT - DAY / 2 },
		];
		expect(lastSyncsSentence(companies, reader)).toBe(
			'Last sync: a company without a name, not set up yet; D, Nov 20, 14:40 GMT+1; B, Nov 21, 14:40 GMT+1; 2 more.',
		);
		expect(lastSyncsSentence(companies.slice(0, 2), reader)).toBe(
			'Last sync: B, Nov 21, 14:40 GMT+1; A, Nov 22, 14:40 GMT+1.',
		);
		expect(lastSyncsSentence([{ company: 'A' }, { company: 'B' }], reader)).toBe('');
		expect(lastSyncsSentence([], reader)).toBe('');
	});
});

test.each([
	['never set up', { at: null }, true],
	['more than a day ago', { at: AT - DAY - 1 }, true],
	['a day ago', { at: AT - DAY }, false],
	['not said', {}, false],
])('a company is away: %s', (_what, lastSync, away) => {
	expect(isAway(lastSync, AT)).toBe(away);
});

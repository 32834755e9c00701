import type { Earlier } from '../../../../queue/once/journal';
import type { LastSync, LastSyncs } from '../../../../queue/words/lastSyncs';
import { dryRunHint, writtenBeforeHints } from '../../../../queue/words/runHints';
import {
	asleepHint,
	awakeHint,
	checkingHint,
	queuedHint,
} from '../../../../queue/words/waitingHints';

const now = Date.UTC(2026, 10, 22, 14, 40);
const HOUR = 3_600_000;
const reader = { timezone: 'Europe/Berlin', now };
const times = {
	reader,
	since: now,
	until: now + 24 * HOUR,
};
const RESUMES =
	'This workflow sleeps and resumes automatically. It waits until Nov 23, 15:40 GMT+1.';

const to = (...connectionIds: string[]) => connectionIds.map((connectionId) => ({ connectionId }));

const seen = (...lastSyncs: Array<LastSync & { id: string }>): LastSyncs =>
	new Map(lastSyncs.map(({ id, ...lastSync }) => [id, lastSync]));

const asleep = (awaited: ReturnType<typeof to>, lastSyncs: LastSyncs, ended = 0) =>
	asleepHint({ ...times, awaited, open: awaited.slice(ended), lastSyncs });

test('one request: since when, the last sync, and how it goes on', () => {
	expect(asleep(to('a'), seen({ id: 'a', company: 'Office', at: now - HOUR }))).toBe(
		`1 request has been waiting for the desktop since Nov 22, 15:40 GMT+1. Last sync of Office: Nov 22, 14:40 GMT+1. ${RESUMES}`,
	);
});

test('what has ended is not waited for', () => {
	expect(asleep(to('a', 'a', 'a'), new Map(), 2)).toContain('1 of 3 requests has been waiting ');
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
		'2 requests to 2 companies have been waiting for the desktop since Nov 22, 15:40 GMT+1. Last sync: B, Nov 22, 13:40 GMT+1; A, Nov 22, 14:40 GMT+1. This',
	);
	expect(asleep(to('a', 'b', 'c', 'd', 'e', 'a'), lastSyncs)).toContain(
		'6 requests to 5 companies have been waiting for the desktop since Nov 22, 15:40 GMT+1. Last sync: C, not set up yet; a company without a name, Nov 22, 12:40 GMT+1; B, Nov 22, 13:40 GMT+1; 1 more. This',
	);
	expect(asleep(to('e', 'f'), lastSyncs)).toContain('GMT+1. This workflow sleeps');
});

test('afterwards, from when to when', () => {
	expect(awakeHint(now - 2 * HOUR, reader)).toBe(
		'Waited for the desktop from Nov 22, 13:40 GMT+1 to Nov 22, 15:40 GMT+1. The workflow slept and resumed automatically.',
	);
});

test.each<[at: LastSync['at'], isSaid: boolean]>([
	[null, true],
	[now - 25 * HOUR, true],
	[now - 23 * HOUR, false],
	[undefined, false],
])('a queued request to a desktop that synced at %j', (at, isSaid) => {
	const hint = queuedHint(to('a'), seen({ id: 'a', at }), reader);
	const begin = 'The request is queued and waits for the next sync of the desktop. ';
	expect(hint?.startsWith(begin) ?? false).toBe(isSaid);
});

test('orders that were written before, by what is known of them', () => {
	const order = (name: string, earlier: Earlier, at = now) => ({ order: name, earlier, at });
	const said = (...orders: Parameters<typeof writtenBeforeHints>[0]) =>
		writtenBeforeHints(orders, reader);
	expect(said(order('S-1', 'stands'))).toEqual([
		'S-1 was already written on Nov 22, 15:40 GMT+1, with the same contents. Nothing was written now.',
	]);
	const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => order(name, 'stands'));
	expect(said(...many)).toEqual([
		'A, B, C, D, E and 1 more were already written, with the same contents. Nothing was written now.',
	]);
	expect(said(...many, order('G', 'stands'))[0]).toMatch(/^A, B, C, D, E and 2 more were/);
	expect(said(...many.slice(1))[0]).toMatch(/^B, C, D, E and F were already/);
	const two = (earlier: Earlier) => said(order('A', earlier), order('B', earlier))[0];
	expect(two('differs')).toMatch(/^A and B were already written, with other contents/);
	expect(two('uncompared')).toMatch(/^A and B were already written\. Nothing/);
	expect(two('removed')).toBe(
		'A and B were written before, and voided or deleted since. They were written anew.',
	);
	expect(said(order('S-1', 'none'))).toEqual([]);
});

test.each([
	[[], undefined],
	[[{ dry_run: false, changes: [{}] }], undefined],
	[[{ dry_run: true, changes: [{}] }], 'Dry run: nothing was written. 1 field would change.'],
	[[{ dry_run: true, changes: [] }], 'Dry run: nothing was written. No fields would change.'],
	[
		[
			{ dry_run: true, changes: [{}, {}] },
			{ dry_run: true, changes: [{}] },
		],
		'Dry run: nothing was written. 3 fields would change, in 2 records.',
	],
])('a dry run of %j', (items, hint) => {
	expect(dryRunHint(items)).toBe(hint);
});

test('why a node keeps checking', () => {
	expect(checkingHint('the service can not reach n8n')).toBe(
		'The node kept checking for the answer instead of sleeping: the service can not reach n8n.',
	);
});

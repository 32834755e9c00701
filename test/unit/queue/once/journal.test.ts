import {
	existedBefore,
	isRefusedBefore,
	type JournalEvent,
	knownFrom,
	lookOf,
	newJournal,
	type Queued,
	queuedAs,
} from '../../../../queue/once/journal';
import { CONNECTION, queuedInvoice } from '../support/records';

const journalOf = (...events: JournalEvent[]) => ({ ...newJournal('run1'), events });
const known = (...events: JournalEvent[]) => knownFrom(journalOf(...events));

const queued = (slot: string, id: string, more: Partial<Queued> = {}): JournalEvent => ({
	event: 'queued',
	slot,
	key: `key ${slot}`,
	identifier: `identifier ${slot}`,
	connectionId: CONNECTION,
	record: queuedInvoice(id),
	execution: '1',
	...more,
});
const refused = (slot: string, id: string, execution = '1'): JournalEvent => ({
	event: 'refused',
	slot,
	id,
	execution,
});
const sent: JournalEvent = { event: 'sent', slot: '0', key: 'k' };
const lost: JournalEvent = {
	event: 'unknown',
	slot: '0',
	message: 'It is unknown.',
	description: 'Look.',
	externalGuid: '',
	at: 'T1',
};

it('is empty at first', () => {
	expect(newJournal('run1')).toEqual({ runKey: 'run1', events: [] });
	const { cursors, queued: inQueue, round, expiredIn } = known();
	expect([cursors.size, inQueue.size, round, expiredIn]).toEqual([0, 0, 0, undefined]);
});

it('says that something existed before only of an order that stands', () => {
	const all = [undefined, 'none', 'removed', 'stands', 'differs', 'uncompared'] as const;
	expect(all.filter(existedBefore)).toEqual(['stands', 'differs', 'uncompared']);
});

describe('a call', () => {
	it('is unanswered until something is known of it', () => {
		expect(known(sent).unanswered).toEqual(new Map([['0', 'k']]));
		expect(known(sent, queued('0', 'r1')).unanswered.size).toBe(0);
		expect(known(sent, { event: 'notQueued', slot: '0' }).unanswered.size).toBe(0);
		expect(known(sent, { event: 'notQueued', slot: '1' }).unanswered.size).toBe(1);
		expect(known(sent, lost).unanswered.size).toBe(1);
	});

	it('is lost until it goes out again, or something is known of it', () => {
		expect(known(sent, lost).lost.get('0')).toMatchObject({ message: 'It is unknown.', at: 'T1' });
		expect(known(lost, sent).lost.size).toBe(0);
		expect(known(lost, queued('0', 'r1')).lost.size).toBe(0);
		expect(known(lost, { event: 'notQueued', slot: '0' }).lost.size).toBe(0);
		expect(known(lost, refused('0', 'r1')).lost.size).toBe(1);
	});
});

describe('what was queued', () => {
	it('is the run’s own, by ID in lower case', () => {
		expect(known(queued('0', 'R1')).own).toEqual(new Map([['r1', 'identifier 0']]));
	});

	it('is found by its identifier, in the order in which it was queued', () => {
		const same = { identifier: 'A' };
		const all = known(queued('1', 'r1', same), queued('0', 'r2', same), queued('2', 'r3'));
		expect(queuedAs(all, CONNECTION, 'A').map(({ slot }) => slot)).toEqual(['1', '0']);
		expect(queuedAs(all, 'c2', 'A')).toEqual([]);
		expect(queuedAs(all, CONNECTION, 'B')).toEqual([]);
	});

	it('is not found by an identifier that its slot no longer has', () => {
		const all = known(
			queued('0', 'r1', { identifier: 'A' }),
			queued('0', 'r2', { identifier: 'B' }),
		);
		expect(queuedAs(all, CONNECTION, 'A')).toEqual([]);
		expect(queuedAs(all, CONNECTION, 'B').map(({ record }) => record.id)).toEqual(['r2']);
	});

	it('instead of a request is found by that', () => {
		const replaced: JournalEvent = { event: 'replaced', requestId: 'r1', slot: '0r1s3' };
		expect(known(replaced).replacements).toEqual(new Map([['r1', '0r1s3']]));
		expect(known(queued('0r2s3', 'r2', { replaces: 'r1' })).replacements.get('r1')).toBe('0r2s3');
		expect(known(queued('0', 'r2')).replacements.size).toBe(0);
	});
});

describe('what was refused', () => {
	it('is noted once for each request, by its first finder', () => {
		const { refused: all } = known(refused('0', 'r1'), refused('0', 'r2'), refused('0', 'r1', '2'));
		expect(all.get('0')).toEqual([
			{ slot: '0', id: 'r1', execution: '1' },
			{ slot: '0', id: 'r2', execution: '1' },
		]);
	});

	it('is the run’s own, and keeps the identifier that it was queued with', () => {
		expect(known(refused('0', 'R1')).own).toEqual(new Map([['r1', '']]));
		expect(known(queued('0', 'r1'), refused('0', 'R1')).own.get('r1')).toBe('identifier 0');
		expect(known(refused('0', 'R1'), queued('0', 'r1')).own.get('r1')).toBe('identifier 0');
	});

	it('may be written again by another execution, for that slot and request only', () => {
		const all = known(refused('0', 'r1'));
		const one = queuedInvoice('r1');
		expect(isRefusedBefore(all, '0', one, '2')).toBe(true);
		expect(isRefusedBefore(all, '0', one, '1')).toBe(false);
		expect(isRefusedBefore(all, '1', one, '2')).toBe(false);
		expect(isRefusedBefore(all, '0', queuedInvoice('r2'), '2')).toBe(false);
		const several = known(refused('0', 'r1'), refused('0', 'r2'));
		expect(isRefusedBefore(several, '0', one, '2')).toBe(true);
		expect(isRefusedBefore(several, '0', queuedInvoice('r2'), '2')).toBe(true);
	});
});

describe('an item', () => {
	const planned: JournalEvent = {
		event: 'planned',
		item: '0',
		step: 'take',
		slots: ['0'],
		kept: { total: 1 },
		formHash: 'h',
	};

	it('stands where it was planned', () => {
		expect(known(planned).items).toEqual(
			new Map([
				['0', { item: '0', step: 'take', slots: ['0'], kept: { total: 1 }, formHash: 'h' }],
			]),
		);
	});

	it('keeps what QuickBooks warned of', () => {
		const warnings = [{ code: '530', message: 'Look.' }];
		expect(known({ ...planned, warnings }).items.get('0')?.warnings).toEqual(warnings);
		expect(known(planned).items.get('0')).not.toHaveProperty('warnings');
	});

	it('waits for others, and has failed, until it is planned anew', () => {
		const waits: JournalEvent = { event: 'deferred', item: '0', waitsFor: ['1'] };
		const fails: JournalEvent = { event: 'failed', item: '0', execution: '2' };
		expect(known(planned, waits, fails).items.get('0')).toMatchObject({
			step: 'take',
			waitsFor: ['1'],
			failedIn: '2',
		});
		const again = known(planned, waits, fails, planned).items.get('0');
		expect([again?.waitsFor, again?.failedIn]).toEqual([undefined, undefined]);
		expect(known(waits, fails).items.size).toBe(0);
	});

	it('that began anew stands nowhere', () => {
		expect(known(planned, { event: 'begunAnew', item: '0' }).items.size).toBe(0);
	});
});

describe('a look', () => {
	const looked: JournalEvent = { event: 'looked', connectionId: CONNECTION, execution: '1' };

	it('holds for its connection and execution, until the next turn', () => {
		expect(lookOf(known(looked), CONNECTION, '1')).toBe('');
		expect(lookOf(known(looked), CONNECTION, '2')).toBeUndefined();
		expect(lookOf(known(looked), 'c2', '1')).toBeUndefined();
		expect(lookOf(known({ ...looked, because: 'it is long' }), CONNECTION, '1')).toBe('it is long');
		expect(lookOf(known(looked, { event: 'turn', round: 0 }), CONNECTION, '1')).toBeUndefined();
	});
});

it('counts rounds upwards', () => {
	const turn = (round: number): JournalEvent => ({ event: 'turn', round });
	expect(known(turn(1), turn(3), turn(2)).round).toBe(3);
});

it('knows in which execution the time to wait was over', () => {
	expect(known({ event: 'expired', execution: '2' }).expiredIn).toBe('2');
});

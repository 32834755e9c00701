import type { RunFacts } from '../../../../queue/once/decide';
import { type JournalEvent, knownFrom, newJournal } from '../../../../queue/once/journal';
import {
	afterCall,
	existingIn,
	queuedAs,
	replacementIn,
	sharedIdentifiers,
	takenOver,
	whyMoved,
	whyUnsure,
} from '../../../../queue/once/learn';
import type { Identified } from '../../../../queue/reader/history';
import type { Gained } from '../../../../queue/reader/scanQueue';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import type { Standing } from '../../../../queue/requests/standing';
import type { Write } from '../../../../queue/requests/write';
import { absent, unclear } from '../../../../quickbooks/qbxml/certainty';
import { CONNECTION, madeWrite, namedWrite, queuedInvoice } from '../support/records';

const PREFIX = 'n8n-run1-';
const knownOf = (...events: JournalEvent[]) => knownFrom({ ...newJournal('run1'), events });
const order = namedWrite('order');

describe('what the journal says of a write in the queue', () => {
	const one = queuedInvoice('r1', { is: 'written' });

	it('has the record without its answer', () => {
		const record = { ...one, response_json: { response: {} } };
		expect(queuedAs({ execution: '1' }, madeWrite, record, 'none')).toEqual({
			event: 'queued',
			slot: '0',
			key: madeWrite.key,
			identifier: madeWrite.identifier,
			connectionId: CONNECTION,
			record: { id: 'r1', state: 'response_received', request_json: one.request_json },
			execution: '1',
		});
		expect(record).toHaveProperty('response_xml');
	});

	it('says of an order what there was of it before', () => {
		const event = queuedAs({ execution: '1' }, order, one, 'removed');
		expect(event).toHaveProperty('earlier', 'removed');
		expect(queuedAs({ execution: '1' }, namedWrite('users'), one, 'none')).not.toHaveProperty(
			'earlier',
		);
	});

	it('has the GUID of what this run adds, and of what another has added its own', () => {
		const guid = '{12345678-1234-1234-1234-123456789012}';
		const write = { ...order, externalGuid: guid };
		for (const earlier of ['none', 'removed'] as const) {
			const event = queuedAs({ execution: '1' }, write, one, earlier);
			expect(event).toHaveProperty('externalGuid', guid);
		}
		expect(queuedAs({ execution: '1' }, write, one, 'stands')).not.toHaveProperty('externalGuid');
		const theirs = queuedInvoice('r1', { guid: '{x}' });
		expect(queuedAs({ execution: '1' }, write, theirs, 'stands')).toHaveProperty(
			'externalGuid',
			'{x}',
		);
	});

	it('says what a write of a later step changes, as it was sent', () => {
		const element = { name: 'InvoiceMod', children: [{ name: 'TxnID', text: 'A' }] };
		const body = { request_json: { request: { name: 'InvoiceModRq', children: [element] } } };
		const write = { ...madeWrite, request: { ...madeWrite.request, body } };
		const later = { ...write, position: { item: '0', round: 1, step: 1 } };
		const hidden: QueuedRecord = { id: 'r1', state: 'waiting' };
		const changed = [{ by: 'TxnID', value: 'A' }];
		expect(queuedAs({ execution: '1' }, later, hidden, 'none')).toHaveProperty('changed', changed);
		expect(queuedAs({ execution: '1' }, write, hidden, 'none')).not.toHaveProperty('changed');
	});

	it('says what it replaces', () => {
		const write = { ...madeWrite, replaces: 'r0' };
		expect(queuedAs({ execution: '1' }, write, one, 'none')).toHaveProperty('replaces', 'r0');
	});
});

describe('what the queue has under an identifier', () => {
	const there: Standing = { is: 'there' };
	const removed: Standing = { is: 'removed', by: 'x' };
	const doubt = unclear('nobody knows');
	const waiting = queuedInvoice('waiting');
	const written = queuedInvoice('written', { is: 'written' });
	const later = queuedInvoice('later', { is: 'written' });
	const refused = queuedInvoice('refused', { is: 'refused' });
	const refusedLater = queuedInvoice('refused later', { is: 'refused' });
	const unknown = queuedInvoice('unknown', { is: 'unknown' });
	const unknownLater = queuedInvoice('unknown later', { is: 'unknown' });

	it.each<[string, ReadonlyArray<readonly [QueuedRecord, Standing?]>, object]>([
		['nothing', [], { is: 'absent', isRemoved: false }],
		['what waits', [[waiting]], { is: 'found', record: waiting }],
		['what was written', [[written, there]], { is: 'found', record: written }],
		[
			'the oldest that stands',
			[
				[written, there],
				[later, there],
			],
			{ is: 'found', record: written },
		],
		['nothing that was refused', [[refused]], { is: 'absent', without: refused, isRemoved: false }],
		[
			'the last that left nothing',
			[[refused], [refusedLater]],
			{ is: 'absent', without: refusedLater, isRemoved: false },
		],
		['what came after a refusal', [[refused], [waiting]], { is: 'found', record: waiting }],
		[
			'nothing that was removed',
			[[written, removed]],
			{ is: 'absent', without: written, isRemoved: true },
		],
		[
			'what came after a removal',
			[
				[written, removed],
				[later, there],
			],
			{ is: 'found', record: later },
		],
		['what may be removed', [[written, doubt]], { is: 'found', record: written, doubt }],
		[
			'what stands rather than what may',
			[
				[written, doubt],
				[later, there],
			],
			{ is: 'found', record: later },
		],
		[
			'the first of what may stand',
			[
				[written, doubt],
				[later, doubt],
			],
			{ is: 'found', record: written, doubt },
		],
		[
			'what stands rather than what is unknown',
			[[unknown], [waiting]],
			{ is: 'found', record: waiting },
		],
		[
			'the last of what is unknown',
			[[queuedInvoice('unknown before', { is: 'unknown' })], [unknown], [unknownLater]],
			{ is: 'found', record: unknownLater },
		],
	])('is %s', (_, records, existing) => {
		const standings = new Map(
			records.flatMap(([record, standing]) => (standing ? [[record, standing] as const] : [])),
		);
		expect(
			existingIn(
				records.map(([record]) => record),
				standings,
			),
		).toEqual(existing);
	});
});

describe('what the queue has instead of a request', () => {
	const nothing: Gained = { records: [], mayBeOlder: new Set(), isWhole: true };
	const write: Write = {
		...madeWrite,
		identifier: 'n8n-instead-x',
		slotPrefix: 'n8n-run1-0r1s3-',
		replaces: 'r1',
	};
	const is = (gained: Partial<Gained>) =>
		replacementIn(knownOf(), write, { ...nothing, ...gained });
	const instead = (id: string, more: object = {}) =>
		queuedInvoice(id, { requestId: 'n8n-instead-x-mark1', ...more });

	it('does not count if it was refused', () => {
		const refused = instead('r2', { is: 'refused' });
		const other = queuedInvoice('r3', { is: 'refused', requestId: 'n8n-run2-0-x' });
		expect(is({ records: [other, refused] })).toEqual({ is: 'absent', without: refused });
		expect(is({ records: [instead('r4'), refused] })).toEqual({
			is: 'found',
			record: instead('r4'),
		});
	});

	it('is not what is other in every word and shows no identifier', () => {
		const other = queuedInvoice('r2', { memo: 'b' });
		expect(is({ records: [other] })).toEqual(absent);
		expect(is({ records: [other, instead('r3')] })).toEqual({ is: 'found', record: instead('r3') });
	});

	it('is unclear if the queue does not tell', () => {
		expect(is({ isWhole: false })).toEqual(unclear('too much has been queued in the meantime'));
	});
});

describe('identifiers that the user may have given to other requests', () => {
	const run: RunFacts = { execution: '2', isRetry: true, ifAlreadyQueued: undefined };

	it('are those that may be queued again, of writes', () => {
		const users = namedWrite('users', 'U-1');
		const read = { ...namedWrite('users', 'U-2'), isRead: true };
		expect([...sharedIdentifiers(run, [madeWrite, order, users, read])]).toEqual(['U-1']);
		expect(sharedIdentifiers({ ...run, ifAlreadyQueued: 'fail' }, [users]).size).toBe(0);
	});

	it('leave it open which requests are the run’s', () => {
		const shared = new Set(['U-1']);
		const found = (id: string, identifier: string, is?: 'refused'): Identified => ({
			record: queuedInvoice(id, { is }),
			identifier,
		});
		expect(whyUnsure(knownOf(), shared, [found('r1', 'U-1')])).toEqual(
			unclear(
				"the request r1 has the Custom Request ID U-1, and may be that execution's or another's",
			),
		);
		expect(whyUnsure(knownOf(), shared, [found('r1', 'U-2')])).toBeUndefined();
		expect(whyUnsure(knownOf(), shared, [found('r1', 'U-1', 'refused')])).toBeUndefined();
		const own = knownOf({ event: 'refused', slot: '0', id: 'R1', execution: '1' });
		expect(whyUnsure(own, shared, [found('R1', 'U-1')])).toBeUndefined();
	});

	it('do not tell where an item goes to another connection now', () => {
		const on = { connectionId: 'another', prefix: PREFIX };
		const found = { record: queuedInvoice('r1'), identifier: madeWrite.identifier };
		const because = 'the items come in another order than when the request r1 was queued';
		expect(whyMoved([madeWrite], on, [found])).toEqual(unclear(because));
		const refused = { ...found, record: queuedInvoice('r1', { is: 'refused' }) };
		expect(whyMoved([madeWrite], on, [refused])).toBeUndefined();
		const { connectionId } = madeWrite;
		expect(whyMoved([madeWrite], { ...on, connectionId }, [found])).toBeUndefined();
	});
});

describe('items that come in another order', () => {
	const { connectionId } = madeWrite;
	const on = { connectionId, prefix: PREFIX };
	const write = (item: number, words: string): Write => {
		const slotPrefix = `${PREFIX}${item}-`;
		return { ...madeWrite, slot: String(item), slotPrefix, key: `${slotPrefix}${words}` };
	};
	const found = (start: string, is?: 'refused') => ({
		record: queuedInvoice('r1', { is }),
		identifier: `${PREFIX}${start}-mark1`,
	});
	const moved = unclear('the items come in another order than when the request r1 was queued');
	const writes = [write(0, 'bbbbbbbb'), write(1, 'aaaaaaaa')];

	it.each([
		['another item asks for it now', writes, found('0-aaaaaaaa'), moved],
		['its item is there no more', writes, found('2-aaaaaaaa'), moved],
		['its item asks for it, as another one does', writes, found('0-bbbbbbbb'), undefined],
		['no item asks for it', writes, found('0-cccccccc'), undefined],
		['it was refused', writes, found('0-aaaaaaaa', 'refused'), undefined],
		['it is of a later step', writes, found('0r2s1-aaaaaa'), undefined],
		[
			'an agent asks for it',
			[{ ...madeWrite, slotPrefix: madeWrite.key }],
			found('1-aaaaaaaa'),
			undefined,
		],
		[
			'it is of a later step, and an agent asks',
			[{ ...madeWrite, slotPrefix: madeWrite.key }],
			found('0wabcder2s1-aaaaaa'),
			undefined,
		],
	])('can not be told apart if %s', (_why, own, request, expected) => {
		expect(whyMoved(own, on, [request])).toEqual(expected);
	});
});

describe('what a try learns from the run’s own requests in the queue', () => {
	const retry = { prefix: PREFIX, execution: '2', isRetry: true };
	const as = (
		id: string,
		identifier: string,
		is?: 'refused' | 'written' | 'unknown',
	): Identified => ({
		record: queuedInvoice(id, { is, requestId: identifier }),
		identifier,
	});
	const own = 'n8n-run1-0-abcdefgh-mark1';
	const learnt = (
		found: readonly Identified[],
		events: readonly JournalEvent[] = [],
		run: typeof retry = retry,
		writes: readonly Write[] = [madeWrite],
	) => takenOver(knownOf(...events), run, writes, found);
	const queued = (id: string) =>
		expect.objectContaining({
			event: 'queued',
			slot: '0',
			record: expect.objectContaining({ id }),
		});

	it('is that they are in the queue', () => {
		expect(learnt([as('r1', own, 'written')])).toEqual([
			{
				event: 'queued',
				slot: '0',
				key: madeWrite.key,
				identifier: own,
				connectionId: CONNECTION,
				record: { id: 'r1', state: 'response_received', request_json: expect.anything() },
				execution: '',
				externalGuid: '',
			},
		]);
	});

	it('is nothing of requests that belong to no write, or are known', () => {
		expect(learnt([as('r1', 'n8n-run1-1-abcdefgh-mark1')])).toEqual([]);
		expect(learnt([as('r1', 'n8n-run2-0-abcdefgh-mark1')])).toEqual([]);
		const known: JournalEvent = { event: 'refused', slot: '9', id: 'r1', execution: '1' };
		expect(learnt([as('R1', own)], [known])).toEqual([]);
	});

	it('is the GUID of what they add', () => {
		const record = queuedInvoice('r1', { requestId: own, guid: '{x}' });
		expect(learnt([{ record, identifier: own }])).toMatchObject([{ externalGuid: '{x}' }]);
	});

	it('is that of an item’s first request, whose words may be others', () => {
		const other = 'n8n-run1-0-hgfedcba-mark1';
		const taken = { key: other, identifier: other, execution: '2' };
		expect(learnt([as('r1', other)], [], { ...retry, isRetry: false })).toMatchObject([taken]);
		expect(learnt([as('r1', own), as('r2', other)])).toEqual([queued('r1')]);
	});

	it('is the newest of several', () => {
		expect(learnt([as('r1', own), as('r2', own)])).toEqual([queued('r2')]);
	});

	describe('of a step that comes several times in an item', () => {
		const woken = { ...retry, isRetry: false };
		const place = (round: number, words: string) => `${PREFIX}0r${round}s1-${words}`;
		const invoice: Write = {
			...madeWrite,
			key: place(4, 'invoic'),
			slot: '0r4s1',
			slotPrefix: `${PREFIX}0r4s1-`,
			position: { item: '0', round: 4, step: 1 },
		};
		const taken = (found: ReadonlyArray<[id: string, round: number, words: string]>, run = woken) =>
			learnt(
				found.map(([id, round, words]) => as(id, `${place(round, words)}-mark1`)),
				[],
				run,
				[invoice],
			);
		const is = (id: string, more: object = {}) => [
			expect.objectContaining({
				event: 'queued',
				slot: '0r4s1',
				record: expect.objectContaining({ id }),
				...more,
			}),
		];

		it('is the request that is it, whatever was queued later', () => {
			const all = taken([
				['r0', 2, 'paymen'],
				['r1', 4, 'invoic'],
				['r2', 6, 'invoic'],
				['r3', 8, 'paymen'],
			]);
			expect(all).toEqual(is('r1', { key: invoice.key, execution: '2' }));
		});

		it('is the one of the same words, as rounds may be others when an execution goes on anew', () => {
			const all = taken([
				['r1', 2, 'invoic'],
				['r2', 4, 'paymen'],
				['r3', 6, 'paymen'],
			]);
			expect(all).toEqual(is('r1', { execution: '2' }));
		});

		it('is the one of the same words among parts, which are others when some were refused', () => {
			const all = taken([
				['r1', 2, 'paymen'],
				['r2', 6, 'invoic'],
			]);
			expect(all).toEqual(is('r2'));
			const parts: Array<[string, string]> = [
				['r1', '0r2s1.1-invoic'],
				['r2', '0r2s1.2-paymen'],
			];
			const asParts = parts.map(([id, own]) => as(id, `${PREFIX}${own}-mark1`));
			expect(learnt(asParts, [], woken, [invoice])).toEqual(is('r1'));
			expect(learnt(asParts.slice(1), [], woken, [invoice])).toEqual([]);
			expect(learnt(asParts, [], retry, [invoice])).toEqual([]);
		});

		it('is one request for each write', () => {
			const both = [
				{ ...invoice, key: place(4, 'invoic').replace('s1', 's1.1'), slot: '0r4s1.1', part: '.1' },
				{ ...invoice, key: place(4, 'invoic').replace('s1', 's1.2'), slot: '0r4s1.2', part: '.2' },
			];
			const found = [as('r1', `${PREFIX}0r2s1.1-invoic-mark1`)];
			expect(learnt(found, [], woken, both)).toEqual([
				expect.objectContaining({ slot: '0r4s1.1' }),
			]);
			const identifier = `${both[1].key}-mark1`;
			expect(learnt([as('r1', identifier, 'refused')], [], woken, both)).toEqual([
				{ event: 'refused', slot: '0r4s1.2', id: 'r1', execution: '' },
			]);
		});

		it('is none of the execution’s own if neither is the same', () => {
			for (const round of [4, 6]) {
				expect(taken([['r1', round, 'paymen']])).toEqual(is('r1', { execution: '' }));
			}
		});

		it('is that of another try in a Retry, which compares the words', () => {
			expect(taken([['r1', 4, 'invoic']], retry)).toEqual(
				is('r1', { key: invoice.key, execution: '' }),
			);
			expect(taken([['r1', 2, 'invoic']], retry)).toEqual(is('r1', { key: invoice.key }));
			const [other] = taken([['r1', 2, 'paymen']], retry);
			expect(other).toMatchObject({ key: `${place(2, 'paymen')}-mark1`, execution: '' });
			const marked = `${place(2, 'paymen')}-invoic12`;
			expect(learnt([as('r1', marked)], [], retry, [invoice])).toMatchObject([{ key: marked }]);
		});
	});

	it('is what was refused, oldest first, and then what counts', () => {
		const refused = (id: string) => ({ event: 'refused', slot: '0', id, execution: '' });
		expect(learnt([as('r1', own, 'refused'), as('r2', own, 'refused'), as('r3', own)])).toEqual([
			refused('r1'),
			refused('r2'),
			queued('r3'),
		]);
		expect(learnt([as('r3', own), as('r4', own, 'refused')])).toEqual([
			refused('r4'),
			queued('r3'),
		]);
	});

	it('replaces what the journal has only if that was refused', () => {
		const before = (id: string): JournalEvent => ({
			...(learnt([as(id, own)])[0] as Extract<JournalEvent, { event: 'queued' }>),
		});
		const refusal = (id: string): JournalEvent => ({
			event: 'refused',
			slot: '0',
			id,
			execution: '1',
		});
		expect(learnt([as('r2', own)], [before('r1')])).toEqual([]);
		expect(learnt([as('r2', own)], [before('r1'), refusal('r1')])).toEqual([queued('r2')]);
		expect(learnt([as('r2', own)], [before('r1'), refusal('r0')])).toEqual([]);
		const both = [before('r1'), refusal('r0'), refusal('r1')];
		expect(learnt([as('r2', own)], both)).toEqual([queued('r2')]);
	});
});

it('forgets after a call what was seen before it, but not what there was of an order', () => {
	const failure = { isUnknown: true, isTurnedAway: false, mayBeSentAgain: true, pauseMs: 1 };
	const before = {
		calls: 1,
		looks: 3,
		look: absent,
		existing: absent,
		earlier: 'removed' as const,
	};
	expect(afterCall(before, failure)).toEqual({ calls: 2, looks: 0, failure, earlier: 'removed' });
});

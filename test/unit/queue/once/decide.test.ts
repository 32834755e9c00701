import { shortHash } from '../../../../queue/calls/shortHash';
import {
	asksForIdentifier,
	decide,
	type Existing,
	type FailedCall,
	type Progress,
	type RunFacts,
	untouched,
} from '../../../../queue/once/decide';
import { type JournalEvent, knownFrom, newJournal } from '../../../../queue/once/journal';
import type { Write } from '../../../../queue/requests/write';
import { absent, unclear } from '../../../../quickbooks/qbxml/certainty';
import { CONNECTION, madeWrite, namedWrite, queuedInvoice } from '../support/records';

const first: RunFacts = { execution: '1', isRetry: false, ifAlreadyQueued: undefined };
const retry: RunFacts = { ...first, execution: '2', isRetry: true };

const cursor: JournalEvent = {
	event: 'cursor',
	connectionId: CONNECTION,
	cursor: { ids: ['r0'], at: 'T0' },
};
const sent: JournalEvent = { event: 'sent', slot: '0', key: madeWrite.key };
const looked = (because?: string, execution = '2'): JournalEvent => ({
	event: 'looked',
	connectionId: CONNECTION,
	execution,
	...(because !== undefined && { because }),
});
const queued = (
	write: Write,
	id: string,
	{ execution = '1', is }: { execution?: string; is?: 'refused' | 'waiting' } = {},
): JournalEvent => ({
	event: 'queued',
	slot: write.slot,
	key: write.key,
	identifier: write.identifier,
	connectionId: CONNECTION,
	record: queuedInvoice(id, { is }),
	execution,
	...(write.replaces !== undefined && { replaces: write.replaces }),
});
const refused = (slot: string, id: string, execution = '1'): JournalEvent => ({
	event: 'refused',
	slot,
	id,
	execution,
});

/** What is decided after these events. */
const decided = (
	events: readonly JournalEvent[],
	{
		run = first,
		write = madeWrite,
		...progress
	}: Partial<Progress> & {
		run?: RunFacts;
		write?: Write;
	} = {},
) =>
	decide(knownFrom({ ...newJournal('run1'), events: [...events] }), run, write, {
		...untouched,
		...progress,
	});

const failed = (more: Partial<FailedCall> = {}): FailedCall => ({
	isUnknown: true,
	isTurnedAway: false,
	mayBeSentAgain: true,
	pauseMs: 1_000,
	...more,
});
const turnedAway = failed({ isUnknown: false, isTurnedAway: true });
const refusedCall = failed({ isUnknown: false, mayBeSentAgain: false });

const other: Write = { ...madeWrite, slot: '1', slotPrefix: 'n8n-run1-1-' };
const order = namedWrite('order');
const secondOfOrder: Write = { ...order, slot: '1' };
const replacement: Write = {
	...madeWrite,
	slot: '0r1s3',
	identifier: 'n8n-instead-x',
	replaces: 'r1',
};
const secondReplacement: Write = { ...replacement, slot: '1r1s3' };

const send = (idempotencyKey: string) => ({ next: 'send', idempotencyKey });
const end = (as: string, more: object = {}) => ({ next: 'end', as, ...more });
const record = (id: string) => expect.objectContaining({ id });

describe('asksForIdentifier', () => {
	it.each<[string, boolean, Partial<RunFacts>, Write]>([
		['an identifier of our making', false, {}, madeWrite],
		['the user’s identifier, without a choice', false, {}, namedWrite('users')],
		[
			'the user’s identifier, and no second one',
			true,
			{ ifAlreadyQueued: 'fail' },
			namedWrite('users'),
		],
		[
			'the same, and the one that exists',
			true,
			{ ifAlreadyQueued: 'returnExisting' },
			namedWrite('users'),
		],
		['the same, queued anyway', false, { ifAlreadyQueued: 'queueAnyway' }, namedWrite('users')],
		['the number of an order', true, {}, order],
		['the number of an order, queued anyway', false, { ifAlreadyQueued: 'queueAnyway' }, order],
		['a replacement', true, {}, replacement],
		['our own, whatever was chosen', false, { ifAlreadyQueued: 'fail' }, madeWrite],
	])('%s: %s', (_, asks, run, write) => {
		expect(asksForIdentifier({ ...first, ...run }, write)).toBe(asks);
	});
});

describe('a write that was not sent yet', () => {
	it('is sent under its own key', () => {
		expect(decided([])).toEqual(send(madeWrite.key));
		expect(decided([], { write: namedWrite('users') })).toEqual(send(madeWrite.key));
	});

	it('is sent under another key after each request that left nothing', () => {
		expect(decided([refused('0', 'r1'), refused('0', 'r2')])).toEqual(send(`${madeWrite.key}-r2`));
	});

	it('of an order is looked for first, and sent under a key of the order', () => {
		expect(decided([], { write: order })).toEqual({ next: 'lookForIdentifier' });
		const key = `once-${shortHash(40, CONNECTION, 'A-1')}`;
		expect(decided([], { write: order, existing: absent })).toEqual(send(key));
		const without: Existing = { is: 'absent', without: queuedInvoice('r7', { is: 'refused' }) };
		expect(decided([], { write: order, existing: without })).toEqual(send(`${key}-r7`));
	});

	it('that replaces a request is sent under a key of that', () => {
		const key = `instead-${shortHash(40, CONNECTION, 'r1')}`;
		expect(decided([], { write: replacement, existing: absent })).toEqual(send(key));
		const before: JournalEvent[] = [
			{ event: 'replaced', requestId: 'r1', slot: '0r0s3' },
			refused('0r0s3', 'r4'),
		];
		expect(decided(before, { write: replacement, existing: absent })).toEqual(send(`${key}-r4`));
	});
});

describe('a write that is in the queue', () => {
	it('is not sent again', () => {
		expect(decided([queued(madeWrite, 'r1')])).toEqual(end('queued', { record: record('r1') }));
		expect(decided([queued(madeWrite, 'r1')], { write: other })).toEqual(send(other.key));
	});

	it('of another execution, or for something else, is changed if the form differs, but not within an execution', () => {
		const write = { ...madeWrite, key: 'n8n-run1-0-zzzzzzzz' };
		const before = [queued(madeWrite, 'r1')];
		expect(decided(before, { write, run: retry })).toEqual(
			end('changed', { before: expect.objectContaining({ slot: '0', record: record('r1') }) }),
		);
		expect(decided(before, { write })).toEqual(end('queued', { record: record('r1') }));
		const forElse = [queued(madeWrite, 'r1', { execution: '' })];
		expect(decided(forElse, { write })).toMatchObject({ as: 'changed' });
		const own = [queued(madeWrite, 'r1', { execution: '2' })];
		expect(decided(own, { write, run: retry })).toEqual(end('queued', { record: record('r1') }));
		expect(decided(before, { run: retry })).toEqual(end('queued', { record: record('r1') }));
	});

	it('is the same again when the form is as it was, though a Retry has found it with another', () => {
		const key = `${madeWrite.key}-0000mark`;
		const found = [queued({ ...madeWrite, key }, 'r1', { execution: '' })];
		expect(decided(found, { run: retry })).toEqual(end('queued', { record: record('r1') }));
	});

	it('and was refused is sent again by another execution only', () => {
		const events = [queued(madeWrite, 'r1', { is: 'refused' }), refused('0', 'r1'), looked()];
		expect(decided(events)).toEqual(end('queued', { record: record('r1') }));
		expect(decided(events, { run: retry })).toEqual(send(`${madeWrite.key}-r1`));
		const another = [queued(madeWrite, 'r2'), refused('0', 'r1'), looked()];
		expect(decided(another, { run: retry })).toEqual(end('queued', { record: record('r2') }));
	});
});

describe('what another item of the run has queued', () => {
	it('under the same order number is taken', () => {
		const taken = decided([queued(secondOfOrder, 'r1')], { write: order });
		expect(taken).toEqual({ next: 'take', record: record('r1') });
	});

	it('is an error if the user wants no second one', () => {
		const run: RunFacts = { ...first, ifAlreadyQueued: 'fail' };
		expect(decided([queued(secondOfOrder, 'r1')], { write: order, run })).toEqual(
			end('alreadyQueued', { record: record('r1') }),
		);
	});

	it('does not count if it was refused', () => {
		const refusal = queued(secondOfOrder, 'r1', { is: 'refused' });
		expect(decided([refusal], { write: order })).toEqual({ next: 'lookForIdentifier' });
		const learnt = [queued(secondOfOrder, 'r1'), refused('1', 'r1', '9')];
		expect(decided(learnt, { write: order })).toEqual({ next: 'lookForIdentifier' });
	});

	it('instead of the same request is taken, even if it was refused', () => {
		const before = queued(secondReplacement, 'r5', { is: 'refused' });
		expect(decided([before], { write: replacement })).toEqual({
			next: 'take',
			record: record('r5'),
		});
		const learnt = [before, refused('1r1s3', 'r5', '9')];
		expect(decided(learnt, { write: replacement })).toEqual({ next: 'lookForIdentifier' });
	});

	it('instead of another request does not count', () => {
		const before = queued({ ...secondReplacement, replaces: 'r2' }, 'r5');
		expect(decided([before], { write: replacement })).toEqual({ next: 'lookForIdentifier' });
	});

	it('was lost: nobody knows whether it was queued', () => {
		const lost: JournalEvent[] = [
			{ event: 'replaced', requestId: 'r1', slot: '1r1s3' },
			{ event: 'sent', slot: '1r1s3', key: 'k' },
		];
		expect(decided(lost, { write: replacement })).toEqual(
			end('unknown', {
				because: 'an earlier call for the same record gave no usable answer either',
				reason: 'an earlier try',
			}),
		);
		expect(decided(lost.slice(0, 1), { write: replacement })).toEqual({
			next: 'lookForIdentifier',
		});
		const own: JournalEvent[] = [
			{ event: 'replaced', requestId: 'r1', slot: replacement.slot },
			{ event: 'sent', slot: replacement.slot, key: replacement.key },
		];
		expect(decided(own, { write: replacement })).toMatchObject({ next: 'lookForCall' });
	});
});

describe('a Retry', () => {
	it('looks for what the run has in the queue, once in an execution', () => {
		expect(decided([], { run: retry })).toEqual({ next: 'lookForRun' });
		expect(decided([looked(undefined, '1')], { run: retry })).toEqual({ next: 'lookForRun' });
		expect(decided([looked()], { run: retry })).toEqual(send(madeWrite.key));
		expect(decided([looked(), { event: 'turn', round: 0 }], { run: retry })).toEqual({
			next: 'lookForRun',
		});
	});

	it('does not look for reads, nor for what has an identifier of its own', () => {
		const read = { ...madeWrite, isRead: true };
		expect(decided([], { run: retry, write: read })).toEqual(send(madeWrite.key));
		expect(decided([], { run: retry, write: order })).toEqual({ next: 'lookForIdentifier' });
	});

	describe('of which the queue can’t tell what the run has in it', () => {
		const hidden = looked('it shows none');

		it('sends nothing if it does not know where the queue stood', () => {
			expect(decided([hidden], { run: retry })).toEqual(
				end('unknownRun', { because: 'it shows none' }),
			);
		});

		it('sends nothing if it knows only where the queue stood when it began itself', () => {
			const late: JournalEvent = { ...cursor, isOfRetry: true };
			expect(decided([late, hidden], { run: retry })).toEqual(
				end('unknownRun', { because: 'it shows none' }),
			);
		});

		it('looks, in any form, at what was queued since', () => {
			const events = [cursor, hidden];
			expect(decided(events, { run: retry })).toEqual({
				next: 'lookForCall',
				afterMs: 0,
				isInAnyForm: true,
			});
			expect(decided(events, { run: retry, looks: 1, look: absent })).toEqual(send(madeWrite.key));
			expect(decided(events, { run: retry, looks: 1, look: unclear('it is long') })).toEqual(
				end('unknownRun', { because: 'it is long' }),
			);
		});

		it('does so before its first call only', () => {
			const events = [cursor, hidden, sent];
			expect(decided(events, { run: retry, calls: 1, failure: failed() })).toEqual({
				next: 'lookForCall',
				afterMs: 300,
			});
		});
	});
});

describe('a call that gave no answer', () => {
	const after = (progress: Partial<Progress>) =>
		decided([cursor, sent], { calls: 1, failure: failed(), ...progress });

	it.each([
		[0, 300],
		[1, 1_700],
		[2, 3_000],
		[3, 5_000],
	])('is looked for after look %i in %i ms', (looks, afterMs) => {
		expect(after({ looks })).toEqual({ next: 'lookForCall', afterMs });
	});

	it.each([
		[0, 300],
		[1, 1_700],
	])('of a read is looked for after look %i in %i ms', (looks, afterMs) => {
		const write = { ...madeWrite, isRead: true };
		expect(after({ looks, write } as Partial<Progress>)).toEqual({ next: 'lookForCall', afterMs });
	});

	it('is sent again if it is certainly not there, up to four times', () => {
		for (const calls of [1, 2, 3]) {
			expect(after({ looks: 4, look: absent, calls })).toEqual(send(madeWrite.key));
		}
		expect(after({ looks: 4, look: absent, calls: 4 })).toEqual(end('notQueued'));
	});

	it('is not sent again if that makes no sense, or only much later', () => {
		const is = (more: Partial<FailedCall>) =>
			after({ looks: 4, look: absent, failure: failed(more) });
		expect(is({ mayBeSentAgain: false })).toEqual(end('notQueued'));
		expect(is({ pauseMs: 30_001 })).toEqual(end('notQueued'));
		expect(is({ pauseMs: 30_000 })).toEqual(send(madeWrite.key));
	});

	it('is unknown if the queue does not tell', () => {
		expect(after({ looks: 4, look: unclear('it is long') })).toEqual(
			end('unknown', { because: 'it is long', reason: 'this call' }),
		);
	});

	it('of an earlier try is looked for, too', () => {
		expect(decided([cursor, sent])).toEqual({ next: 'lookForCall', afterMs: 300 });
		expect(decided([cursor, sent], { looks: 4, look: absent })).toEqual(send(madeWrite.key));
		expect(decided([cursor, sent], { looks: 4, look: unclear('it is long') })).toEqual(
			end('unknown', { because: 'it is long', reason: 'an earlier try' }),
		);
	});

	it('of an earlier try with other values is never sent again', () => {
		const write = { ...madeWrite, key: 'n8n-run1-0-zzzzzzzz' };
		expect(decided([cursor, sent], { write, looks: 4, look: absent })).toEqual(
			end('unknown', {
				because: 'an earlier try sent this item with other values',
				reason: 'an earlier try',
			}),
		);
		const read = { ...write, isRead: true };
		expect(decided([cursor, sent], { write: read, looks: 2, look: absent })).toEqual(
			send(read.key),
		);
	});

	it('has failed if it reads and can not be looked for', () => {
		const progress = { calls: 1, failure: failed(), looks: 2, look: unclear('it is long') };
		const read = { ...madeWrite, isRead: true };
		expect(decided([cursor, sent], { ...progress, write: read })).toEqual(end('failed'));
	});

	it('of another item is none of its business', () => {
		expect(decided([cursor, sent], { write: other })).toEqual(send(other.key));
	});
});

describe('a call that the service turned away', () => {
	const after = (progress: Partial<Progress> & { write?: Write }) =>
		decided([cursor, sent], { calls: 1, failure: turnedAway, ...progress });

	it('is looked for at once if the service wants a longer pause than anybody waits', () => {
		const failure = { ...turnedAway, pauseMs: 30_001 };
		expect(after({ failure })).toEqual({ next: 'lookForCall', afterMs: 0 });
		expect(after({ failure: { ...turnedAway, pauseMs: 30_000 } })).toEqual({
			next: 'lookForCall',
			afterMs: 30_000,
		});
	});

	it('is not looked for if it reads', () => {
		const read = { ...madeWrite, isRead: true };
		expect(after({ write: read })).toEqual(send(madeWrite.key));
	});
});

describe('a call that the service refused', () => {
	it('was not queued, and ends', () => {
		expect(decided([cursor], { calls: 1, failure: refusedCall })).toEqual(end('notQueued'));
	});

	it('after one that gave no answer is looked for again, and ends only then', () => {
		const progress = { calls: 2, failure: refusedCall };
		expect(decided([cursor, sent], progress)).toEqual({ next: 'lookForCall', afterMs: 300 });
		expect(decided([cursor, sent], { ...progress, looks: 4, look: absent })).toEqual(
			end('notQueued'),
		);
		expect(decided([cursor, sent], { ...progress, looks: 4, look: unclear('it is long') })).toEqual(
			end('unknown', { because: 'it is long', reason: 'this call' }),
		);
		const asOrder = { ...progress, write: order, looks: 4, look: absent };
		expect(decided([cursor, sent], asOrder)).toEqual({ next: 'lookForIdentifier' });
		expect(decided([cursor, sent], { ...asOrder, existing: absent })).toEqual(end('notQueued'));
	});

	it('of an order may have been refused for what another execution queues at this moment', () => {
		const progress = { write: order, calls: 1, failure: refusedCall };
		expect(decided([cursor], progress)).toEqual({ next: 'lookForIdentifier' });
		expect(decided([cursor], { ...progress, existing: absent })).toEqual(end('notQueued'));
		const existing: Existing = { is: 'found', record: queuedInvoice('r9') };
		expect(decided([cursor], { ...progress, existing })).toEqual({
			next: 'take',
			record: record('r9'),
		});
	});
});

describe('what the queue has under an identifier', () => {
	const is = (existing: Existing, run: Partial<RunFacts> = {}, write = order) =>
		decided([], { write, existing, run: { ...first, ...run } });

	it('is taken', () => {
		expect(is({ is: 'found', record: queuedInvoice('r9') })).toEqual({
			next: 'take',
			record: record('r9'),
		});
	});

	it('is an error if the user wants no second one, but not for a replacement', () => {
		const fail = { ifAlreadyQueued: 'fail' } as const;
		expect(is({ is: 'found', record: queuedInvoice('r9') }, fail)).toEqual(
			end('alreadyQueued', { record: record('r9') }),
		);
		expect(is({ is: 'found', record: queuedInvoice('r9') }, fail, replacement)).toEqual({
			next: 'take',
			record: record('r9'),
		});
	});

	it('is an error if nobody knows whether its record is still there', () => {
		expect(
			is({ is: 'found', record: queuedInvoice('r9'), doubt: unclear('it may be voided') }),
		).toEqual(end('unclearRecord', { because: 'it may be voided' }));
	});

	it('is an error if the queue does not tell', () => {
		expect(is(unclear('it is too long'))).toEqual(end('cannotTell', { because: 'it is too long' }));
	});
});

import type { Job } from '../../../../../../nodes/AccountingSync/execution/queueing/job';
import type { Awaited } from '../../../../../../nodes/AccountingSync/execution/run/sleep';
import {
	awaitedThen,
	isStepwise,
	itemsOfSteps,
	queuedTurns,
	resumed,
	soughtAgain,
	soughtBefore,
	type TakeStep,
	turnsAfter,
} from '../../../../../../nodes/AccountingSync/execution/steps/turns';
import type { QueueingOperation } from '../../../../../../nodes/AccountingSync/operations/queueingOperation';
import type { Next } from '../../../../../../nodes/AccountingSync/operations/steps';
import { ServiceError } from '../../../../../../queue/calls/errors';
import {
	type JournalEvent,
	knownFrom,
	newJournal,
	note,
} from '../../../../../../queue/once/journal';
import type { Outcomes } from '../../../../../../queue/reader/checkCompletion';
import type { Form } from '../../../../../../quickbooks/form/form';

const CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const form: Form = { values: { connection: CONNECTION }, timezone: 'UTC' };
const run = {
	execution: '2',
	isRetry: true,
	ifAlreadyQueued: undefined,
	prefix: 'n8n-AAAAAAAAAAAAAAAA-',
};
const operation = {
	then: 'first',
	steps: { first: {}, second: {} },
} as unknown as QueueingOperation;

function known(...events: readonly JournalEvent[]) {
	const journal = newJournal('run');
	for (const event of events) note(journal, event);
	return knownFrom(journal);
}

const jobOf = (slot: string, more: Partial<Job> = {}): Job => ({
	...{ slot, key: `${slot} key`, identifier: slot, slotPrefix: slot, part: '', externalGuid: '' },
	...{ connectionId: 'c', identity: 'made', isRead: false, request: { method: 'POST', path: '' } },
	...{ itemIndex: Number.parseInt(slot, 10), hints: [], dates: [], form },
	...more,
});

const queued = (slot: string, more: Partial<Extract<JournalEvent, { event: 'queued' }>> = {}) =>
	({
		...{ event: 'queued', slot, key: `${slot} key`, identifier: slot, connectionId: 'c' },
		...{ record: { id: `id ${slot}` }, execution: '2', ...more },
	}) as JournalEvent;

const planned = (item: string, ...slots: readonly string[]): JournalEvent => ({
	...{ event: 'planned', item, step: 'first', slots, kept: { remembered: 'this', other: 'that' } },
	formHash: 'form',
});

function awaited(slot: string, more: Partial<Awaited> = {}): Awaited {
	const itemIndex = Number.parseInt(slot, 10);
	const item = String(itemIndex);
	return { itemIndex, connectionId: 'c', slot, id: slot, iterates: false, form, item, ...more };
}

describe('what is looked for before a run begins', () => {
	const first = { isContinued: false, isRetry: false };
	const settling = (settles: boolean) => ({ ...operation, settles: () => settles });

	it.each([
		['a write', {}, [jobOf('0')], first, 'requests'],
		['a read', {}, [jobOf('0', { isRead: true })], first, 'nothing'],
		['nothing', operation, [], first, 'nothing'],
		['a read that is followed by steps', operation, [jobOf('0', { isRead: true })], first, 'steps'],
		[
			'steps that only read',
			{ ...operation, isQuery: true },
			[jobOf('0', { isRead: true })],
			first,
			'nothing',
		],
		['a write that is settled', settling(true), [jobOf('0')], first, 'steps'],
		['a write that is not', settling(false), [jobOf('0')], first, 'requests'],
		['what may go on', { ...operation, goesOn: () => false }, [jobOf('0')], first, 'steps'],
		['another try', operation, [jobOf('0')], { ...first, isContinued: true }, 'nothing'],
		['a Retry', operation, [jobOf('0')], { isContinued: true, isRetry: true }, 'steps'],
	] as Array<[string, QueueingOperation, Job[], typeof first, string]>)(
		'%s',
		(_what, own, jobs, circumstances, sought) => {
			expect(soughtBefore(own, jobs, circumstances)).toBe(sought);
		},
	);

	it('is no step of a write that neither settles nor goes on by its form', () => {
		const isSo = (...own: ReadonlyArray<Pick<QueueingOperation, 'goesOn' | 'settles'>>) =>
			own.map((one) => isStepwise({ ...operation, ...one }, form));
		const [yes, no] = [true, false].map((value) => () => value);
		expect(isSo({}, { settles: yes }, { goesOn: yes }, { settles: no, goesOn: yes })).not.toContain(
			false,
		);
		expect(isSo({ settles: no }, { goesOn: no }, { settles: no, goesOn: no })).not.toContain(true);
	});

	it('is what a later round is about to write', () => {
		const jobs = [jobOf('0'), jobOf('1', { connectionId: 'd' }), jobOf('2', { isRead: true })];
		const reads = [jobOf('0', { isRead: true, connectionId: 'e' })];
		expect([...soughtAgain([...jobs, ...reads])]).toEqual(['c', 'd']);
		expect(soughtAgain(reads).size).toBe(0);
	});
});

test('items go on where an earlier try has left them', () => {
	const asked = ['0', '1', '2', '3'].map((item, itemIndex) => ({
		...{ item, itemIndex, form, formHash: item < '2' ? 'form' : 'other' },
		wordsAt: () => undefined,
	}));
	const before = known(
		...[queued('0r1s1'), planned('0', '0r1s1')],
		...[queued('2r1s1', { execution: '1' }), planned('2', '2r1s1')],
		planned('3', 'none'),
	);
	const { events, awaited: waiting, changed, fresh } = resumed(before, run, operation, asked);
	expect(events).toEqual([{ event: 'begunAnew', item: '3' }]);
	expect(waiting).toEqual([
		expect.objectContaining({ connectionId: CONNECTION, slot: '0r1s1', id: 'id 0r1s1' }),
	]);
	expect(changed).toEqual([{ itemIndex: 2, written: expect.objectContaining({ slot: '2r1s1' }) }]);
	expect(fresh).toEqual([asked[1], asked[3]]);
});

describe('where an item stands when its requests are queued', () => {
	const turn = {
		item: '0',
		itemIndex: 0,
		form,
		formHash: 'form',
		jobs: [jobOf('0'), jobOf('0.2')],
	};
	const after = (...events: readonly JournalEvent[]) =>
		queuedTurns(known(...events), run, operation, [turn]);
	const turnBegins: JournalEvent = { event: 'turn', round: 3 };
	const lost: JournalEvent = {
		...{ event: 'unknown', slot: '0.2', message: '', description: '', externalGuid: '', at: '' },
	};

	it('waits for all of them', () => {
		const { events, awaited: waiting, missing } = after(queued('0'), queued('0.2'));
		expect(events).toEqual([
			{
				event: 'planned',
				item: '0',
				step: 'first',
				slots: ['0', '0.2'],
				kept: {},
				formHash: 'form',
			},
		]);
		expect(waiting.map(({ id }) => id)).toEqual(['id 0', 'id 0.2']);
		expect(missing.size).toBe(0);
	});

	it('keeps what is remembered if it begins anew', () => {
		const { events } = after(planned('0'), queued('0'), queued('0.2'));
		expect(events).toEqual([expect.objectContaining({ kept: { remembered: 'this' } })]);
	});

	it('keeps what it had kept if it was done, also if it waits for others then', () => {
		const events = [planned('0'), queued('0'), queued('0.2')];
		const again = { ...turn, isAgain: true };
		const before = { remembered: 'this', other: 'that' };
		const kept = { remembered: 'this', before };
		const first = queuedTurns(known(...events), run, operation, [again]);
		expect(first.events).toEqual([expect.objectContaining({ kept })]);
		const second = queuedTurns(known(...events, ...first.events), run, operation, [turn]);
		expect(second.events).toEqual([expect.objectContaining({ kept })]);
	});

	it('says what it goes on with', () => {
		const next = { requests: [], then: 'second', kept: { own: 1 } };
		const warnings = [{ code: '530', message: 'Look.' }];
		const whole = known(planned('0'), queued('0'), queued('0.2'));
		const { events } = queuedTurns(whole, run, operation, [{ ...turn, next, warnings }]);
		expect(events).toEqual([
			expect.objectContaining({ step: 'second', kept: { own: 1 }, warnings }),
		]);
	});

	it.each([
		['keeps what it has read if it has written then', true, [], { base: 'read' }],
		['forgets what it has read if another worker’s write stands for its own', false, [], {}],
		['forgets what it has read if it had sent the write before', true, [turnBegins], {}],
	] as Array<[string, boolean, JournalEvent[], object]>)('%s', (_what, isSent, events, kept) => {
		const position = { item: '0', round: 3, step: 1 };
		const jobs = [jobOf('0r3s1', { position })];
		const next = { requests: [], then: 'second', kept: { base: 'read' } };
		const sent: JournalEvent = { event: 'sent', slot: '0r3s1', key: '0r3s1 key' };
		const whole = known(...(isSent ? [sent] : []), ...events, queued('0r3s1'));
		const after = queuedTurns(whole, run, operation, [{ ...turn, jobs, next }]);
		expect(after.events).toEqual([expect.objectContaining({ kept })]);
	});

	it('waits for one of which nobody knows whether it was queued', () => {
		const { awaited: waiting } = after(queued('0'), lost);
		expect(waiting).toEqual([
			expect.objectContaining({ id: 'id 0' }),
			expect.objectContaining({ id: 'lost 0.2', isLost: true }),
		]);
	});

	it.each([
		['one was not queued', []],
		['one was queued with other contents', [queued('0.2', { key: 'other', execution: '1' })]],
		[
			'one was refused in an earlier execution',
			[queued('0.2'), { event: 'refused', slot: '0.2', id: 'id 0.2', execution: '1' }],
		],
	] as Array<[string, JournalEvent[]]>)('stays where it was if %s', (_why, events) => {
		const { missing, ...others } = after(queued('0'), ...events);
		expect(others).toEqual({ events: [], awaited: [] });
		expect([...missing]).toEqual([[0, turn.jobs[1]]]);
	});
});

test('what is queued takes the place of what was waited for', () => {
	const before = [awaited('0'), awaited('1'), awaited('2'), awaited('3')];
	const then = awaitedThen(before, [awaited('2r1s1'), awaited('0r1s1')], new Set([1]));
	expect(then.map(({ slot }) => slot)).toEqual(['0r1s1', '2r1s1', '3']);
});

describe('what items do next', () => {
	const ended: Outcomes = new Map();
	for (const id of ['0', '1', '2']) ended.set(id, { pages: [] });
	const further = (changes: string): Next => ({ requests: [], then: 'second', changes });
	const all = [awaited('2'), awaited('0'), awaited('1')];
	const standing = known(planned('0', '0'), planned('1', '1'), planned('2', '2'));
	const after = (
		take: TakeStep,
		waiting = all,
		outcomes = ended,
		{ over = new Set<number>(), continuesOnFail = false } = {},
	) =>
		turnsAfter(
			standing,
			{ awaited: waiting, outcomes },
			{ over, continuesOnFail, prefix: run.prefix },
			take,
		);

	it('take turns if they change the same on one connection', () => {
		const waiting = [awaited('0'), awaited('1'), awaited('2', { connectionId: 'd' })];
		const { turns, events } = after(() => further('x'), waiting);
		expect(turns.map(({ item, next }) => [item, next?.then])).toEqual([
			['0', 'second'],
			['2', 'second'],
		]);
		expect(events).toEqual([{ event: 'deferred', item: '1', waitsFor: ['c x'] }]);
	});

	it('go on in the order of the items', () => {
		const { turns } = after(({ item }) => further(item));
		expect(turns.map(({ itemIndex }) => itemIndex)).toEqual([0, 1, 2]);
	});

	it('begin anew when what they waited for is done', () => {
		const waits = known(planned('0', '0'), {
			...{ event: 'deferred', item: '0', waitsFor: ['c x'] },
		});
		const take = () => further('x');
		const alone = { awaited: [awaited('0')], outcomes: ended };
		const manner = { over: new Set<number>(), continuesOnFail: false, prefix: run.prefix };
		expect(turnsAfter(waits, alone, manner, take).turns).toEqual([
			{ item: '0', itemIndex: 0, form },
		]);
		expect(itemsOfSteps(waits, [awaited('0')], () => ({ items: [{}] }))).toBeUndefined();
	});

	it('wait for all requests on their connection', () => {
		const waiting = [...all, awaited('3'), awaited('1', { connectionId: 'd' })];
		const { turns } = after(({ item }) => further(item), waiting.slice(1), ended);
		expect(turns).toEqual([]);
	});

	it('do nothing if they are done, or know their output', () => {
		const take: TakeStep = ({ item }) => (item === '1' ? { items: [] } : further(item));
		const { turns } = after(take, all, ended, { over: new Set([0]) });
		expect(turns.map(({ item }) => item)).toEqual(['2']);
	});

	it('wait, although there is nothing to change, for an item before them that changes the same', () => {
		const take: TakeStep = ({ item }) =>
			item === '1' ? further('x') : { items: [], changes: 'x' };
		const { turns, events } = after(take, [awaited('0'), awaited('1'), awaited('2')]);
		expect(turns.map(({ item }) => item)).toEqual(['1']);
		expect(events).toEqual([{ event: 'deferred', item: '2', waitsFor: ['c x'] }]);
	});

	it.each([
		['begin anew if an item before them has written the same since', '0r3s1', 'r', [['1', true]]],
		['stay done if that was before', '0r1s1', 'r', []],
		['stay done if that was refused', '0r3s1', '0r3s1', []],
	] as Array<[string, string, string, unknown[]]>)('%s', (_what, slot, refused, begun) => {
		const record = { id: slot, state: 'completed', request_xml: '<InvoiceModRq><TxnID>x</TxnID>' };
		const events = [queued(slot, { record }), planned('0', slot), planned('1', '1r2s1')];
		const whole = known(...events, queued('1r2s1'));
		const waiting = [awaited(slot), awaited('1r2s1')];
		const response_xml =
			'<QBXML><QBXMLMsgsRs><InvoiceModRs statusCode="3140" statusSeverity="Error" statusMessage="No." /></QBXMLMsgsRs></QBXML>';
		const failed = { id: refused, state: 'error', response_xml };
		const outcomes: Outcomes = new Map(
			waiting.map(({ id }) => [id, id === refused ? { failed } : { pages: [] }]),
		);
		const manner = { over: new Set<number>(), continuesOnFail: true, prefix: run.prefix };
		const take = () => ({ items: [{}], changes: 'x' });
		const { turns } = turnsAfter(whole, { awaited: waiting, outcomes }, manner, take);
		expect(turns.map(({ item, isAgain }) => [item, isAgain])).toEqual(begun);
	});

	it.each([
		['has written what it must not write twice', { hasWritten: () => true }, true, ['1']],
		['may have', { isOnceOnly: () => true }, true, ['1']],
		['only is about to', { isOnceOnly: () => true }, undefined, ['0']],
		['may write it twice', {}, true, ['0']],
	] as Array<[string, object, true | undefined, string[]]>)(
		'go on, those first of which one %s',
		(_what, step, isRead, first) => {
			const take: TakeStep = ({ item }) =>
				item === '1'
					? { requests: [{ method: 'POST', path: '', isRead }], then: 'written', changes: 'x' }
					: { ...further('x'), then: 'first' };
			const steps = { first: {}, written: step } as unknown as QueueingOperation['steps'];
			const manner = { over: new Set<number>(), continuesOnFail: true, prefix: run.prefix, steps };
			const waiting = { awaited: [awaited('0'), awaited('1')], outcomes: ended };
			const { turns } = turnsAfter(standing, waiting, manner, take);
			expect(turns.map(({ item }) => item)).toEqual(first);
		},
	);

	it.each([
		['not if an item before them has failed', '0', false, []],
		['also if that has failed, when the node continues on errors', '0', true, ['1']],
		['also if an item after them has failed', '2', false, ['1']],
	])('begin anew %s', (_when, failing, continuesOnFail, begun) => {
		const waits = known(planned('0', '0'), planned('1', '1'), planned('2', '2'), {
			...{ event: 'deferred', item: '1', waitsFor: ['c x'] },
		});
		const take: TakeStep = ({ item }) => {
			if (item === failing) throw new Error('It is wrong.');
			return { items: [] };
		};
		const waiting = { awaited: [awaited('0'), awaited('1'), awaited('2')], outcomes: ended };
		const manner = { over: new Set<number>(), continuesOnFail, prefix: run.prefix };
		const { turns } = turnsAfter(waits, waiting, manner, take);
		expect(turns.map(({ item }) => item)).toEqual(begun);
	});

	it('wait only for problems that pass', () => {
		const failing = (error: Error) =>
			after(() => {
				throw error;
			});
		const passing = new ServiceError({
			...{
				said: '',
				isQuoted: false,
				code: '',
				httpStatus: 429,
				advice: { headline: '', todo: '' },
			},
		} as unknown as ConstructorParameters<typeof ServiceError>[0]);
		expect(failing(passing)).toEqual({ turns: [], events: [], problem: { reason: passing } });
		expect(failing(new Error('It is wrong.')).problem).toBeUndefined();
	});

	it('give their output when they have no more to ask for', () => {
		expect(itemsOfSteps(standing, [awaited('0')], () => ({ items: [{ a: 1 }] }))).toEqual([
			{ a: 1 },
		]);
		expect(itemsOfSteps(standing, [awaited('0')], () => further('x'))).toBeUndefined();
		expect(itemsOfSteps(standing, [awaited('7')], () => ({ items: [{}] }))).toBeUndefined();
	});
});

import {
	type AskedItem,
	changesBefore,
	placesIn,
	placesOf,
	roundFor,
	turnsOf,
	whyStepsMoved,
	writtenInOtherPlaces,
} from '../../../../queue/once/items';
import { type JournalEvent, knownFrom, newJournal, note } from '../../../../queue/once/journal';
import { writesByItem } from '../../../../queue/once/writesByItem';
import { unclear } from '../../../../quickbooks/qbxml/certainty';
import { queuedInvoice } from '../support/records';

const PREFIX = 'n8n-AAAAAAAAAAAAAAAA-';
const onConnection = { connectionId: 'c', steps: ['read', 'written'] };

function known(...events: readonly JournalEvent[]) {
	const journal = newJournal('run');
	for (const event of events) note(journal, event);
	return knownFrom(journal);
}

const queued = (slot: string, id = slot, execution = '1'): JournalEvent => ({
	event: 'queued',
	slot,
	key: `${PREFIX}${slot}`,
	identifier: `${PREFIX}${slot}`,
	connectionId: 'c',
	record: queuedInvoice(id),
	execution,
});

const planned = (...slots: readonly string[]): JournalEvent => ({
	event: 'planned',
	item: '0',
	step: 'written',
	slots,
	kept: {},
	formHash: 'form',
});

const refused = (slot: string, id: string): JournalEvent => ({
	event: 'refused',
	slot,
	id,
	execution: '1',
});

const failed = (execution: string): JournalEvent => ({ event: 'failed', item: '0', execution });

describe('where an item goes on', () => {
	const run = { execution: '1', isRetry: false, prefix: PREFIX };
	const again = { ...run, execution: '2', isRetry: true };
	const at = (
		{
			formHash = 'form',
			by = run,
			looksFirst,
			words,
			connectionId = 'c',
		}: {
			formHash?: string;
			by?: typeof run;
			looksFirst?: boolean;
			words?: readonly string[];
			connectionId?: string;
		},
		...events: readonly JournalEvent[]
	) => {
		const wordsAt = (step: number) => (step === 1 ? words : undefined);
		const how = { looksFirst, steps: onConnection.steps };
		return placesOf(known(...events), by, [{ item: '0', formHash, wordsAt, connectionId }], how)[0];
	};

	it('begins if nothing is known of it, or of other items alone', () => {
		expect(at({})).toEqual({ at: 'beginning' });
		expect(at({}, queued('1'), { ...planned('1'), item: '1' } as JournalEvent)).toEqual({
			at: 'beginning',
		});
	});

	it('waits for what it has in the queue, in order', () => {
		const place = at({}, queued('0r1s1.1'), queued('0r1s1.2'), planned('0r1s1.2', '0r1s1.1'));
		expect(place).toMatchObject({
			at: 'step',
			queued: [{ slot: '0r1s1.2' }, { slot: '0r1s1.1' }],
		});
	});

	it('begins if a part of that is not in the queue', () => {
		expect(at({}, queued('0r1s1.1'), planned('0r1s1.1', '0r1s1.2'))).toEqual({ at: 'beginning' });
	});

	it.each([
		['it failed in an earlier execution', again, '1', 'beginning'],
		['it failed in this execution', run, '1', 'step'],
		['it failed in this Retry', again, '2', 'step'],
	])('goes on so: %s', (_why, by, execution, place) => {
		expect(at({ by }, queued('0r1s1'), planned('0r1s1'), failed(execution)).at).toBe(place);
	});

	it('does not notice another form in the same execution', () => {
		expect(at({ formHash: 'other' }, queued('0r1s1'), planned('0r1s1')).at).toBe('step');
	});

	describe('after a read, on Retry', () => {
		const read = [queued(`${PREFIX}q1-AAAAAAAA`), planned(`${PREFIX}q1-AAAAAAAA`)];

		it.each([
			['begins, and reads again', {}, [], 'beginning'],
			['goes on if its first request has written', {}, [queued('0')], 'step'],
			['goes on if another step has written', {}, [queued('0r1s1')], 'step'],
			['begins if the first step sees that', { looksFirst: true }, [queued('0r1s1')], 'beginning'],
			['goes on in the same execution', { by: run, looksFirst: true }, [], 'step'],
		] as Array<[string, Parameters<typeof at>[0], JournalEvent[], string]>)(
			'%s',
			(_what, how, events, place) => {
				expect(at({ by: again, ...how }, ...read, ...events).at).toBe(place);
			},
		);

		it('waits for what an agent has written first, which is in a place named like its identifier', () => {
			const slot = `${PREFIX}0-AAAAAAAA`;
			expect(at({ by: again }, queued(slot), planned(slot)).at).toBe('step');
		});

		it('waits for what it has written', () => {
			const how = { by: again, looksFirst: true };
			expect(at(how, queued('0r1s1'), planned('0r1s1')).at).toBe('step');
		});

		it('waits for what it has written, whatever it reads beside it', () => {
			const how = { by: again, looksFirst: true };
			const place = at(how, ...read, queued('0r1s1'), planned(`${PREFIX}q1-AAAAAAAA`, '0r1s1'));
			expect(place.at).toBe('step');
		});
	});

	describe('with nothing but its requests in the queue to tell, on Retry', () => {
		const write = (slot: string, words: string): JournalEvent =>
			({ ...queued(slot), identifier: `${PREFIX}${slot}-${words}-00000001` }) as JournalEvent;
		const found = (slot: string): JournalEvent =>
			({ ...planned(slot), formHash: '' }) as JournalEvent;

		it.each([
			['the words are the same', {}, [], 'step'],
			['the words are others', { words: ['others'] }, [], 'end'],
			['its mark alone has the words', { words: ['000000'] }, [], 'end'],
			['the words are those of one of several', { words: ['others', 'asked1'] }, [], 'step'],
			['it goes to another connection', { connectionId: 'd' }, [], 'end'],
			['nothing can be asked for now', { words: [] }, [], 'end'],
			['the words are others in the same execution', { words: ['others'], by: run }, [], 'step'],
			['the form does not tell the words', { words: undefined }, [], 'step'],
			['an earlier step had other words', {}, [write('0r1s1', 'others')], 'end'],
			['another step had other words', {}, [write('0r1s2', 'others')], 'step'],
			['another item had other words', {}, [write('1r1s1', 'others')], 'step'],
		] as Array<[string, Parameters<typeof at>[0], JournalEvent[], string]>)(
			'goes on so if %s',
			(_what, how, before, place) => {
				const events = [...before, write('0r2s1', 'asked1'), found('0r2s1')];
				expect(at({ by: again, words: ['asked1'], ...how }, ...events).at).toBe(place);
			},
		);

		it('goes on with what was refused since', () => {
			const events = [queued('0r2s1', 'a'), found('0r2s1'), refused('0r2s1', 'a')];
			expect(at({ by: again, words: ['others'] }, ...events).at).toBe('step');
		});
	});

	describe('with a write that it was interrupted at', () => {
		const read = `${PREFIX}q2-abcdefgh`;
		const waits = [
			queued(read),
			{ ...planned(read), kept: { remembered: 1, base: 2 } } as JournalEvent,
		];
		const found = (slot: string, kept: object = { remembered: 1 }) => ({
			at: 'step',
			queued: [expect.objectContaining({ slot })],
			planned: { ...planned(slot), kept },
		});

		it.each([
			['in the same execution', run],
			['on Retry', again],
		])('goes on with that, %s', (_when, by) => {
			expect(at({ by }, ...waits, queued('0r3s1'))).toEqual(found('0r3s1'));
			expect(at({ by }, ...waits, queued('0r5s1'), queued('0r3s1'))).toEqual(found('0r5s1'));
			expect(at({ by }, ...waits, queued('0r3s1'), queued('0r5s1'))).toEqual(found('0r5s1'));
			const bare = [queued(read), planned(read)];
			expect(at({ by }, ...bare, queued('0r3s1'))).toEqual(found('0r3s1', {}));
		});

		it.each([
			['was written before the read', [queued('0r2s1')]],
			['was refused', [queued('0r3s1', 'a'), refused('0r3s1', 'a')]],
			['is one of several', [queued('0r3s1.1')]],
			['is of another item', [queued('1r3s1')]],
		] as Array<[string, JournalEvent[]]>)(
			'goes on with its read if the write %s',
			(_why, events) => {
				expect(at({}, ...waits, ...events)).toMatchObject({ at: 'step', queued: [{ slot: read }] });
			},
		);

		it('goes on with what it waits for', () => {
			const place = at({}, queued('0r3s1'), planned('0r3s1'));
			expect(place).toEqual({ at: 'step', queued: [expect.objectContaining({ slot: '0r3s1' })] });
		});

		it('goes on with what it waits for if the newest of that was asked for later', () => {
			const before = [queued('0r1s1'), queued('0r2s1'), queued(read)];
			expect(at({}, ...before, planned('0r1s1', read))).toMatchObject({
				at: 'step',
				queued: [{ slot: '0r1s1' }, { slot: read }],
			});
		});

		it('reads again on Retry if its first step sees in the books what was written', () => {
			const how = { by: again, looksFirst: true };
			expect(at(how, ...waits, queued('0r3s1'))).toEqual({ at: 'beginning' });
		});
	});

	describe('with another form, on Retry', () => {
		const changed = { formHash: 'other', by: again };

		it.each([
			['a later step has written', queued('0r1s1'), '0r1s1', '0r1s1'],
			[
				'a later step has written, and waits for a read',
				queued('0r1s1'),
				`${PREFIX}q2-AAAAAAAA`,
				'0r1s1',
			],
			['its first request has written', queued('0'), '0', '0'],
		])('ends if %s', (_what, written, slot, ended) => {
			const events = slot === ended ? [written] : [written, queued(slot)];
			expect(at(changed, ...events, planned(slot))).toMatchObject({
				at: 'end',
				written: { slot: ended },
			});
		});

		it.each([
			['it has only read', [queued(`${PREFIX}q0-AAAAAAAA`), planned(`${PREFIX}q0-AAAAAAAA`)]],
			['this execution has written it', [queued('0r1s1', 'a', '2'), planned('0r1s1')]],
			['it failed before', [queued('0r1s1'), planned('0r1s1'), failed('1')]],
			[
				'what it wrote was refused',
				[
					queued('0r1s1', 'a'),
					planned('0r1s1'),
					{ event: 'refused', slot: '0r1s1', id: 'a', execution: '1' },
				],
			],
		] as Array<[string, JournalEvent[]]>)('begins anew if %s', (_what, events) => {
			expect(at(changed, ...events)).toEqual({ at: 'beginning anew' });
		});
	});
});

describe('the round of a step', () => {
	const sent = (slot: string): JournalEvent => ({ event: 'sent', slot, key: 'k' });
	const turn = { event: 'turn', round: 4 } as const;

	it.each([
		['nothing is open', [], 4],
		['a call of it is open', [sent('0r2s1')], 2],
		['a call of one of its writes is open', [sent('0r2s1.2')], 2],
		['a call of another step is open', [sent('0r2s0')], 4],
		['a call of another item is open', [sent('1r2s1')], 4],
		['its first call is open', [sent('0')], 4],
	])('is the right one if %s', (_what, events, round) => {
		expect(roundFor(known(turn, ...events), '0', 1)).toBe(round);
	});
});

describe('what a try learns from the queue', () => {
	const record = queuedInvoice('a');
	const run = { execution: '2', isRetry: true, prefix: PREFIX };
	const asked = [{ item: '0' }];
	const learnt = (
		found: ReadonlyArray<[string, typeof record]>,
		events: readonly JournalEvent[] = [],
		by = run,
	) =>
		placesIn(
			known(...events),
			by,
			{ ...onConnection, asked },
			found.map(([slot, one]) => ({ record: one, identifier: `${PREFIX}${slot}-abcdef-00000001` })),
		);

	it('is the step that an item stands at', () => {
		const one = queuedInvoice('a', { guid: '{x}' });
		const identifier = `${PREFIX}0r3s1-abcdef-00000001`;
		const names = { slot: '0r3s1', key: identifier, identifier, externalGuid: '{x}' };
		expect(learnt([['0r3s1', one]])).toEqual([
			{ event: 'turn', round: 3 },
			{ event: 'queued', ...names, connectionId: 'c', record: one, execution: '' },
			{ ...planned('0r3s1'), formHash: '' },
		]);
	});

	it('is of this execution if that is no Retry', () => {
		const events = learnt([['0r3s1', record]], [], { ...run, isRetry: false });
		expect(events[1]).toMatchObject({ event: 'queued', execution: '2' });
	});

	it('is nothing of its form, which may have been another Retry’s', () => {
		const events = learnt(
			[['0r3s1', record]],
			[{ ...planned('0'), formHash: 'before' } as JournalEvent],
		);
		expect(events.at(-1)).toMatchObject({ event: 'planned', formHash: '' });
	});

	it('is what an item began with, if that was a write', () => {
		expect(learnt([['0', record]])).toEqual([
			expect.objectContaining({ event: 'queued', slot: '0' }),
		]);
	});

	it('is the newest step of several, wherever that stands in the list', () => {
		const events = learnt([
			['0r3s1', record],
			['0r2s1', queuedInvoice('b')],
			['0r5s1', queuedInvoice('c')],
		]);
		expect(events.filter(({ event }) => event === 'planned')).toEqual([
			expect.objectContaining({ slots: ['0r3s1'] }),
			expect.objectContaining({ slots: ['0r5s1'] }),
		]);
		expect(events.filter(({ event }) => event === 'turn')).toEqual([
			{ event: 'turn', round: 3 },
			{ event: 'turn', round: 5 },
		]);
		expect(events.flatMap((one) => (one.event === 'queued' ? [one.slot] : []))).toEqual([
			'0r3s1',
			'0r2s1',
			'0r5s1',
		]);
	});

	it('is the newest request of a round that has several', () => {
		const events = learnt([
			['0r3s1', record],
			['0r3s1', queuedInvoice('b')],
		]);
		expect(knownFrom({ runKey: 'run', events }).queued.get('0r3s1')?.record.id).toBe('b');
	});

	it('is no new round if that is known', () => {
		const turn: JournalEvent = { event: 'turn', round: 3 };
		const events = learnt(
			[
				['0r2s1', queuedInvoice('b')],
				['0r3s1', record],
			],
			[turn],
		);
		expect(events.map(({ event }) => event)).toEqual(['queued', 'planned', 'queued', 'planned']);
	});

	it.each([
		['it was refused', [['0r3s1', queuedInvoice('a', { is: 'refused' })]], []],
		['it is known', [['0r3s1', queuedInvoice('A')]], [queued('9', 'A')]],
	] as Array<[string, Array<[string, typeof record]>, JournalEvent[]]>)(
		'is the round alone if %s',
		(_why, found, events) => {
			expect(learnt(found, events)).toEqual([{ event: 'turn', round: 3 }]);
		},
	);

	it('is one of several writes that were seen, which the item may take over', () => {
		expect(learnt([['0r3s1.2', record]])).toEqual([
			{ event: 'turn', round: 3 },
			{
				event: 'seen',
				slot: '0r3s1.2',
				key: expect.stringContaining('0r3s1.2') as string,
				id: 'a',
			},
		]);
		expect(learnt([['0r3s1.2', queuedInvoice('a', { is: 'refused' })]])).toHaveLength(1);
	});

	it.each([
		['its first write was refused', [['0', queuedInvoice('a', { is: 'refused' })]], []],
		['its first write is known', [['0', record]], [queued('9', 'A')]],
		['the operation has no such step', [['0r3s2', record]], []],
		['there is no such item', [['1r3s1', record]], []],
		['it is no write', [['wake', record]], []],
	] as Array<[string, Array<[string, typeof record]>, JournalEvent[]]>)(
		'is nothing if %s',
		(_why, found, events) => {
			expect(learnt(found, events)).toEqual([]);
		},
	);
});

test('items that change the same take turns', () => {
	expect(
		turnsOf([
			{ item: '0', changes: ['a', 'b'] },
			{ item: '1', changes: ['b'] },
			{ item: '2', changes: ['c'] },
			{ item: '3', waitsFor: ['d', 'c'] },
			{ item: '4', waitsFor: ['d'] },
			{ item: '5' },
			{ item: '6', changes: [] },
			{ item: '7', changes: ['e'], isDone: true },
			{ item: '8', changes: ['e'] },
			{ item: '9', changes: ['a'], isDone: true },
		]),
	).toEqual({
		goOn: ['0', '2', '6', '8'],
		beginAnew: ['4'],
		deferred: [
			{ item: '1', waitsFor: ['b'] },
			{ item: '9', waitsFor: ['a'] },
		],
	});
});

test('an item waits for one after it that can not begin anew', () => {
	expect(
		turnsOf([
			{ item: '0', changes: ['a'] },
			{ item: '1', changes: ['a'], isBound: true },
			{ item: '2', changes: ['a'], isBound: true },
		]),
	).toEqual({
		goOn: ['1', '2'],
		beginAnew: [],
		deferred: [{ item: '0', waitsFor: ['a'] }],
	});
});

describe('in which round an item before has changed the same', () => {
	const inXml = (request: string) =>
		`<QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`;
	const change = (slot: string, xml: string | undefined, connectionId = 'c', more: object = {}) =>
		({
			...queued(slot),
			connectionId,
			record: { id: slot, ...(xml !== undefined && { request_xml: inXml(xml) }) },
			...more,
		}) as unknown as JournalEvent;
	const mod = (id: string) =>
		`<InvoiceModRq requestID="x"><InvoiceMod><TxnID>${id}</TxnID></InvoiceMod></InvoiceModRq>`;
	const before = (name: string, item: string, ...events: readonly JournalEvent[]) =>
		changesBefore(writesByItem(known(...events)), (id) => id === '0r9s1')('c', name, item);

	it('is the last one', () => {
		const all = [change('0r4s1', mod('A')), change('1r5s1', mod('A')), change('0r2s1', mod('A'))];
		expect(before('A', '2', ...all)).toBe(5);
		expect(before('A', '1', ...all)).toBe(4);
		expect(before('A', '10', ...all)).toBe(5);
		expect(before('A', '0', ...all)).toBe(0);
	});

	it.each([
		['another record', mod('B'), 0],
		['a record that is created', '<InvoiceAddRq><TxnID>A</TxnID></InvoiceAddRq>', 0],
	])('counts what it says of %s', (_what, xml, round) => {
		expect(before('A', '1', change('0r4s1', xml))).toBe(round);
	});

	it('counts what the item itself knows, and what nobody can tell', () => {
		const sent = { changed: [{ by: 'TxnID', value: 'A' }] };
		expect(before('A', '1', change('0r4s1', undefined, 'c', sent))).toBe(4);
		expect(before('B', '1', change('0r4s1', undefined, 'c', sent))).toBe(0);
		expect(before('B', '1', change('0r4s1', undefined))).toBe(4);
		expect(before('B', '1', change('0r4s1', undefined, 'd'))).toBe(0);
	});

	it('counts neither what was refused, nor other connections', () => {
		expect(before('A', '1', change('0r9s1', mod('A')))).toBe(0);
		expect(before('A', '1', change('0r4s1', mod('A'), 'd'))).toBe(0);
	});
});

test('an item waits for one that comes after it, too', () => {
	expect(
		turnsOf([
			{ item: '0', waitsFor: ['a'] },
			{ item: '1', changes: ['a'] },
		]),
	).toEqual({
		goOn: ['1'],
		beginAnew: [],
		deferred: [],
	});
});

describe('why it can not be told which items requests of later steps are of', () => {
	const asks = (item: string, words: readonly string[] | undefined): AskedItem => ({
		item,
		formHash: '',
		wordsAt: (step) => (step === 1 ? words : ['others']),
	});
	const at = (slot: string, words: string, record = queuedInvoice(`of ${slot}`)) => ({
		record,
		identifier: `${PREFIX}${slot}-${words}-mark`,
	});
	const moved = unclear(
		'the items come in another order than when the request of 0r2s1 was queued',
	);
	const items = [asks('0', ['bbbbbb']), asks('1', ['aaaaaa'])];

	it.each([
		['another item asks for it now', items, at('0r2s1', 'aaaaaa'), moved],
		['the item is there no more', items.slice(1), at('0r2s1', 'aaaaaa'), moved],
		['the item asks for it, as another does', items, at('0r2s1', 'bbbbbb'), undefined],
		['no item asks for it', items, at('0r2s1', 'cccccc'), undefined],
		['another item asks for it at another step', items, at('0r2s2', 'aaaaaa'), undefined],
		[
			'the form of the item does not tell',
			[asks('0', undefined), asks('1', ['aaaaaa'])],
			at('0r2s1', 'aaaaaa'),
			undefined,
		],
		[
			'it was refused',
			items,
			at('0r2s1', 'aaaaaa', queuedInvoice('r', { is: 'refused' })),
			undefined,
		],
		['it is the item’s first', items, at('0', 'aaaaaa'), undefined],
	])('if %s', (_why, asked, found, expected) => {
		expect(whyStepsMoved(PREFIX, asked, [found])).toEqual(expected);
	});

	it('asks about each step by itself', () => {
		const found = [at('0r2s1', 'cccccc'), at('0r3s2', 'aaaaaa')];
		expect(whyStepsMoved(PREFIX, items, found)).toBeUndefined();
	});
});

describe('what was written in another place', () => {
	const begun = (isRead: boolean) => [{ itemIndex: 0, isRead }];
	const refused: JournalEvent = { event: 'refused', slot: '0', id: 'a', execution: '1' };

	it.each([
		['a first write, if the item reads first now', true, [queued('0', 'a')], '0'],
		['a write of a later step, if the item does not read now', false, [queued('0r1s1')], '0r1s1'],
		['none if it writes first as before', false, [queued('0', 'a')], undefined],
		['none if it reads first as before', true, [queued('0r1s1')], undefined],
		['none if the first write was refused', true, [queued('0', 'a'), refused], undefined],
		[
			'none if its first write was refused, and a step wrote since',
			false,
			[refused, queued('0r1s1')],
			undefined,
		],
	] as Array<[string, boolean, JournalEvent[], string | undefined]>)(
		'is %s',
		(_what, isRead, events, slot) => {
			const written = writtenInOtherPlaces(known(...events), begun(isRead));
			expect([...written.values()].map((one) => one.slot)).toEqual(
				slot === undefined ? [] : [slot],
			);
		},
	);
});

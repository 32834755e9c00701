import { openHistory, shownIn } from '../../../../queue/reader/history';
import { requestsOfExecution } from '../../../../queue/reader/requestsOfExecution';
import { sameWritesSince } from '../../../../queue/reader/sameWrites';
import { withCheck } from '../../../../queue/requests/identifiers';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { isUnclear } from '../../../../quickbooks/qbxml/certainty';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

// What a service's search may leave out without a word against the interface ("filters the list", section 4.2). Each of the three
// that search a queue either finds it all the same or says that it is unclear.

type Behaviour = NonNullable<Parameters<typeof servedQueue>[1]>;
type Search = NonNullable<Behaviour['search']>;
type Shown = Parameters<typeof queuedInvoice>[1];

const inText: Search = (phrase, records) =>
	records.filter((one) => JSON.stringify(one).includes(phrase));

/** A search that leaves out requests in these states. */
const without =
	(...states: readonly string[]): Search =>
	(phrase, records) =>
		inText(
			phrase,
			records.filter(({ state }) => !states.includes(state)),
		);
const answeredOnly = without('waiting', 'ticketed', 'sent', 'retryable', 'error', 'discarded');

/** A service that shows, and searches, only what this leaves of a request. */
const showing = (show: (one: QueuedRecord) => QueuedRecord): Behaviour => ({
	listed: show,
	read: show,
	search: (phrase, all) => all.filter((one) => JSON.stringify(show(one)).includes(phrase)),
});

/** Shows no request at all, or one without its identifier. */
const shownNot = (one: QueuedRecord): QueuedRecord => ({ ...one, request_json: undefined });
function unnamed(one: QueuedRecord): QueuedRecord {
	const { request } = one.request_json as { request: object };
	return { ...one, request_json: { request: { ...request, attributes: {} } } };
}

const isWaiting = ({ state }: QueuedRecord): boolean => state === 'waiting';
const sent = (record: QueuedRecord): QueuedRecord => ({ ...record, state: 'sent' });

const UNCLEAR = 'unclear';
const idsOf = (records: readonly QueuedRecord[]): string[] => records.map(({ id }) => id);

describe('what an execution has queued', () => {
	const MARK = '0a1b2c3d';
	const OTHER = 'ffffffff';
	const marked = (id: string, mark = MARK, more: Shown = {}) =>
		queuedInvoice(id, {
			requestId: `n8n-run1-0-${id.padStart(8, 'x')}-${mark}`,
			is: 'written',
			...more,
		});
	const guided = (id: string, mark = MARK, more: Shown = {}) =>
		marked(id, mark, {
			guid: `{${mark}-${id.replace(/\D/g, '').padStart(4, '0')}-4aaa-8aaa-aaaaaaaaaaaa}`,
			...more,
		});
	/** A long queue of others, which shows marks in every way. */
	const long = (prefix = ''): QueuedRecord[] =>
		Array.from({ length: 240 }, (_, index) => {
			const id = `${prefix}${500 - index}`;
			return index % 2 ? marked(id, OTHER) : guided(id, OTHER);
		});
	const inStateOf = (state: string, count: number, prefix: string) =>
		Array.from({ length: count }, (_, index) => ({
			...marked(`${prefix}${900 - index}`, OTHER, { is: 'waiting' }),
			state,
		}));
	const found = async (
		own: readonly QueuedRecord[],
		behaviour: Behaviour = {},
		[before, after] = [long(), long('o')],
	) => {
		const service = servedQueue([...before, ...own, ...after], { search: inText, ...behaviour });
		const seen = await requestsOfExecution(service, CONNECTION, MARK);
		return isUnclear(seen) ? UNCLEAR : idsOf(seen);
	};

	it('is in any state, where the search finds only what was answered', async () => {
		const own = ['waiting', 'retryable', 'ticketed', 'sent', 'error', 'discarded'].map(
			(state, index) => ({
				...marked(`s${9 - index}`, MARK, { is: 'waiting' }),
				state,
			}),
		);
		expect(await found([...own, marked('9')], { search: answeredOnly })).toEqual([
			...idsOf(own),
			'9',
		]);
	});

	it('is in a state of which there is much, and of which the search finds nothing', async () => {
		const sent = { ...marked('9', MARK, { is: 'waiting' }), state: 'sent' };
		const others = [...inStateOf('waiting', 1, 'w'), ...inStateOf('sent', 101, 's')];
		expect(await found([...others, sent], { search: without('sent') })).toEqual(['9']);
	});

	it('goes from one state to the other while they are read', async () => {
		const search = without('waiting', 'ticketed', 'sent', 'retryable');
		const retryable = { ...marked('10', MARK, { is: 'waiting' }), state: 'retryable' };
		const before: Behaviour['before'] = ({ query }, all) => {
			if (query?.state === 'retryable') all.splice(240, 1, { ...all[240], state: 'sent' });
		};
		expect(await found([retryable], { search, before })).toEqual(['10']);
	});

	it('has a mark that is too short for the search', async () => {
		const search: Search = (phrase, all) => (phrase.length < 10 ? [] : inText(phrase, all));
		expect(await found([marked('9')], { search })).toEqual(['9']);
	});

	it('has its GUID in capitals, where the search tells them apart', async () => {
		const capitals = (records: readonly QueuedRecord[]) =>
			JSON.parse(
				JSON.stringify(records).replace(/\{[\da-f]{8}-[^}]*\}/g, (guid) => guid.toUpperCase()),
			) as QueuedRecord[];
		const own = capitals([guided('9', MARK, { requestId: 'A-1' })]);
		expect(await found(own, {}, [capitals(long()), capitals(long('o'))])).toEqual(['9']);
	});

	it('has its mark in its GUID, and another’s in its identifier', async () => {
		const copied = guided('9', MARK, { requestId: `n8n-run1-0-xxxxxxx9-${OTHER}` });
		expect(await found([copied])).toEqual(['9']);
	});

	it('is read beside others that wait and show no mark, however many those are', async () => {
		const own = marked('98', OTHER, { is: 'waiting' });
		const strangers = Array.from({ length: 101 }, (_, index) =>
			queuedInvoice(`w${index}`, { element: 'BillAddRq' }),
		);
		const calls: unknown[] = [];
		const before: Behaviour['before'] = (call) => calls.push(call);
		expect(await found([own, ...strangers, marked('9')], { before })).toEqual(['9']);
		expect(calls.length).toBeLessThan(40);
	});

	it.each([
		['few', 1],
		['many', 120],
	])('is unclear where it may wait without a mark, beside %s others', async (_what, count) => {
		const strangers = Array.from({ length: count }, (_, index) =>
			guided(`w${900 - index}`, OTHER, { requestId: 'A-1', is: 'waiting' }),
		);
		const unnamedChange = queuedInvoice('99', { element: 'BillModRq' });
		expect(await found([...strangers, unnamedChange, marked('9')])).toBe(UNCLEAR);
		const own = marked('98', OTHER, { is: 'waiting' });
		expect(await found([own, ...strangers, unnamedChange, marked('9')])).toEqual(['9']);
	});

	const few = [long().slice(0, 20), long('o').slice(0, 20)] as [QueuedRecord[], QueuedRecord[]];
	const change = (id: string, more: Shown = {}) =>
		marked(id, MARK, { element: 'BillModRq', is: 'waiting', ...more });

	it.each<[what: string, show: (one: QueuedRecord) => QueuedRecord]>([
		['no identifiers', unnamed],
		['nothing', shownNot],
	])('is unclear while it waits, if a service shows %s before it is sent', async (_what, hide) => {
		const behaviour = showing((one) => (isWaiting(one) ? hide(one) : one));
		const other = sent(marked('s1', OTHER, { is: 'waiting', element: 'BillModRq' }));
		expect(await found([change('9'), other], behaviour, few)).toBe(UNCLEAR);
		expect(await found([change('9'), other], behaviour)).toBe(UNCLEAR);
		expect(await found([sent(change('9')), other], behaviour)).toEqual(['9']);
	});

	it('is unclear if what has failed shows nothing', async () => {
		const behaviour = showing((one) => (one.state === 'error' ? shownNot(one) : one));
		const failed = change('9', { is: 'unknown' });
		expect(await found([failed], behaviour, few)).toBe(UNCLEAR);
		expect(await found([failed], behaviour)).toBe(UNCLEAR);
	});

	it('is told beside what others have sent without a name, if that has ended', async () => {
		const failed = queuedInvoice('7', { is: 'unknown' });
		const change = (id: string, mark: string) => marked(id, mark, { element: 'BillModRq' });
		const ends = ['', 'o'].map((prefix) =>
			Array.from({ length: 120 }, (_, index) =>
				index % 2
					? change(`${prefix}${500 - index}`, OTHER)
					: guided(`${prefix}${500 - index}`, OTHER, { element: 'BillAddRq' }),
			),
		) as [QueuedRecord[], QueuedRecord[]];
		expect(await found([failed, change('9', MARK)], {}, ends)).toEqual(['9']);
	});

	it('is unclear if something waits that can’t be read', async () => {
		const own = marked('98', OTHER, { is: 'waiting' });
		const unread = queuedInvoice('99', { isHidden: true });
		expect(await found([unread, own, marked('9')], {}, few)).toBe(UNCLEAR);
	});

	it('is told beside what others have called, if one of ours waits as well', async () => {
		const own = marked('98', OTHER, { is: 'waiting' });
		const others = (count: number) =>
			Array.from({ length: count }, (_, index) =>
				queuedInvoice(`w${900 - index}`, { requestId: 'shop-17', element: 'BillAddRq' }),
			);
		expect(await found([...others(1), marked('9')], {}, few)).toBe(UNCLEAR);
		expect(await found([own, ...others(1), marked('9')], {}, few)).toEqual(['9']);
		expect(await found([own, ...others(1), marked('9')])).toEqual(['9']);
		expect(await found([own, ...others(150), marked('9')])).toEqual(['9']);
	});

	it('is unclear while a change waits and shows nothing, whatever GUID shows of ours', async () => {
		const behaviour = showing((one) => (isWaiting(one) ? unnamed(one) : one));
		const invoice = guided('98', OTHER, { is: 'waiting' });
		const before = [invoice, ...long()];
		expect(await found([change('9')], behaviour, [before, long('o')])).toBe(UNCLEAR);
		expect(await found([], behaviour, [before, long('o')])).toEqual([]);
	});

	it('is searched for where only GUIDs show what was answered', async () => {
		const named = (first: number) =>
			Array.from({ length: 240 }, (_, index) =>
				guided(`${first - index}`, OTHER, { requestId: `A-${first - index}` }),
			);
		const waiting = marked('98', OTHER, { is: 'waiting' });
		const asked: unknown[] = [];
		const before: Behaviour['before'] = ({ query }) => asked.push(query?.search_phrase);
		const ends: [QueuedRecord[], QueuedRecord[]] = [[waiting, ...named(5_000)], named(2_000)];
		expect(await found([guided('9', MARK, { requestId: 'B' })], { before }, ends)).toEqual(['9']);
		expect(asked).toContain(MARK);
		expect(asked.length).toBeLessThan(30);
	});

	it('is told where only orders show that the service keeps identifiers', async () => {
		const order = (id: string, mark: string, more: Shown = {}) =>
			guided(id, mark, { requestId: withCheck(`invoice:${id}`), ...more });
		const stranger = (more: Shown) => queuedInvoice('7', { element: 'BillAddRq', ...more });
		const orders = (first: number) =>
			Array.from({ length: 150 }, (_, index) => order(`${first - index}`, OTHER));
		const ends: [QueuedRecord[], QueuedRecord[]] = [orders(5_000), orders(2_000)];
		expect(await found([stranger({ is: 'written' }), order('9', MARK)], {}, ends)).toEqual(['9']);
		const waiting = order('8', OTHER, { is: 'waiting' });
		expect(await found([waiting, stranger({}), order('9', MARK)], {}, few)).toEqual(['9']);
		const [before, after] = [orders(5_000), orders(2_000)];
		expect(await found([stranger({})], {}, [before.slice(0, 20), after.slice(0, 20)])).toBe(
			UNCLEAR,
		);
		// They don't show what is longer, nor what the service's own endpoints make.
		const cutOff = stranger({ requestId: 'n8n-run1-0-x', is: 'written' });
		expect(await found([cutOff, order('9', MARK)], {}, [orders(5_000), []])).toBe(UNCLEAR);
		const invoice = queuedInvoice('7', { is: 'written' });
		expect(await found([invoice, order('9', MARK)], {}, [orders(5_000), []])).toBe(UNCLEAR);
	});

	it('is unclear if the list hides more than can be read one by one', async () => {
		const hides: Behaviour = {
			listed: (one) => (one.state === 'waiting' ? { ...one, request_json: undefined } : one),
		};
		const strangers = (count: number) =>
			Array.from({ length: count }, (_, index) =>
				queuedInvoice(`w${index}`, { requestId: 'x', element: 'BillQueryRq' }),
			);
		expect(await found([...strangers(100), marked('9')], hides)).toEqual(['9']);
		expect(await found([...strangers(201), marked('9')], hides)).toBe(UNCLEAR);
	});

	it.each<
		[what: string, newest: (id: string) => QueuedRecord, oldest: (id: string) => QueuedRecord]
	>([
		['at the newest end', (id) => guided(id, OTHER), (id) => other(id)],
		['at the oldest end', (id) => other(id), (id) => guided(id, OTHER)],
		[
			'by GUIDs',
			(id) => guided(id, OTHER, { requestId: `A-${id}` }),
			(id) => guided(id, OTHER, { requestId: `A-${id}` }),
		],
		['by identifiers', (id) => marked(id, OTHER), (id) => marked(id, OTHER)],
	])('is read if the search can be tried only %s', async (_what, newest, oldest) => {
		const ends = [newest, oldest].map((known, end) =>
			Array.from({ length: 120 }, (_, index) => known(String(5_000 - 1_000 * end - index))),
		) as [QueuedRecord[], QueuedRecord[]];
		const asked: unknown[] = [];
		const before: Behaviour['before'] = ({ query }) => asked.push(query?.search_phrase);
		expect(await found([marked('9')], { before }, ends)).toEqual(['9']);
		expect(asked).not.toContain(MARK);
	});
	const other = (id: string) => queuedInvoice(id, { element: 'BillQueryRq', is: 'written' });
});

describe('the same write', () => {
	const GUID = '{12345678-1234-1234-1234-123456789abc}';
	const twin = (id: string, more: Shown = {}) =>
		queuedInvoice(id, { guid: GUID, at: `T${id}`, ...more });
	const other = (id: string, more: Shown = {}) =>
		queuedInvoice(id, { memo: 'other', at: `T${id}`, is: 'written', ...more });
	const own = twin('2', { is: 'unknown' });
	const found = async (
		records: readonly QueuedRecord[],
		behaviour: Behaviour = {},
		request = own,
	) => {
		const service = servedQueue(records, { search: inText, ...behaviour });
		const seen = await sameWritesSince(service, CONNECTION, request, { action: 'add' });
		return { ids: isUnclear(seen) ? UNCLEAR : idsOf(seen), calls: service.calls.length };
	};

	it.each([
		['waits', 'waiting'],
		['was discarded', 'discarded'],
	])('is unclear if what %s shows nothing', async (_what, state) => {
		const behaviour = showing((one) => (one.state === state ? shownNot(one) : one));
		const records = [{ ...twin('4'), state }, other('3'), own];
		expect((await found(records, behaviour)).ids).toBe(UNCLEAR);
		expect((await found(records, { ...behaviour, search: () => [] })).ids).toBe(UNCLEAR);
		const before = [other('3'), own, { ...other('1'), state }];
		expect((await found(before, behaviour)).ids).toEqual([]);
		const again = twin('5', { is: 'written' });
		expect((await found([again, ...records], behaviour)).ids).toEqual(['5']);
		const failed = twin('5', { is: 'unknown' });
		expect((await found([failed, ...records], behaviour)).ids).toBe(UNCLEAR);
	});

	it('is the newest, whatever waits from before', async () => {
		const timed = (id: string, minute: number, more: Shown) => ({
			...twin(id, more),
			inserted_at: `2026-11-01T10:0${minute}:00Z`,
		});
		const records = [
			timed('5', 3, { is: 'written' }),
			timed('4', 2, {}),
			timed('2', 1, { is: 'unknown' }),
		];
		const search = without('waiting');
		expect(await found(records, { search })).toMatchObject({ ids: ['5', '4'] });
	});

	it('is found with few calls where the search filters nothing', async () => {
		const many = Array.from({ length: 5_000 }, (_, index) => other(`${30_000 - index}`));
		const search: Search = (_, all) => [...all];
		const newer = twin('39999', { is: 'unknown' });
		const { ids, calls } = await found([twin('40000'), newer, ...many], { search }, newer);
		expect(ids).toEqual(['40000']);
		expect(calls).toBeLessThan(40);
	});

	it.each<[what: string, requestId: string | undefined]>([
		['are queries', 'n8n-query-'],
		['are queries without identifiers', undefined],
	])('is found with few calls among much whose newest %s', async (_what, requestId) => {
		const queries = Array.from({ length: 5_100 }, (_, index) =>
			queuedInvoice(`${30_000 - index}`, {
				element: 'InvoiceQueryRq',
				...(requestId !== undefined && { requestId: `${requestId}${index}` }),
				is: 'written',
				at: `T${30_000 - index}`,
			}),
		);
		const oldest = other('1', { requestId: 'mine-1' });
		const { ids, calls } = await found([twin('40000'), ...queries, own, oldest]);
		expect(ids).toEqual(['40000']);
		expect(calls).toBeLessThan(30);
	});

	it('is found with few calls among much that waits, whether pages are counted or not', async () => {
		const many = Array.from({ length: 5_100 }, (_, index) =>
			other(`${30_000 - index}`, { is: index < 101 ? 'waiting' : 'written' }),
		);
		for (const totalPages of [undefined, () => undefined]) {
			const records = [twin('40000', { is: 'written' }), ...many, own];
			const { ids, calls } = await found(records, totalPages && { totalPages });
			expect(ids).toEqual(['40000']);
			expect(calls).toBeLessThan(40);
		}
	});
});

describe('an identifier', () => {
	const request = (id: string, more: Shown = {}) =>
		queuedInvoice(id, { requestId: `n8n-run9-0-${id}`, is: 'written', at: `T${id}`, ...more });
	const order = (more: Shown = {}) => request('99', { requestId: 'A-1', ...more });
	const [newest, ...rest] = Array.from({ length: 400 }, (_, index) =>
		request(String(100_400 - index)),
	);
	const found = async (
		inside: readonly QueuedRecord[],
		behaviour: Behaviour,
		before = [newest, ...rest.slice(0, 200)],
		after = rest.slice(200),
		arePrebuilt = false,
	) => {
		const queue = [...before, ...inside, ...after].map((one, index) => ({
			...one,
			inserted_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
		}));
		const service = servedQueue(queue, { search: inText, ...behaviour });
		const history = await openHistory(service, CONNECTION, {
			phrases: ['A-1'],
			mayBeIt: (elements) => elements.includes('InvoiceAddRq'),
			arePrebuilt,
			isOurs: (identifier) => identifier.startsWith('n8n-') || identifier === 'A-1',
		});
		const shown = await shownIn(history, (one) => one === 'A-1', new Map());
		return shown.doubt ? UNCLEAR : shown.found.map(({ record }) => record.id);
	};

	it('is of a request that was sent, where the search leaves those out', async () => {
		const sent = { ...order({ is: 'waiting' }), state: 'sent' };
		const waiting = request('98', { is: 'waiting' });
		expect(await found([waiting, sent], { search: without('sent') })).toEqual(['99']);
	});

	it('waits behind one that is answered while the search is tried', async () => {
		const waiting = request('98', { is: 'waiting' });
		for (const others of [0, 120]) {
			const open = Array.from({ length: others }, (_, index) =>
				request(`w${900 - index}`, { is: 'waiting' }),
			);
			const before: Behaviour['before'] = ({ query }, all) => {
				const phrase = String(query?.search_phrase);
				const isTried = ({ id }: QueuedRecord) =>
					(id === '98' && phrase === 'n8n-run9-0-9') || (id === 'w900' && phrase.endsWith(id));
				for (const [index, one] of all.entries())
					if (isTried(one))
						all[index] = { ...one, ...request(one.id), inserted_at: one.inserted_at };
			};
			const queue = [waiting, ...open, order({ is: 'waiting' })];
			expect(await found(queue, { search: answeredOnly, before }, [])).toEqual(['99']);
		}
	});

	it('is of a request that has failed, where the search finds only what was answered', async () => {
		expect(await found([order({ is: 'unknown' })], { search: answeredOnly })).toEqual(['99']);
	});

	const queues: Array<[size: string, before: QueuedRecord[], after: QueuedRecord[]]> = [
		['a short queue', rest.slice(0, 20), rest.slice(380)],
		['a long one', rest.slice(0, 200), rest.slice(200)],
	];
	describe.each(queues)('in %s', (_size, before, after) => {
		const among = async (inside: readonly QueuedRecord[], behaviour: Behaviour = {}) =>
			await found(inside, behaviour, before, after);

		it.each<[what: string, show: (one: QueuedRecord) => QueuedRecord]>([
			['no identifiers', unnamed],
			['nothing', shownNot],
			['an empty request', (one) => ({ ...one, request_json: {} })],
		])(
			'is unclear while it waits, if a service shows %s before it is sent',
			async (_what, hide) => {
				const other = sent(request('98', { is: 'waiting' }));
				const isSent = ({ state }: QueuedRecord) =>
					!['waiting', 'ticketed', 'retryable'].includes(state);
				const behaviour = showing((one) => (isSent(one) ? one : hide(one)));
				for (const state of ['waiting', 'ticketed', 'retryable'])
					expect(await among([{ ...order(), state }, other], behaviour)).toBe(UNCLEAR);
				expect(await among([sent(order({ is: 'waiting' })), other], behaviour)).toEqual(['99']);
				expect(await among([other], behaviour)).toEqual([]);
			},
		);

		it('is unclear if what has failed shows nothing', async () => {
			const behaviour = showing((one) => (one.state === 'error' ? shownNot(one) : one));
			expect(await among([order({ is: 'unknown' })], behaviour)).toBe(UNCLEAR);
		});

		it('is unclear while it waits, if only other kinds of requests show theirs then', async () => {
			const behaviour = showing((one) => (isWaiting(one) && one.id !== '98' ? unnamed(one) : one));
			const raw = request('98', { is: 'waiting', element: 'BillModRq' });
			const inside = [order({ is: 'waiting' }), raw];
			expect(await found(inside, behaviour, before, after, true)).toBe(UNCLEAR);
		});

		it('is not there beside what others have called', async () => {
			const others = Array.from({ length: 5 }, (_, index) =>
				queuedInvoice(`w${900 - index}`, { requestId: 'shop-17' }),
			);
			const own = request('98', { is: 'waiting' });
			expect(await among(others)).toBe(UNCLEAR);
			expect(await among([own, ...others])).toEqual([]);
			expect(await among([order({ is: 'waiting' }), ...others])).toEqual(['99']);
		});

		it('is unclear if XML is cut off before it shows more than the kind', async () => {
			const xml = (id: string, element: string, end = ''): QueuedRecord => ({
				id,
				state: 'response_received',
				request_xml: `<QBXML><QBXMLMsgsRq><${element} requestID="A-1"><InvoiceAdd><Memo>${end}`,
			});
			expect(await among([xml('99', 'InvoiceAddRq')])).toBe(UNCLEAR);
			expect(await among([xml('99', 'BillAddRq')])).toEqual([]);
			// That is not well-formed, so that another program has sent it.
			expect(await among([xml('99', 'InvoiceAddRq', '<b>Hi</Memo></QBXML>')])).toEqual([]);
		});
	});

	it('comes to wait after what waits was read', async () => {
		const others = (prefix: string, count: number, state: string) =>
			Array.from({ length: count }, (_, index) => ({
				...queuedInvoice(`${prefix}${2_000 - index}`, {
					requestId: `shop-${prefix}${2_000 - index}`,
					element: 'BillAddRq',
				}),
				state,
			}));
		const hidden = { ...queuedInvoice('99'), state: 'retryable' };
		const behaviour: Behaviour = {
			before: ({ query }, all) => {
				const at = all.findIndex(({ id }) => id === '99');
				if (query?.state === 'retryable' && Number(query.page) >= 4)
					all[at] = { ...all[at], state: 'waiting' };
			},
		};
		const inside = [...others('w', 120, 'waiting'), ...others('v', 400, 'retryable'), hidden];
		expect(await found(inside, behaviour)).toBe(UNCLEAR);
	});

	describe('does not show before the request has ended', () => {
		const guid = '{12345678-1234-4234-8234-123456789abc}';
		const open = (count: number, more: Shown = {}) =>
			Array.from({ length: count }, (_, index) =>
				queuedInvoice(`w${900 - index}`, {
					guid: guid.replace('12345678', String(10_000_000 + index)),
					...more,
				}),
			);
		const hidden = queuedInvoice('99', { guid });

		it.each([0, 10, 120])('and the queue is long, with %s others that wait', async (others) => {
			expect(await found([...open(others), hidden], {}, [newest, ...rest.slice(0, 200)])).toBe(
				UNCLEAR,
			);
		});

		it('and others that wait have identifiers that these nodes did not make', async () => {
			expect(await found([...open(120, { requestId: 'req_1002' }), hidden], {})).toBe(UNCLEAR);
		});

		it('and it is shown once more than others are', async () => {
			const own = request('98', { is: 'waiting' });
			expect(await found([own, ...open(120), order({ is: 'waiting' })], {})).toEqual(['99']);
		});

		it('and much has failed that others have sent', async () => {
			const failed = open(5_100, { is: 'unknown' });
			expect(await found([...failed, order()], {})).toEqual(['99']);
		});
	});

	it('is unclear where the search stops finding what has not ended', async () => {
		const open = Array.from({ length: 120 }, (_, index) =>
			request(`w${900 - index}`, { is: 'waiting' }),
		);
		let isLost = false;
		const search: Search = (phrase, all) => {
			const hits = isLost ? without('waiting')(phrase, all) : inText(phrase, all);
			// It was tried, and what follows is the search itself.
			if (phrase.endsWith('w900')) isLost = true;
			return hits;
		};
		expect(await found([...open, order({ is: 'waiting' })], { search })).toBe(UNCLEAR);
	});
});

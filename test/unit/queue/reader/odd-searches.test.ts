import { openHistory, shownIn } from '../../../../queue/reader/history';
import { requestsOfExecution } from '../../../../queue/reader/requestsOfExecution';
import { sameWritesSince } from '../../../../queue/reader/sameWrites';
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
			guid: `{${mark}-${id.padStart(4, '0').slice(-4)}-4aaa-8aaa-aaaaaaaaaaaa}`,
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
		const change = queuedInvoice('99', { element: 'BillModRq' });
		expect(await found([...strangers, change, marked('9')])).toBe(UNCLEAR);
		const own = marked('98', OTHER, { is: 'waiting' });
		expect(await found([own, ...strangers, change, marked('9')])).toEqual(['9']);
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

	it('is not shown by the list before it has ended', async () => {
		const listed: Behaviour['listed'] = (one) =>
			one.state === 'waiting' ? { ...one, request_json: undefined } : one;
		expect(await found([twin('4'), other('3'), own], { listed })).toMatchObject({ ids: ['4'] });
	});

	it('has its GUID in capitals', async () => {
		const search: Search = (phrase, all) =>
			all.filter((one) => JSON.stringify(one).toLowerCase().includes(phrase.toLowerCase()));
		const again = twin('4', { guid: GUID.toUpperCase(), is: 'written' });
		expect(await found([again, other('3'), own], { search })).toMatchObject({ ids: ['4'] });
	});

	it('has failed as well, where the search finds only what waits or was answered', async () => {
		const records = [twin('4', { is: 'unknown' }), other('3'), own];
		expect(await found(records, { search: without('error') })).toMatchObject({ ids: ['4'] });
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
	) => {
		const queue = [...before, ...inside, ...rest.slice(200)].map((one, index) => ({
			...one,
			inserted_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
		}));
		const service = servedQueue(queue, { search: inText, ...behaviour });
		const history = await openHistory(service, CONNECTION, {
			phrases: ['A-1'],
			mayBeIt: (elements) => elements.includes('InvoiceAddRq'),
			arePrebuilt: false,
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

import type { QueryValues } from '../../../../queue/calls/serviceCall';
import { openHistory, QueueHistory } from '../../../../queue/reader/history';
import { findRequests, listedPages } from '../../../../queue/reader/queuedRequests';
import { readCursor, recordsSince, scanQueue } from '../../../../queue/reader/scanQueue';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION, queuedInvoice } from '../support/records';
import { chance, servedQueue, shufflingTies } from '../support/served-queue';

/** A service may list what has the same time in another order at each call (interface, section 4.2: "most recent first"). */

const START = Date.parse('2026-03-02T10:00:00.000Z');

/** Records of given seconds, newest first: `[3, 130]` are 130 records of the third second. */
const queueOf = (...groups: ReadonlyArray<readonly [second: number, count: number]>) =>
	groups.flatMap(([second, count]) =>
		Array.from({ length: count }, (_, index): QueuedRecord => {
			const ms = START + second * 1_000;
			const record = queuedInvoice(`r${second}-${index}`, { at: new Date(ms).toISOString() });
			return { ...record, queued_ms: ms };
		}),
	);
const withoutTimes = (record: QueuedRecord): QueuedRecord => ({
	...record,
	inserted_at: undefined,
});
const idsOf = (records: readonly QueuedRecord[]) => records.map(({ id }) => id).sort();

const shuffling = (
	seed: number,
	records: readonly QueuedRecord[],
	behaviour: Parameters<typeof servedQueue>[1] = {},
) => servedQueue(records, { ordered: shufflingTies(chance(seed)), ...behaviour });

const seeds = Array.from({ length: 15 }, (_, index) => index + 1);

async function visitedOf(
	service: ReturnType<typeof servedQueue>,
	options: Omit<Parameters<typeof scanQueue>[2], 'visit'> = {},
) {
	const visited: QueuedRecord[] = [];
	const visit = (record: QueuedRecord): boolean => {
		visited.push(record);
		return false;
	};
	return { end: await scanQueue(service, CONNECTION, { ...options, visit }), visited };
}

describe('records of one time on more than one page', () => {
	it.each([
		['on two pages', 100, queueOf([3, 130])],
		['behind newer ones', 100, queueOf([9, 60], [3, 130], [1, 5])],
		['on many pages', 100, queueOf([9, 3], [3, 700], [1, 120])],
		['on two small pages', 10, queueOf([3, 11])],
		['a pair at a boundary', 10, queueOf([9, 9], [3, 2], [1, 4])],
		['pairs at each boundary', 2, queueOf([9, 1], [8, 2], [7, 2], [6, 2], [5, 1])],
		['a few large groups', 20, queueOf([9, 90], [8, 50], [7, 90])],
	] as const)('%s: each is visited once, in the order of the times', async (_, pageSize, queue) => {
		for (const seed of seeds.slice(0, 1_000 / queue.length)) {
			const { end, visited } = await visitedOf(shuffling(seed, queue), { pageSize });
			expect(end).toBe('end');
			expect(idsOf(visited)).toEqual(idsOf(queue));
			const times = visited.map(({ inserted_at: at }) => String(at));
			expect(times).toEqual([...times].sort().reverse());
		}
	});

	it.each([
		['130 of one time', 100, queueOf([3, 130])],
		['11 of one time', 10, queueOf([3, 11])],
		['300 of one time, behind others', 100, queueOf([9, 150], [3, 300])],
	] as const)('the same where no times are shown: %s', async (_, pageSize, queue) => {
		for (const seed of seeds.slice(0, 4)) {
			const service = shuffling(seed, queue, { listed: withoutTimes });
			expect(idsOf((await visitedOf(service, { pageSize })).visited)).toEqual(idsOf(queue));
		}
	});

	it('are all found by a search and in the other direction', async () => {
		const queue = queueOf([3, 130]);
		for (const seed of seeds) {
			const service = shuffling(seed, queue, { search: (__, records) => [...records] });
			const queries: QueryValues[] = [{ search_phrase: 'x' }, { sort_direction: 'asc' }];
			for (const query of queries) {
				expect(idsOf(await findRequests(service, CONNECTION, query))).toEqual(idsOf(queue));
			}
		}
	});

	it('are all known while others are queued, carried out and deleted', async () => {
		const queue = queueOf([3, 130], [1, 40]);
		for (const seed of seeds) {
			const happens = chance(seed + 1_000);
			let added = 0;
			const service = shuffling(seed, queue, {
				before(_, records) {
					const what = happens();
					if (what < 0.2 && added < 5) records.unshift(...queueOf([10 + ++added, 1]));
					else if (what < 0.3) Object.assign(records[90], { state: 'response_received' });
					else if (what < 0.4) {
						const old = records.findIndex(({ id }) => id.startsWith('r11-'));
						if (old >= 0) records.splice(old, 1);
					}
				},
			});
			const ids = new Set(idsOf((await visitedOf(service)).visited));
			expect(queue.filter(({ id }) => !ids.has(id))).toEqual([]);
		}
	});

	it('cost no more calls than others where their order stays', async () => {
		const calls = async (queue: readonly QueuedRecord[]) => {
			const service = servedQueue(queue);
			await visitedOf(service, { pageSize: 10 });
			return service.calls.map(({ query }) => query?.page);
		};
		const pages = [1, 2, 1, 3, 2];
		expect(await calls(queueOf([3, 30]))).toEqual(pages);
		expect(await calls(queueOf([9, 5], [8, 7], [7, 18]))).toEqual(pages);
		const without = servedQueue(queueOf([3, 30]), { listed: withoutTimes });
		await visitedOf(without, { pageSize: 10 });
		expect(without.calls.map(({ query }) => query?.page)).toEqual(pages);
	});

	it('take a few calls where their order changes', async () => {
		const counts: number[] = [];
		for (const seed of seeds) {
			const service = shuffling(seed, queueOf([3, 130]));
			await visitedOf(service);
			counts.push(service.calls.length);
		}
		expect(Math.max(...counts)).toBeLessThan(50);
		const small = shuffling(1, queueOf([3, 11], [1, 1]));
		await visitedOf(small, { pageSize: 10 });
		expect(small.calls.length).toBeLessThanOrEqual(4);
	});

	it('are an error if they can never be read completely', async () => {
		const queue = queueOf([3, 130]);
		// One of them is never shown, as if it always stood on the page that is not being read.
		const shuffled = shufflingTies(chance(1));
		const service = servedQueue(queue, {
			ordered(records) {
				const shown = shuffled(records.filter(({ id }) => id !== 'r3-7'));
				return [...shown, shown[0]];
			},
		});
		await expect(visitedOf(service)).rejects.toMatchObject({
			message: 'The list of queued requests could not be read completely.',
			description: expect.stringContaining('in another order at each call'),
		});
		expect(service.calls.length).toBeLessThan(100);
	});

	it('may stand as often on a page as a request has pages', async () => {
		// Pages of one request, of which the list shows neither number nor content.
		const pages = Array.from({ length: 12 }, () => ({ id: 'r1', state: 'response_received' }));
		const service = servedQueue([...pages, { id: 'r0', state: 'waiting' }]);
		const { end, visited } = await visitedOf(service, { pageSize: 10 });
		expect(end).toBe('end');
		expect([...new Set(idsOf(visited))]).toEqual(['r0', 'r1']);
	});

	it('are not read beyond the limit', async () => {
		const service = shuffling(1, queueOf([3, 350]));
		expect((await visitedOf(service, { limit: 200 })).end).toBe('limit');
		expect(Math.max(...service.calls.map(({ query }) => Number(query?.page)))).toBe(2);
	});
});

describe('what relies on the list', () => {
	it('a cursor holds all of its time', async () => {
		const queue = queueOf([3, 9], [1, 3]);
		for (const seed of seeds) {
			const { ids } = await readCursor(shuffling(seed, queue), CONNECTION);
			expect([...ids].sort()).toEqual(idsOf(queue.slice(0, 9)));
		}
	});

	it('a cursor is not cut off by what is queued while it is read', async () => {
		for (const seed of seeds) {
			const service = shuffling(seed, queueOf([3, 9], [1, 3]), {
				before(_, records) {
					if (service.calls.length === 2) records.unshift(...queueOf([4, 1]));
				},
			});
			const { ids } = await readCursor(service, CONNECTION);
			expect([...ids].sort()).toEqual(idsOf(queueOf([3, 9])));
		}
	});

	it('what was queued since is found among many of the same time', async () => {
		for (const seed of seeds) {
			const service = shuffling(seed, queueOf([3, 60], [1, 3]));
			const cursor = await readCursor(service, CONNECTION);
			const [own] = queueOf([3, 1]).map((one) => ({ ...one, id: 'own' }));
			service.records.unshift(own, ...queueOf([4, 70]));
			const { records, mayBeOlder, isWhole } = await recordsSince(service, CONNECTION, cursor);
			expect(isWhole).toBe(true);
			expect(mayBeOlder.size).toBe(0);
			expect(idsOf(records)).toEqual(idsOf([own, ...queueOf([4, 70])]));
		}
	});

	it('with more of one time than a cursor can hold, all that may be new is there', async () => {
		for (const seed of seeds.slice(0, 10)) {
			const service = shuffling(seed, queueOf([3, 130], [1, 3]));
			const cursor = await readCursor(service, CONNECTION);
			service.records.unshift(...queueOf([4, 1]));
			const { records, mayBeOlder } = await recordsSince(service, CONNECTION, cursor);
			expect(idsOf(records).filter((id) => !mayBeOlder.has(id))).toEqual(['r4-0']);
			expect(new Set([...cursor.ids, ...idsOf(records)]).size).toBe(131);
		}
	});

	it('gives pages whose records the caller has not seen', async () => {
		const given: string[] = [];
		for await (const records of listedPages(shuffling(3, queueOf([3, 130])), CONNECTION, {
			page_size: 100,
		})) {
			given.push(...records.map(({ id }) => id));
		}
		expect(new Set(given).size).toBe(given.length);
	});

	it('an order that is in the queue is found among many of the same time', async () => {
		const order = { ...queuedInvoice('order', { requestId: 'A-1', is: 'written' }) };
		for (const seed of seeds) {
			const others = queueOf([3, 130]).map((one, index) => ({
				...one,
				...queuedInvoice(one.id, { requestId: `n8n-Run-${index}`, is: 'written' }),
			}));
			const [{ inserted_at: at, queued_ms: ms }] = queueOf([3, 1]);
			const service = shuffling(seed, others, { search: () => [] });
			const history = await openHistory(service, CONNECTION, {
				phrases: ['A-1'],
				mayBeIt: () => true,
				arePrebuilt: false,
				isOurs: (identifier) => identifier.startsWith('n8n-Run-') || identifier === 'A-1',
			});
			if (!(history instanceof QueueHistory)) throw new Error(history.because);
			service.records.push({ ...order, inserted_at: at, queued_ms: ms });
			const { found } = await history.find((identifier) => identifier === 'A-1', new Map());
			expect(found.map(({ record }) => record.id)).toEqual(['order']);
		}
	});
});

import {
	isWholeSearch,
	searchRequests,
	searchWhole,
	type Trial,
	tryAll,
} from '../../../../queue/reader/search';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../queue/requests/requestId';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

type Behaviour = Parameters<typeof servedQueue>[1];

const records = (count: number): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) => queuedInvoice(`r${count - index}`));

describe('what a search finds', () => {
	const named = (count: number, requestId: string) =>
		records(count).map(({ id }) => queuedInvoice(id, { requestId }));
	const isA = (record: QueuedRecord) => requestIdIn(record) === 'A';

	it('is read while something fits', async () => {
		const service = servedQueue([
			...named(150, 'A'),
			...named(300, 'AB').map((one) => ({ ...one, id: `b${one.id}` })),
		]);
		expect(await searchRequests(service, CONNECTION, 'A', isA)).toHaveLength(150);
		expect(service.calls.map(({ query }) => query)).toEqual([
			...[1, 2, 1, 3, 2].map((page) => ({ search_phrase: 'A', page, page_size: 100 })),
		]);
	});

	it('is nothing if nothing fits', async () => {
		const service = servedQueue(named(300, 'AB'));
		expect(await searchRequests(service, CONNECTION, 'A', isA)).toEqual([]);
		expect(service.calls).toHaveLength(1);
	});
});

describe('a search that may be cut off', () => {
	const isWhole = async (hits: number, search: (phrase: string) => number, totalPages = 9) => {
		const service = servedQueue(records(300), {
			search: (phrase, all) => all.slice(0, search(phrase)),
			totalPages: (pages) => Math.min(pages, totalPages),
		});
		return { is: await isWholeSearch(service, CONNECTION, hits), calls: service.calls.length };
	};

	it('is whole with fewer than ten hits', async () => {
		expect(await isWhole(9, () => 9)).toEqual({ is: true, calls: 0 });
	});

	it('is whole if another search gives more', async () => {
		expect(await isWhole(20, () => 21)).toEqual({ is: true, calls: 1 });
		expect(await isWhole(20, (phrase) => (phrase === 'e' ? 21 : 3))).toEqual({
			is: true,
			calls: 3,
		});
		expect(await isWhole(100, () => 200, 2)).toEqual({ is: true, calls: 1 });
		expect(await isWhole(101, () => 102, 2)).toEqual({ is: true, calls: 1 });
		expect(await isWhole(250, (phrase) => (phrase === 'Rq' ? 251 : 250), 3)).toEqual({
			is: true,
			calls: 2,
		});
	});

	it('may not be whole if none does', async () => {
		expect(await isWhole(10, () => 10)).toEqual({ is: false, calls: 4 });
		expect(await isWhole(100, () => 100)).toEqual({ is: false, calls: 4 });
		expect(await isWhole(101, () => 101, 2)).toEqual({ is: false, calls: 4 });
		expect(await isWhole(250, () => 250, 3)).toEqual({ is: false, calls: 4 });
	});

	it('is whole if the queue has no more', async () => {
		const alone = async (count: number) =>
			await isWholeSearch(servedQueue(records(count), { search: () => [] }), CONNECTION, 30);
		expect(await alone(30)).toBe(true);
		expect(await alone(31)).toBe(false);
		const hundred = servedQueue(records(100), { search: () => [] });
		expect(await isWholeSearch(hundred, CONNECTION, 100)).toBe(true);
	});

	it('may not be whole if pages are not counted', async () => {
		expect(await isWhole(100, () => 200, Infinity)).toEqual({ is: true, calls: 1 });
		const uncounted = servedQueue(records(101), {
			totalPages: () => undefined,
			search: (_, all) => [...all],
		});
		expect(await isWholeSearch(uncounted, CONNECTION, 100)).toBe(false);
		expect(await isWholeSearch(uncounted, CONNECTION, 101)).toBe(false);
		expect(await isWholeSearch(uncounted, CONNECTION, 99)).toBe(true);
		const repeating = servedQueue(records(300), {
			search: (_, all) => all.slice(0, 100),
			repeatsLastPage: true,
		});
		expect(await isWholeSearch(repeating, CONNECTION, 100)).toBe(false);
	});
});

const own = (id: string, more: Parameters<typeof queuedInvoice>[1] = {}) =>
	queuedInvoice(id, { requestId: `own-${id}`, is: 'written', ...more });

const trialOf = (record: QueuedRecord): Trial => ({
	record,
	query: { search_phrase: String(requestIdIn(record)), page_size: 20 },
});

const isOwn = (record: QueuedRecord) => requestIdIn(record)?.startsWith('own-') ?? false;

describe('a search that is tried', () => {
	it('has to find everything that is known to be there, on its first page', async () => {
		const service = servedQueue([own('3'), own('2'), own('1')]);
		const hits = async (...sought: QueuedRecord[]) =>
			await tryAll(service, CONNECTION, sought.map(trialOf));
		expect(await hits()).toEqual([]);
		expect(service.calls).toHaveLength(0);
		expect(await hits(own('3', { is: 'waiting' }), own('1'))).toEqual([own('3'), own('1')]);
		expect(await hits(own('3'), own('4'), own('1'))).toBeUndefined();
		expect(service.calls.map(({ query }) => query?.search_phrase)).toEqual([
			'own-3',
			'own-1',
			'own-3',
			'own-4',
		]);
		expect(service.calls.every(({ query }) => query?.page === 1)).toBe(true);
	});
});

describe('everything that a search finds', () => {
	const all = [own('4'), own('3'), own('2'), own('1')];
	const isAnswered = ({ state }: QueuedRecord) => state === 'response_received';
	const inIdentifier = (phrase: string, queue: readonly QueuedRecord[]) =>
		queue.filter((record) => requestIdIn(record)?.includes(phrase));
	/** Searches only what has ended. */
	const answeredOnly: Behaviour = {
		search: (phrase, queue) => inIdentifier(phrase, queue.filter(isAnswered)),
	};
	const idsIn = async (
		queue: readonly QueuedRecord[],
		behaviour: Behaviour = {},
		known: readonly QueuedRecord[] = [own('4'), own('1')],
	) => {
		const service = servedQueue(queue, behaviour);
		const trials = known.map(trialOf);
		const asked = { phrases: ['own-'], trials, isOwn };
		const found = await searchWhole(service, CONNECTION, asked);
		return found?.map(({ id }) => id);
	};

	it('can’t be told if it does not find what is known to be there', async () => {
		const newestOnly: Behaviour = {
			search: (phrase, queue) => inIdentifier(phrase, queue.slice(0, 3)),
		};
		expect(await idsIn(all, newestOnly)).toBeUndefined();
		expect(await idsIn(all, newestOnly, [own('4')])).toEqual(['4', '3', '2']);
	});

	it('can’t be told if it loses meanwhile what is known to be there', async () => {
		const losing = (after: number): Behaviour => {
			let asked = 0;
			const search = (phrase: string, queue: readonly QueuedRecord[]) => {
				asked += 1;
				return inIdentifier(phrase, asked > after ? queue.slice(0, -1) : queue);
			};
			return { search };
		};
		expect(await idsIn(all, losing(99))).toEqual(['4', '3', '2', '1']);
		// It was found before, and is lost before, or after, everything is searched for.
		expect(await idsIn(all, losing(2))).toBeUndefined();
		expect(await idsIn(all, losing(4))).toBeUndefined();
	});

	it('can’t be told if a search may give only its first hits', async () => {
		const many = Array.from({ length: 30 }, (_, index) => own(String(99 - index)));
		const atMost = (hits: number): Behaviour => ({
			search: (phrase, queue) => inIdentifier(phrase, queue).slice(0, hits),
		});
		expect(await idsIn(many, atMost(12), [own('99')])).toBeUndefined();
		const others = records(40).map(({ id }) =>
			queuedInvoice(id, { requestId: 'else', is: 'written' }),
		);
		expect(await idsIn([...many, ...others], {}, [own('99')])).toHaveLength(30);
	});

	it.each(['waiting', 'ticketed', 'sent', 'retryable'])(
		'is all that has not ended, too, which a search may leave out: %s',
		async (state) => {
			const open = { ...own('5', { is: 'waiting' }), state };
			expect(await idsIn([open, ...all], answeredOnly)).toEqual(['5', '4', '3', '2', '1']);
		},
	);

	it('is all that waits, which is read if the search finds none of it', async () => {
		const waiting = Array.from({ length: 101 }, (_, index) =>
			own(`w${500 - index}`, { is: 'waiting' }),
		);
		const others = records(200).map(({ id }) =>
			queuedInvoice(id, { requestId: 'else', is: 'written' }),
		);
		const queue = [...waiting, ...all, ...others];
		expect(await idsIn(queue)).toHaveLength(105);
		expect(await idsIn(queue, answeredOnly)).toHaveLength(105);
	});

	it('can’t be told if so much waits that it can’t be read', async () => {
		const waiting = (count: number) => [
			...Array.from({ length: count }, (_, index) => own(`w${9_000 - index}`, { is: 'waiting' })),
			...all,
		];
		expect(await idsIn(waiting(4_999), answeredOnly)).toHaveLength(5_003);
		expect(await idsIn(waiting(5_000), answeredOnly)).toBeUndefined();
	});

	it('can’t be told if too much is found for one of several phrases', async () => {
		const many = Array.from({ length: 30 }, (_, index) => own(String(99 - index)));
		const others = records(40).map(({ id }) =>
			queuedInvoice(id, { requestId: 'else', is: 'written' }),
		);
		const service = servedQueue([...many, ...others]);
		const found = async (limit: number) =>
			await searchWhole(service, CONNECTION, {
				phrases: ['own-', 'own-99', 'nothing'],
				trials: [trialOf(own('99'))],
				isOwn,
				limit,
			});
		expect(await found(30)).toBeUndefined();
		expect(await found(31)).toHaveLength(30);
	});

	it('has own requests that were tried', async () => {
		const waiting = Array.from({ length: 101 }, (_, index) =>
			queuedInvoice(`w${900 - index}`, { requestId: `mine-${900 - index}` }),
		);
		const found = await searchWhole(servedQueue([...waiting, ...all]), CONNECTION, {
			phrases: ['own-'],
			trials: [trialOf(own('4'))],
			isOwn: (record) => requestIdIn(record) === 'mine-850',
		});
		expect(found?.map(({ id }) => id)).toEqual(['w850', '4', '3', '2', '1']);
		const others = await searchWhole(servedQueue([...waiting, ...all]), CONNECTION, {
			phrases: ['own-'],
			trials: [trialOf(own('4'))],
			isOwn: () => false,
		});
		expect(others?.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
	});
});

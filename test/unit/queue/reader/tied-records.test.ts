import {
	isOlder,
	orderOf,
	placeOf,
	readTied,
	showTheSame,
} from '../../../../queue/reader/tiedRecords';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { chance, shuffled } from '../support/served-queue';

const queued = (inserted_at: unknown, more: Partial<QueuedRecord> = {}): QueuedRecord => ({
	id: 'a',
	state: 'waiting',
	...({ inserted_at } as Partial<QueuedRecord>),
	...more,
});
const SECOND = '2026-03-02T10:00:00';

describe('which of two requests is older', () => {
	it.each<[what: string, older: unknown, newer: unknown]>([
		['seconds', `${SECOND}Z`, '2026-03-02T10:00:01Z'],
		['a second with a fraction, and one without', `${SECOND}Z`, `${SECOND}.5Z`],
		['offsets', '2026-03-02T12:00:00+03:00', `${SECOND}Z`],
		['microseconds', `${SECOND}.000001Z`, `${SECOND}.000002Z`],
		['numbers', 1_772_445_600, 1_772_445_601],
	])('is told by %s', (_what, older, newer) => {
		expect(isOlder(queued(older), queued(newer))).toBe(true);
		expect(isOlder(queued(newer), queued(older))).toBe(false);
	});

	it.each<[what: string, one: unknown, other: unknown]>([
		['equal times', `${SECOND}Z`, `${SECOND}Z`],
		['one moment in two time zones', `${SECOND}Z`, '2026-03-02T12:00:00+02:00'],
		['microseconds of different precision', `${SECOND}.0000Z`, `${SECOND}.00001Z`],
		['texts of different lengths that are no times', 'yesterday', 'today'],
		['a time and a text', `${SECOND}Z`, 'today'],
		['no times', undefined, null],
		['one time alone', `${SECOND}Z`, undefined],
	])('is not told by %s', (_what, one, other) => {
		expect(isOlder(queued(one), queued(other))).toBe(false);
		expect(isOlder(queued(other), queued(one))).toBe(false);
	});
});

it('a record has one place, whatever becomes of it, and each page another', () => {
	const page = queued(`${SECOND}Z`, { page: 1, page_request_id: 'p' });
	const done = { ...page, id: 'A', state: 'response_received', response_xml: '<a/>' };
	expect(placeOf(done)).toBe(placeOf(page));
	const others = [
		{ ...page, id: 'b' },
		{ ...page, page: 2 },
		{ ...page, page_request_id: 'q' },
		{ ...page, inserted_at: '2026-03-02T11:00:00Z' },
	];
	expect(new Set([page, ...others].map(placeOf)).size).toBe(5);
});

describe('the order of a list', () => {
	const [early, late] = [`${SECOND}Z`, '2026-03-02T11:00:00Z'];
	// Each was queued when the other one changed.
	const [one, other] = [
		queued(early, { updated_at: late }),
		queued(late, { updated_at: early, id: 'b' }),
	];

	it.each([
		[{}, early, other, false],
		[{ sort_direction: 'asc' }, early, one, false],
		[{ sort: 'inserted_at', sort_direction: 'desc' }, early, other, false],
		[{ sort: 'updated_at' }, late, one, true],
		[{ sort: 'updated_at', sort_direction: 'desc' }, late, one, true],
		[{ sort: 'updated_at', sort_direction: 'asc' }, late, other, false],
	])('for %j', (query, time, first, movesToFront) => {
		const order = orderOf(query);
		const last = first === one ? other : one;
		expect(order.timeOf(one)).toBe(time);
		expect([order.isBefore(first, last), order.isBefore(last, first)]).toEqual([true, false]);
		expect([order.isTied(one, other), order.isTied(other, one)]).toEqual([false, false]);
		expect(order.isTied(one, { ...one, id: 'c' })).toBe(true);
		expect(order.movesToFront).toBe(movesToFront);
	});
});

it('two looks show the same if they show the same records, in any order', () => {
	const [a, b, c] = ['a', 'b', 'c'].map((id) => queued(`${SECOND}Z`, { id }));
	expect(showTheSame([a, b], [b, { ...a, state: 'sent' }])).toBe(true);
	expect(showTheSame([a, b], [a, c])).toBe(false);
	expect(showTheSame([a, b], [a])).toBe(false);
});

describe('records of one time on several pages', () => {
	const SIZE = 20;
	const older = '2026-03-02T09:00:00Z';
	const newer = '2026-03-02T11:00:00Z';
	const group = (name: string, count: number, at?: string) =>
		Array.from({ length: count }, (_, index) =>
			queued(at, { id: `${name}${String(index).padStart(3, '0')}` }),
		);
	const tied = (count: number) => group('t', count, `${SECOND}Z`);
	const idsOf = (records: readonly QueuedRecord[]) => records.map(({ id }) => id);

	interface List {
		/** What the list has at a call, in its order. */
		at: (call: number, page: number, size: number) => readonly QueuedRecord[];
		from?: number;
		to?: number;
		limit?: number;
		/** How many pages it says that there are. */
		says?: (pages: number) => number;
		repeatsLastPage?: boolean;
		tie?: QueuedRecord;
	}

	async function look({
		at,
		from = 0,
		to = 2 * SIZE,
		limit = Infinity,
		says = (pages) => pages,
		repeatsLastPage = false,
		tie = queued(`${SECOND}Z`, { id: 't000' }),
	}: List) {
		const asked: string[] = [];
		const read = async (page: number, size: number) => {
			asked.push(`${page}/${size}`);
			const all = at(asked.length, page, size);
			const pages = Math.ceil(all.length / size);
			const number = repeatsLastPage ? Math.min(page, pages) : page;
			return { data: all.slice((number - 1) * size, number * size), total_pages: says(pages) };
		};
		const order = orderOf({});
		const result = await readTied({ read, order, size: SIZE, limit }, { from, to }, tie);
		return { result, asked };
	}

	it('are known, with those behind them, when two looks in a row have shown as many as they have places', async () => {
		const list = [...group('n', 5, newer), ...tied(25), ...group('o', 20, older)];
		const { result, asked } = await look({ at: () => list });
		expect(idsOf(result?.records ?? [])).toEqual(idsOf(list.slice(5, 40)));
		expect(result).toMatchObject({ to: 2, isCutOff: false });
		expect(idsOf([...(result?.last.data ?? [])])).toEqual(idsOf(list.slice(20, 40)));
		expect(asked).toEqual(['1/20', '2/20', '1/20', '2/20']);
	});

	it('are known by one look if that is at one page', async () => {
		const list = [...group('n', 5, newer), ...tied(9), ...group('o', 20, older)];
		const { result, asked } = await look({ at: () => list, to: SIZE });
		expect(idsOf(result?.records ?? [])).toEqual(idsOf(list.slice(5, 20)));
		expect(asked).toEqual(['1/20']);
	});

	it('are read from the first page that has one to the last, wherever one was seen', async () => {
		const list = [...group('n', 25, newer), ...tied(50), ...group('o', 30, older)];
		const { result, asked } = await look({ at: () => list, from: 2 * SIZE, to: 3 * SIZE });
		expect(idsOf(result?.records ?? [])).toEqual(idsOf(list.slice(25, 80)));
		expect(result).toMatchObject({ to: 4, isCutOff: false });
		expect(asked.slice(0, 4)).toEqual(['3/20', '4/20', '2/20', '3/20']);
		const first = await look({ at: () => list.slice(25), from: SIZE, to: 2 * SIZE });
		expect(idsOf(first.result?.records ?? []).slice(0, 50)).toEqual(idsOf(tied(50)));
	});

	it('are not read beyond the limit', async () => {
		const { result, asked } = await look({ at: () => tied(70), limit: 2 * SIZE });
		expect(idsOf(result?.records ?? [])).toEqual(idsOf(tied(40)));
		expect(result).toMatchObject({ to: 2, isCutOff: true });
		expect(asked).toEqual(['1/20', '2/20']);
		const all = await look({ at: () => tied(40), limit: 2 * SIZE });
		expect(all.result).toMatchObject({ to: 2, isCutOff: false });
	});

	it.each([false, true])(
		'end where no page says how many there are (the last is repeated: %s)',
		async (repeatsLastPage) => {
			const { result, asked } = await look({
				at: () => tied(60),
				says: () => Infinity,
				repeatsLastPage,
			});
			expect(idsOf(result?.records ?? [])).toEqual(idsOf(tied(60)));
			expect(result?.isCutOff).toBe(false);
			expect(Math.max(...asked.map((call) => Number.parseInt(call, 10)))).toBe(4);
		},
	);

	it('are never known if one of them is on none of the pages', async () => {
		const random = chance(7);
		const hidden = () => {
			const shown = shuffled(tied(30).slice(1), random);
			return [...shown, shown[0]];
		};
		const { result, asked } = await look({ at: hidden });
		expect(result).toBeUndefined();
		expect(asked.length).toBeGreaterThan(30);
		expect(asked.length).toBeLessThan(150);
	});

	it('are looked for on pages of other sizes, too, if each page is always the same', async () => {
		// Page by page of 20, one of them is never shown.
		const shown = (_: number, page: number, size: number) =>
			size === SIZE && page === 2
				? [...tied(30).slice(0, 20), ...tied(30).slice(19, 29)]
				: tied(30);
		const { result, asked } = await look({ at: shown });
		expect([...new Set(asked.map((call) => call.split('/')[1]))]).toEqual(['20', '10', '5']);
		expect(idsOf(result?.records ?? []).sort()).toEqual(idsOf(tied(30)));
	});

	it('are all there if each keeps its place, although nothing tells some of them apart', async () => {
		const same = Array.from({ length: 25 }, () => queued(`${SECOND}Z`, { id: 't000' }));
		const { result, asked } = await look({ at: () => [...same, ...group('o', 3, older)] });
		expect(result?.records).toHaveLength(28);
		// Eight looks, of which each fourth is at smaller pages.
		expect(new Set(asked).size).toBeGreaterThan(2);
	});

	it('are all of the range where no times are shown, and more of it if others come', async () => {
		const untimed = group('t', 50);
		const tie = queued(undefined, { id: 't000' });
		const { result } = await look({ at: () => untimed, tie });
		expect(idsOf(result?.records ?? [])).toEqual(idsOf(untimed.slice(0, 40)));
		expect(result?.to).toBe(2);
		const before = (count: number) => [...group('n', count), ...untimed];
		const grown = await look({
			at: (call) => before([0, 5][call - 1] ?? 10),
			tie,
		});
		expect(idsOf(grown.result?.records ?? []).sort()).toEqual(idsOf(before(10)).sort());
		expect(grown.result?.to).toBe(3);
	});
});

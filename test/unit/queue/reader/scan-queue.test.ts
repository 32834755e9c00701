import {
	type QueueCursor,
	readCursor,
	recordsSince,
	scanQueue,
} from '../../../../queue/reader/scanQueue';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

/** Records of these IDs, each with its time if it has one: `r1@T1`. */
const recordsOf = (...names: string[]): QueuedRecord[] =>
	names.map((name) => {
		const [id, at] = name.split('@');
		return queuedInvoice(id, { at });
	});
const idsOf = (records: readonly QueuedRecord[]) => records.map(({ id }) => id);
const many = (count: number, at = (number: number): string => `@T${number}`) =>
	recordsOf(
		...Array.from({ length: count }, (_, index) => `r${count - index}${at(count - index)}`),
	);

describe('a look through a queue', () => {
	const visited = async (
		service: ReturnType<typeof servedQueue>,
		options: Partial<Parameters<typeof scanQueue>[2]> = {},
	) => {
		const ids: string[] = [];
		const end = await scanQueue(service, CONNECTION, {
			...options,
			visit: (record) => {
				ids.push(record.id);
				return options.visit?.(record) ?? false;
			},
		});
		return { ids, end };
	};

	it('asks for the newest first, a hundred at a time, unless it is told otherwise', async () => {
		const service = servedQueue(recordsOf('r1'));
		await visited(service);
		expect(service.calls).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: '/connections/c1/queued_requests',
				query: { sort: 'inserted_at', sort_direction: 'desc', page: 1, page_size: 100 },
			}),
		]);
		await visited(service, { query: { sort_direction: 'asc' }, pageSize: 7 });
		expect(service.calls[1]).toMatchObject({
			query: { sort: 'inserted_at', sort_direction: 'asc', page: 1, page_size: 7 },
		});
	});

	it.each([1, 2, 3, 4, 5])('visits what moves up when call %i finds one deleted', async (call) => {
		const service = servedQueue(many(6), {
			before: (_, records) => {
				if (service.calls.length === call) records.splice(0, 1);
			},
		});
		const { ids } = await visited(service, { pageSize: 2 });
		expect([...ids].sort()).toEqual(
			call === 1
				? ['r1', 'r2', 'r3', 'r4', 'r5']
				: many(6)
						.map(({ id }) => id)
						.sort(),
		);
	});

	it('ends where the visitor has seen enough', async () => {
		const service = servedQueue(many(4));
		const enough = { pageSize: 2, visit: ({ id }: QueuedRecord) => id === 'r3' };
		expect(await visited(service, enough)).toEqual({ ids: ['r4', 'r3'], end: 'stopped' });
		expect(service.calls).toHaveLength(1);
	});

	it('reads as many as it may', async () => {
		expect(await visited(servedQueue(many(4)), { pageSize: 2, limit: 4 })).toMatchObject({
			end: 'end',
		});
		expect(await visited(servedQueue(many(101)), { limit: 100 })).toMatchObject({ end: 'limit' });
	});

	it.each([2, 3, 4])('visits what moves up by whole pages when %i are deleted', async (count) => {
		const service = servedQueue(many(12), {
			before: (_, records) => {
				if (service.calls.length === 4) records.splice(0, count);
			},
		});
		const { ids } = await visited(service, { pageSize: 2 });
		expect([...ids].sort()).toEqual(
			many(12)
				.map(({ id }) => id)
				.sort(),
		);
	});

	it('ends with an empty page if the service does not count pages, or counts too many', async () => {
		for (const totalPages of [() => undefined, () => 9]) {
			const service = servedQueue(many(3), { totalPages });
			expect(await visited(service, { pageSize: 2 })).toMatchObject({ end: 'end' });
			expect(service.calls).toHaveLength(5);
		}
	});
});

describe('the cursor of a queue', () => {
	const cursorOf = async (records: readonly QueuedRecord[]) =>
		await readCursor(servedQueue(records), CONNECTION);

	it('is all that were queued at the same instant, up to a hundred', async () => {
		expect(await cursorOf(recordsOf('r3@T2', 'r2@T2', 'r1@T1'))).toEqual({
			ids: ['r3', 'r2'],
			at: 'T2',
		});
		expect((await cursorOf(many(120, () => '@T'))).ids).toHaveLength(100);
	});

	it.each<[names: string[], cursor: QueueCursor]>([
		[['r3@T3', 'r2@T2'], { ids: ['r3'], at: 'T3' }],
		[['r3', 'r2'], { ids: ['r3'] }],
		[['r3', 'r2@T2'], { ids: ['r3'] }],
		[['r3@T3', 'r2'], { ids: ['r3'], at: 'T3' }],
	])('is known from the newest two if they are not of one instant: %j', async (names, cursor) => {
		const service = servedQueue([...recordsOf(...names), ...many(100)]);
		expect(await readCursor(service, CONNECTION)).toStrictEqual(cursor);
		expect(service.calls).toHaveLength(1);
	});

	it('is all of one instant, although others come while they are read', async () => {
		const service = servedQueue(recordsOf('r4@T2', 'r3@T2', 'r2@T2', 'r1@T2', 'r0@T1'), {
			before: (_, records) => {
				if (service.calls.length === 2) records.unshift(...recordsOf('n2@T4', 'n1@T3'));
			},
		});
		expect(await readCursor(service, CONNECTION)).toEqual({
			ids: ['r4', 'r3', 'r2', 'r1'],
			at: 'T2',
		});
	});
});

describe('what a queue has gained since a cursor', () => {
	const since = async (records: readonly QueuedRecord[], cursor: QueueCursor, limit?: number) => {
		const gained = await recordsSince(servedQueue(records), CONNECTION, cursor, limit);
		return { ...gained, records: idsOf(gained.records), mayBeOlder: [...gained.mayBeOlder] };
	};
	const whole = { mayBeOlder: [], isWhole: true };

	it('is everything if the queue was empty', async () => {
		expect(await since(recordsOf('r2@T2', 'r1@T1'), { ids: [] })).toEqual({
			...whole,
			records: ['r2', 'r1'],
		});
	});

	it('may stand behind it where several have the same time', async () => {
		const records = recordsOf('r3@T2', 'r1@T2', 'r2@T2', 'r0@T1');
		expect(await since(records, { ids: ['r1'], at: 'T2' })).toEqual({
			...whole,
			records: ['r3', 'r2'],
		});
	});

	it('may be more than what was read if too many have the time of the cursor', async () => {
		const same = (count: number) => [...recordsOf('r1@T'), ...many(count, () => '@T').slice(0, -1)];
		const cursor = { ids: ['r1'], at: 'T' };
		expect((await since(same(100), cursor)).isWhole).toBe(true);
		const tooMany = [...same(130), ...recordsOf('r0@S')];
		expect(await since(tooMany, cursor)).toMatchObject({ isWhole: false });
	});

	it('may stand behind it where the list shows no times', async () => {
		expect(
			(
				await since(recordsOf('r1', ...Array.from({ length: 120 }, (_, n) => `o${n}`)), {
					ids: ['r1'],
				})
			).mayBeOlder,
		).toHaveLength(100);
	});

	it('may have been there before, if it shows no time behind the cursor', async () => {
		const cursor = { ids: ['r1'], at: 'T1' };
		const records = recordsOf('r2@T2', 'r1@T1', 'r0');
		expect((await since(records, cursor)).mayBeOlder).toEqual(['r0']);
	});

	it('holds a later page of the same request', async () => {
		const records = recordsOf('r1@T3', 'r2@T2', 'r1@T1');
		expect(await since(records, { ids: ['r1'], at: 'T1' })).toEqual({
			...whole,
			records: ['r1', 'r2'],
		});
	});

	it('is the whole queue if the cursor is gone', async () => {
		expect(await since(recordsOf('r3@T3', 'r2@T2'), { ids: ['r1'], at: 'T1' })).toEqual({
			...whole,
			records: ['r3', 'r2'],
			mayBeOlder: ['r3', 'r2'],
		});
	});

	it('is a part if it is too much', async () => {
		const records = many(201);
		expect(await since(records, { ids: ['r1'], at: 'T1' }, 100)).toMatchObject({
			isWhole: false,
		});
		expect(await since(records, { ids: ['r1'], at: 'T1' }, 300)).toMatchObject({ isWhole: true });
	});
});

import { findRequests, listedPages } from '../../../../queue/reader/queuedRequests';
import { sameWritesSince } from '../../../../queue/reader/sameWrites';
import { readCursor, recordsSince, scanQueue } from '../../../../queue/reader/scanQueue';
import { searchRequests } from '../../../../queue/reader/search';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { ADDED_XML, CONNECTION, queuedInvoice } from '../support/records';
import { chance, servedQueue, shuffled, shufflingTies } from '../support/served-queue';

/** What a service, and those who use it, may do with a list while it is read page by page (interface, section 4.2). */

const at = (second: number): string =>
	new Date(Date.parse('2026-03-02T10:00:00.000Z') + second * 1_000).toISOString();

/** So many requests of one second. */
const group = (second: number, count: number): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) =>
		queuedInvoice(`r${second}-${String(index).padStart(3, '0')}`, { at: at(second) }),
	);
const idsOf = (records: readonly QueuedRecord[]) => records.map(({ id }) => id).sort();
const untimed = (record: QueuedRecord): QueuedRecord => ({ ...record, inserted_at: undefined });

type Behaviour = NonNullable<Parameters<typeof servedQueue>[1]>;

async function visitedOf(
	records: readonly QueuedRecord[],
	behaviour: Behaviour,
	options: Omit<Parameters<typeof scanQueue>[2], 'visit'> = {},
) {
	const service = servedQueue(records, behaviour);
	const visited: QueuedRecord[] = [];
	const visit = (record: QueuedRecord): boolean => {
		visited.push(record);
		return false;
	};
	const end = await scanQueue(service, CONNECTION, { ...options, visit });
	return { service, end, visited };
}

/** One of the two orders by ID of what has the same time. */
const byId = (records: readonly QueuedRecord[], sign: 1 | -1): QueuedRecord[] =>
	[...records].sort(
		(one, other) =>
			String(other.inserted_at).localeCompare(String(one.inserted_at)) ||
			sign * one.id.localeCompare(other.id),
	);

describe('equal times on more than one page', () => {
	const queue = group(3, 130);

	it.each([0, 1])('listed by two machines that answer in turn, from machine %d', async (first) => {
		let calls = first;
		const { end, visited } = await visitedOf(queue, {
			ordered: (records) => byId(records, (calls += 1) % 2 === 0 ? 1 : -1),
		});
		expect(end).toBe('end');
		expect(idsOf(visited)).toEqual(idsOf(queue));
	});

	it('sorted no further than the page that is asked for', async () => {
		// As a database does: it keeps as many as it has to give, and so in an order that depends on their number alone.
		const sortedFor = (records: readonly QueuedRecord[], count: number, seed: number) =>
			count < records.length
				? [...shuffled(records.slice(0, count), chance(seed + count)), ...records.slice(count)]
				: shuffled(records, chance(seed));
		for (let seed = 1; seed <= 5; seed++) {
			const looks = visitedOf(queue, {
				ordered: (records, { page, size }) => sortedFor(records, page * size, seed * 1_000),
			});
			const [look] = await Promise.allSettled([looks]);
			if (look.status === 'fulfilled') expect(idsOf(look.value.visited)).toEqual(idsOf(queue));
			else expect(look.reason).toMatchObject({ message: expect.stringContaining('completely') });
		}
	});

	it('of which each page is always the same, and one request on none', async () => {
		const never = visitedOf(queue, {
			ordered: (records, { page, size }) =>
				page === 1
					? byId(records, 1)
					: byId(records, 1)
							.slice(1)
							.concat(records[0])
							.reverse()
							.slice(-size)
							.concat(byId(records, 1)),
		});
		await expect(never).rejects.toThrow('could not be read completely');
	});

	it('of which one always stands on the other page, while another one is deleted', async () => {
		const few = group(3, 102);
		const isHidden = ({ id }: QueuedRecord) => id === 'r3-101';
		const service = servedQueue(few, {
			ordered(records, { page }) {
				const hidden = records.filter(isHidden);
				const others = records.filter((record) => !isHidden(record));
				return page === 1 ? [...others, ...hidden] : [...hidden, ...others];
			},
			// Those that were seen before and after are as many as there are then.
			before(_, records) {
				if (service.calls.length === 5) records.shift();
			},
		});
		const never = scanQueue(service, CONNECTION, { visit: () => false });
		await expect(never).rejects.toThrow('could not be read completely');
	});

	it('of which one always stands on the other page, while a newer one is deleted', async () => {
		const isHidden = ({ id }: QueuedRecord) => id === 'r3-129';
		const service = servedQueue([...group(9, 1), ...queue], {
			ordered(records, { page }) {
				const hidden = records.filter(isHidden);
				const others = records.filter((record) => !isHidden(record));
				return page === 1 ? [...others, ...hidden] : [...hidden, ...others];
			},
			before(_, records) {
				if (service.calls.length === 2) records.shift();
			},
		});
		const never = scanQueue(service, CONNECTION, { visit: () => false });
		await expect(never).rejects.toThrow('could not be read completely');
	});

	it('of which some are deleted while they are read', async () => {
		const random = chance(6);
		const service = servedQueue(queue, {
			ordered: (records) => shuffled(records, random),
			before(_, records) {
				if ([6, 9].includes(service.calls.length)) records.shift();
			},
		});
		const visited: QueuedRecord[] = [];
		const visit = (record: QueuedRecord) => !visited.push(record);
		expect(await scanQueue(service, CONNECTION, { visit })).toBe('end');
		const ids = new Set(idsOf(visited));
		expect(service.records.filter(({ id }) => !ids.has(id))).toEqual([]);
	});

	it('among others, the oldest first', async () => {
		const random = chance(8);
		const mixed = [...group(9, 150), ...group(3, 130), ...group(1, 60)];
		for (let time = 0; time < 5; time++) {
			const service = servedQueue(mixed, {
				ordered: (records) => byId(shuffled(records, random), random() < 0.5 ? 1 : -1),
			});
			const found = await findRequests(service, CONNECTION, { sort_direction: 'asc' });
			expect(idsOf(found)).toEqual(idsOf(mixed));
			const times = found.map(({ inserted_at: time }) => String(time));
			expect(times).toEqual([...times].sort());
		}
	});

	it('of which some are pages of one request that nothing tells apart', async () => {
		const random = chance(10);
		const pages = Array.from({ length: 4 }, () => ({ ...group(3, 1)[0], id: 'paged' }));
		for (let time = 0; time < 5; time++) {
			const { visited } = await visitedOf([...pages, ...queue], {
				ordered: (records) => shuffled(records, random),
			});
			expect(idsOf(visited)).toEqual(['paged', ...idsOf(queue)]);
		}
	});

	it('of which some are pages of one request that their answers tell apart', async () => {
		const random = chance(11);
		const pages = ['one', 'two', 'three', 'four'].map((answer) => ({
			...group(3, 1)[0],
			id: 'paged',
			state: 'response_received',
			response_xml: answer,
		}));
		for (let time = 0; time < 5; time++) {
			const { visited } = await visitedOf([...pages, ...queue], {
				ordered: (records) => shuffled(records, random),
			});
			const answers = visited.map(({ response_xml: xml }) => xml).filter(Boolean);
			expect(answers.sort()).toEqual(['four', 'one', 'three', 'two']);
			expect(visited).toHaveLength(134);
		}
	});

	it('that are not shown, with pages of one request far apart that nothing tells apart', async () => {
		const all = group(3, 260).map(untimed);
		for (const index of [5, 155]) all[index] = { ...all[index], id: 'paged' };
		const { end, visited } = await visitedOf(all, {}, { pageSize: 10 });
		expect(end).toBe('end');
		expect(idsOf(visited)).toEqual([...new Set(idsOf(all))]);
	});

	it('which all go before they are read again', async () => {
		const pair = group(3, 2);
		const older = group(1, 50).map((one, index) => ({ ...one, inserted_at: at(-index) }));
		const newer = group(9, 9).map((one, index) => ({ ...one, inserted_at: at(90 - index) }));
		let calls = 0;
		const { visited } = await visitedOf(
			[...newer, ...pair, ...older],
			{
				ordered: (records) => byId(records, (calls += 1) % 2 === 0 ? 1 : -1),
				before(_, records) {
					if (calls === 3)
						records.splice(
							records.findIndex(({ id }) => id === 'r3-000'),
							2,
						);
				},
			},
			{ pageSize: 10 },
		);
		const ids = new Set(idsOf(visited));
		expect(idsOf(older).filter((id) => !ids.has(id))).toEqual([]);
	});

	it('which move up by more than a page before they are read again', async () => {
		const newer = group(9, 250).map((one, index) => ({ ...one, inserted_at: at(900 - index) }));
		const all = [...newer, ...group(3, 160), ...group(1, 4)];
		const random = chance(7);
		const service = servedQueue(all, {
			ordered: (records) =>
				shuffled(records, random).sort((one, other) =>
					String(other.inserted_at).localeCompare(String(one.inserted_at)),
				),
			before(_, records) {
				if (service.calls.length === 8) records.splice(0, 230);
			},
		});
		const visited: QueuedRecord[] = [];
		await scanQueue(service, CONNECTION, { visit: (record) => !visited.push(record) });
		const ids = new Set(idsOf(visited));
		expect(idsOf([...group(3, 160), ...group(1, 4)]).filter((id) => !ids.has(id))).toEqual([]);
	});

	it('from a service with small pages only', async () => {
		const random = chance(5);
		const mixed = [...group(9, 30), ...group(3, 90), ...group(1, 40)];
		for (const largestPage of [7, 50]) {
			const { visited } = await visitedOf(mixed, {
				largestPage,
				ordered: (records) => byId(shuffled(records, random), random() < 0.5 ? 1 : -1),
			});
			expect(idsOf(visited)).toEqual(idsOf(mixed));
		}
	});
});

describe('the end of a list', () => {
	it.each([
		['as it is said', 300, (pages: number) => pages],
		['as nobody says it', 200, () => undefined],
	])('is not where many have come in meanwhile: %s', async (_, count, totalPages) => {
		const queue = group(1, 300).map((one, index) => ({ ...one, inserted_at: at(-index) }));
		const service = servedQueue(queue, {
			totalPages,
			before(__, records) {
				if (service.calls.length === 4) records.unshift(...group(9, count));
			},
		});
		const found = await findRequests(service, CONNECTION, {});
		expect(idsOf(found)).toEqual(expect.arrayContaining(idsOf(queue)));
	});

	it.each([
		['of different times', group(1, 25).map((one, index) => ({ ...one, inserted_at: at(-index) }))],
		['of equal times', group(1, 25)],
		['of equal times on full pages', group(1, 20)],
		['without times', group(1, 25).map(untimed)],
	])(
		'is found where the last page is repeated, and none says how many there are: %s',
		async (_, queue) => {
			const { end, visited } = await visitedOf(
				queue,
				{ repeatsLastPage: true, totalPages: () => undefined },
				{ pageSize: 10, limit: 2_000 },
			);
			expect(end).toBe('end');
			expect(idsOf(visited)).toEqual(idsOf(queue));
		},
	);

	it('is an error where equal times change their order, the last page is repeated, and none says how many there are', async () => {
		const random = chance(3);
		const queue = group(1, 130);
		const never = visitedOf(
			queue,
			{
				ordered: (records) => shuffled(records, random),
				repeatsLastPage: true,
				totalPages: () => undefined,
			},
			{ limit: 20_000 },
		);
		await expect(never).rejects.toThrow('could not be read completely');
	});

	it('may come nearer while equal times are read, and its last page be repeated', async () => {
		const random = chance(4);
		const queue = [...group(9, 60), ...group(3, 145)];
		const service = servedQueue(queue, {
			repeatsLastPage: true,
			ordered: (records) =>
				byId(shuffled(records, random), 1).sort(
					(one, other) =>
						String(other.inserted_at).localeCompare(String(one.inserted_at)) || random() - 0.5,
				),
			before(_, records) {
				if (service.calls.length === 5) records.splice(0, 60);
			},
		});
		const visited: QueuedRecord[] = [];
		await scanQueue(service, CONNECTION, { visit: (record) => !visited.push(record) });
		const ids = new Set(idsOf(visited));
		expect(idsOf(group(3, 145)).filter((id) => !ids.has(id))).toEqual([]);
	});
});

describe('a request that is carried out while the list is read', () => {
	const answered = { state: 'response_received', response_xml: ADDED_XML };

	it('is one request, although it then shows an answer', async () => {
		const queue = group(1, 15).map((one, index) => ({ ...one, inserted_at: at(-index) }));
		const service = servedQueue(queue, {
			before(_, records) {
				if (service.calls.length !== 2) return;
				records.unshift(...group(50, 3));
				records[11] = { ...records[11], ...answered };
			},
		});
		const given: string[] = [];
		for await (const records of listedPages(service, CONNECTION, { page_size: 10 })) {
			given.push(...records.map(({ id }) => id));
		}
		expect([...given].sort()).toEqual([...new Set(given)].sort());
		expect(given).toEqual(expect.arrayContaining(idsOf(queue)));
	});

	it('is no other page of a request that shows nothing else of its pages', async () => {
		const pages = ['one', 'two', 'three'].map((answer) => ({
			id: 'r1',
			state: 'response_received',
			response_xml: answer,
		}));
		const found = await findRequests(servedQueue(pages), CONNECTION, {});
		expect(found.map(({ response_xml: xml }) => xml)).toEqual(['one', 'two', 'three']);
	});
});

describe('times of another kind', () => {
	it.each([null, ''])('%p says as little as none', async (inserted_at) => {
		const old = group(1, 40).map((one) => ({ ...one, inserted_at }));
		const service = servedQueue(old);
		const cursor = await readCursor(service, CONNECTION);
		service.records.unshift({ ...queuedInvoice('new'), inserted_at });
		const { records } = await recordsSince(service, CONNECTION, {
			ids: cursor.ids.slice(0, 1),
		});
		expect(idsOf(records)[0]).toBe('new');
		expect(records).toHaveLength(40);
	});

	it('a number is a time', async () => {
		const seconds = (one: QueuedRecord, index: number) => ({
			...one,
			inserted_at: 1_772_445_600 - index,
		});
		const service = servedQueue(group(1, 40).map(seconds));
		const { ids, at: time } = await readCursor(service, CONNECTION);
		expect({ ids, time }).toEqual({ ids: ['r1-000'], time: '1772445600' });
		service.records.unshift({ ...queuedInvoice('new'), inserted_at: 1_772_445_601 });
		const { records } = await recordsSince(service, CONNECTION, { ids, at: time });
		expect(idsOf(records)).toEqual(['new']);
	});
});

describe('a list by the time of the last change', () => {
	const queue = Array.from({ length: 250 }, (_, index) => ({
		...queuedInvoice(`r${index}`, { at: at(-index) }),
		updated_at: at(-index),
	}));
	const byChange = (records: readonly QueuedRecord[]): QueuedRecord[] =>
		[...records].sort((one, other) =>
			String(other.updated_at).localeCompare(String(one.updated_at)),
		);

	it.each(['desc', 'asc'])('has all, although some change meanwhile: %s', async (direction) => {
		for (const call of [2, 3, 4, 5]) {
			const service = servedQueue(queue, {
				ordered: byChange,
				before(_, records) {
					if (service.calls.length === call) {
						Object.assign(records[249], { updated_at: at(10) });
						Object.assign(records[5], { updated_at: at(11) });
					}
				},
			});
			const query = { sort: 'updated_at', sort_direction: direction };
			expect(idsOf(await findRequests(service, CONNECTION, query))).toEqual(idsOf(queue));
		}
	});

	it('has all of one time, in whatever order', async () => {
		const random = chance(9);
		const service = servedQueue(
			queue.map((one) => ({ ...one, updated_at: at(0) })),
			{ ordered: (records) => shuffled(records, random) },
		);
		const query = { sort: 'updated_at', sort_direction: 'desc' };
		expect(idsOf(await findRequests(service, CONNECTION, query))).toEqual(idsOf(queue));
	});
});

describe('what relies on the list', () => {
	it('the same write is found behind one of the same time', async () => {
		const guid = '{12345678-1234-1234-1234-123456789abc}';
		const [own, again] = ['own', 'again'].map((id) => queuedInvoice(id, { guid, at: at(1) }));
		const older = queuedInvoice('older', { guid, at: at(0) });
		for (const queue of [
			[own, again, older],
			[again, own, older],
		]) {
			const service = servedQueue(queue, { search: (_, records) => [...records] });
			const same = await sameWritesSince(service, CONNECTION, own, { action: 'add' });
			expect(same).toEqual([again]);
		}
	});

	it('the same write is found behind one whose time is shown with fewer digits', async () => {
		const guid = '{12345678-1234-1234-1234-123456789abc}';
		const own = queuedInvoice('own', { guid, at: '2026-03-02T10:00:00.123Z' });
		const again = queuedInvoice('again', { guid, at: '2026-03-02T10:00:00.123400Z' });
		const service = servedQueue([own, again], { search: (_, records) => [...records] });
		expect(await sameWritesSince(service, CONNECTION, own, { action: 'add' })).toEqual([again]);
	});

	it('a search is read on behind a page that was mostly known', async () => {
		const random = chance(2);
		const queue = [...group(9, 101), ...group(1, 40)].map((one) => ({
			...one,
			queued_ms: Date.parse(String(one.inserted_at)),
		}));
		for (let time = 0; time < 20; time++) {
			const odd = queue[time * 5].id;
			const service = servedQueue(queue, {
				search: (_, records) => [...records],
				ordered: shufflingTies(random),
			});
			const found = await searchRequests(service, CONNECTION, 'x', ({ id }) => id !== odd);
			expect(idsOf(found)).toEqual(idsOf(queue).filter((id) => id !== odd));
		}
	});
});

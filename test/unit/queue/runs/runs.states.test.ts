import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdOf, runsName, withRun } from '../../../../queue/runs/runNames';
import { declareLost, lookBack, newestRun, type Place } from '../../../../queue/runs/runs';
import { unclear } from '../../../../quickbooks/qbxml/certainty';
import { CONNECTION, ownerOf } from '../support/records';
import { servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

const BEGIN = Date.parse('2026-03-01T08:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A name each time, for a process remembers which runs are complete, and which records belong to which. */
let names = 0;
const newName = () => runsName(ownerOf(`run states ${(names += 1)}`), {});

let ids = 0;
const newId = () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;

interface Answer {
	count?: number;
	remaining?: number;
}

function answerXml({ count = 1, remaining }: Answer): string {
	const iterator =
		remaining === undefined ? '' : ` iteratorRemainingCount="${remaining}" iteratorID="{1}"`;
	const vendors = '<VendorRet><ListID>1-1</ListID></VendorRet>'.repeat(count);
	return `<QBXML><QBXMLMsgsRs><VendorQueryRs statusCode="0" statusSeverity="Info" statusMessage="OK"${iterator}>${vendors}</VendorQueryRs></QBXMLMsgsRs></QBXML>`;
}

/** A run of a name that started so many minutes after the beginning, and its record. */
function run(name: string, minutes: number, fields: object = {}, id = newId()) {
	const start = new Date(BEGIN + minutes * MINUTE);
	const requestId = requestIdOf(name, start);
	const record: QueuedRecord = {
		id,
		state: 'response_received',
		webhook_state: 'succeeded',
		webhook_url: withRun('http://n8n.example/webhook', requestId),
		request_xml: `<QBXML><QBXMLMsgsRq><VendorQueryRq requestID="${requestId}"/></QBXMLMsgsRq></QBXML>`,
		response_xml: answerXml({}),
		inserted_at: start.toISOString(),
		...fields,
	};
	return { id, requestId, start: start.toISOString(), record };
}

/** The pages of an iterated run, the newest first. */
const pages = ({ record }: ReturnType<typeof run>, all: readonly object[]): QueuedRecord[] =>
	all.map((fields, index) => ({ ...record, page: index + 1, ...fields })).reverse();

const page = (remaining: number, more: object = {}) => ({
	response_xml: answerXml({ count: 2, remaining }),
	...more,
});

const waiting = { state: 'waiting', response_xml: undefined, webhook_state: 'pending' };
const refused = {
	state: 'error',
	response_xml: undefined,
	error: { code: '3120', message: 'No.' },
};

function placeWith(
	name: string,
	records: readonly QueuedRecord[],
	{
		now = BEGIN + 10 * MINUTE,
		iterates = false,
		known = [],
		...behaviour
	}: NonNullable<Parameters<typeof servedQueue>[1]> & {
		now?: number;
		iterates?: boolean;
		known?: Place['known'];
	} = {},
) {
	const service = servedQueue(records, behaviour);
	const place: Place = {
		service,
		clock: stillClock(now),
		connectionId: CONNECTION,
		name,
		iterates: () => iterates,
		known,
	};
	return { place, service };
}

/** The calls that read one record, and those that list what has a delivery state. */
const readsOf = ({ calls }: ReturnType<typeof servedQueue>) =>
	calls.filter(({ path }) => path.startsWith('/queued_requests/'));
const listsByDelivery = ({ calls }: ReturnType<typeof servedQueue>) =>
	calls.filter(({ query }) => query?.webhook_state !== undefined);

const without = (record: QueuedRecord, ...fields: string[]): QueuedRecord =>
	Object.fromEntries(
		Object.entries(record).filter(([name]) => !fields.includes(name)),
	) as QueuedRecord;

describe('a run with pages', () => {
	test.each<[what: string, pages: object[], after: number, state: object]>([
		['all of them', [page(2), page(0)], 0, { state: 'complete' }],
		['one is waiting', [page(2), waiting], 2 * DAY, { state: 'underway' }],
		['the next is to come', [page(2)], DAY, { state: 'underway' }],
		[
			'the next has not come for a day',
			[page(2)],
			DAY + 1,
			{ state: 'failed', reason: '2 records remain after the last page that there is' },
		],
		[
			'one is missing, and the last is there',
			[page(4), page(0, { page: 3 })],
			0,
			{ state: 'failed', reason: expect.stringContaining('numbers 1, 3') },
		],
		['one was refused', [page(2), refused], 0, { state: 'failed' }],
		['one was refused, and another is waiting', [waiting, refused], 0, { state: 'failed' }],
		[
			'one of which nothing says how many there are',
			[{ response_xml: answerXml({ count: 2 }) }],
			0,
			{ state: 'failed', reason: 'its last page does not say how many records remain' },
		],
		[
			'one can’t be read',
			[page(2), { response_xml: '<html/>' }],
			0,
			{ state: 'failed', reason: 'its answer could not be read' },
		],
		[
			'one was not delivered',
			[page(2), page(0, { webhook_state: 'failed' })],
			0,
			{ state: 'failed' },
		],
		[
			'one is being delivered',
			[page(2, { webhook_state: 'pending' }), page(0)],
			DAY,
			{ state: 'underway' },
		],
		[
			'one is being delivered for more than a day',
			[page(2, { webhook_state: 'pending' }), page(0)],
			DAY + 1,
			{ state: 'failed', reason: 'its pages were not delivered within a day' },
		],
		[
			'one is being delivered, and another was not',
			[page(2, { webhook_state: 'pending' }), page(0, { webhook_state: 'failed' })],
			0,
			{ state: 'failed' },
		],
	])('%s', async (_what, all, after, state) => {
		const name = newName();
		const own = run(name, 0);
		const { place, service } = placeWith(name, pages(own, all), {
			now: BEGIN + after,
			iterates: true,
		});
		const { latest } = await lookBack(place, false);
		expect(latest).toEqual({ requestId: own.requestId, start: own.start, ...state });
		// The lists show everything.
		expect(readsOf(service)).toEqual([]);
		expect(listsByDelivery(service)).toEqual([]);
	});

	test('is read with one search where that shows enough', async () => {
		for (const all of [
			[page(2), page(0)],
			[page(2), waiting],
		]) {
			const name = newName();
			const { place, service } = placeWith(name, pages(run(name, 0), all), {
				iterates: true,
				search: (_, records) => [...records],
			});
			await lookBack(place, false);
			expect(service.calls.map(({ query }) => query?.search_phrase !== undefined)).toEqual([
				true,
				true,
			]);
		}
	});

	test.each([
		['of which the next is to come', page(2)],
		['that says nothing of others', { response_xml: answerXml({ count: 2 }) }],
	])('is complete although a search shows only one %s', async (_what, first) => {
		const name = newName();
		const own = run(name, 0);
		const all = pages(own, [first, page(0)]);
		const { place } = placeWith(name, all, {
			now: BEGIN + 2 * DAY,
			iterates: true,
			search: (phrase, records) => (phrase === own.id ? records.slice(1) : [...records]),
		});
		expect((await lookBack(place, false)).latest).toMatchObject({ state: 'complete' });
	});

	test('was not delivered where one shows its delivery, and the other stands in the list of failed ones', async () => {
		const name = newName();
		const own = run(name, 0);
		const ids = [newId(), newId()];
		const all = pages(own, [
			page(2, { page_request_id: ids[0], webhook_state: 'failed' }),
			page(0, { page_request_id: ids[1] }),
		]);
		const hidden = (record: QueuedRecord): QueuedRecord =>
			record.page_request_id === ids[0] ? without(record, 'webhook_state') : record;
		const { place } = placeWith(name, all, { iterates: true, listed: hidden, read: hidden });
		expect((await lookBack(place, false)).latest).toMatchObject({ state: 'failed' });
	});

	test('is complete by the delivery that its own record shows', async () => {
		const name = newName();
		const { place, service } = placeWith(name, [run(name, 0).record], {
			listed: (record) => without(record, 'webhook_state'),
		});
		expect((await lookBack(place, false)).latest).toMatchObject({ state: 'complete' });
		expect(readsOf(service)).toHaveLength(1);
		expect(listsByDelivery(service)).toEqual([]);
	});

	test('is not complete by the answer of a page with another ID', async () => {
		const name = newName();
		const own = run(name, 0);
		const all = [page(2), page(0)].map((fields) => ({
			...own.record,
			...fields,
			page_request_id: newId(),
		}));
		const { place, service } = placeWith(name, all, {
			iterates: true,
			listed: (record) => without(record, 'response_xml'),
		});
		const send = service.send.bind(service);
		// Whichever page is asked for, this service shows the last one.
		service.send = async (call) =>
			call.path.startsWith('/queued_requests/') ? { data: all[1] } : await send(call);
		expect((await lookBack(place, false)).latest).toMatchObject({
			state: 'failed',
			reason: 'its answer could not be read',
		});
	});

	test('is not complete by an answer that belongs to another page', async () => {
		const name = newName();
		const own = run(name, 0);
		const all = pages(own, [page(0), page(0)]);
		const { place } = placeWith(name, all, {
			now: BEGIN,
			iterates: true,
			listed: (record) => without(record, 'response_xml'),
			// By the ID of the request, this service always shows the newest page.
			read: () => all[0],
		});
		expect((await lookBack(place, false)).latest).toMatchObject({
			state: 'failed',
			reason: 'its answer could not be read',
		});
	});
});

describe('the newest complete run', () => {
	test('is not looked for while the newest is on its way', async () => {
		const name = newName();
		const all = [run(name, 1, waiting), run(name, 0)].map(({ record }) => record);
		const past = await lookBack(placeWith(name, all).place, true);
		expect(past).toEqual({
			latest: expect.objectContaining({ state: 'underway' }),
		});
	});

	test.each([
		[39, true],
		[40, false],
	])('is found behind %d that failed: %p', async (count, isFound) => {
		const name = newName();
		const failed = Array.from({ length: count }, (_, index) => run(name, 100 - index, refused));
		const all = [...failed, run(name, 0)].map(({ record }) => record);
		const past = await lookBack(placeWith(name, all).place, true);
		expect(past.lastComplete !== undefined).toBe(isFound);
		expect(past.doubt).toEqual(
			isFound ? undefined : unclear('none of its last runs reached the workflow completely'),
		);
	});

	test.each<
		[
			what: string,
			search: ((phrase: string, all: readonly QueuedRecord[]) => QueuedRecord[]) | undefined,
		]
	>([
		['a search', undefined],
		['the list', () => []],
	])(
		'is found by %s behind one that failed, however many pages that has',
		async (_what, search) => {
			const name = newName();
			const failed = run(name, 1);
			const complete = run(name, 0);
			const all = [
				...pages(failed, [refused, ...Array<object>(44).fill(page(2))]),
				complete.record,
			];
			const { place } = placeWith(name, all, { ...(search && { search }) });
			const { latest, lastComplete } = await lookBack(place, true);
			expect(latest).toMatchObject({ requestId: failed.requestId, state: 'failed' });
			expect(lastComplete?.requestId).toBe(complete.requestId);
		},
	);

	test('is not looked for in the whole list where a search is believed', async () => {
		const name = newName();
		const { place, service } = placeWith(name, [run(name, 0, refused).record], {
			search: (_, records) => [...records],
		});
		expect((await lookBack(place, true)).doubt).toEqual(
			unclear('none of its last runs reached the workflow completely'),
		);
		expect(service.calls.every(({ query }) => query?.search_phrase !== undefined)).toBe(true);
	});

	test('is none if nothing shows its delivery, and too many others have failed to look there', async () => {
		const name = newName();
		const own = run(name, 0);
		const failed = Array.from({ length: 5_001 }, (): QueuedRecord => ({
			id: newId(),
			state: 'response_received',
			webhook_state: 'failed',
			webhook_url: 'http://other.example/',
		}));
		const hidden = (record: QueuedRecord) => without(record, 'webhook_state');
		const { place } = placeWith(name, [...failed, own.record], { listed: hidden, read: hidden });
		expect((await lookBack(place, true)).latest).toMatchObject({
			state: 'failed',
			reason: expect.stringContaining('too long'),
		});
	});

	test('stays complete beside others, up to three hundred', async () => {
		const name = newName();
		const own = run(name, 0);
		const { place, service } = placeWith(name, [own.record]);
		const isRead = async () => {
			service.calls.length = 0;
			expect((await lookBack(place, true)).latest).toMatchObject({ state: 'complete' });
			return service.calls.length > 1;
		};
		const completeAnother = async () => {
			const other = newName();
			await lookBack(placeWith(other, [run(other, 0).record]).place, true);
		};
		await isRead();
		await completeAnother();
		expect(await isRead()).toBe(false);
		for (let count = 0; count < 300; count++) await completeAnother();
		expect(await isRead()).toBe(true);
	});

	test('is none of those that were lost, up to three hundred', async () => {
		const name = newName();
		const [newest, older] = [run(name, 1), run(name, 0)];
		const { place } = placeWith(name, [newest.record, older.record]);
		declareLost(newest, 'it is lost');
		declareLost(older, 'it is lost, too');
		expect((await lookBack(place, true)).lastComplete).toBeUndefined();
		for (let count = 0; count < 300; count++) declareLost(run(newName(), 0), 'lost');
		expect((await lookBack(place, true)).lastComplete).toBeDefined();
	});

	test('stays complete, and is not read again', async () => {
		const name = newName();
		const own = run(name, 0);
		const { place, service } = placeWith(name, [own.record]);
		expect((await lookBack(place, true)).lastComplete?.requestId).toBe(own.requestId);
		service.records[0] = { ...own.record, webhook_state: 'failed' };
		service.calls.length = 0;
		expect((await lookBack(place, true)).latest).toMatchObject({ state: 'complete' });
		expect(service.calls).toHaveLength(1);
	});

	test('is none of which a page is lost', async () => {
		const name = newName();
		const own = run(name, 0);
		const { place } = placeWith(name, [own.record]);
		await lookBack(place, true);
		declareLost(own, 'a page can’t be read any more');
		const { latest, lastComplete } = await lookBack(place, true);
		expect(latest).toMatchObject({ state: 'failed', reason: 'a page can’t be read any more' });
		expect(lastComplete).toBeUndefined();
	});
});

describe('where a service shows runs', () => {
	const other = (fields: object = {}): QueuedRecord => ({
		id: newId(),
		state: 'waiting',
		...fields,
	});

	test('requests of others are none', async () => {
		const name = newName();
		const foreign = run(newName(), 5);
		const own = run(name, 0);
		const odd = other({ webhook_url: 'http://n8n.example/?run=mine' });
		for (const behaviour of [{}, { search: () => [] }]) {
			const { place } = placeWith(name, [foreign.record, odd, own.record], behaviour);
			expect(await newestRun(place)).toEqual({
				id: own.id,
				requestId: own.requestId,
				start: own.start,
			});
		}
	});

	test('in the request alone, or in the URL alone', async () => {
		for (const hidden of ['webhook_url', 'request_xml']) {
			const name = newName();
			const own = run(name, 0);
			const { place, service } = placeWith(name, [own.record], {
				listed: (record) => without(record, hidden),
				search: () => [],
			});
			expect((await newestRun(place))?.requestId).toBe(own.requestId);
			expect(readsOf(service)).toEqual([]);
		}
	});

	test('in their own records alone, which are read once', async () => {
		const name = newName();
		const own = run(name, 0);
		const { place, service } = placeWith(name, [other(), own.record], {
			listed: ({ id, state }) => ({ id, state }),
			search: () => [],
		});
		expect((await newestRun(place))?.requestId).toBe(own.requestId);
		expect(readsOf(service)).toHaveLength(2);
		expect((await newestRun(place))?.requestId).toBe(own.requestId);
		expect(readsOf(service)).toHaveLength(2);
		// What they showed is remembered of three hundred.
		for (let count = 0; count < 300; count += 100) {
			const others = Array.from({ length: 100 }, () => other());
			await newestRun(placeWith(name, others).place);
		}
		expect((await newestRun(place))?.requestId).toBe(own.requestId);
		expect(readsOf(service)).toHaveLength(4);
	});

	test('in their own records alone, of which at most a hundred are read', async () => {
		for (const [count, isFound] of [
			[99, true],
			[100, false],
		] as const) {
			const name = newName();
			const own = run(name, 0);
			const others = Array.from({ length: count }, () => other());
			const { place } = placeWith(name, [...others, own.record], {
				listed: ({ id, state }) => ({ id, state }),
				search: () => [],
			});
			const past = await lookBack(place, false);
			expect(past.latest !== undefined).toBe(isFound);
			expect(past.doubt).toEqual(
				isFound
					? undefined
					: unclear("the connection's queue does not show which run a request belongs to"),
			);
		}
	});

	test('of which the list shows three hundred', async () => {
		for (const [count, isFound] of [
			[299, true],
			[300, false],
		] as const) {
			const name = newName();
			const own = run(name, 0);
			const others = Array.from({ length: count }, () =>
				other({ webhook_url: 'http://x.example' }),
			);
			const { place } = placeWith(name, [...others, own.record], { search: () => [] });
			const past = await lookBack(place, false);
			expect(past.latest !== undefined).toBe(isFound);
			expect(past.doubt).toEqual(
				isFound ? undefined : unclear("the connection's queue is too long to be read"),
			);
		}
	});

	test('a search that shows everything is read no further than that', async () => {
		const name = newName();
		const others = Array.from({ length: 400 }, () => other({ webhook_url: 'http://x.example' }));
		const { place, service } = placeWith(name, [...others, run(name, 0).record], {
			search: (_, records) => [...records],
		});
		expect(await newestRun(place)).toBeUndefined();
		const searched = service.calls.filter(({ query }) => query?.search_phrase !== undefined);
		expect(Math.max(...searched.map(({ query }) => Number(query?.page)))).toBe(60);
		expect(searched[0].query).toMatchObject({ sort: 'inserted_at', sort_direction: 'desc' });
	});

	test('a list of which no page says how many there are ends with an empty one', async () => {
		const name = newName();
		const { place, service } = placeWith(name, [other({ webhook_url: 'x' })], {
			search: () => [],
			totalPages: () => undefined,
		});
		expect(await newestRun(place)).toBeUndefined();
		// The page before the last one is looked at again, in case something was deleted.
		expect(service.calls.map(({ query }) => query?.page)).toEqual([1, 1, 2, 1]);
	});

	test('a search that misses the newest known run is not believed', async () => {
		const name = newName();
		const [newest, older, oldest] = [run(name, 2), run(name, 1), run(name, 0)];
		const known = [oldest, older, newest].map(({ id, requestId }) => ({ id, requestId }));
		for (const [found, searched] of [
			[[older.record], 2],
			[[newest.record], 1],
		] as const) {
			const { place, service } = placeWith(name, [newest.record, older.record], {
				known,
				search: () => [...found],
			});
			expect((await newestRun(place))?.requestId).toBe(newest.requestId);
			expect(service.calls).toHaveLength(searched);
		}
	});

	test('a known run is found by its ID, the newest first, as long as it is there', async () => {
		const name = newName();
		const [newest, middle, oldest] = [run(name, 2), run(name, 1, refused), run(name, 0)];
		const foreign = run(newName(), 3);
		const known = [oldest, middle, newest, foreign].map(({ id, requestId }) => ({ id, requestId }));
		const all = [middle, oldest, foreign].map(({ record }) => record);
		const { place, service } = placeWith(name, all, { known });
		const send = service.send.bind(service);
		// No list shows anything.
		service.send = async (call) =>
			call.path.startsWith('/queued_requests/') ? await send(call) : { data: [], total_pages: 0 };
		const past = await lookBack(place, true);
		expect(past.latest).toMatchObject({ requestId: middle.requestId, state: 'failed' });
		expect(past.lastComplete?.requestId).toBe(oldest.requestId);
	});

	test('where known runs are gone, something may have been missed', async () => {
		const name = newName();
		const { id, requestId } = run(name, 0);
		const { place } = placeWith(name, [], { known: [{ id, requestId }] });
		expect(await lookBack(place, true)).toEqual({
			doubt: unclear("the connection's queue shows none of the runs that it has started"),
		});
		const foreign = run(newName(), 0);
		const { place: others } = placeWith(name, [], { known: [foreign] });
		expect((await lookBack(others, true)).doubt).toBeUndefined();
	});

	test('a known run needs to show nothing but its ID, in capitals or not', async () => {
		const name = newName();
		const own = run(name, 0, {}, 'ABCDEF00-0000-4000-8000-000000000001');
		const known = [{ id: own.id.toLowerCase(), requestId: own.requestId }];
		const { place, service } = placeWith(name, [own.record], {
			known,
			listed: ({ id, state }) => ({ id, state }),
			search: (_, records) => [...records],
		});
		expect((await newestRun(place))?.requestId).toBe(own.requestId);
		expect(service.calls).toHaveLength(1);
	});

	test('a run that was deleted after it was found has failed', async () => {
		const name = newName();
		const own = run(name, 0);
		const { place, service } = placeWith(name, [own.record], {
			before: (_, records) => void (service.calls.length === 2 && records.splice(0)),
		});
		expect((await lookBack(place, false)).latest).toMatchObject({
			state: 'failed',
			reason: 'the service knows it no more',
		});
	});
});

import { ServiceError } from '../../../../queue/calls/errors';
import {
	type Asking,
	type AwaitedRequest,
	checkCompletion,
	type Outcomes,
} from '../../../../queue/reader/checkCompletion';
import { readCursor } from '../../../../queue/reader/scanQueue';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { CONNECTION, queuedInvoice } from '../support/records';
import { answeredWith, servedQueue } from '../support/served-queue';

const awaited = (id: string, more: Partial<AwaitedRequest> = {}): AwaitedRequest => ({
	connectionId: CONNECTION,
	id,
	iterates: false,
	...more,
});
const asking = (more: Partial<Asking> = {}): Asking => ({
	cursors: new Map(),
	requestsAtOnce: 3,
	incomplete: {},
	...more,
});
const written = (id: string, more: object = {}) => ({
	...queuedInvoice(id, { is: 'written' }),
	...more,
});
/** The IDs, and the pages of the list, that were asked for. */
const asked = ({ calls }: ReturnType<typeof servedQueue>) =>
	calls.map(({ path, query }) =>
		path.startsWith('/queued_requests/') ? path.slice(17) : `page ${query?.page}`,
	);

/** What one look finds out. */
async function look(
	service: ReturnType<typeof servedQueue>,
	requests: readonly AwaitedRequest[],
	how: Asking = asking(),
	isThorough = true,
	outcomes: Outcomes = new Map(),
) {
	const isComplete = await checkCompletion(service, requests, outcomes, how, isThorough);
	return { isComplete, outcomes: Object.fromEntries(outcomes) };
}

describe('a request with one answer', () => {
	it.each([
		[{}, 'the service says that it has completed, but shows no answer'],
		[{ error: { message: 'It was deleted.' } }, 'the service says "It was deleted."'],
		[{ error: { message: '' } }, 'the service says that it has completed, but shows no answer'],
		[{ error: { message: {} } }, 'the service says that it has completed, but shows no answer'],
	])('is looked for six times if its answer is missing (%j)', async (more, because) => {
		const record = written('1', { response_xml: undefined, ...more });
		const how = asking();
		for (let number = 1; number <= 5; number++) {
			expect((await look(servedQueue([record]), [awaited('1')], how)).isComplete).toBe(false);
			expect(how.incomplete).toEqual({ 1: number });
		}
		const { isComplete, outcomes } = await look(servedQueue([record]), [awaited('1')], how);
		expect(isComplete).toBe(true);
		expect(outcomes).toEqual({ 1: { unreadable: because, record } });
		const last = await look(servedQueue([record]), [awaited('1')], asking({ isLast: true }));
		expect(last.outcomes).toEqual(outcomes);
	});

	it('that waits is waited for, however often it is looked at', async () => {
		const how = asking();
		for (let number = 1; number <= 7; number++) {
			const { isComplete } = await look(servedQueue([queuedInvoice('1')]), [awaited('1')], how);
			expect(isComplete).toBe(false);
		}
		expect(how.incomplete).toEqual({});
	});

	it('that nobody knows to be queued is asked for nowhere', async () => {
		const service = servedQueue([]);
		const result = await look(service, [awaited('1', { isLost: true })]);
		expect(result).toEqual({ isComplete: true, outcomes: { 1: { lost: true } } });
		expect(asked(service)).toEqual([]);
	});
});

describe('several requests', () => {
	const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

	it('are asked for from the last one on, unless all are wanted', async () => {
		const records = [queuedInvoice('2'), written('1')];
		const both = [awaited('1'), awaited('2')];
		const service = servedQueue(records);
		expect(await look(service, both, asking(), false)).toEqual({ isComplete: false, outcomes: {} });
		expect(asked(service)).toEqual(['2']);
		expect(await checkCompletion(service, both, new Map(), asking())).toBe(false);
		expect(asked(service)).toEqual(['2', '2']);
		const thorough = servedQueue(records);
		const result = await look(thorough, both);
		expect(result.isComplete).toBe(false);
		expect(Object.keys(result.outcomes)).toEqual(['1']);
		expect(asked(thorough).sort()).toEqual(['1', '2']);
	});

	it('are complete if all have ended, and those that have are not asked for again', async () => {
		const service = servedQueue(ids(3).map((id) => written(id)));
		const known: Outcomes = new Map([['1', { gone: true }]]);
		const requests = ids(3).map((id) => awaited(id));
		expect((await look(service, requests, asking(), false, known)).isComplete).toBe(true);
		expect(asked(service)).toEqual(['3', '2']);
	});

	it('of other connections are asked for whatever one connection does', async () => {
		const service = servedQueue([queuedInvoice('1'), written('2')]);
		const requests = [awaited('1'), awaited('2', { connectionId: 'c2' })];
		const { isComplete, outcomes } = await look(service, requests, asking(), false);
		expect(isComplete).toBe(false);
		expect(Object.keys(outcomes)).toEqual(['2']);
		expect(asked(service).sort()).toEqual(['1', '2']);
	});

	it('are all asked for before a failure is thrown', async () => {
		const service = servedQueue(
			ids(3).map((id) => written(id)),
			{
				before({ path }) {
					if (path.endsWith('/1')) throw answeredWith(500);
				},
			},
		);
		const outcomes: Outcomes = new Map();
		const requests = [...ids(3).map((id) => awaited(id)), awaited('3', { connectionId: 'c2' })];
		await expect(
			checkCompletion(service, requests, outcomes, asking({ requestsAtOnce: 1 }), true),
		).rejects.toBeInstanceOf(ServiceError);
		expect([...outcomes.keys()].sort()).toEqual(['2', '3']);
	});

	it('wait until the service takes them', async () => {
		const service = servedQueue(ids(4).map((id) => written(id)));
		let underWay = 0;
		let entered = 0;
		const enter = async () => {
			entered += 1;
			underWay += 1;
			return () => void (underWay -= 1);
		};
		const requests = ids(4).map((id) => awaited(id));
		expect((await look({ ...service, enter }, requests)).isComplete).toBe(true);
		expect([entered, underWay]).toEqual([4, 0]);
	});

	it('more than five are read from the list of what was queued since the run began', async () => {
		const old = written('old', { inserted_at: '2026-03-01T10:00:00Z' });
		const cursors = new Map([[CONNECTION, await readCursor(servedQueue([old]), CONNECTION)]]);
		const at = { inserted_at: '2026-03-01T11:00:00Z' };
		const records = [
			...ids(6)
				.map((id) => written(id, at))
				.reverse(),
			old,
		];
		const requests = ids(6).map((id) => awaited(id));
		const service = servedQueue(records);
		expect((await look(service, requests, asking({ cursors }))).isComplete).toBe(true);
		expect(asked(service)).toEqual(['page 1']);

		const others = Array.from({ length: 150 }, (_, index) => queuedInvoice(`n${index}`));
		const busy = servedQueue([...others, ...records]);
		expect((await look(busy, requests, asking({ cursors }))).isComplete).toBe(true);
		expect(asked(busy)).toEqual(['page 1', 'page 2', 'page 1']);

		const five = servedQueue(records);
		await look(five, requests.slice(1), asking({ cursors }));
		expect(asked(five)).not.toContain('page 1');
		const without = servedQueue(records);
		await look(without, requests);
		expect(asked(without).sort()).toEqual(ids(6));
	});

	it('are asked for one by one where the list does not say enough', async () => {
		const cursors = new Map([[CONNECTION, { ids: [] }]]);
		const records = [
			queuedInvoice('9'),
			queuedInvoice('8', { is: 'unknown' }),
			queuedInvoice('7', { is: 'refused' }),
			written('6'),
			written('5'),
			written('4'),
			queuedInvoice('3', { is: 'unknown' }),
			written('A2'),
		];
		const hidden: Record<string, object> = {
			4: { response_xml: undefined },
			5: { state: undefined },
			3: { error: undefined },
		};
		const service = servedQueue(records, {
			listed: (record) => ({ ...record, ...hidden[record.id] }) as QueuedRecord,
		});
		const requests = ['a2', '3', '4', '5', '6', '7', '8', '9', 'gone'].map((id) => awaited(id));
		const { outcomes } = await look(service, requests, asking({ cursors }));
		expect(asked(service).sort()).toEqual(['3', '4', '5', 'gone', 'page 1']);
		expect(Object.keys(outcomes).sort()).toEqual(['3', '4', '5', '6', '7', '8', 'a2', 'gone']);
		expect(outcomes).toMatchObject({ 3: { failed: {} }, 7: { failed: {} }, 8: { failed: {} } });
		expect(outcomes).toMatchObject({
			4: { pages: [{}] },
			6: { pages: [{}] },
			gone: { gone: true },
		});
	});

	it('that may have pages are not judged by the list', async () => {
		const cursors = new Map([[CONNECTION, { ids: [] }]]);
		const service = servedQueue(ids(6).map((id) => written(id)));
		const requests = ids(6).map((id) => awaited(id, { iterates: id === '2' }));
		const { outcomes } = await look(service, requests, asking({ cursors }));
		expect(asked(service)).toContain('2');
		expect(outcomes[2]).toBeUndefined();
		expect(Object.keys(outcomes)).toHaveLength(5);
	});
});

describe('a request that may have several pages', () => {
	const answer = (records: number, remaining: number) =>
		`<QBXML><QBXMLMsgsRs><VendorQueryRs statusCode="0" statusSeverity="Info" statusMessage="OK" iteratorRemainingCount="${remaining}" iteratorID="{1}">${'<VendorRet><ListID>1-1</ListID></VendorRet>'.repeat(records)}</VendorQueryRs></QBXMLMsgsRs></QBXML>`;
	const page = (number: number, remaining: number, more: object = {}): QueuedRecord => ({
		id: 'q',
		state: 'response_received',
		page: number,
		page_request_id: number === 1 ? 'q' : `q${number}`,
		response_xml: answer(5, remaining),
		inserted_at: `2026-03-01T10:00:0${number}Z`,
		...more,
	});
	const query = awaited('q', { iterates: true });
	const numbersOf = (outcome: unknown) =>
		(outcome as { pages?: QueuedRecord[] } | undefined)?.pages?.map((one) => one.page);
	const finds = {
		search: (phrase: string, all: readonly QueuedRecord[]) => all.filter(({ id }) => id === phrase),
	};
	const findsNothing = { search: () => [] };
	const three = [page(3, 0), page(2, 5), page(1, 10)];

	it.each([
		['the search finds', finds],
		['only the list shows', findsNothing],
	])('is complete with all pages that %s', async (_what, behaviour) => {
		const service = servedQueue([...three, written('other')], behaviour);
		const { isComplete, outcomes } = await look(service, [query]);
		expect(isComplete).toBe(true);
		expect(numbersOf(outcomes.q)).toEqual([1, 2, 3]);
		const phrases = service.calls.map(({ query }) => query?.search_phrase);
		expect(phrases).toStrictEqual([undefined, 'q', ...(behaviour === finds ? [] : [undefined])]);
	});

	it('is read since the run began, if the search finds too little', async () => {
		const before = written('old', { inserted_at: '2026-03-01T09:00:00Z' });
		const cursors = new Map([[CONNECTION, await readCursor(servedQueue([before]), CONNECTION)]]);
		const older = Array.from({ length: 250 }, (_, index) =>
			written(`o${index}`, { inserted_at: '2026-03-01T08:00:00Z' }),
		);
		const service = servedQueue([...three, before, ...older], findsNothing);
		expect((await look(service, [query], asking({ cursors }))).isComplete).toBe(true);
		expect(asked(service)).not.toContain('page 2');
	});

	it('waits while it has not ended, or announces more pages, however often it is looked at', async () => {
		const how = asking();
		for (const records of [
			[page(1, 10, { state: 'sent', response_xml: undefined })],
			[page(1, 10)],
		]) {
			for (let number = 1; number <= 7; number++) {
				const { isComplete } = await look(servedQueue(records, finds), [query], how);
				expect(isComplete).toBe(false);
			}
		}
		expect(how.incomplete).toEqual({});
	});

	it('says what is missing when nothing more is waited for', async () => {
		const last = asking({ isLast: true });
		const { outcomes } = await look(servedQueue([page(1, 10)], finds), [query], last);
		expect(outcomes.q).toMatchObject({
			unreadable: '10 records remain after the last page that there is',
			record: { page: 1 },
		});
	});

	it('has failed with one of its pages, and is not ended while one waits', async () => {
		const failed = page(2, 5, { state: 'error', response_xml: undefined, error: { code: 'x' } });
		const { outcomes } = await look(servedQueue([failed, page(1, 10)], finds), [query]);
		expect(outcomes.q).toMatchObject({ failed: { page: 2 } });
		const waiting = page(2, 5, { state: 'waiting', response_xml: undefined });
		const how = asking({ isLast: true });
		const open = servedQueue([waiting, page(1, 0)], finds);
		expect((await look(open, [query], how)).isComplete).toBe(false);
		expect(how.incomplete).toEqual({});
	});

	it('has the answers of pages that the list leaves out, read by the IDs of the pages', async () => {
		const listed = (record: QueuedRecord) => ({ ...record, response_xml: undefined });
		const own = new Map(three.map((one) => [String(one.page_request_id), one]));
		const service = servedQueue(three, { ...finds, listed });
		const send = service.send.bind(service);
		const send_ = async (call: Parameters<typeof send>[0]) => {
			const [, id = ''] = /^\/queued_requests\/(.+)$/.exec(call.path) ?? [];
			return own.has(id) ? { data: own.get(id) } : await send(call);
		};
		const { outcomes } = await look({ ...service, send: send_ }, [query]);
		expect(numbersOf(outcomes.q)).toEqual([1, 2, 3]);
	});

	it('is not ended while a page waits of which only the list knows', async () => {
		const waiting = page(2, 5, { state: 'waiting', response_xml: undefined });
		const how = asking({ isLast: true });
		const open = servedQueue([waiting, page(1, 0)], { ...finds, read: () => page(1, 0) });
		expect((await look(open, [query], how)).isComplete).toBe(false);
	});

	it('is given up if a page can’t be read, although another one announces more', async () => {
		const how = asking({ incomplete: { q: 5 } });
		const unreadable = page(2, 0, { response_xml: '<html/>' });
		const service = servedQueue([page(1, 10), unreadable], finds);
		const { outcomes } = await look(service, [query], how);
		expect(outcomes.q).toMatchObject({ unreadable: 'its answer could not be read' });
	});

	it('is not asked for by the ID of a page that has none', async () => {
		const silent = page(1, 0, { response_xml: undefined, page_request_id: undefined });
		const service = servedQueue([silent], finds);
		await look(service, [query], asking({ isLast: true }));
		expect(asked(service)).not.toContain('undefined');
		expect(asked(service).filter((id) => id === 'q')).toHaveLength(1);
	});

	it('names what the service says instead of one of its answers', async () => {
		const deleted = page(2, 0, { response_xml: undefined, error: { message: 'Deleted.' } });
		const service = servedQueue([page(1, 5), deleted], finds);
		const { outcomes } = await look(service, [query], asking({ isLast: true }));
		expect(outcomes.q).toMatchObject({ unreadable: 'the service says "Deleted."' });
	});

	it('names what the service says instead of an answer', async () => {
		const deleted = page(1, 0, { response_xml: undefined, error: { message: 'Deleted.' } });
		const last = asking({ isLast: true });
		const { outcomes } = await look(servedQueue([deleted], finds), [query], last);
		expect(outcomes.q).toMatchObject({ unreadable: 'the service says "Deleted."' });
	});
});

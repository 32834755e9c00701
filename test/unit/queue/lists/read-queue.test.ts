import {
	listed,
	lookInto,
	readBack,
	readRequest,
	readWithoutAnswer,
	withOwnRecords,
	withRequests,
} from '../../../../queue/lists/readQueue';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { absent } from '../../../../quickbooks/qbxml/certainty';
import { answered, answerXml, listSource, never, requestXml, waiting } from './support';

const QUERY = 'ClassQuery';
const bare = ({ id, state }: QueuedRecord): QueuedRecord => ({ id, state });
const many = (count: number, make = (id: string) => answered(id)) =>
	Array.from({ length: count }, (_, index) => make(`r${index}`));

function looking(records: readonly QueuedRecord[], served: Parameters<typeof listSource>[1] = {}) {
	const { source, service } = listSource(records, served);
	return { service, look: lookInto(source, never()) };
}
const reads = ({ service }: ReturnType<typeof looking>) =>
	service.calls
		.filter(({ path }) => path.startsWith('/queued_requests/'))
		.map(({ path }) => path.slice(17));

test('each call can be broken off', async () => {
	const { source, service } = listSource(many(1));
	const deadline = new AbortController();
	const look = lookInto(source, deadline.signal);
	await listed(look, { page_size: 1 });
	await readRequest(look, 'r0');
	const signals = service.calls.map((call) => call.deadline);
	expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
	deadline.abort();
	expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
	expect(look.lastCall.aborted).toBe(true);
});

const isUnread = { is: 'unclear', because: expect.stringContaining('could not be read') };

describe('a request by its ID', () => {
	test.each<[what: string, served: Parameters<typeof listSource>[1], result: unknown]>([
		['is its record', {}, { is: 'found', record: answered('r0') }],
		['could not be read', { read: () => null as never }, isUnread],
		['could not be read as one', { read: () => [] as never }, isUnread],
	])('%s', async (_what, served, result) => {
		expect(await readRequest(looking(many(1), served).look, 'r0')).toEqual(result);
	});

	test('is absent if the service does not have it', async () => {
		expect(await readRequest(looking([]).look, 'r0')).toEqual(absent);
	});
});

describe('entries that show too little', () => {
	test('are those of the query without an answer, once they are done', async () => {
		const noAnswer = (id: string) => answered(id, { response_xml: undefined });
		const other = (id: string) => ({ ...noAnswer(id), request_xml: requestXml('', 'HostQuery') });
		const all = [noAnswer('r0'), other('r1'), waiting('r2')];
		const at = looking(all);
		await withOwnRecords(at.look, QUERY, all);
		expect(reads(at)).toEqual(['r0']);
		const any = looking(all);
		await withRequests(any.look, all);
		expect(reads(any)).toEqual([]);
	});

	test('are read once for all pages of a request, which share its ID', async () => {
		const entries = [bare(answered('r0')), bare(answered('r0'))];
		const at = looking(many(1));
		expect(await withRequests(at.look, entries)).toEqual([answered('r0'), entries[1]]);
		expect(reads(at)).toEqual(['r0']);
	});
});

describe('the queue back from its newest request', () => {
	const back = async (
		at: ReturnType<typeof looking>,
		isEnough: (records: readonly unknown[]) => boolean = () => false,
		sought?: string,
	) => await readBack(at.look, { state: 'response_received' }, sought, isEnough);

	test('is read in steps that grow, without gaps', async () => {
		const at = looking(many(200));
		const ids = (await back(at)).map(({ id }) => id);
		expect(ids).toEqual(many(96).map(({ id }) => id));
	});

	test('is read to its end', async () => {
		const at = looking(many(8));
		expect(await back(at)).toHaveLength(8);
		expect(at.service.calls).toHaveLength(3);
		expect(await back(looking([]))).toEqual([]);
	});

	test('is used as far as it could be read', async () => {
		const at = looking(many(200), {
			before: () => {
				if (at.service.calls.length === 3) throw new Error('It is down.');
			},
		});
		expect(await back(at)).toHaveLength(6);
	});

	test('is not read when there is no more time', async () => {
		const { source, service } = listSource(many(20));
		const look = lookInto(source, AbortSignal.abort());
		expect(await readBack(look, {}, undefined, () => false)).toEqual([]);
		expect(await readWithoutAnswer(look, QUERY)).toEqual([]);
		expect(service.calls).toEqual([]);
	});

	test('reads twenty of those that show too little', async () => {
		const at = looking(many(60), { listed: bare });
		await back(at, undefined, QUERY);
		expect(reads(at)).toHaveLength(20);
		const none = looking(many(60), { listed: bare });
		await back(none);
		expect(reads(none)).toEqual([]);
	});
});

describe('requests without an answer', () => {
	test('are read by their states, the newest ten of each, and four of them by their IDs', async () => {
		const states = ['waiting', 'retryable', 'ticketed', 'sent', 'error'];
		const all = states.flatMap((state) =>
			many(12).map(({ id }) => waiting(`${state}-${id}`, { state })),
		);
		const done = answered('done', { response_xml: answerXml([]) });
		const at = looking([done, ...all], { listed: bare });
		const found = await readWithoutAnswer(at.look, QUERY);
		expect(found).toHaveLength(50);
		expect(found.map(({ state }) => state)).toEqual(
			states.flatMap((state) => many(10).map(() => state)),
		);
		expect(reads(at)).toHaveLength(20);
		expect(found[3]).toEqual(waiting('waiting-r3'));
		expect(found[4]).toEqual(bare(waiting('waiting-r4')));
	});

	test('are those that could be read', async () => {
		const at = looking([waiting('r0'), waiting('r1', { state: 'sent' })], {
			before: ({ query }) => {
				if (query?.state === 'waiting') throw new Error('It is down.');
			},
		});
		expect((await readWithoutAnswer(at.look, QUERY)).map(({ id }) => id)).toEqual(['r1']);
	});
});

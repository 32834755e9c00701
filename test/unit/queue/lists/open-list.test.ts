import { openList } from '../../../../queue/lists/openList';
import { answered, classes, listSource, never, requestXml, waiting } from './support';

const NOW = Date.parse('2026-01-15T12:00:00Z');
const DAY = 24 * 60 * 60_000;
const before = (ms: number) => new Date(NOW - ms).toISOString();

type Served = NonNullable<Parameters<typeof listSource>[1]>;

/** The desktop was there an hour ago, and time goes by as long as somebody waits. */
function opening(
	records: Parameters<typeof listSource>[0],
	{ onSleep, ...served }: Served & { onSleep?: (waited: number) => void } = {},
) {
	let waited = 0;
	const clock = {
		now: () => NOW + waited,
		sleep: async (ms: number) => {
			waited += ms;
			onSleep?.(waited);
		},
	};
	const made = listSource(records, { lastConnectedAt: before(DAY / 24), clock, ...served });
	const reader = {
		...made.source,
		inTime: async <Result>(work: (deadline: AbortSignal) => Promise<Result>) => await work(never()),
	};
	return {
		...made,
		open: async (options?: Parameters<typeof openList>[2], kind = classes) =>
			await openList(reader, kind, options),
		waited: () => waited,
	};
}

const done = (age: number, fields: object = {}) =>
	answered('a', { inserted_at: before(age), webhook_state: 'pending', ...fields });

describe('a list that is known', () => {
	test('is asked for anew after that, and shown meanwhile', async () => {
		const { open, queuedCalls, waited } = opening([done(DAY + 1)]);
		expect(await open()).toMatchObject({
			isWhole: true,
			asked: { id: 'queued-1', state: 'waiting' },
		});
		expect(queuedCalls()).toHaveLength(1);
		expect(waited()).toBe(0);
	});

	test('from somebody else’s query is shown for a day too', async () => {
		const foreign = (age: number) =>
			done(age, { request_xml: requestXml('', 'ClassQuery', ' requestID="mine"') });
		const fresh = opening([foreign(DAY)]);
		expect((await fresh.open()).isWhole).toBe(true);
		expect(fresh.queuedCalls()).toHaveLength(0);
		const old = opening([foreign(DAY + 1)]);
		await old.open();
		expect(old.queuedCalls()).toHaveLength(1);
	});

	test('is shown if it can not be asked for', async () => {
		const { open } = opening([done(DAY + 1)], { queue: () => Promise.reject(new Error('Full.')) });
		expect((await open()).asked?.id).toBe('a');
	});

	test('is not shown if somebody demands another one that can not be asked for', async () => {
		const { open } = opening([done(0)], { queue: () => Promise.reject(new Error('Full.')) });
		await expect(open({ isDemanded: true })).rejects.toThrow('Full.');
	});

	test('is not asked for while it is on its way', async () => {
		const { open, queuedCalls, waited } = opening([waiting('b'), done(2 * DAY)]);
		expect(await open()).toMatchObject({ isWhole: true, asked: { id: 'b' } });
		expect(queuedCalls()).toHaveLength(0);
		expect(waited()).toBe(0);
	});

	test('that was refused is not asked for again before it is due', async () => {
		const failed = (age: number) =>
			waiting('b', { state: 'error', error: { message: 'No.' }, inserted_at: before(age) });
		const soon = opening([failed(DAY)]);
		expect((await soon.open()).asked?.state).toBe('error');
		expect(soon.queuedCalls()).toHaveLength(0);
		const beside = opening([failed(DAY), done(2 * DAY)]);
		expect(await beside.open()).toMatchObject({ isWhole: true, asked: { state: 'error' } });
		expect(beside.queuedCalls()).toHaveLength(0);
		const late = opening([failed(DAY + 1)]);
		await late.open();
		expect(late.queuedCalls()).toHaveLength(1);
	});
});

describe('a list that is not known', () => {
	test('is an error if it can not be asked for', async () => {
		const { open } = opening([], { queue: () => Promise.reject(new Error('Full.')) });
		await expect(open()).rejects.toThrow('Full.');
	});

	test('is not waited for if the desktop was never there', async () => {
		const { open, waited } = opening([], { lastConnectedAt: null });
		await open();
		expect(waited()).toBe(0);
	});

	test('is shown at once when a desktop that is awake answers', async () => {
		const made = opening([], {
			onSleep(waited) {
				const [record] = made.service.records;
				if (waited === 1_000) Object.assign(record, { state: 'sent' });
				if (waited === 5_000) made.service.records[0] = answered(record.id);
			},
		});
		expect(await made.open()).toMatchObject({
			isWhole: true,
			asked: { state: 'response_received' },
		});
		expect(made.waited()).toBe(5_000);
	});

	test('is not waited for if it is on its way, unless somebody demands it', async () => {
		const { open, queuedCalls, waited } = opening([waiting('b')]);
		expect((await open()).asked?.id).toBe('b');
		expect(waited()).toBe(0);
		await open({ isDemanded: true });
		expect(waited()).toBe(2_250);
		expect(queuedCalls()).toHaveLength(0);
		const long = opening([waiting('b', { inserted_at: before(2 * DAY) })]);
		expect((await long.open()).asked?.id).toBe('b');
		expect(long.waited()).toBe(0);
		const whole = opening([done(0)]);
		await whole.open({ isDemanded: true });
		expect(whole.queuedCalls()).toHaveLength(1);
		expect(whole.waited()).toBe(2_250);
	});

	test('is asked for once by fields that are opened together, or soon after each other', async () => {
		const { open, queuedCalls } = opening([], { lastConnectedAt: null });
		await Promise.all([open(), open()]);
		await open();
		expect(queuedCalls()).toHaveLength(1);
	});
});

import { type CallLimit, HIGHEST_LIMIT, newCallLimit } from '../../../../queue/calls/callLimit';
import { failureOfAnswer, ServiceError } from '../../../../queue/calls/errors';
import type { Clock } from '../../../../queue/calls/ports';
import { stillClock } from '../support/still-clock';

/** Lets everything happen that waits for nothing from outside. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** A clock that stands still until it is told to go on. */
function handClock() {
	let time = 1_000_000;
	const sleepers: Array<{ until: number; wake: () => void }> = [];
	const clock: Clock = {
		...stillClock(),
		now: () => time,
		sleep: async (milliseconds, signal) =>
			await new Promise<void>((resolve, reject) => {
				sleepers.push({ until: time + milliseconds, wake: resolve });
				signal?.addEventListener('abort', () => reject(new Error('stopped')));
			}),
	};
	const pass = async (milliseconds: number) => {
		time += milliseconds;
		for (const { until, wake } of sleepers) if (until <= time) wake();
		await settle();
	};
	return { clock, pass };
}

const refused = (httpStatus: number | undefined, retryAfter?: number) =>
	new ServiceError({ ...failureOfAnswer(httpStatus ?? 0, undefined), httpStatus, retryAfter });

let clock: Clock;
let pass: (milliseconds: number) => Promise<void>;
let limit: CallLimit;
let leaves: Array<() => void>;

beforeEach(() => {
	({ clock, pass } = handClock());
	limit = newCallLimit(clock);
	leaves = [];
});

async function ask(count: number, signal?: AbortSignal) {
	for (let place = 0; place < count; place++)
		void limit.enter(signal).then(
			(leave) => leaves.push(leave),
			() => undefined,
		);
	await settle();
}

/** A call that takes so long, and then gives this or fails with it. */
async function call(milliseconds: number, outcome?: ServiceError) {
	const made = limit.make(async () => {
		await pass(milliseconds);
		if (outcome) throw outcome;
	});
	await made.catch(() => undefined);
	await settle();
}

/** Gives all places back, and counts how many are to be had. */
async function roomNow() {
	await ask(2 * HIGHEST_LIMIT);
	const { length } = leaves;
	return length;
}

it('begins with ten at once, and lets the others in in their order as places become free', async () => {
	await ask(10);
	const order: string[] = [];
	void limit.enter().then(() => order.push('first'));
	void limit.enter().then(() => order.push('second'));
	await settle();
	expect([leaves.length, order]).toEqual([10, []]);
	leaves.pop()?.();
	await settle();
	expect(order).toEqual(['first']);
	leaves.pop()?.();
	await settle();
	expect(order).toEqual(['first', 'second']);
});

it('grows by one for each fast answer while all places are taken, up to fifty', async () => {
	await ask(100);
	await call(20);
	expect(leaves).toHaveLength(11);
	for (let calls = 0; calls < 100; calls++) await call(20);
	expect(leaves).toHaveLength(HIGHEST_LIMIT);
});

it('does not grow while places are free', async () => {
	await ask(9);
	for (let calls = 0; calls < 20; calls++) await call(20);
	expect(await roomNow()).toBe(10);
});

it.each([
	[20, 220, 12],
	[20, 221, 11],
	[200, 606, 12],
	[200, 607, 11],
])(
	'after an answer in %d ms takes one in %d ms for fast up to three times as long, or 200 ms longer',
	async (fastest, took, places) => {
		await ask(100);
		await call(fastest);
		await call(took);
		expect(leaves).toHaveLength(places);
	},
);

it('halves for an answer that is far too slow, but not below where it began', async () => {
	await ask(100);
	for (let calls = 0; calls < 20; calls++) await call(20);
	expect(leaves).toHaveLength(30);
	for (const left of [15, 10, 10]) {
		await pass(1);
		await call(5100);
		leaves.splice(0).forEach((leave) => leave());
		await settle();
		expect(leaves).toHaveLength(left);
	}
});

it('takes a service for fast again that has become slower for good', async () => {
	await ask(100);
	await call(20);
	expect(leaves).toHaveLength(11);
	for (let calls = 0; calls < 300; calls++) await call(300);
	expect(leaves.length).toBeGreaterThan(11);
});

it.each([429, 502, 503, 504])(
	'a %i halves it, once for all that was on its way',
	async (status) => {
		await ask(100);
		for (let calls = 0; calls < 10; calls++) await call(20);
		expect(leaves).toHaveLength(20);
		const onItsWay = [1, 2, 3].map(async () =>
			limit.make(async () => {
				await settle();
				throw refused(status);
			}),
		);
		await pass(1);
		expect((await Promise.allSettled(onItsWay)).map(({ status: became }) => became)).toEqual(
			Array(3).fill('rejected'),
		);
		leaves.splice(0).forEach((leave) => leave());
		await settle();
		expect(leaves).toHaveLength(10);
		await pass(1);
		await call(1, refused(status));
		leaves.splice(0).forEach((leave) => leave());
		await settle();
		expect(leaves).toHaveLength(5);
	},
);

it('never falls below one, and grows by about one a round afterwards', async () => {
	for (let calls = 0; calls < 10; calls++) {
		await pass(1);
		await call(1, refused(429));
	}
	await ask(100);
	expect(leaves).toHaveLength(1);
	await call(1);
	expect(leaves).toHaveLength(2);
	await call(1);
	await call(1);
	expect(leaves).toHaveLength(2);
	await call(1);
	expect(leaves).toHaveLength(3);
});

it.each([400, 401, 404, 409, 500, undefined])(
	'a %s says nothing about how busy it is',
	async (status) => {
		await ask(100);
		await pass(1);
		await call(1, refused(status));
		leaves.splice(0).forEach((leave) => leave());
		await settle();
		expect(leaves).toHaveLength(10);
	},
);

it('lets nobody in before the moment that the service has asked for, also if it is put off meanwhile', async () => {
	await call(1, refused(429, 3000));
	await ask(1);
	await pass(2000);
	await call(1, refused(429, 3000));
	await pass(1500);
	expect(leaves).toHaveLength(0);
	await pass(1500);
	expect(leaves).toHaveLength(1);
});

it('makes nobody wait for more than half a minute: they get the error at once', async () => {
	await call(1, refused(429, 30_001));
	await ask(1);
	expect(leaves).toHaveLength(1);
	await call(1, refused(429, 30_000));
	await ask(1);
	expect(leaves).toHaveLength(1);
});

it('lets somebody in whose timer has fired a little early', async () => {
	const early = newCallLimit(stillClock());
	const made = early.make(async () => await Promise.reject(refused(429, 1000)));
	await expect(made).rejects.toThrow();
	expect(await early.enter()).toEqual(expect.any(Function));
});

it('gives the place of somebody who is stopped while waiting to the next', async () => {
	for (let calls = 0; calls < 10; calls++) {
		await pass(1);
		await call(1, refused(429, calls === 9 ? 1000 : 0));
	}
	const stop = new AbortController();
	const stopped = limit.enter(stop.signal);
	await ask(1);
	await settle();
	stop.abort();
	await expect(stopped).rejects.toThrow('stopped');
	await pass(1000);
	expect(leaves).toHaveLength(1);
});

describe('when the limit has fallen', () => {
	const fall = async () => {
		for (let calls = 0; calls < 10; calls++) {
			await pass(1);
			await call(1, refused(429));
		}
	};

	it('the calls of work that has begun go out one after the other', async () => {
		await fall();
		const answers: Array<() => void> = [];
		const made = [1, 2, 3].map(
			async (number) =>
				await limit.make(async () => {
					await new Promise<void>((resolve) => answers.push(resolve));
					return number;
				}),
		);
		await settle();
		expect(answers).toHaveLength(1);
		answers[0]();
		await settle();
		// The first was fast, and there is room for two now.
		expect(answers).toHaveLength(3);
		answers.forEach((answer) => answer());
		expect(await Promise.all(made)).toEqual([1, 2, 3]);
	});
});

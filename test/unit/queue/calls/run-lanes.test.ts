import { runLanes } from '../../../../queue/calls/runLanes';

/** Work that ends when it is told to. */
function work() {
	const ends = new Map<string, { done: () => void; failed: () => void }>();
	const started: string[] = [];
	const doIt = async (piece: string) => {
		started.push(piece);
		await new Promise<void>((done, fail) => {
			ends.set(piece, { done, failed: () => fail(new Error(piece)) });
		});
		return `${piece} done`;
	};
	const end = async (piece: string, how: 'done' | 'failed' = 'done') => {
		ends.get(piece)?.[how]();
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { doIt, started, end };
}
const moment = async () => await new Promise((resolve) => setImmediate(resolve));

it('works through each lane in order, and through so many at once', async () => {
	const { doIt, started, end } = work();
	const lanes = [['a1', 'a2'], ['b1'], ['c1']];
	const running = runLanes(lanes, doIt, { atOnce: 2, goOnAfterFailure: false });
	await moment();
	expect(started).toEqual(['a1', 'b1']);
	await end('b1');
	expect(started).toEqual(['a1', 'b1', 'c1']);
	await end('a1');
	expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
	await end('c1');
	await end('a2');
	const results = await running;
	expect(results.get('a2')).toEqual({ status: 'fulfilled', value: 'a2 done' });
	expect(results.size).toBe(4);
});

describe('after a failure', () => {
	const lanes = [['a1', 'a2'], ['b1', 'b2'], ['c1']];

	it('starts nothing new, but waits for what has started', async () => {
		const { doIt, started, end } = work();
		let isOver = false;
		const running = runLanes(lanes, doIt, { atOnce: 2, goOnAfterFailure: false });
		void running.then(() => (isOver = true));
		await moment();
		await end('a1', 'failed');
		expect(isOver).toBe(false);
		await end('b1');
		const results = await running;
		expect(started).toEqual(['a1', 'b1']);
		expect([...results].map(([piece, { status }]) => [piece, status])).toEqual([
			['a1', 'rejected'],
			['b1', 'fulfilled'],
		]);
	});

	it('goes on with the rest if it is to', async () => {
		const { doIt, end } = work();
		const running = runLanes(lanes, doIt, { atOnce: 2, goOnAfterFailure: true });
		await moment();
		await end('a1', 'failed');
		for (const piece of ['b1', 'a2', 'b2', 'c1']) await end(piece);
		expect((await running).size).toBe(5);
	});
});

it.each([true, false])(
	'starts nothing when it was stopped before (%#)',
	async (goOnAfterFailure) => {
		const { doIt, started } = work();
		const enter = jest.fn();
		const signal = AbortSignal.abort();
		const results = await runLanes([['a1'], ['b1']], doIt, {
			...{ atOnce: 1, goOnAfterFailure, signal, enter },
		});
		expect(results.size).toBe(0);
		expect(started).toEqual([]);
		expect(enter).not.toHaveBeenCalled();
	},
);

describe('what a piece waits for before it starts', () => {
	it.each(['stop', 'failure'])(
		'is told if the piece is not started because of a %s',
		async (why) => {
			const { doIt, started, end } = work();
			const stop = new AbortController();
			let left = 0;
			let open = () => undefined as void;
			const gates = [Promise.resolve(), new Promise<void>((resolve) => (open = resolve))];
			const enter = async () => {
				await gates.shift();
				return () => void (left += 1);
			};
			const running = runLanes([['a1'], ['b1']], doIt, {
				atOnce: 2,
				goOnAfterFailure: false,
				signal: stop.signal,
				enter,
			});
			await moment();
			if (why === 'stop') stop.abort();
			await end('a1', why === 'stop' ? 'done' : 'failed');
			open();
			expect([...(await running).keys()]).toEqual(['a1']);
			expect([started, left]).toEqual([['a1'], 2]);
		},
	);

	it('is told when the piece is done', async () => {
		const { doIt, end } = work();
		const leave = jest.fn();
		const running = runLanes([['a1', 'a2']], doIt, {
			...{ atOnce: 1, goOnAfterFailure: true, enter: async () => await Promise.resolve(leave) },
		});
		await moment();
		expect(leave).toHaveBeenCalledTimes(0);
		await end('a1', 'failed');
		expect(leave).toHaveBeenCalledTimes(1);
		await end('a2');
		await running;
		expect(leave).toHaveBeenCalledTimes(2);
	});

	it('may end with the stop', async () => {
		const stop = new AbortController();
		const enter = async () =>
			await new Promise<() => void>((_, reject) => {
				stop.signal.addEventListener('abort', () => reject(new Error('stopped')));
			});
		const { doIt, started } = work();
		const running = runLanes([['a1']], doIt, {
			...{ atOnce: 1, goOnAfterFailure: false, signal: stop.signal, enter },
		});
		await moment();
		stop.abort();
		expect((await running).size).toBe(0);
		expect(started).toEqual([]);
	});

	it('fails the piece if it fails itself', async () => {
		const { doIt, started } = work();
		const enter = async () => await Promise.reject(new Error('no way in'));
		const results = await runLanes([['a1']], doIt, { atOnce: 1, goOnAfterFailure: true, enter });
		expect(results.get('a1')).toMatchObject({ status: 'rejected', reason: new Error('no way in') });
		expect(started).toEqual([]);
	});
});

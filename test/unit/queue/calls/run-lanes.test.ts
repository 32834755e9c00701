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
const summary = (results: Map<string, PromiseSettledResult<string>>) =>
	[...results].map(([piece, { status }]) => `${piece} ${status}`);

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

it('starts nothing more after a failure, but waits for what has started', async () => {
	const { doIt, started, end } = work();
	const running = runLanes(
		[
			['a1', 'a2'],
			['b1', 'b2'],
		],
		doIt,
		{
			atOnce: 5,
			goOnAfterFailure: false,
		},
	);
	await moment();
	await end('a1', 'failed');
	await end('b1');
	expect(summary(await running)).toEqual(['a1 rejected', 'b1 fulfilled']);
	expect(started).toEqual(['a1', 'b1']);
});

it('goes on after a failure if it should', async () => {
	const { doIt, end } = work();
	const running = runLanes([['a1', 'a2']], doIt, { atOnce: 1, goOnAfterFailure: true });
	await moment();
	await end('a1', 'failed');
	await end('a2');
	expect(summary(await running)).toEqual(['a1 rejected', 'a2 fulfilled']);
});

it('starts nothing more when it is stopped', async () => {
	const { doIt, started, end } = work();
	const stop = new AbortController();
	const running = runLanes([['a1', 'a2']], doIt, {
		atOnce: 1,
		goOnAfterFailure: true,
		signal: stop.signal,
	});
	await moment();
	stop.abort();
	await end('a1');
	expect(summary(await running)).toEqual(['a1 fulfilled']);
	expect(started).toEqual(['a1']);
});

describe('what a piece waits for before it starts', () => {
	it('is told when the piece is done, also if that fails', async () => {
		const { doIt, started, end } = work();
		const events: string[] = [];
		const enter = async () => {
			events.push('entered');
			return () => void events.push('left');
		};
		const running = runLanes([['a1', 'a2']], doIt, { atOnce: 1, goOnAfterFailure: true, enter });
		await moment();
		expect([events, started]).toEqual([['entered'], ['a1']]);
		await end('a1', 'failed');
		expect(events).toEqual(['entered', 'left', 'entered']);
		await end('a2');
		await running;
		expect(events).toEqual(['entered', 'left', 'entered', 'left']);
	});

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

	it('fails the piece if it fails itself', async () => {
		const { doIt, started } = work();
		const enter = async () => await Promise.reject(new Error('no way in'));
		const results = await runLanes([['a1']], doIt, { atOnce: 1, goOnAfterFailure: true, enter });
		expect(results.get('a1')).toMatchObject({ status: 'rejected', reason: new Error('no way in') });
		expect(started).toEqual([]);
	});
});

import { setTimeout as delay } from 'node:timers/promises';

/** Something that happens again and again, whether or not what began earlier has ended. */
export interface Rhythm {
	/** Begins nothing more, and waits for what has begun. */
	stop(): Promise<void>;
}

/**
 * Begins something so many times a second, evenly.
 * @param begin gets how many began before, and when this one was due by `performance.now`
 * @param onError what it throws ends the measurement
 */
export function startRhythm(
	aSecond: number,
	begin: (index: number, due: number) => Promise<unknown>,
	onError: (error: unknown) => void,
): Rhythm {
	const underWay = new Set<Promise<unknown>>();
	const first = performance.now();
	let isStopped = false;

	async function keepBeginning(): Promise<void> {
		for (let index = 0; ; index += 1) {
			const due = first + (index * 1000) / aSecond;
			const wait = due - performance.now();
			if (wait > 1) await delay(wait);
			if (isStopped) return;
			const one = begin(index, due).catch(onError);
			underWay.add(one);
			void one.then(() => underWay.delete(one));
		}
	}

	const running = keepBeginning();
	return {
		async stop() {
			isStopped = true;
			await running;
			await Promise.all(underWay);
		},
	};
}

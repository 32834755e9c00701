import { setTimeout as delay } from 'node:timers/promises';

import { judge, type Verdict } from './judge';
import { openPlace } from './place';
import type { Watched } from './watch';
import { doChores, workAt } from './work';

export interface Soak {
	/** What was watched, in the order of the amounts in each sample. */
	watched: readonly Watched[];
	/** Milliseconds since the start, and the amounts then. */
	samples: ReadonlyArray<readonly [at: number, amounts: readonly number[]]>;
	verdicts: readonly Verdict[];
	/** How often each chore was done. */
	done: Readonly<Record<string, number>>;
}

const SAMPLES = 36;

/** Takes samples, as far apart as it takes to have so many in the time. */
async function takeSamples(watched: readonly Watched[], milliseconds: number) {
	const samples: Array<readonly [number, readonly number[]]> = [];
	const start = Date.now();
	for (let place = 1; place <= SAMPLES; place += 1) {
		const due = start + (milliseconds * place) / SAMPLES;
		await delay(Math.max(0, due - Date.now()));
		const amounts: number[] = [];
		for (const { sample } of watched) amounts.push(await sample());
		samples.push([Date.now() - start, amounts]);
	}
	return samples;
}

/**
 * Has an office work with n8n for so many minutes, and watches what grows.
 * @throws when something goes wrong in the work itself
 */
export async function runSoak(minutes: number, say: (line: string) => void): Promise<Soak> {
	const place = await openPlace(say);
	try {
		const { chores, close } = await workAt(place);
		const stop = new AbortController();
		try {
			const work = doChores(chores, stop.signal);
			// Work that fails ends the run at once.
			const failed = work.then(() => new Promise<never>(() => undefined));
			const { watched } = place;
			const samples = await Promise.race([takeSamples(watched, minutes * 60_000), failed]);
			stop.abort();
			const done = await work;
			const verdicts = watched.map(({ measure }, index) =>
				judge(
					measure,
					samples.map(([at, amounts]) => [at, amounts[index]]),
				),
			);
			return { watched, samples, verdicts, done };
		} finally {
			stop.abort();
			await close();
		}
	} finally {
		await place.close();
	}
}

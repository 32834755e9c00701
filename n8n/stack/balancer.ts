import type { Answer, Call, RunningProxy } from '../processes/proxy';
import { startProxy } from '../processes/proxy';

const isRefused = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

/** What webhook processors answer; everything else, the test URLs of webhooks too, is for the main process. */
const FOR_PROCESSORS = /^\/(webhook|webhook-waiting|form|form-waiting)\//;

/**
 * A load balancer: each webhook goes to the next of the processors, everything else to the main process. A processor
 * that does not take the connection is passed over; what has been handed on is never handed on again, so that the
 * balancer repeats nothing.
 * @param main `http://127.0.0.1:PORT`.
 * @param processors The same, at least one.
 */
export async function startBalancer(main: string, processors: string[]): Promise<RunningProxy> {
	let turn = 0;
	const handOn = async ({ path, body, forward }: Call): Promise<Answer | 'drop'> => {
		const targets = FOR_PROCESSORS.test(path) ? processors : [main];
		const first = turn++;
		for (let passed = 0; passed < targets.length; passed++) {
			try {
				return await forward(body, targets[(first + passed) % targets.length]);
			} catch (error) {
				if (!isRefused(error)) throw error;
			}
		}
		return { status: 502, headers: {}, body: Buffer.from('Nobody is there.') };
	};
	return await startProxy(main, handOn);
}

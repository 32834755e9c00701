import type { OnCall, RunningProxy } from '../processes/proxy';
import { startProxy } from '../processes/proxy';

const isRefused = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

/** What webhook processors answer; everything else, the test URLs of webhooks too, is for the main process. */
const FOR_PROCESSORS = /^\/(webhook|webhook-waiting|form|form-waiting)\//;

/**
 * Hands each call to the next of the targets for its path. One that does not take the connection is passed over; what has been
 * handed on is never handed on again, so that nothing is repeated.
 */
function inTurn(targetsFor: (path: string) => readonly string[]): OnCall {
	let turn = 0;
	return async ({ path, body, forward }) => {
		const targets = targetsFor(path);
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
}

/**
 * A load balancer before n8n: each webhook goes to the next of the processors, everything else to the main process.
 * @param main `http://127.0.0.1:PORT`.
 * @param processors The same, at least one.
 */
export const startBalancer = async (main: string, processors: string[]): Promise<RunningProxy> =>
	await startProxy(
		main,
		inTurn((path) => (FOR_PROCESSORS.test(path) ? processors : [main])),
	);

/**
 * A load balancer before processes that are all alike.
 * @param targets `http://127.0.0.1:PORT` each, at least one.
 */
export const startRoundRobin = async (targets: readonly string[]): Promise<RunningProxy> =>
	await startProxy(
		targets[0],
		inTurn(() => targets),
	);

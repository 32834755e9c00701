import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isPassing } from '../../shared/service/errors';
import { look, type Awaited, type Completed, type Looking } from './look';

/** Milliseconds between the first two looks, how much longer each pause gets, and the longest one. */
const firstPause = 200;
const growth = 1.5;
const longestPause = 10_000;

/**
 * Looks again and again until everything is complete, the time is up, or the user cancels.
 * @param limit How long to go on, in milliseconds.
 * @returns Whether everything is complete.
 * @throws NodeApiError when the service can't be asked, unless that passes before the time is up.
 */
export async function poll(
	context: IExecuteFunctions,
	awaited: readonly Awaited[],
	completed: Completed,
	looking: Looking,
	limit: number,
): Promise<boolean> {
	const deadline = Date.now() + limit;
	const signal = context.getExecutionCancelSignal();
	for (let pause = firstPause; ; pause = Math.min(pause * growth, longestPause)) {
		const [result] = await Promise.allSettled([look(context, awaited, completed, looking)]);
		if (result.status === 'fulfilled' && result.value) return true;
		const left = deadline - Date.now();
		const isOver = left <= 0 || signal?.aborted === true;
		// The requests are queued whatever happens to a look at them: a passing trouble is waited out.
		if (result.status === 'rejected' && !signal?.aborted && (isOver || !isPassing(result.reason))) {
			throw result.reason;
		}
		if (isOver) return false;
		await Promise.allSettled([sleep(Math.min(pause, left), signal)]);
	}
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isPassing } from '../../../../queue/calls/errors';
import { settled } from '../../../../queue/calls/settled';
import {
	type Asking,
	checkCompletion,
	type Outcomes,
} from '../../../../queue/reader/checkCompletion';
import { isCanceled } from '../../../shared/n8nInternals/cancellation';
import { serviceOf } from '../../../shared/transport/service';
import { originOf } from '../../../shared/transport/shownError';
import type { Awaited } from '../run/sleep';

/** In milliseconds: the pause between the first two looks, how much longer each pause gets, and the longest pause. */
const FIRST_PAUSE = 200;
const GROWTH = 1.5;
const LONGEST_PAUSE = 10_000;

/** What is waited for. Both change while we wait. */
export interface Waiting {
	awaited: readonly Awaited[];
	outcomes: Outcomes;
	/** Queues what items ask for next, and puts it in place of what was waited for. Gives whether any item asks for more. */
	goOn: (waiting: Pick<Waiting, 'awaited' | 'outcomes'>) => Promise<boolean>;
}

/** Looks once, and lets the items go on whose requests have ended. */
async function look(
	context: IExecuteFunctions,
	waiting: Waiting,
	asking: Asking,
	isThorough: boolean,
): Promise<'all ended' | 'asked for more' | 'still waiting'> {
	const { outcomes } = waiting;
	const hasEnded = await checkCompletion(
		serviceOf(context),
		waiting.awaited,
		outcomes,
		asking,
		isThorough,
	);
	if (isCanceled(context)) return 'still waiting';
	const asked = await waiting.goOn(waiting);
	return asked ? 'asked for more' : hasEnded ? 'all ended' : 'still waiting';
}

/**
 * Looks again and again until everything has ended and no item asks for more, the time is up, or the user cancels.
 * @param limit How long to go on, in milliseconds.
 * @param isFinal Whether we stop waiting altogether after that.
 * @returns Whether everything has ended. If not, the requests that have ended are still found.
 * @throws ServiceError if the service can't be asked, unless the problem passes before the time is up.
 */
export async function poll(
	context: IExecuteFunctions,
	waiting: Waiting,
	asking: Asking,
	{ limit, isFinal }: { limit: number; isFinal: boolean },
): Promise<boolean> {
	const deadline = Date.now() + limit;
	const signal = context.getExecutionCancelSignal();
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
		const left = deadline - Date.now();
		const isOver = left <= 0;
		const result = await settled(
			look(context, waiting, { ...asking, isLast: isOver && isFinal }, isOver),
		);
		if (result.status === 'fulfilled' && result.value === 'all ended') return true;
		if (result.status === 'fulfilled' && result.value === 'asked for more') pause = FIRST_PAUSE;
		const wasCanceled = isCanceled(context);
		// A failed look does not affect the queued requests, so we wait until a temporary problem passes.
		if (
			result.status === 'rejected' &&
			!wasCanceled &&
			(isOver || !isPassing(originOf(result.reason)))
		) {
			throw result.reason;
		}
		if (isOver || wasCanceled) return false;
		await Promise.allSettled([sleep(Math.max(Math.min(pause, deadline - Date.now()), 0), signal)]);
	}
}

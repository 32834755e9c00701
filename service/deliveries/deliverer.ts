import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Store } from '../store/database';
import {
	type AttemptOutcome,
	type Delivery,
	dueHosts,
	lockDueDeliveries,
	nextDueAt,
	planNewDeliveries,
	recordAttempt,
} from '../store/deliveries';
import { bodyOf } from './body';
import { type AttemptResult, send, type SendSettings } from './send';

export interface DeliverySettings extends SendSettings {
	/** Seconds to wait before each attempt. There is at least one entry, and one attempt for each. */
	readonly tries: readonly number[];
	/** Told of each attempt: the delivery's state after it, and how long it took. */
	readonly onAttempt?: (state: AttemptOutcome['state'], seconds: number) => void;
}

interface Deliverer {
	/** Makes the deliveries that are due, and sets a timer for the next ones. */
	deliver(): void;
	/**
	 * Begins no more attempts and waits for those in progress.
	 * @param deadline aborts them; they are made again by another process, or after the next start. Without it, they are aborted
	 * at once
	 */
	close(deadline?: AbortSignal): Promise<void>;
}

/** How many deliveries to one host this process makes at the same time. */
const PER_HOST = 4;

/** The longest wait that a timer supports. */
const LONGEST_WAIT_MILLISECONDS = 2 ** 31 - 1;

/** When to go on if the store failed. */
const RETRY_MILLISECONDS = 1000;

const momentIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function outcomeOfAttempt(
	{ succeeded, response }: AttemptResult,
	{ tries: made }: Delivery,
	tries: readonly number[],
): AttemptOutcome {
	if (succeeded) return { state: 'succeeded' };
	const seconds = tries[made + 1];
	if (seconds === undefined) {
		const [reason] = response.split('\n');
		return { state: 'failed', error: `None of ${made + 1} tries succeeded; the last: ${reason}` };
	}
	return { state: 'pending', dueAt: momentIn(seconds) };
}

/**
 * Delivers webhooks from the store, each at least once (interface, section 6). Every host has its own few slots, so a slow
 * host does not hold up the others. What one process is delivering, others leave alone as long as it is alive.
 * @param processId this process
 */
export function createDeliverer(
	store: Store,
	processId: string,
	settings: DeliverySettings,
	log: Logger,
): Deliverer {
	const inProgress = new Map<string, { host: string; done: Promise<void> }>();
	const stop = new AbortController();
	let isClosing = false;
	let timer: NodeJS.Timeout | undefined;
	let round = Promise.resolve();
	let roundIsPlanned = false;

	async function make(delivery: Delivery): Promise<void> {
		const attemptedAt = momentIn(0);
		const start = performance.now();
		const result = await send(delivery, () => bodyOf(store, delivery), settings, stop.signal);
		if (stop.signal.aborted && !result.succeeded) return;
		const after = outcomeOfAttempt(result, delivery, settings.tries);
		await recordAttempt(store, delivery, attemptedAt, result.response, after);
		const { page_request_id, host } = delivery;
		const milliseconds = performance.now() - start;
		settings.onAttempt?.(after.state, milliseconds / 1000);
		log.info(
			{
				page_request_id,
				host,
				webhook_state: after.state,
				milliseconds: Math.round(milliseconds),
			},
			'delivery',
		);
	}

	function start(delivery: Delivery): void {
		const { page_request_id, host } = delivery;
		const done = make(delivery)
			.catch(async (error: unknown) => {
				log.error(error);
				// Nobody knows of the attempt, so the next one does not follow at once.
				await setTimeout(RETRY_MILLISECONDS, undefined, { signal: stop.signal }).catch(
					() => undefined,
				);
			})
			.finally(() => {
				inProgress.delete(page_request_id);
				deliver();
			});
		inProgress.set(page_request_id, { host, done });
	}

	async function startDue(): Promise<void> {
		if (isClosing) return;
		await planNewDeliveries(store, momentIn(settings.tries[0]));
		const now = momentIn(0);
		for (const host of await dueHosts(store, now)) {
			const busy = [...inProgress.values()].filter((other) => other.host === host).length;
			const free = PER_HOST - busy;
			if (free <= 0) continue;
			const due = { host, now, making: [...inProgress.keys()], limit: free };
			for (const delivery of await lockDueDeliveries(store, processId, due)) start(delivery);
		}
		const next = await nextDueAt(store, now);
		if (next !== undefined) deliverIn(Date.parse(next) - Date.now());
	}

	function deliverIn(milliseconds: number): void {
		clearTimeout(timer);
		if (isClosing) return;
		timer = startTimer(deliver, Math.min(Math.max(0, milliseconds), LONGEST_WAIT_MILLISECONDS));
	}

	function deliver(): void {
		if (roundIsPlanned || isClosing) return;
		roundIsPlanned = true;
		round = round
			.then(() => {
				roundIsPlanned = false;
				return startDue();
			})
			.catch((error: unknown) => {
				log.error(error);
				deliverIn(RETRY_MILLISECONDS);
			});
	}

	return {
		deliver,
		async close(deadline = AbortSignal.abort()) {
			isClosing = true;
			clearTimeout(timer);
			if (deadline.aborted) stop.abort();
			else deadline.addEventListener('abort', () => stop.abort(), { once: true });
			await round;
			await Promise.all([...inProgress.values()].map(({ done }) => done));
			await settings.targets.close();
		},
	};
}

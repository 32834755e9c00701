import type { Logger } from 'pino';
import { Agent } from 'undici';
import type { Store } from '../store/database';
import {
	dueDeliveries,
	dueHosts,
	nextDueAt,
	planNewDeliveries,
	recordTry,
	type AfterTry,
	type Delivery,
} from '../store/deliveries';
import { send, type SendSettings, type TryResult } from './send';

export interface DeliverySettings extends SendSettings {
	/** Seconds to wait before each try; there is at least one, and there are no more tries than these. */
	readonly tries: readonly number[];
}

export interface Deliverer {
	/** Makes the deliveries that are due now and wakes up for the ones that become due later. */
	deliver(): void;
	/** Breaks off the tries under way; they are made again after the next start. */
	close(): Promise<void>;
}

/** How many deliveries to one host are under way at the same time. */
const PER_HOST = 4;

/** The longest wait that a timer can take; it then looks again. */
const LONGEST_WAIT_MILLISECONDS = 2 ** 31 - 1;

const momentIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function afterTry(
	{ succeeded, response }: TryResult,
	{ tries: made }: Delivery,
	tries: readonly number[],
): AfterTry {
	if (succeeded) return { state: 'succeeded' };
	const seconds = tries[made + 1];
	if (seconds === undefined) {
		const [reason] = response.split('\n');
		return { state: 'failed', error: `None of ${made + 1} tries succeeded; the last: ${reason}` };
	}
	return { state: 'pending', dueAt: momentIn(seconds) };
}

/**
 * Delivers webhooks (section 6) from the store, at least once each. Every host has its own few places, so that a slow
 * one holds up nobody else.
 */
export function createDeliverer(store: Store, settings: DeliverySettings, log: Logger): Deliverer {
	const underWay = new Map<string, { host: string; done: Promise<void> }>();
	const stop = new AbortController();
	const agent = new Agent();
	let timer: NodeJS.Timeout | undefined;
	let round = Promise.resolve();
	let roundIsPlanned = false;

	async function make(delivery: Delivery): Promise<void> {
		const attemptedAt = momentIn(0);
		const result = await send(delivery, settings, agent, stop.signal);
		if (stop.signal.aborted && !result.succeeded) return;
		const after = afterTry(result, delivery, settings.tries);
		await recordTry(store, delivery, attemptedAt, result.response, after);
		const { page_request_id, host } = delivery;
		log.info({ page_request_id, host, webhook_state: after.state }, 'delivery');
	}

	function start(delivery: Delivery): void {
		const { page_request_id, host } = delivery;
		const done = make(delivery)
			.catch((error: unknown) => log.error(error))
			.finally(() => {
				underWay.delete(page_request_id);
				deliver();
			});
		underWay.set(page_request_id, { host, done });
	}

	async function startDue(): Promise<void> {
		await planNewDeliveries(store, momentIn(settings.tries[0]));
		const now = momentIn(0);
		for (const host of await dueHosts(store, now)) {
			const taken = [...underWay.values()].filter((other) => other.host === host).length;
			const free = PER_HOST - taken;
			if (free <= 0) continue;
			const ids = [...underWay.keys()];
			for (const delivery of await dueDeliveries(store, host, now, ids, free)) start(delivery);
		}
		const next = await nextDueAt(store, now);
		clearTimeout(timer);
		if (next === undefined || stop.signal.aborted) return;
		const wait = Math.max(0, Date.parse(next) - Date.now());
		timer = setTimeout(deliver, Math.min(wait, LONGEST_WAIT_MILLISECONDS));
	}

	function deliver(): void {
		if (roundIsPlanned || stop.signal.aborted) return;
		roundIsPlanned = true;
		round = round
			.then(() => {
				roundIsPlanned = false;
				return startDue();
			})
			.catch((error: unknown) => log.error(error));
	}

	return {
		deliver,
		async close() {
			stop.abort();
			clearTimeout(timer);
			await round;
			await Promise.all([...underWay.values()].map(({ done }) => done));
			await agent.destroy();
		},
	};
}

import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import { receiverHadFinished } from '../store/concerns';
import type { Store } from '../store/database';
import {
	type AttemptOutcome,
	type Delivery,
	type DeliveryLock,
	dueLanes,
	hastenDeliveries,
	laneOf,
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

/** A slot that is kept for a delivery which is about to be stored. */
export interface KeptSlot {
	readonly lock: DeliveryLock;
	/** Makes the delivery once it is stored. */
	start(delivery: Delivery): void;
	/** Gives the slot back: the delivery was not stored, or nobody knows whether it was. */
	release(): void;
}

export interface Deliverer {
	/** Makes the deliveries that are due, and sets a timer for the next ones. */
	deliver(): void;
	/**
	 * Keeps a slot for a delivery, so that it need not be looked for once it is stored.
	 * @returns undefined while there is none free, or one is kept for it already; `deliver` then finds it when there is
	 */
	keepSlot(delivery: {
		readonly pageRequestId: string;
		readonly applicationId: string;
		readonly host: string;
	}): KeptSlot | undefined;
	/**
	 * Begins no more attempts and waits for those in progress.
	 * @param deadline aborts them; they are made again by another process, or after the next start. Without it, they are aborted
	 * at once
	 */
	close(deadline?: AbortSignal): Promise<void>;
}

/** How many deliveries of one application to one host this process makes at the same time. */
const FEWEST_SLOTS = 4;
const MOST_SLOTS = 16;
/** A receiver that answers this fast takes more. */
const FAST_MILLISECONDS = 250;
/** How many fast answers it takes for one slot more. */
const ANSWERS_FOR_A_SLOT = 4;

/** The longest wait that a timer supports. */
const LONGEST_WAIT_MILLISECONDS = 2 ** 31 - 1;

const MOST_REMEMBERED = 10_000;

/** When to go on if the store failed. */
const RETRY_MILLISECONDS = 1000;

const momentIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function outcomeOfAttempt(
	{ succeeded, isUnanswered, response }: AttemptResult,
	{ tries: made, is_hastened }: Delivery,
	tries: readonly number[],
): AttemptOutcome {
	if (succeeded) return { state: 'succeeded' };
	// An execution that has finished never takes it.
	if (receiverHadFinished(response)) {
		return { state: 'failed', error: 'The execution that it was for had finished.' };
	}
	// One that came sooner than planned leaves the plan as it was.
	const seconds = is_hastened ? (tries[made] ?? tries.at(-1)) : tries[made + 1];
	if (seconds === undefined) {
		const [reason] = response.split('\n');
		return { state: 'failed', error: `None of ${made + 1} tries succeeded; the last: ${reason}` };
	}
	// What comes sooner than planned does so once between two planned tries, so that those come to an end.
	return { state: 'pending', dueAt: momentIn(seconds), isUnanswered: isUnanswered && !is_hastened };
}

/**
 * Delivers webhooks from the store, each at least once (interface, section 6). Every application has its own few slots
 * for each host, so a slow one does not hold up the others. What one process is delivering, others leave alone as long as it is alive.
 * @param processId this process
 */
export function createDeliverer(
	store: Store,
	processId: string,
	settings: DeliverySettings,
	log: Logger,
): Deliverer {
	const inProgress = new Map<string, { lane: string; done: Promise<void> }>();
	/** How many deliveries of a lane are made at the same time, if they are not the fewest. */
	const slots = new Map<string, number>();
	/** The hosts that have taken something, and have not been away since. */
	const answering = new Set<string>();
	const stop = new AbortController();
	let isClosing = false;
	/** Whether more may be due than there were slots for. */
	let hasBacklog = false;
	let timer: NodeJS.Timeout | undefined;
	let timerAt = Infinity;
	let round = Promise.resolve();
	let roundIsPlanned = false;

	/** More slots step by step while a receiver answers fast, and half of them at once when it does not. */
	function adjustSlots(lane: string, isFast: boolean): void {
		const before = slots.get(lane) ?? FEWEST_SLOTS;
		slots.delete(lane);
		const after = isFast
			? Math.min(MOST_SLOTS, before + 1 / ANSWERS_FOR_A_SLOT)
			: Math.max(FEWEST_SLOTS, before / 2);
		if (after > FEWEST_SLOTS) slots.set(lane, after);
		if (slots.size > MOST_REMEMBERED) slots.delete(slots.keys().next().value ?? '');
	}

	/** Has what a host missed while it was away delivered as soon as it takes something. */
	async function hastenOthers(
		host: string,
		{ succeeded, isUnanswered }: AttemptResult,
	): Promise<void> {
		if (isUnanswered) answering.delete(host);
		if (!succeeded || answering.has(host)) return;
		answering.add(host);
		if (answering.size > MOST_REMEMBERED) answering.delete(answering.values().next().value ?? '');
		await hastenDeliveries(store, host, momentIn(0));
		deliver();
	}

	function freeSlotsOf(lane: string): number {
		const busy = [...inProgress.values()].filter((other) => other.lane === lane).length;
		return Math.floor(slots.get(lane) ?? FEWEST_SLOTS) - busy;
	}

	async function make(delivery: Delivery): Promise<void> {
		const attemptedAt = momentIn(0);
		const start = performance.now();
		const result = await send(delivery, () => bodyOf(store, delivery), settings, stop.signal);
		if (stop.signal.aborted && !result.succeeded) return;
		const after = outcomeOfAttempt(result, delivery, settings.tries);
		await recordAttempt(store, delivery, attemptedAt, result.response, after);
		const { page_request_id, host } = delivery;
		if (after.state === 'pending') deliverBy(Date.parse(after.dueAt));
		const milliseconds = performance.now() - start;
		settings.onAttempt?.(after.state, milliseconds / 1000);
		adjustSlots(delivery.lane, result.succeeded && milliseconds <= FAST_MILLISECONDS);
		await hastenOthers(host, result);
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

	async function attempt(delivery: Delivery): Promise<void> {
		try {
			await make(delivery);
		} catch (error) {
			log.error(error);
			// Nobody knows of the attempt, so the next one does not follow at once.
			await setTimeout(RETRY_MILLISECONDS, undefined, { signal: stop.signal }).catch(
				() => undefined,
			);
			hasBacklog = true;
		}
	}

	/** Has a delivery count as being made until the work on it is done. */
	function occupy(pageRequestId: string, lane: string, work: Promise<void>): void {
		const done = work.finally(() => {
			inProgress.delete(pageRequestId);
			if (hasBacklog) deliver();
		});
		inProgress.set(pageRequestId, { lane, done });
	}

	const start = (delivery: Delivery): void =>
		occupy(delivery.page_request_id, delivery.lane, attempt(delivery));

	function keepSlot({
		pageRequestId,
		applicationId,
		host,
	}: Parameters<Deliverer['keepSlot']>[0]): KeptSlot | undefined {
		const lane = laneOf(applicationId, host);
		if (isClosing || settings.tries[0] > 0 || freeSlotsOf(lane) <= 0) return undefined;
		// An answer can come twice at once, and only one of the two is stored.
		if (inProgress.has(pageRequestId)) return undefined;
		let begin: (delivery?: Delivery) => void = () => undefined;
		const stored = new Promise<Delivery | undefined>((resolve) => {
			begin = resolve;
		});
		const work = async () => {
			const delivery = await stored;
			if (delivery && !isClosing) await attempt(delivery);
			else hasBacklog = true;
		};
		occupy(pageRequestId, lane, work());
		return {
			lock: { locked_by: processId, due_at: momentIn(0) },
			start: begin,
			release: () => begin(),
		};
	}

	async function startDue(): Promise<void> {
		if (isClosing) return;
		hasBacklog = false;
		await planNewDeliveries(store, momentIn(settings.tries[0]));
		const now = momentIn(0);
		for (const lane of await dueLanes(store, now)) {
			const making = [...inProgress.keys()];
			const limit = freeSlotsOf(lane);
			const due =
				limit > 0 ? await lockDueDeliveries(store, processId, { lane, now, making, limit }) : [];
			for (const delivery of due) start(delivery);
			if (due.length >= limit) hasBacklog = true;
		}
		const next = await nextDueAt(store, now);
		if (next !== undefined) deliverBy(Date.parse(next));
	}

	/** Looks for due deliveries at a moment, unless it does so sooner. */
	function deliverBy(moment: number): void {
		if (isClosing || moment >= timerAt) return;
		clearTimeout(timer);
		timerAt = moment;
		const milliseconds = Math.min(Math.max(0, moment - Date.now()), LONGEST_WAIT_MILLISECONDS);
		timer = startTimer(() => {
			timerAt = Infinity;
			deliver();
		}, milliseconds);
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
				deliverBy(Date.now() + RETRY_MILLISECONDS);
			});
	}

	return {
		deliver,
		keepSlot,
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

import { LONGEST_WAIT } from './client';
import { ServiceError } from './errors';
import type { Clock } from './ports';
import { settled } from './settled';

/**
 * How many calls at once a service takes is found out as TCP does it (slow start, additive increase, multiplicative decrease):
 * one more for each call that is answered fast while all places are taken, until the service turns a call away; then half as
 * many, and from there one more for each round of calls. Answers that are far too slow halve it too, but not below where it began.
 */
const FIRST_LIMIT = 10;
export const HIGHEST_LIMIT = 50;
/** How many times as long as the fastest call of late, and how many milliseconds longer, a call may take. */
const stillFast = { times: 3, longer: 200 };
const stillBearable = { times: 10, longer: 5000 };
/** By how much the time of the fastest call grows with each slower one: a service may become slower for good. */
const FORGETTING = 1.01;

/** Too many calls; or a service, or a gateway before it, that takes none at the moment. */
const overloaded = new Set([429, 502, 503, 504]);
const isOverload = (reason: unknown): reason is ServiceError =>
	reason instanceof ServiceError && overloaded.has(reason.httpStatus ?? 0);

/** Lets so many in at once, and the others in their order. */
function newGate(places: () => number) {
	const waiting: Array<() => void> = [];
	let taken = 0;
	const letIn = () => {
		for (; taken < places() && waiting.length > 0; taken++) waiting.shift()?.();
	};
	const leave = () => {
		taken--;
		letIn();
	};
	return {
		letIn,
		isFull: () => taken >= places(),
		/** @returns what gives the place back */
		enter: async () =>
			await new Promise<() => void>((resolve) => {
				waiting.push(() => resolve(leave));
				letIn();
			}),
	};
}

/** How much work may call a service at once: that of all executions in this process. */
export interface CallLimit {
	/**
	 * Waits for a place for a piece of work, which may make several calls.
	 * @returns what gives the place back
	 * @throws when the signal is aborted while the service has asked for a pause
	 */
	enter(signal?: AbortSignal): Promise<() => void>;
	/**
	 * Makes a call, and learns from what becomes of it. When the limit has fallen since its piece of work began, the call waits.
	 * @throws when the signal is aborted meanwhile; and whatever the call throws
	 */
	make<Answer>(call: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer>;
}

/** A limit that begins with ten at once and follows what the service takes, up to fifty. */
export function newCallLimit(clock: Clock): CallLimit {
	let limit = FIRST_LIMIT;
	let isStarting = true;
	let fastest = Infinity;
	let cutAt = -Infinity;
	let closedUntil = -Infinity;
	const pieces = newGate(() => Math.floor(limit));
	// As long as the service has taken everything, nobody who opens a list waits behind what is slow to be answered.
	const calls = newGate(() => (isStarting ? Infinity : Math.floor(limit)));

	const cut = (began: number, lowest: number) => {
		// What was on its way at the last cut says nothing about what holds since.
		if (began <= cutAt) return;
		isStarting = false;
		limit = Math.max(Math.min(limit, lowest), limit / 2);
		cutAt = clock.now();
	};

	const pause = (milliseconds: number) => {
		// Whoever is asked to wait longer gets the error at once.
		if (milliseconds > LONGEST_WAIT) return;
		closedUntil = Math.max(closedUntil, clock.now() + milliseconds);
	};

	const isWithin = (took: number, { times, longer }: typeof stillFast) =>
		took <= Math.max(fastest * times, fastest + longer);

	const learnFrom = (took: number, began: number) => {
		fastest = Math.min(took, fastest * FORGETTING);
		if (!isWithin(took, stillBearable)) return cut(began, FIRST_LIMIT);
		if (!isWithin(took, stillFast) || !(pieces.isFull() || calls.isFull())) return;
		limit = Math.min(HIGHEST_LIMIT, limit + (isStarting ? 1 : 1 / limit));
		pieces.letIn();
		calls.letIn();
	};

	return {
		async enter(signal) {
			const leave = await pieces.enter();
			// While it waits, another call may be told to wait longer.
			for (let until = -Infinity; until < closedUntil && clock.now() < closedUntil;) {
				until = closedUntil;
				const slept = await settled(clock.sleep(until - clock.now(), signal));
				if (slept.status === 'fulfilled') continue;
				leave();
				throw slept.reason;
			}
			return leave;
		},
		async make(call, signal) {
			const leave = await calls.enter();
			try {
				signal?.throwIfAborted();
				const began = clock.now();
				const result = await settled(call());
				if (result.status === 'fulfilled') {
					learnFrom(clock.now() - began, began);
					return result.value;
				}
				if (isOverload(result.reason)) {
					cut(began, 1);
					pause(result.reason.retryAfter ?? 0);
				}
				throw result.reason;
			} finally {
				leave();
			}
		},
	};
}

import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
	/** Milliseconds until it gives up; two minutes unless given. */
	timeout?: number;
	/** Milliseconds between two reads. */
	every?: number;
	/** What is waited for, in the words of the error. */
	what?: string;
}

const USUAL_TIMEOUT_MILLISECONDS = 120_000;
const USUAL_PAUSE_MILLISECONDS = 50;
const SHOWN_CHARACTERS = 2000;

/**
 * Reads again and again until what is read is as wanted. Only for what nothing announces: where there is an event, wait
 * for that.
 * @returns what was read last
 * @throws when the time is up, with what was read last; and whatever `read` and `isDone` throw
 */
export async function until<Value, Wanted extends Value>(
	read: () => Value | Promise<Value>,
	isDone: (value: Value) => value is Wanted,
	options?: UntilOptions,
): Promise<Wanted>;
export async function until<Value>(
	read: () => Value | Promise<Value>,
	isDone: (value: Value) => boolean,
	options?: UntilOptions,
): Promise<Value>;
export async function until<Value>(
	read: () => Value | Promise<Value>,
	isDone: (value: Value) => boolean,
	options: UntilOptions = {},
): Promise<Value> {
	const { timeout = USUAL_TIMEOUT_MILLISECONDS, every = USUAL_PAUSE_MILLISECONDS } = options;
	// Tests set the clock of Date; this one goes on.
	const deadline = performance.now() + timeout;
	for (;;) {
		const value = await read();
		if (isDone(value)) return value;
		if (performance.now() > deadline) {
			const shown = JSON.stringify(value)?.slice(0, SHOWN_CHARACTERS);
			const { what = 'something else than' } = options;
			throw new Error(`Waited ${timeout / 1000} s in vain for ${what}: ${shown}`);
		}
		await delay(every);
	}
}

import { setTimeout as delay } from 'node:timers/promises';

import type { Answer, Call } from '../../../n8n/processes/proxy';
import type { Random } from '../../../simulator/company/random';

/** Lets a call wait until others that came later have gone by. */
interface Passing {
	/** Resolves when so many calls have gone by, or after half a second without them. */
	overtakenBy(calls: number): Promise<void>;
	/** Says that a call has gone by. */
	passed(): void;
}

const NOBODY_COMES_MILLISECONDS = 500;

/** The calls that go by one place. */
export function createPassing(): Passing {
	const waiting = new Set<() => void>();
	return {
		async overtakenBy(calls) {
			let left = calls;
			let hear = () => {};
			const overtaken = new Promise<void>((resolve) => {
				hear = () => {
					left -= 1;
					if (left === 0) resolve();
				};
			});
			waiting.add(hear);
			await Promise.race([overtaken, delay(NOBODY_COMES_MILLISECONDS)]);
			waiting.delete(hear);
		},
		passed: () => waiting.forEach((hear) => hear()),
	};
}

/** What a fault has to hand. */
interface Surroundings {
	random: Random;
	passing: Passing;
	/** How long the caller waits for an answer, in milliseconds, where that is known. */
	patience?: number;
}

/** What becomes of a call that meets a fault. */
export type Fault = (call: Call, surroundings: Surroundings) => Promise<Answer | 'drop'>;

const gateway = (random: Random): Answer => ({
	status: random.pick([502, 503, 504]),
	headers: { 'content-type': 'text/html' },
	body: Buffer.from('<html><body>The gateway had no answer.</body></html>'),
});

/** Other bytes in one place, which no JSON has: nobody can take it for what it was. */
function garbled(bytes: Buffer, random: Random): Buffer {
	if (bytes.length === 0) return bytes;
	const changed = Buffer.from(bytes);
	const start = random.integer(0, changed.length - 1);
	changed.fill(random.integer(0, 31), start, start + random.integer(1, 20));
	// White space between two values would leave the JSON as it was.
	changed[start] = 0;
	return changed;
}

/** Hands a call on although nobody waits for its answer any more. */
function forwardUnheard(call: Call, body?: Buffer): void {
	call.forward(body).catch(() => undefined);
}

/** The faults by their names. */
export const faults = {
	'arrives late': async (call, { random }) => {
		await delay(random.integer(20, 400));
		return await call.forward();
	},
	'is answered late': async (call, { random }) => {
		const answer = await call.forward();
		await delay(random.integer(20, 400));
		return answer;
	},
	'is answered too late': async (call, { random, patience = 0 }) => {
		await delay(patience + random.integer(100, 400));
		return await call.forward();
	},
	'is cut off before it arrives': async () => 'drop',
	'is cut off after it has arrived': async (call) => {
		await call.forward();
		return 'drop';
	},
	'is cut off in the middle of its answer': async (call, { random }) => {
		const answer = await call.forward();
		const { length } = answer.body;
		return length < 2 ? 'drop' : { ...answer, breaksAfter: random.integer(1, length - 1) };
	},
	'is cut off and arrives later': async (call, { random }) => {
		void delay(random.integer(200, 3000)).then(() => forwardUnheard(call));
		return 'drop';
	},
	'is stopped by a gateway': async (_call, { random }) => gateway(random),
	'is answered by a gateway': async (call, { random }) => {
		await call.forward();
		return gateway(random);
	},
	'arrives twice at once': async (call) => {
		const [, second] = await Promise.all([call.forward(), call.forward()]);
		return second;
	},
	'arrives twice, one after the other': async (call, { random }) => {
		const answer = await call.forward();
		void delay(random.integer(50, 3000)).then(() => forwardUnheard(call));
		return answer;
	},
	'is overtaken': async (call, { random, passing }) => {
		await passing.overtakenBy(random.integer(1, 4));
		return await call.forward();
	},
	'arrives garbled': async (call, { random }) => await call.forward(garbled(call.body, random)),
	'has a garbled answer': async (call, { random }) => {
		const answer = await call.forward();
		return { ...answer, body: garbled(answer.body, random) };
	},
	'has its status garbled': async (call, { random }) => ({
		...(await call.forward()),
		status: random.pick([302, 404, 418, 500]),
	}),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

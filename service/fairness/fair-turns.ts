import { performance } from 'node:perf_hooks';

/** What whoever had a turn calls when it is over. Calling it again does nothing. */
export type EndTurn = () => void;

/** Lets a few in at a time, and nobody wait for how many there are of somebody else. */
export interface FairTurns {
	/** @param who those with the same name wait for each other; all others take turns with them */
	take(who: string): Promise<EndTurn>;
}

interface Limits {
	/** How many may be in at a time. */
	readonly ofAll?: number;
	readonly ofOne?: number;
	/**
	 * How many times Node looks for what else has arrived before it goes on with those that wait: of new connections, it accepts one
	 * each time.
	 */
	readonly looks?: number;
}

/**
 * As many `looks` as calls over HTTP need: more than there are let in at a time, so that whoever comes with a new connection gets in
 * before those that wait.
 */
export const LOOKS = 32;

/** How long Node has had nothing to do so far. */
const idleMilliseconds = (): number => performance.eventLoopUtilization().idle;

export function createFairTurns({
	ofAll = Infinity,
	ofOne = Infinity,
	looks = 1,
}: Limits): FairTurns {
	const inside = new Map<string, number>();
	/** Who waits; the one whose turn is longest ago comes first. */
	const waiting = new Map<string, Array<() => void>>();
	let total = 0;
	let idleBefore = -1;
	let isPlanned = false;

	function change(who: string, by: number): void {
		total += by;
		const count = (inside.get(who) ?? 0) + by;
		if (count > 0) inside.set(who, count);
		else inside.delete(who);
	}

	/** @returns whether there was somebody who could come in */
	function letOneIn(): boolean {
		if (total >= ofAll) return false;
		for (const [who, queue] of waiting) {
			if ((inside.get(who) ?? 0) >= ofOne) continue;
			const next = queue.shift();
			waiting.delete(who);
			if (queue.length > 0) waiting.set(who, queue);
			change(who, 1);
			next?.();
			return true;
		}
		return false;
	}

	function letIn(): void {
		isPlanned = false;
		while (letOneIn());
		idleBefore = idleMilliseconds();
	}

	/** Lets in who waits, but not before what has arrived with them is known: otherwise each would be done before the next one is seen. */
	function plan(): void {
		if (isPlanned || waiting.size === 0) return;
		isPlanned = true;
		// If it has been idle meanwhile, it has looked at everything.
		let left = idleMilliseconds() > idleBefore ? 1 : looks;
		const look = (): void => {
			left -= 1;
			if (left > 0) setImmediate(look);
			else letIn();
		};
		setImmediate(look);
	}

	function turnOf(who: string): EndTurn {
		let isOver = false;
		return () => {
			if (isOver) return;
			isOver = true;
			change(who, -1);
			plan();
		};
	}

	return {
		async take(who) {
			await new Promise<void>((go) => {
				const queue = waiting.get(who);
				if (queue) queue.push(go);
				else waiting.set(who, [go]);
				plan();
			});
			return turnOf(who);
		},
	};
}

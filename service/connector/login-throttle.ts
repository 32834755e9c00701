import { setTimeout } from 'node:timers/promises';

/** Seconds before the next try of a user name is looked at, by how many wrong ones came before it; the last one stays. */
const waits = [0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5];
/** How many tries of one user name may wait. */
const PLACES = 5;
/** How many user names are remembered; the longest unused is forgotten first. */
const NAMES = 10_000;

interface Tries {
	wrong: number;
	waiting: number;
	last: Promise<unknown>;
}

/** Looks at the tries of a user name one after another. */
export interface LoginThrottle {
	/**
	 * Waits for its turn, then checks.
	 * @param check undefined says that the password was wrong
	 * @returns what the check says; `busy`, unchecked, when too many tries of the name are waiting
	 */
	try<Result>(
		userName: string,
		check: () => Promise<Result | undefined>,
	): Promise<Result | undefined | 'busy'>;
}

/**
 * Slows down the guessing of passwords: the more wrong ones a user name has had in a row, the longer the next try waits.
 * A right one ends that. Names that nobody has are slowed down alike, so that the time says nothing.
 * @param wait how it waits for so many seconds
 */
export function createLoginThrottle(
	wait: (seconds: number) => Promise<unknown> = (seconds) => setTimeout(seconds * 1000),
): LoginThrottle {
	const byName = new Map<string, Tries>();

	function triesOf(userName: string): Tries {
		const tries = byName.get(userName) ?? { wrong: 0, waiting: 0, last: Promise.resolve() };
		byName.delete(userName);
		byName.set(userName, tries);
		if (byName.size > NAMES) byName.delete(byName.keys().next().value ?? '');
		return tries;
	}

	async function look<Result>(tries: Tries, check: () => Promise<Result | undefined>) {
		const seconds = waits[Math.min(tries.wrong, waits.length - 1)];
		if (seconds > 0) await wait(seconds);
		const result = await check();
		tries.wrong = result === undefined ? tries.wrong + 1 : 0;
		return result;
	}

	return {
		async try(userName, check) {
			const tries = triesOf(userName);
			if (tries.waiting >= PLACES) return 'busy';
			tries.waiting += 1;
			const turn = tries.last.then(() => look(tries, check));
			tries.last = turn.catch(() => undefined);
			try {
				return await turn;
			} finally {
				tries.waiting -= 1;
			}
		},
	};
}

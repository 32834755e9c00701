import { setTimeout } from 'node:timers/promises';

/** Seconds before the next sign-in with a user name is checked, by the number of wrong ones before it. The last value stays. */
const waits = [0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5];
/** How many sign-ins with one user name can wait at the same time. */
const MOST_WAITING = 5;
/** How many user names are remembered. The one unused for longest is forgotten first. */
const MOST_NAMES = 10_000;
/** How much of a user name is looked at, which is more than any that exists has: whoever makes them up could fill the memory. */
const LONGEST_NAME = 200;

interface SignIns {
	wrong: number;
	waiting: number;
	last: Promise<unknown>;
}

/** Checks the sign-ins with one user name one after another. */
interface LoginThrottle {
	/**
	 * Waits for its turn, then checks.
	 * @param check returns undefined when the password is wrong
	 * @returns the result of the check; `busy`, without a check, when too many sign-ins with the name are waiting
	 */
	try<Result>(
		userName: string,
		check: () => Promise<Result | undefined>,
	): Promise<Result | undefined | 'busy'>;
}

/**
 * Slows down password guessing: the more wrong passwords in a row for a user name, the longer the next sign-in waits. A
 * right one resets that. Unknown names are slowed down in the same way, so that the delay reveals nothing. It stays because
 * a service for many companies is reachable from the internet.
 * @param wait waits for this many seconds
 */
export function createLoginThrottle(
	wait: (seconds: number) => Promise<unknown> = (seconds) => setTimeout(seconds * 1000),
): LoginThrottle {
	const byName = new Map<string, SignIns>();

	function signInsOf(userName: string): SignIns {
		const signIns = byName.get(userName) ?? { wrong: 0, waiting: 0, last: Promise.resolve() };
		byName.delete(userName);
		byName.set(userName, signIns);
		if (byName.size > MOST_NAMES) byName.delete(byName.keys().next().value ?? '');
		return signIns;
	}

	async function checkAfterWait<Result>(
		signIns: SignIns,
		check: () => Promise<Result | undefined>,
	) {
		const seconds = waits[Math.min(signIns.wrong, waits.length - 1)];
		if (seconds > 0) await wait(seconds);
		const result = await check();
		signIns.wrong = result === undefined ? signIns.wrong + 1 : 0;
		return result;
	}

	return {
		async try(userName, check) {
			const signIns = signInsOf(userName.slice(0, LONGEST_NAME));
			if (signIns.waiting >= MOST_WAITING) return 'busy';
			signIns.waiting += 1;
			const turn = signIns.last.then(() => checkAfterWait(signIns, check));
			signIns.last = turn.catch(() => undefined);
			try {
				return await turn;
			} finally {
				signIns.waiting -= 1;
			}
		},
	};
}

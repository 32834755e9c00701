/** The work that was begun last under each key, in this process. */
const turns = new Map<string, Promise<unknown>>();

/** Does work under a key, when all work that was begun under it in this process before has ended. */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
	const own = (turns.get(key) ?? Promise.resolve()).then(work);
	const ended = Promise.allSettled([own]);
	turns.set(key, ended);
	try {
		return await own;
	} finally {
		if (turns.get(key) === ended) turns.delete(key);
	}
}

import { setImmediate } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Store } from '../store/database';
import { deleteOldestAnswer } from '../store/old-answers';

const MILLISECONDS_PER_HOUR = 3_600_000;
const MILLISECONDS_PER_DAY = 24 * MILLISECONDS_PER_HOUR;

interface Retention {
	/** Deletes what has become too old. One answer at a time, so that calls come in between. */
	deleteOld(): Promise<void>;
	/** Stops after the answer that is being deleted. */
	close(): Promise<void>;
}

/** Deletes answers that are older than `days`, now and every hour. */
export function keepAnswers(store: Store, days: number, log: Logger): Retention {
	let isClosed = false;
	let round = Promise.resolve();

	async function deleteAll(): Promise<void> {
		const before = new Date(Date.now() - days * MILLISECONDS_PER_DAY).toISOString();
		let deleted = 0;
		while (!isClosed && (await deleteOldestAnswer(store, before))) {
			deleted += 1;
			await setImmediate();
		}
		if (deleted > 0) log.info({ deleted, before }, 'old answers deleted');
	}

	function deleteOld(): Promise<void> {
		round = round.then(deleteAll).catch((error: unknown) => log.error(error));
		return round;
	}

	const timer = setInterval(() => void deleteOld(), MILLISECONDS_PER_HOUR);
	void deleteOld();
	return {
		deleteOld,
		async close() {
			isClosed = true;
			clearInterval(timer);
			await round;
		},
	};
}

import { setTimeout } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 20;

/** How long the suite waits for what the service does by itself. How soon it does it is not shown. */
const PATIENCE_SECONDS = 20;

/**
 * Asks again and again until the answer fulfils the condition or the time is over, and gives the last answer: that it
 * came late is for the statement to judge, and is no error as with the tests' `until`.
 */
export async function within<Answer>(
	ask: () => Promise<Answer>,
	isIt: (answer: Answer) => boolean,
	seconds = PATIENCE_SECONDS,
): Promise<Answer> {
	const end = Date.now() + seconds * 1000;
	for (;;) {
		const answer = await ask();
		if (isIt(answer) || Date.now() > end) return answer;
		await setTimeout(PAUSE_MILLISECONDS);
	}
}

/** The states that section 3 calls terminal: completed, error or discarded. */
export const terminal = ['response_received', 'error', 'discarded'];

import { setTimeout } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 20;

/**
 * Asks again and again until the answer fulfils the condition; how long that may take is the test’s own time limit.
 * For what happens inside the service and can only be seen by asking it.
 */
export async function eventually<Answer>(
	ask: () => Promise<Answer>,
	isIt: (answer: Answer) => boolean,
): Promise<Answer> {
	for (;;) {
		const answer = await ask();
		if (isIt(answer)) return answer;
		await setTimeout(PAUSE_MILLISECONDS);
	}
}

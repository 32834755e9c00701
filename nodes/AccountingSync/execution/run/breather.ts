import { sleep } from 'n8n-workflow';

/** How long work goes on without a break, in milliseconds. Somebody who clicks in the editor does not notice that much. */
const LONGEST_STRETCH = 50;

/**
 * Lets n8n do other things in between. The items of a run are read without waiting for anything, and with thousands of them
 * the editor, other executions and deliveries would wait for all of that.
 * @returns What to await after each piece of work.
 */
export function breather(): () => Promise<void> {
	let since = Date.now();
	return async () => {
		if (Date.now() - since < LONGEST_STRETCH) return;
		await sleep(0);
		since = Date.now();
	};
}

import type { Stack } from '../../n8n/stack/start';

/** How long the first start may take: it installs n8n. */
export const START_TIMEOUT_MILLISECONDS = 900_000;

/** Has a stack started before the tests around, and stopped after them. What is returned is empty until then. */
export function useStack<N8n>(start: () => Promise<Stack<N8n>>): Stack<N8n> {
	const stack = {} as Stack<N8n>;
	beforeAll(async () => {
		Object.assign(stack, await start());
	}, START_TIMEOUT_MILLISECONDS);
	// A start that failed has stopped by itself whatever it had started.
	afterAll(async () => await stack.stop?.());
	return stack;
}

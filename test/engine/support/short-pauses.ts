import type * as n8nWorkflow from 'n8n-workflow';

/**
 * Has the nodes' pauses pass in a twentieth of their time, for tests of what comes after them. To be imported before the
 * harness.
 */
jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return {
		...real,
		sleep: async (milliseconds: number) => await real.sleep(milliseconds / 20),
	};
});

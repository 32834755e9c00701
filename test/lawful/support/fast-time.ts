import type * as n8nWorkflow from 'n8n-workflow';

/** How many times as fast the pauses of the nodes pass, and the time of day. */
const speed = { pauses: 40, clock: 4 };

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return {
		...real,
		sleep: async (milliseconds: number) => await real.sleep(milliseconds / speed.pauses),
	};
});

const begun = Date.now();
const now = Date.now.bind(Date);
jest.spyOn(Date, 'now').mockImplementation(() => begun + (now() - begun) * speed.clock);

import type * as n8nWorkflow from 'n8n-workflow';

/** How many times as fast as they should the pauses of the nodes pass. */
let speed = 1;

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	const sleep: typeof real.sleep = async (milliseconds, ...others) =>
		await real.sleep(milliseconds / speed, ...others);
	return { ...real, sleep };
});

/** From now on. */
export function setPauses(timesAsFast: number): void {
	speed = timesAsFast;
}

/** Has the nodes' pauses pass in a twentieth of their time, for tests of what comes after them. */
export function useShortPauses(): void {
	beforeAll(() => setPauses(20));
	afterAll(() => setPauses(1));
}

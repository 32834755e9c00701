import { stopReceivers } from '../service/support/receiver';
import { brokenPromises } from './kill/judge';
import { runKills } from './kill/run-kills';

const KILLS = 15;

describe.each([
	['a service', 1],
	['one of three processes of a service, or their PostgreSQL,', 3],
])('%s that is killed again and again under load', (_, processes) => {
	afterAll(stopReceivers);

	it('loses no accepted request, sends none to the desktop twice, and makes every delivery', async () => {
		const aftermath = await runKills({ kills: KILLS, seed: 1, processes });
		expect(brokenPromises(aftermath)).toEqual([]);
		// Otherwise the kills have hit nothing, and the test has shown nothing.
		expect(aftermath.accepted.length).toBeGreaterThan(KILLS);
		expect(aftermath.broken).toBeGreaterThan(0);
	});
});

import { stopReceivers } from '../service/support/receiver';
import { brokenPromises } from './kill/judge';
import { runKills } from './kill/run-kills';

const KILLS = 15;
const TIME_LIMIT_MILLISECONDS = 4 * 60_000;

describe('a service that is killed again and again under load', () => {
	afterAll(stopReceivers);

	it(
		'loses no accepted request, sends none to the desktop twice, and makes every delivery',
		async () => {
			const aftermath = await runKills({ kills: KILLS, seed: 1 });
			expect(brokenPromises(aftermath)).toEqual([]);
			// Otherwise the kills have hit nothing, and the test has shown nothing.
			expect(aftermath.accepted.length).toBeGreaterThan(KILLS);
			const codes = [...aftermath.ended.values()].map(({ code }) => code);
			expect(codes).toContain('connection_error');
		},
		TIME_LIMIT_MILLISECONDS,
	);
});

import { nothingPlayed, playAll, summaryOf } from '../../../queue/explore/play';
import { playable } from './model';
import { kinds } from './worlds';

const played = nothingPlayed();

test.each(Object.keys(kinds))(
	'%s: nothing is done twice, undone or told untruly, whatever else happens',
	(kind) => {
		for (const world of kinds[kind](true)) playAll(kind, playable(world), played);
		process.stdout.write(`${kind}: ${summaryOf(played)}\n`);
	},
	900_000,
);

test('what was played is more than a million states', () => {
	expect(played.states).toBeGreaterThan(1_000_000);
});

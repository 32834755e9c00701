import { nothingPlayed, play, summaryOf } from './play';
import { kinds, worldsOf } from './worlds';

const played = nothingPlayed();

test.each(kinds)(
	'%s: nothing is written twice, lost in silence or told untruly, whatever else happens',
	(kind) => {
		for (const world of worldsOf(kind, true)) play(world, played);
	},
	900_000,
);

test('what was played is more than a million states', () => {
	process.stdout.write(`${summaryOf(played)}\n`);
	expect(played.states).toBeGreaterThan(1_000_000);
});

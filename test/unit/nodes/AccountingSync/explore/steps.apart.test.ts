import { readFileSync } from 'node:fs';
import path from 'node:path';

import { nothingPlayed, playAll, summaryOf } from '../../../queue/explore/play';
import { playable } from './model';
import { kinds } from './worlds';

const played = nothingPlayed();

test.each(Object.keys(kinds))('%s: nothing is done twice, undone or told untruly', (kind) => {
	for (const world of kinds[kind](false)) playAll(kind, playable(world), played);
});

test('what was played is what docs/guarantees.md says', () => {
	const page = readFileSync(path.join(__dirname, '../../../../../docs/guarantees.md'), 'utf8');
	const [, stories, worlds, states] =
		/\| `npm test`, several steps \| ([\d,]+) \| ([\d,]+) \| more than ([\d,]+) \|/.exec(page) ??
		[];
	const stated = [stories, worlds, states].map((figure) => Number(figure?.replace(/,/g, '')));
	process.stdout.write(`${summaryOf(played)}\n`);
	expect(stated.slice(0, 2)).toEqual([Object.keys(kinds).length, played.worlds]);
	expect(played.states).toBeGreaterThan(stated[2]);
	expect(played.states).toBeLessThan(2 * stated[2]);
});

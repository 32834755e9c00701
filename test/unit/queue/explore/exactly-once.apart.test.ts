import { readFileSync } from 'node:fs';
import path from 'node:path';

import { nothingPlayed, play, summaryOf } from './play';
import { kinds, worldsOf } from './worlds';

const played = nothingPlayed();

test.each(kinds)('%s: nothing is written twice, lost in silence or told untruly', (kind) => {
	for (const world of worldsOf(kind, false)) play(world, played);
});

describe('what was played', () => {
	it('meets every decision about a write', () => {
		expect([...played.decided].sort()).toEqual([
			'alreadyQueued',
			'cannotTell',
			'changed',
			'lookForCall',
			'lookForIdentifier',
			'lookForRun',
			'notQueued',
			'queued',
			'send',
			'take',
			'unclearRecord',
			'unknown',
			'unknownRun',
		]);
	});

	it('is what docs/guarantees.md says', () => {
		const page = readFileSync(path.join(__dirname, '../../../../docs/guarantees.md'), 'utf8');
		const [, stories, worlds, states] =
			/\| `npm test`, one write \| ([\d,]+) \| ([\d,]+) \| more than ([\d,]+) \|/.exec(page) ?? [];
		const stated = [stories, worlds, states].map((figure) => Number(figure?.replace(/,/g, '')));
		process.stdout.write(`${summaryOf(played)}\n`);
		expect(stated.slice(0, 2)).toEqual([kinds.length, played.worlds]);
		expect(played.states).toBeGreaterThan(stated[2]);
		expect(played.states).toBeLessThan(2 * stated[2]);
	});
});

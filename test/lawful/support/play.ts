import { readingsFor, sampleFor } from './concerns';
import { at } from './place';
import type { Situation } from './situations';

/** A situation that is not typical is played with a sample of the readings where time is short. */
function readingsOf({ name, concerns, isTypical }: Situation): ReturnType<typeof readingsFor> {
	const all = readingsFor(...concerns);
	return isTypical ? all : sampleFor(name, all);
}

/** Plays situations at services of every reading, and holds what comes of it against what is expected. */
export function playAll(situations: readonly Situation[]): void {
	describe.each(situations.map((situation) => [situation.name, situation] as const))(
		'%s',
		(_name, situation) => {
			const { play, loud, loudInOrder = [], mayBeLoud = [] } = situation;
			const byName = (said: Situation['loud']) =>
				new Map(said.flatMap(([names, says]) => names.map((name) => [name, says])));
			const expected = byName([...loud, ...loudInOrder]);
			const possible = byName(mayBeLoud);
			test.concurrent.each(readingsOf(situation))('with %s', async (name, reading) => {
				const verdict = await at(reading, play);
				const says = expected.get(name);
				if (verdict.is === 'whole') expect({ name, says }).toEqual({ name, says: undefined });
				else expect(verdict.says).toMatch(says ?? possible.get(name) ?? /^nothing/);
			});
		},
	);
}

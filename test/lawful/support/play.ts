import { playsEverything, readingsFor } from './concerns';
import { at } from './place';
import type { Situation } from './situations';

/** Where time is short, a situation that is not typical is played with every fourth reading, each with another one. */
const readingsOf = ({ name, concerns, isTypical }: Situation) =>
	readingsFor(...concerns).filter(
		(_, index) => playsEverything || isTypical || index % 4 === name.length % 4,
	);

/** Plays situations at services of every reading, and holds what comes of it against what is expected. */
export function playAll(situations: readonly Situation[]): void {
	describe.each(situations.map((situation) => [situation.name, situation] as const))(
		'%s',
		(_name, situation) => {
			const { play, loud } = situation;
			const expected = new Map(loud.flatMap(([names, says]) => names.map((name) => [name, says])));
			test.concurrent.each(readingsOf(situation))('with %s', async (name, reading) => {
				const verdict = await at(reading, play);
				const says = expected.get(name);
				if (verdict.is === 'whole') expect({ name, says }).toEqual({ name, says: undefined });
				else expect(verdict.says).toMatch(says ?? /^nothing/);
			});
		},
	);
}

import { readingsFor } from './concerns';
import { at } from './place';
import type { Situation } from './situations';

/** Plays situations at services of every reading, and holds what comes of it against what is expected. */
export function playAll(situations: readonly Situation[]): void {
	describe.each(situations.map((situation) => [situation.name, situation] as const))(
		'%s',
		(_name, { play, loud, concerns }) => {
			const expected = new Map(loud.flatMap(([names, says]) => names.map((name) => [name, says])));
			test.concurrent.each(readingsFor(...concerns))('with %s', async (name, reading) => {
				const verdict = await at(reading, play);
				const says = expected.get(name);
				if (verdict.is === 'whole') expect({ name, says }).toEqual({ name, says: undefined });
				else expect(verdict.says).toMatch(says ?? /^nothing/);
			});
		},
	);
}

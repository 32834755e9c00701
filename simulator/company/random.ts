/** A random number generator that gives the same numbers for the same seed. */
export interface Random {
	/** A whole number from `least` to `most`, inclusive. */
	integer: (least: number, most: number) => number;
	pick: <T>(values: readonly T[]) => T;
	/** True with the given probability in percent. */
	chance: (percent: number) => boolean;
}

/** Mulberry32: small, and random enough for a lifelike company. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const integer = (least: number, most: number): number =>
		least + Math.floor(next() * (most - least + 1));
	return {
		integer,
		pick: (values) => values[integer(0, values.length - 1)],
		chance: (percent) => integer(1, 100) <= percent,
	};
}

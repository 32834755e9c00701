import { median } from './statistics';

/**
 * Lets everybody have a turn in each round, so that whatever else the machine does hits all of them alike.
 * @returns the median of each one's values
 */
export async function interleaved<Key extends string>(
	keys: readonly Key[],
	rounds: number,
	run: (key: Key) => Promise<number>,
	say: (key: Key, value: number) => void,
): Promise<Record<Key, number>> {
	const values = new Map<Key, number[]>(keys.map((key) => [key, []]));
	for (let round = 0; round < rounds; round++) {
		for (const key of keys) {
			const value = await run(key);
			values.get(key)?.push(value);
			say(key, value);
		}
	}
	const medians = [...values].map(([key, of]) => [key, median(of)]);
	return Object.fromEntries(medians) as Record<Key, number>;
}

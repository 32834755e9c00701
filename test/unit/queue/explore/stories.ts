/** Chooses one of several things that can happen now: 0 is what usually happens, everything else goes wrong. */
export type Choose = (count: number) => number;

/**
 * Tells every story in which at most so much goes wrong. It is for code that can't be copied in the middle: each story is told from
 * its beginning.
 * @returns How many there are.
 */
export async function tellAll(
	tell: (choose: Choose) => Promise<void>,
	mostFaults: number,
): Promise<number> {
	let stories = 0;
	const open: number[][] = [[]];
	for (let way = open.pop(); way; way = open.pop()) {
		const counts: number[] = [];
		const given = way;
		await tell((count) => given[counts.push(count) - 1] ?? 0);
		stories += 1;
		if (given.filter((choice) => choice > 0).length === mostFaults) continue;
		// Each story differs from the one that it branches off after the last fault of that.
		for (let at = given.length; at < counts.length; at++) {
			const usual = Array.from({ length: at - given.length }, () => 0);
			for (let choice = 1; choice < counts[at]; choice++) open.push([...given, ...usual, choice]);
		}
	}
	return stories;
}

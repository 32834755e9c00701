/** How many signs have to be added, taken away or changed to make one text of the other. */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
			next[j] = Math.min(changed, row[j] + 1, next[j - 1] + 1);
		}
		row = next;
	}
	return row[other.length];
}

/** The known names that are most like a name, the nearest first. None that has nothing to do with it. */
export function nearestOf(name: string, known: readonly string[], most: number): string[] {
	const typed = name.toLowerCase();
	const farthest = Math.max(2, name.length / 3);
	return known
		.map((candidate) => {
			const lower = candidate.toLowerCase();
			if (lower.includes(typed) || typed.includes(lower)) return { candidate, off: 0.5 };
			// The lengths alone may tell. To compare the signs takes a hundred times as long.
			const leastOff = Math.abs(lower.length - typed.length);
			return { candidate, off: leastOff > farthest ? leastOff : distance(typed, lower) };
		})
		.filter(({ off }) => off <= farthest)
		.sort((one, other) => one.off - other.off)
		.slice(0, most)
		.map(({ candidate }) => candidate);
}

/** The known name that a mistyped one was probably meant to be. Undefined if none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
	const typed = name.toLowerCase();
	const [best] = known
		.map((candidate) => ({ candidate, off: distance(typed, candidate.toLowerCase()) }))
		.sort((one, other) => one.off - other.off);
	return best && best.off <= (name.length < 6 ? 1 : 2) ? best.candidate : undefined;
}

/** What has the same key, by key, both in the order in which they come. `Map.groupBy` is not there before Node.js 21. */
export function groupBy<Key, One>(
	all: Iterable<One>,
	keyOf: (one: One) => Key,
): Map<Key, [One, ...One[]]> {
	const groups = new Map<Key, [One, ...One[]]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}

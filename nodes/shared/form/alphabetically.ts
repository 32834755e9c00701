/**
 * The entries of a list, sorted by their English labels, whatever their case: as n8n shows lists everywhere.
 *
 * Not with `localeCompare`, whose first call makes Node.js read the rules of all languages: that took as long as
 * everything else in loading both nodes.
 */
export function alphabetically<Entry>(
	entries: readonly Entry[],
	labelOf: (entry: Entry) => string,
): Entry[] {
	return [...entries].sort((one, other) => {
		const [label, otherLabel] = [labelOf(one).toLowerCase(), labelOf(other).toLowerCase()];
		if (label === otherLabel) return 0;
		return label < otherLabel ? -1 : 1;
	});
}

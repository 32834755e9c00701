/** Letters that are no plain one with an accent, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
	...{ æ: 'ae', ð: 'd', đ: 'd', ı: 'i', ł: 'l', ø: 'o', œ: 'oe', ß: 'ss', þ: 'th' },
};

/** A text in small letters with plain ones in the place of those that are not made of one and an accent. */
export const withPlainLetters = (text: string): string =>
	text.replace(/[æðđıłøœßþ]/g, (letter) => plainLetters[letter]);

/** A text as people search for it: without capitals and accents, so that "muller" is in "Müller". */
export const folded = (text: string): string =>
	withPlainLetters(text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''));

/**
 * Sorts the entries of a list by their labels, ignoring case and accents.
 *
 * It does not use `localeCompare`: its first call makes Node.js load the rules of all languages, which took as long as
 * everything else in loading both nodes.
 */
export function alphabetically<Entry>(
	entries: readonly Entry[],
	labelOf: (entry: Entry) => string,
): Entry[] {
	return [...entries].sort((one, other) => {
		const [label, otherLabel] = [folded(labelOf(one)), folded(labelOf(other))];
		if (label === otherLabel) return 0;
		return label < otherLabel ? -1 : 1;
	});
}

/** The forms in which a search phrase (interface, section 4.2) may stand in a text, and the patterns that find them. */

/** A character in both cases, where that is still one character. */
export function formsOf(character: string): string[] {
	const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
	return [...forms].filter((form) => [...form].length === 1);
}

const MOST_VARIANTS = 8;

/**
 * The phrase in every case of its non-ASCII letters, for databases that ignore the case of ASCII letters only.
 * @returns undefined when there are too many
 */
export function variantsOf(phrase: string): string[] | undefined {
	let variants = [''];
	for (const character of phrase) {
		const forms = character < '\u0080' ? [character] : formsOf(character);
		variants = variants.flatMap((start) => forms.map((form) => start + form));
		if (variants.length > MOST_VARIANTS) return undefined;
	}
	return variants;
}

/** A pattern of LIKE, with a backslash as its escape character, for texts that contain the phrase. */
export const likeOf = (phrase: string): string => `%${phrase.replace(/[\\%_]/g, '\\$&')}%`;

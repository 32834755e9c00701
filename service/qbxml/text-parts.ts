/** As many characters of a text are in memory at most. */
const PART_LENGTH = 262_144;

/**
 * Keeps a part of a text, which ends with a whole character.
 * @returns the number that it is found by
 */
export type Keep = (text: string) => number;

/** A long text. What has become long of it is kept elsewhere at once, so it never exists in one piece. */
export class TextParts {
	readonly #keep: Keep;
	readonly #kept: number[] = [];
	#text = '';

	constructor(keep: Keep) {
		this.#keep = keep;
	}

	/** @param text whole characters */
	add(text: string): void {
		this.#text += text;
		if (this.#text.length >= PART_LENGTH) this.#keepText();
	}

	/** Adds another one, which ends with that. */
	append(other: TextParts): void {
		if (other.#kept.length > 0) {
			this.#keepText();
			for (const number of other.#kept) this.#kept.push(number);
		}
		this.add(other.#text);
	}

	/** @returns the numbers of all parts, in order */
	end(): readonly number[] {
		this.#keepText();
		return this.#kept;
	}

	#keepText(): void {
		if (this.#text === '') return;
		this.#kept.push(this.#keep(this.#text));
		this.#text = '';
	}
}

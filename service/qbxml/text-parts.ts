const PART_BYTES = 262_144;

/** A long text as UTF-8, in parts that each end with a whole character. It never exists in one piece. */
export class TextParts {
	#parts: Uint8Array[] = [];
	#text = '';

	/** @param text whole characters */
	add(text: string): void {
		this.#text += text;
		if (this.#text.length >= PART_BYTES) this.#close();
	}

	/** Adds the parts of another one. */
	append(other: TextParts): void {
		this.#close();
		for (const part of other.parts()) this.#parts.push(part);
	}

	parts(): readonly Uint8Array[] {
		this.#close();
		return this.#parts;
	}

	#close(): void {
		if (this.#text === '') return;
		// Encoded into memory of its own, which can be handed to another thread.
		this.#parts.push(new TextEncoder().encode(this.#text));
		this.#text = '';
	}
}

/** The text whose parts these are. */
export const wholeText = (parts: readonly Uint8Array[]): string =>
	Buffer.concat(parts).toString('utf8');

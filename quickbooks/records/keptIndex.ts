import { isAltered, isOutcome, type Outcomes, outcomesOf, waysKept } from '../qbxml/characters';

/** Adds an entry to those that a map has under a key. */
function addTo<Key, Entry>(map: Map<Key, Entry[]>, key: Key, entry: Entry): void {
	const entries = map.get(key);
	if (entries) entries.push(entry);
	else map.set(key, [entry]);
}

/**
 * Things by their texts, some as the accounting application shows them and some as they were meant, so that thousands of texts can
 * be looked up whatever letters of them were lost.
 */
export class KeptIndex<Part> {
	private readonly parts = new Map<string, Part[]>();
	/** What has something in it that may stand for a lost letter, by length. */
	private readonly altered = new Map<number, Array<{ shown: string; part: Part }>>();
	/** What has letters that may be lost, by the lengths it may have then. */
	private readonly meant = new Map<number, Array<{ outcomes: Outcomes; part: Part }>>();

	/** @param plain Takes away what makes no difference in a text or in one character, such as upper case. */
	constructor(private readonly plain: (text: string) => string = (text) => text) {}

	/** Adds something under the text that the accounting application shows. */
	addShown(text: string, part: Part): void {
		const shown = this.plain(text.trim().normalize('NFC'));
		addTo(this.parts, shown, part);
		if (isAltered(shown)) addTo(this.altered, shown.length, { shown, part });
	}

	/** Adds something under a text that may lose letters in the accounting application. */
	addMeant(text: string, part: Part): void {
		const outcomes = outcomesOf(text.trim(), this.plain);
		if (!outcomes) {
			this.addShown(text, part);
			return;
		}
		for (const way of this.waysOf(text)) addTo(this.parts, way, part);
		for (let { shortest: length } = outcomes; length <= outcomes.longest; length++) {
			addTo(this.meant, length, { outcomes, part });
		}
	}

	/** What has exactly this text. */
	exactly(text: string): readonly Part[] {
		return this.parts.get(this.plain(text.trim().normalize('NFC'))) ?? [];
	}

	/** What has a text, whichever of its letters were lost. Each once. */
	find(text: string, { takesWrongLetters = true } = {}): Part[] {
		const ways = this.waysOf(text).flatMap((way) => this.parts.get(way) ?? []);
		const outcomes = outcomesOf(text.trim(), this.plain);
		const others = outcomes
			? this.shownAs(outcomes, takesWrongLetters)
			: this.meantBy(this.plain(text.trim().normalize('NFC')), takesWrongLetters);
		return [...new Set([...ways, ...others])];
	}

	private meantBy(shown: string, takesWrongLetters: boolean): Part[] {
		if (!isAltered(shown)) return [];
		return (this.meant.get(shown.length) ?? [])
			.filter(({ outcomes }) => isOutcome(outcomes, shown, { takesWrongLetters }))
			.map(({ part }) => part);
	}

	private shownAs(outcomes: Outcomes, takesWrongLetters: boolean): Part[] {
		const found: Part[] = [];
		for (let { shortest: length } = outcomes; length <= outcomes.longest; length++) {
			for (const { shown, part } of this.altered.get(length) ?? []) {
				if (isOutcome(outcomes, shown, { takesWrongLetters })) found.push(part);
			}
		}
		return found;
	}

	/** Nothing at all is not what is left of a text. */
	private waysOf(text: string): string[] {
		const ways = waysKept(text).map((way) => this.plain(way.trim()));
		return [...new Set(ways)].filter((way) => way !== '' || text.trim() === '');
	}
}

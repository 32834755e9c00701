import { isKept } from '../facts/keptCharacters';
import { numbered, withoutInvisible } from '../form/nothing';
import type { RequestElement } from './requestXml';

/** Most texts are within this, and need no closer look. */
const BEYOND_LATIN = /[^\u0000-\u00ff]/;

const lostIn = (text: string): string[] =>
	BEYOND_LATIN.test(text) ? [...text].filter((character) => !isKept(character)) : [];

const textsIn = ({ text, attributes, children }: RequestElement): string[] => [
	text,
	...Object.values(attributes),
	...children.flatMap(textsIn),
];

/** All texts in requests. */
export const textIn = (requests: readonly RequestElement[]): string =>
	requests.flatMap(textsIn).join('\n');

const MOST_SHOWN = 20;

/** What nobody sees is shown by its number. */
const shown = (character: string): string =>
	withoutInvisible(character).trim() === '' ? numbered(character) : character;

/** What to tell about the characters of a text that the accounting application does not keep. None if it keeps them all. */
export function hintOfLost(text: string): string[] {
	const lost = [...new Set(lostIn(text))];
	if (lost.length === 0) return [];
	const more = lost.length > MOST_SHOWN ? ' …' : '';
	return [
		`QuickBooks can't keep these characters: ${lost.slice(0, MOST_SHOWN).map(shown).join(' ')}${more}. It puts "?" or another letter in their place.`,
	];
}

/** Characters that are not made of another one and an accent, and the one that they look like. */
const lookAlikes: Readonly<Record<string, string>> = {
	...{ Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', Ł: 'L', ł: 'l', Ŧ: 'T', ŧ: 't' },
	...{ Γ: 'G', Θ: 'T', Σ: 'S', Φ: 'F', Ω: 'O', α: 'a', δ: 'd', ε: 'e', π: 'p', σ: 's' },
	...{ τ: 't', φ: 'f', '\u2010': '-', '\u2212': '-', '\u2044': '/', '\u02bc': "'", '\u2032': "'" },
};

/** What a character looks like that is not kept. Nothing for an accent alone, and undefined if nothing that is kept looks like it. */
function lookAlikeOf(character: string): string | undefined {
	const bare = [...character.normalize('NFKD').replace(/\p{M}/gu, '')];
	const alike = bare.map((one) => lookAlikes[one] ?? one).join('');
	return lostIn(alike).length === 0 ? alike : undefined;
}

/** What the accounting application may make of a text if it treats all characters that it does not keep in the same way. */
export function waysKept(text: string): string[] {
	const composed = text.normalize('NFC');
	if (lostIn(composed).length === 0) return [composed];
	const withInstead = (instead: (character: string) => string): string =>
		[...composed].map((one) => (isKept(one) ? one : instead(one))).join('');
	return [
		...new Set([
			composed,
			withInstead(() => '?'),
			withInstead(({ length }) => '?'.repeat(length)),
			withInstead((one) => lookAlikeOf(one) ?? '?'.repeat(one.length)),
		]),
	];
}

/**
 * Which texts may come back instead of one. Each character that is not kept becomes "?", one that looks like it, or a wrong
 * letter, whatever becomes of the others.
 */
export interface Outcomes {
	/** The texts that may stand for each character, or for several in a row that are kept, and whether a wrong letter may. */
	slots: ReadonlyArray<{ instead: readonly string[]; mayBeWrong: boolean }>;
	shortest: number;
	longest: number;
}

/** A text in parts: characters that are kept, as many as follow each other, and single ones that are not. */
function keptOrLost(text: string): string[] {
	const parts: string[] = [];
	let isRun = false;
	for (const one of text) {
		if (isRun && isKept(one)) parts[parts.length - 1] += one;
		else parts.push(one);
		isRun = isKept(one);
	}
	return parts;
}

const sumOf = (lengths: readonly number[]): number => lengths.reduce((sum, one) => sum + one, 0);

/**
 * Which texts may come back instead of one. Undefined if it is kept as it is.
 * @param plain Takes away what makes no difference in a character, such as upper case.
 */
export function outcomesOf(text: string, plain: (text: string) => string): Outcomes | undefined {
	const composed = text.normalize('NFC');
	if (lostIn(composed).length === 0) return undefined;
	const slots = keptOrLost(composed).map((one) => {
		if (lostIn(one).length === 0) return { instead: [plain(one)], mayBeWrong: false };
		const alike = lookAlikeOf(one);
		const instead = [one, '?', '?'.repeat(one.length), ...(alike === undefined ? [] : [alike])];
		return { instead: [...new Set(instead.map(plain))], mayBeWrong: /\p{L}/u.test(one) };
	});
	const lengths = slots.map(({ instead }) => instead.map((one) => one.length));
	return {
		slots,
		shortest: sumOf(lengths.map((some) => Math.min(...some))),
		longest: sumOf(lengths.map((some) => Math.max(...some))),
	};
}

/**
 * What a letter becomes if its number in one code page is read in another. That is never an ASCII letter, which would make another
 * name of "Kolić" than of "Kolin".
 */
const WRONG_LETTER = /[^\u0000-\u007f]/;

/**
 * Whether a text is one of those that may come back instead of another one.
 * @param shown The text that came back, without what makes no difference.
 */
export function isOutcome(
	{ slots }: Outcomes,
	shown: string,
	{ takesWrongLetters }: { takesWrongLetters: boolean },
): boolean {
	const [last] = slots.slice(-1);
	// Most texts of a long list differ here already.
	if (!last.mayBeWrong && !last.instead.some((one) => shown.endsWith(one))) return false;
	// All places where the part that was looked at may end. A regular expression could take years for many characters in a row.
	let ends = new Set([0]);
	for (const { instead, mayBeWrong } of slots) {
		const next = new Set<number>();
		for (const end of ends) {
			for (const one of instead) if (shown.startsWith(one, end)) next.add(end + one.length);
			const isWrong = takesWrongLetters && mayBeWrong && WRONG_LETTER.test(shown.charAt(end));
			if (isWrong && isKept(shown.charAt(end))) next.add(end + 1);
		}
		ends = next;
		if (ends.size === 0) return false;
	}
	return ends.has(shown.length);
}

/** Whether a text has something that can have taken the place of another character and does not look like it. */
export const isAltered = (shown: string): boolean => /[?]|[^\u0000-\u007f]/.test(shown);

const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/**
 * Whether two texts are the same for the accounting application, one of which it may have kept.
 * @param plain Takes away what makes no difference.
 */
export function isSameText(
	one: string,
	other: string,
	plain = (text: string): string => text,
): boolean {
	const mayBecome = (text: string, shown: string): boolean => {
		// What takes a character's place may be a blank.
		if (waysKept(text).some((way) => plain(way.trim()) === shown)) return true;
		const outcomes = outcomesOf(text, plain);
		return outcomes !== undefined && isOutcome(outcomes, shown, { takesWrongLetters: true });
	};
	const [first, second] = [one, other].map((text) => plainText(text).normalize('NFC'));
	return mayBecome(first, plain(second)) || mayBecome(second, plain(first));
}

const lowerCase = (text: string): string => text.toLowerCase();

/** Whether two names are the same: upper and lower case make no difference. */
export const isSameName = (one: string, other: string): boolean =>
	isSameText(one, other, lowerCase);

/**
 * Whether a name still tells whose it is when characters are lost. Of "Łódź" enough is left, and nothing is left of a name in
 * Chinese or Cyrillic letters, so that all such names would look the same.
 */
export const isTelling = (name: string): boolean =>
	name
		.split(/[\s:]+/)
		.every((word) => lostIn(word.normalize('NFC')).length * 2 <= [...word].length);

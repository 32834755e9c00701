import { elementsIn } from './elements';
import type { Content, Group, Leaf } from './facts';

/** What an element is called wherever a record is added, changed or shown, without what sets these three apart. */
export const baseName = (name: string): string => name.replace(/(?:Add|Mod|Ret)$/, '');

/** Debits and credits are added and shown as lines of two kinds, but changed as lines of one. */
const changedAs: Readonly<Record<string, string>> = {
	JournalCreditLine: 'JournalLine',
	JournalDebitLine: 'JournalLine',
};

/** The element of a content that is the same as one that is called so in another: `ItemLineMod` where `ItemLineAdd` was added. */
export function sameElement(content: Content, name: string): Leaf | Group | undefined {
	const base = baseName(name);
	return elementsIn(content).find((one) => [base, changedAs[base]].includes(baseName(one.name)));
}

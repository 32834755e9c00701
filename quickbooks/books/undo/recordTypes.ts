import { changedSince } from '../../changes/changedSince';
import type { Messages } from '../../facts/facts';
import { wordsAt } from '../../qbxml/queryFacts';
import { canBeChanged } from '../../qbxml/recordFacts';
import { inWords } from '../../qbxml/words';
import { formsOf } from '../../records/record';
import { records } from '../../records/registry';
import { differencesBetween } from './differences';
import type { Evidence, Removal } from './judge';

/** What takes records out of the books, the best first. */
const removals: readonly Removal[] = ['TxnVoid', 'TxnDel', 'ListDel'];

const removalOf = (facts: Messages, type: string): Removal | undefined =>
	removals.find((removal) =>
		wordsAt(facts.get(`${removal}Rq`)?.content ?? [], `${removal}Type`).includes(type),
	);

/** The query that shows records of a type. Undefined if there is none. */
export function queryFor(facts: Messages, type: string): string | undefined {
	// Somebody may have made another type of it.
	const isItem = type.startsWith('Item') && removalOf(facts, type) === 'ListDel';
	const query = isItem ? 'ItemQueryRq' : `${type}QueryRq`;
	return facts.has(query) ? query : undefined;
}

/** What verdicts are made from, as far as it is known of the types of records. */
export const knownOfTypes = (
	facts: Messages,
	timezone: string,
): Pick<Evidence, 'differencesOf' | 'isReadable' | 'nameOf' | 'removalOf'> => ({
	removalOf: (type) => removalOf(facts, type),
	isReadable: (type) => queryFor(facts, type) !== undefined,
	differencesOf: (asWritten, now) => {
		const own = records.flatMap(formsOf).find(({ qbxml }) => qbxml === asWritten.type);
		return own && asWritten.type === now.type && canBeChanged(own.qbxml)
			? changedSince({ facts, form: own, timezone }, asWritten, now)
			: differencesBetween(asWritten, now);
	},
	nameOf: (type) =>
		records.find((kind) => formsOf(kind).length === 1 && formsOf(kind)[0].qbxml === type)?.name ??
		inWords(type),
});

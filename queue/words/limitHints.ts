import { groupBy } from '../../quickbooks/json/groupBy';
import type { LeftOut } from '../once/leftOut';
import { named } from './runHints';

/**
 * What is left out, as sentences.
 * @param records In plain words, such as `invoices`.
 */
function leftOutSentence(records: string, { limit, most }: LeftOut): string {
	if (most !== undefined) {
		return `There may be more ${records} than are here: no more than ${most} were asked for at once.`;
	}
	return limit === 1
		? `Only one of the ${records} is here, and there are more.`
		: `Only the first ${limit} ${records} are here, and there are more.`;
}

/**
 * What the node says of records that were left out. Items of which the same is to be said share a hint.
 * @param byItem By the indexes of the items.
 * @param isAlone Whether there is only one item, so that nobody asks which.
 */
export function leftOutHints(
	records: string,
	byItem: ReadonlyMap<number, LeftOut>,
	isAlone: boolean,
): string[] {
	const said = ([, left]: readonly [itemIndex: number, left: LeftOut]): string => {
		const advice =
			left.limit === Infinity
				? 'Ask for them in parts, with filters.'
				: 'Turn on Return All to get all of them.';
		return `${leftOutSentence(records, left)} ${advice}`;
	};
	return [...groupBy(byItem, said)].map(([hint, own]) => {
		const numbers = named(own.map(([itemIndex]) => `${itemIndex + 1}`));
		return isAlone ? hint : `Item${own.length > 1 ? 's' : ''} ${numbers} (counted from 1): ${hint}`;
	});
}

/** What the node says of a request for so many records at most whose answer is not waited for. */
export const askedForHint = (records: string, most: number): string =>
	`The request asks for no more than ${most} ${records}. Turn on Return All to ask for all of them.`;

/** What a model is told. It would count the records, or add them up, as if they were all. */
export const noteForModel = (records: string, left: LeftOut): string =>
	`${leftOutSentence(records, left)} Don't count them or add them up as if they were all: ask again with filters.`;

import type { JsonObject } from '../../quickbooks/json/object';
import type { Earlier } from '../once/journal';
import type { Reader } from './localMoment';
import { momentInZone } from './momentInZone';

/** An order that was written before, when, in milliseconds since 1970, and what is known of that. */
export interface WrittenBefore {
	order: string;
	at: number;
	earlier: Earlier | undefined;
}

/** How many orders are named in one hint or error. */
const MOST_NAMED = 5;

/** Several names in a sentence: "S-1, S-2 and 3 more". */
export function named(names: readonly string[]): string {
	const shown = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED) : names.slice(0, -1);
	const last = names.length > MOST_NAMED ? `${names.length - MOST_NAMED} more` : names.at(-1);
	return [shown.join(', '), last].filter(Boolean).join(' and ');
}

/** What is to be known of requests that only read, and were carried out beside one that failed. */
export const alsoRead = (count: number): string =>
	`${count === 1 ? 'One other request has' : `${count} other requests have`} been carried out; Retry on this execution gives their results.`;

/**
 * What is to be known of items that are queued beside one that failed.
 * @param items Their numbers, counted from 1.
 */
export function alsoQueued(items: readonly string[]): string {
	const isOne = items.length === 1;
	const them = isOne ? 'it' : 'them';
	return `${isOne ? 'Item' : 'Items'} ${named(items)} (counted from 1) ${isOne ? 'has' : 'have'} been queued: do not queue ${them} again. Retry on this execution gives ${isOne ? 'its' : 'their'} results and writes nothing twice.`;
}

/** What the node says of orders that were written before, by what is known of them. */
const saidOfOrders: ReadonlyArray<
	readonly [earlier: Earlier, what: (orders: string, when: string, isOne: boolean) => string]
> = [
	[
		'differs',
		(orders, when, isOne) =>
			`${orders} ${isOne ? 'was' : 'were'} already written${when}, with other contents. Nothing was written now, and what this run filled in was ignored.`,
	],
	[
		'uncompared',
		(orders, when, isOne) =>
			`${orders} ${isOne ? 'was' : 'were'} already written${when}. Nothing was written now, and what this run filled in was ignored. It could not be compared, since the service does not show all that was written.`,
	],
	[
		'stands',
		(orders, when, isOne) =>
			`${orders} ${isOne ? 'was' : 'were'} already written${when}, with the same contents. Nothing was written now.`,
	],
	[
		'removed',
		(orders, _when, isOne) =>
			`${orders} ${isOne ? 'was' : 'were'} written before, and voided or deleted since. ${isOne ? 'It was' : 'They were'} written anew.`,
	],
];

/** What the node says of orders that were written before. Several with the same fate share a sentence. */
export const writtenBeforeHints = (orders: readonly WrittenBefore[], reader: Reader): string[] =>
	saidOfOrders.flatMap(([earlier, what]) => {
		const own = orders.filter((one) => one.earlier === earlier);
		const [first, ...others] = own;
		if (!first) return [];
		const isDated = others.length === 0 && !Number.isNaN(first.at);
		const when = isDated ? ` on ${momentInZone(first.at, reader)}` : '';
		return [what(named(own.map(({ order }) => order)), when, others.length === 0)];
	});

/**
 * What the node says of items for which nothing was found, beside others. Undefined if there are none.
 * @param numbers Theirs, counted from 1.
 * @param count How many items there are.
 */
export function nothingFoundHint(numbers: readonly number[], count: number): string | undefined {
	if (numbers.length === 0 || count === 1) return undefined;
	const which = numbers.length === count ? 'all' : `${numbers.length} of`;
	return `Nothing was found for ${which} ${count} items: ${named(numbers.map(String))} (counted from 1). With Options > Output Item If Nothing Found, each of them gives an item.`;
}

/** What the node says after a test that wrote something. */
export const TEST_WROTE =
	'This test wrote to the books. Pin the output before you test what comes after it, so that nothing is written again.';

/** What the node says after a test that queued something which will be written. */
export const TEST_QUEUED =
	'This test queued what will be written to the books. Pin the output before you test what comes after it, so that nothing is queued again.';

/** What the node says of changes that were only worked out. Undefined if there are none. */
export function dryRunHint(items: readonly JsonObject[]): string | undefined {
	const dry = items.filter(({ dry_run: isDry }) => isDry === true);
	if (dry.length === 0) return undefined;
	const count = dry.reduce((sum, { changes }) => sum + (changes as unknown[]).length, 0);
	const fields = `${count === 0 ? 'No' : count} ${count === 1 ? 'field' : 'fields'}`;
	return `Dry run: nothing was written. ${fields} would change${dry.length > 1 ? `, in ${dry.length} records` : ''}.`;
}

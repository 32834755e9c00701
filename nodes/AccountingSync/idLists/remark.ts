import { shownMoment } from '../../shared/form/moment';
import { hasFailed, isTerminal } from '../../shared/service/queue';
import { answeredAt } from './entries';
import type { ListKind } from './kinds';
import type { KnownList } from './newest';

/** What the entry of a list reads that asks the desktop for it. */
export const askLabel = 'Ask the Desktop for the Whole List';

const day = 24 * 60 * 60_000;

/** When a request that is queued now will be there. */
const whenThere = ({ lastConnectedAt }: KnownList): string[] =>
	lastConnectedAt === null
		? ['It comes once the customer has finished the setup', 'The connection has never connected']
		: [
				'It comes with the next run of the connector',
				`Its last run was at ${shownMoment(lastConnectedAt)}`,
			];

/** What keeps a list from being whole and of today; nothing where it is. */
function shortcomings(
	{ entries, lastDays }: ListKind,
	known: KnownList,
	count: number,
	age: number,
): string[] {
	const { asked, isWhole } = known;
	if (asked && !isTerminal(asked)) {
		return [`Asked for the list at ${shownMoment(String(asked.inserted_at))}`, ...whenThere(known)];
	}
	if (asked && hasFailed(asked.state)) {
		const { message } = (asked.error ?? {}) as { message?: string };
		return [
			'The desktop did not give this list',
			...(message ? [`It said: ${message}`] : []),
			'Give the ID yourself, or ask for the list again',
		];
	}
	if (count === 0 && isWhole) {
		return [`None in the ${lastDays === undefined ? 'company file' : `last ${lastDays} days`}`];
	}
	if (count === 0) {
		return [`No ${entries} here yet`, `Choose "${askLabel}"`, ...whenThere(known)];
	}
	if (!isWhole) return ['Not all: only those of the last query', `For all: "${askLabel}"`];
	return age > day ? ['This list is more than a day old', `For a new one: "${askLabel}"`] : [];
}

/**
 * What there is to say of a list before its entries: of when its oldest answer is, and what is wrong with it. The editor
 * shows about 52 characters of an entry, so that it comes in short lines; only the desktop's own words may be longer.
 * @param count How many entries it has.
 * @param now In milliseconds since 1970.
 */
export function remarkOn(kind: ListKind, known: KnownList, count: number, now: number): string[] {
	const { answered, isWhole } = known;
	const ages = answered.map((answer) => answeredAt(answer)).sort();
	const isList = ages.length > 0 && (count > 0 || isWhole);
	return [
		...(isList ? [`As of ${shownMoment(ages[0])}`] : []),
		...shortcomings(kind, known, count, now - Date.parse(ages[0])),
	];
}

/** The lines of a remark as sentences, where there is room for them. */
export const inSentences = (lines: readonly string[]): string =>
	lines.map((line) => line.replace(/\.$/, '')).join('. ');

import { ASK_LABEL, type ListKind } from '../fields/recordLists';
import { shownMoment } from '../form/shownMoment';
import { hasFailed, isTerminal, type QueuedRecord, refusalIn } from '../transport/queuedRecord';
import type { CachedList } from './cachedList';
import { answeredAt } from './listItems';

const DAY = 24 * 60 * 60_000;

const isMoment = (value: unknown): value is string =>
	typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Says when a request that is queued now will be answered. */
function whenThere({ lastConnectedAt }: CachedList): string[] {
	if (lastConnectedAt === null) {
		return [
			'It comes once the customer has finished the setup',
			'The connection has never connected',
		];
	}
	return [
		'It comes with the next run of the connector',
		...(isMoment(lastConnectedAt) ? [`Its last run was at ${shownMoment(lastConnectedAt)}`] : []),
	];
}

/** The message of the desktop, or of the service, about a failed request: from its error or from its answer. */
function wordsOf(failed: QueuedRecord): string[] {
	const { message } = (failed.error ?? refusalIn(failed) ?? {}) as { message?: unknown };
	return typeof message === 'string' && message !== '' ? [`It said: ${message}`] : [];
}

const TRY_AGAIN = 'Give the ID yourself, or ask for the list again';

/** Why a list is not complete and up to date. Nothing if it is. */
function shortcomings(
	{ entries, lastDays }: ListKind,
	known: CachedList,
	count: number,
	age: number,
): string[] {
	const { asked, isUnreadable, isWhole } = known;
	if (asked && !isTerminal(asked)) {
		const { inserted_at: at } = asked;
		const when = isMoment(at) ? ` at ${shownMoment(at)}` : '';
		return [`Asked for the list${when}`, ...whenThere(known)];
	}
	if (asked && hasFailed(asked)) {
		return ['The desktop did not give this list', ...wordsOf(asked), TRY_AGAIN];
	}
	if (isUnreadable) return ["The desktop's answer could not be read", TRY_AGAIN];
	if (count === 0 && isWhole) {
		return [`None in the ${lastDays === undefined ? 'company file' : `last ${lastDays} days`}`];
	}
	if (count === 0) {
		return [`No ${entries} here yet`, `Choose "${ASK_LABEL}"`, ...whenThere(known)];
	}
	if (!isWhole) return ['Not all: only those of the last query', `For all: "${ASK_LABEL}"`];
	return age > DAY ? ['This list is more than a day old', `For a new one: "${ASK_LABEL}"`] : [];
}

/**
 * The remarks shown before the entries of a list: the date of its oldest answer, and what is wrong with it. The editor
 * shows about 52 characters of an entry, so the lines are short. Only the desktop's own message may be longer.
 * @param count How many entries it has.
 * @param now In milliseconds since 1970.
 */
export function listStatus(
	kind: ListKind,
	known: CachedList,
	count: number,
	now: number,
): string[] {
	const { answered, isWhole } = known;
	const ages = answered.map((answer) => answeredAt(answer)).filter((age) => age !== undefined);
	const [oldest] = ages.sort((one, other) => Date.parse(one) - Date.parse(other));
	const isList = oldest !== undefined && (count > 0 || isWhole);
	return [
		...(isList ? [`As of ${shownMoment(oldest)}`] : []),
		...shortcomings(kind, known, count, now - Date.parse(oldest)),
	];
}

/** The lines of a remark as sentences, for places with more room. */
export const inSentences = (lines: readonly string[]): string =>
	lines.map((line) => line.replace(/\.$/, '')).join('. ');

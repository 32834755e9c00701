import type { ListKind } from '../../quickbooks/lists/recordLists';
import {
	errorOn,
	hasFailed,
	isTerminal,
	type QueuedRecord,
	refusalIn,
} from '../requests/queuedRecord';
import { isTimestamp, localMoment, type Reader } from '../words/localMoment';
import type { CachedList } from './cachedList';
import { answeredAt } from './listItems';

/** ` (asked today 14:03)`, if the service says when. */
function whenAsked({ asked }: CachedList, reader: Reader): string {
	const at = asked?.inserted_at;
	return isTimestamp(at) ? ` (asked ${localMoment(at, reader)})` : '';
}

/** `(last: today 09:12)`, if the service says when the desktop was last there. */
const lastSync = ({ lastConnectedAt }: CachedList, reader: Reader): string | undefined =>
	isTimestamp(lastConnectedAt) ? localMoment(lastConnectedAt, reader) : undefined;

/** The message of the desktop, or of the service, about a failed request: from its error or from its answer. */
const wordsOf = (failed: QueuedRecord): string | undefined =>
	errorOn(failed).message ?? (refusalIn(failed)?.message || undefined);

/** Whether the desktop has been asked for the list, and has not answered yet. */
export const isOnItsWay = ({ asked }: CachedList): boolean =>
	asked !== undefined && !isTerminal(asked);

/** When the oldest answer was given that makes up a list, in milliseconds since 1970. */
export function oldestAnswer({ answered }: CachedList): number | undefined {
	const times = answered
		.map((answer) => answeredAt(answer))
		.filter((at) => at !== undefined)
		.map((at) => Date.parse(at));
	return times.length > 0 ? Math.min(...times) : undefined;
}

/** Why a list is not complete and up to date. Nothing if it is. */
function shortcoming(known: CachedList, reader: Reader): string | undefined {
	const { asked, isUnreadable, isWhole } = known;
	if (isOnItsWay(known)) {
		const last = lastSync(known, reader);
		const when = last === undefined ? '' : ` (last: ${last})`;
		return `${isWhole ? 'A new list' : 'The rest'} comes with the next sync${when}`;
	}
	if (asked && hasFailed(asked)) {
		const words = wordsOf(asked);
		return `The desktop did not give this list${words === undefined ? '' : `: ${words}`}`;
	}
	if (isUnreadable) return "The desktop's answer could not be read";
	return isWhole ? undefined : 'Not all: only those of the last query';
}

/**
 * The remarks on a list, two at most: of when it is, and what is wrong with it. The editor shows about 52 characters of a
 * line.
 * @param count How many entries it has.
 */
export function listStatus(
	{ entries, lastDays }: ListKind,
	known: CachedList,
	count: number,
	reader: Reader,
): string[] {
	const oldest = oldestAnswer(known);
	const asOf =
		oldest === undefined
			? undefined
			: `as of ${localMoment(new Date(oldest).toISOString(), reader)}`;
	const where = lastDays === undefined ? 'the company file' : `the last ${lastDays} days`;
	const isEmpty = count === 0 && known.isWhole;
	const what = isEmpty
		? [`No ${entries} in ${where}`, asOf].filter((part) => part !== undefined).join(', ')
		: count > 0
			? asOf?.replace(/^a/, 'A')
			: undefined;
	return [what, shortcoming(known, reader)].filter((line) => line !== undefined);
}

/** What to say of a list that is on its way and has nothing to show yet. */
export function loadingStatus(
	{ entries }: ListKind,
	known: CachedList,
	reader: Reader,
): { message: string; description: string } {
	const asked = whenAsked(known, reader);
	const last = lastSync(known, reader);
	const isSetUp = known.lastConnectedAt !== null;
	return {
		message: isSetUp
			? `The list of ${entries} is being loaded from the desktop${asked}.${last === undefined ? '' : ` Last sync: ${last}.`} Open this list again after the next sync.`
			: `The list of ${entries} will be loaded${asked} once this company has been set up. Open this list again then.`,
		description: 'Meanwhile, you can switch from From List to By Name or By ID.',
	};
}

/** The lines of a remark as sentences, for places with more room. */
export const inSentences = (lines: readonly string[]): string =>
	lines.map((line) => line.replace(/\.$/, '')).join('. ');

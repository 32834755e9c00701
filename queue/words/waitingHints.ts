import {
	isAway,
	type LastSync,
	type LastSyncs,
	lastSyncSentence,
	lastSyncsSentence,
} from './lastSyncs';
import type { Reader } from './localMoment';
import { momentInZone } from './momentInZone';

/** A request that is waited for. */
interface Waiting {
	connectionId: string;
}

const lastSyncsOf = (requests: readonly Waiting[], all: LastSyncs): LastSync[] =>
	[...new Set(requests.map(({ connectionId }) => connectionId))].map((id) => all.get(id) ?? {});

/** What an execution waits for. The times are in milliseconds since 1970. */
export interface Wait {
	awaited: readonly Waiting[];
	/** Those that have not ended. */
	open: readonly Waiting[];
	lastSyncs: LastSyncs;
	reader: Reader;
	since: number;
	/** When it stops waiting. */
	until: number;
}

const requests = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`;

/** What the node says while its execution sleeps. */
export function asleepHint({ awaited, open, lastSyncs, reader, since, until }: Wait): string {
	if (open.length === 0) return 'All requests are done. This workflow resumes within a minute.';
	const companies = lastSyncsOf(open, lastSyncs);
	const still = open.length < awaited.length ? `${open.length} of ` : '';
	const to = companies.length > 1 ? ` to ${companies.length} companies` : '';
	const have = open.length === 1 ? 'has' : 'have';
	return [
		`${still}${requests(awaited.length)}${to} ${have} been waiting for the desktop since ${momentInZone(since, reader)}.`,
		lastSyncsSentence(companies, reader),
		`This workflow sleeps and resumes automatically. It waits until ${momentInZone(until, reader)}.`,
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

/** What the node says when its execution has slept. */
export const awakeHint = (since: number, reader: Reader): string =>
	`Waited for the desktop from ${momentInZone(since, reader)} to ${momentInZone(reader.now, reader)}. The workflow slept and resumed automatically.`;

/** What the node says when it had to keep checking instead of sleeping. */
export const checkingHint = (problem: string): string =>
	`The node kept checking for the answer instead of sleeping: ${problem}.`;

/** What the node says when n8n would cancel the execution before the time is up that it would wait. */
export const shortenedHint = (until: number, reader: Reader): string =>
	`The node waits only until ${momentInZone(until, reader)}, because n8n cancels the execution then: the workflow has a timeout.`;

/** What the node says of requests that it has queued for a desktop that may be off. Undefined if there is none. */
export function queuedHint(
	queued: readonly Waiting[],
	lastSyncs: LastSyncs,
	reader: Reader,
): string | undefined {
	const [away] = lastSyncsOf(queued, lastSyncs).filter((one) => isAway(one, reader.now));
	return (
		away &&
		`The request is queued and waits for the next sync of the desktop. ${lastSyncSentence(away, reader)}`
	);
}

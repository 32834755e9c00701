import type { ListKind } from '../../quickbooks/lists/recordLists';
import { settled } from '../calls/settled';
import { isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { type CachedList, cachedList } from './cachedList';
import { isOnItsWay, oldestAnswer } from './listStatus';
import type { ListSource } from './ownRequests';
import { lookInto, readRequest } from './readQueue';
import { ageOf, requestList } from './requestList';

const DAY = 24 * 60 * 60_000;

/** In milliseconds: until when a desktop that is awake has begun with a request, and until when it has answered. */
const BEGUN_WITHIN = 2000;
const ANSWERED_WITHIN = 8000;
const PAUSE = 250;

/** Who opens lists, and how long that may take. */
export interface ListReader extends ListSource {
	/** Makes calls that are broken off when nobody waits for them any more. */
	inTime: <Result>(work: (deadline: AbortSignal) => Promise<Result>) => Promise<Result>;
}

/** How to open a list. */
export interface Opening {
	/** The age at which a list is loaded anew, in milliseconds. */
	freshFor?: number;
	/** Whether to load it anew whatever its age, because somebody has asked for that. */
	isDemanded?: boolean;
}

/** Whether a list has to be asked for. One that was asked for in vain is not asked for again before it is due. */
function isDue(known: CachedList, lastAsked: number, freshFor: number, now: number): boolean {
	const { asked, isWhole } = known;
	if (isOnItsWay(known)) return false;
	const age = now - (oldestAnswer(known) ?? now);
	if (isWhole && age <= freshFor) return false;
	return asked === undefined || lastAsked > freshFor;
}

/**
 * Waits for the answer to a request, for as long as a desktop that is awake takes.
 * @returns Whether it is there.
 */
async function isAnswered(source: ListReader, { id }: QueuedRecord): Promise<boolean> {
	const { clock, inTime } = source;
	const began = clock.now();
	for (;;) {
		const read = await settled(inTime((deadline) => readRequest(lookInto(source, deadline), id)));
		const seen = read.status === 'fulfilled' ? read.value : undefined;
		const record = seen?.is === 'found' ? seen.record : undefined;
		if (record && isTerminal(record)) return true;
		const isBegun = record && record.state !== 'waiting';
		if (clock.now() - began > (isBegun ? ANSWERED_WITHIN : BEGUN_WITHIN)) return false;
		await clock.sleep(PAUSE);
	}
}

/** Queues the request for a list. If the list is known as a whole, it is shown even if that fails. */
async function ask(
	reader: ListReader,
	kind: ListKind,
	known: CachedList,
	{ lookedAt, isDemanded }: { lookedAt: number; isDemanded: boolean },
): Promise<QueuedRecord | undefined> {
	const request = await settled(
		reader.inTime((deadline) => requestList(reader, kind, deadline, lookedAt)),
	);
	if (request.status === 'fulfilled') return request.value;
	if (known.isWhole && !isDemanded) return undefined;
	throw request.reason;
}

/**
 * What is known of a list when the user opens it. One that is not known, not whole or too old is asked for, once. If there
 * is nothing whole to show, we wait for the answer of a desktop that is awake.
 */
export async function openList(
	reader: ListReader,
	kind: ListKind,
	{ freshFor = DAY, isDemanded = false }: Opening = {},
): Promise<CachedList> {
	const look = () => reader.inTime((deadline) => cachedList(reader, kind, deadline));
	const lookedAt = reader.clock.now();
	const known = await look();
	const lastAsked = known.asked ? ageOf(reader, kind, known.asked) : NaN;
	if (!isDemanded && !isDue(known, lastAsked, freshFor, reader.clock.now())) return known;
	const asked = isOnItsWay(known)
		? known.asked
		: await ask(reader, kind, known, { lookedAt, isDemanded });
	if (asked === undefined) return known;
	const isAwaited = known.lastConnectedAt !== null && (isDemanded || !known.isWhole);
	const isThere = isAwaited && (await isAnswered(reader, asked));
	return isThere ? await look() : { ...known, asked };
}

import { absent, type Certainty, unclear } from '../../quickbooks/qbxml/certainty';
import { reasonOf } from '../calls/errors';
import type { Clock, Service } from '../calls/ports';
import type { QueryValues } from '../calls/serviceCall';
import { settled } from '../calls/settled';
import { findRequest, listRequests } from '../reader/queuedRequests';
import { newestFirst } from '../reader/scanQueue';
import { hasAnswer, isTerminal, openStates, type QueuedRecord } from '../requests/queuedRecord';
import { queryIn } from '../requests/shownRequest';

/** A look into a connection's queue while a list of the form is open. */
export interface Look {
	service: Service;
	connectionId: string;
	/** When the editor stops waiting. */
	deadline: AbortSignal;
	/** When we start no more calls, so that what we have found by then is still of use. */
	lastCall: AbortSignal;
}

/** In milliseconds. Calls that only some services need must start within this time. */
const TIME_FOR_MORE = 1200;

/** Where a queue is. */
export interface QueueSource {
	service: Service;
	connectionId: string;
	clock: Clock;
}

/** Starts a look. */
export const lookInto = (
	{ service, connectionId, clock }: QueueSource,
	deadline: AbortSignal,
): Look => ({
	service,
	connectionId,
	deadline,
	lastCall: AbortSignal.any([deadline, clock.timeout(TIME_FOR_MORE)]),
});

/** A copy of the deadline for one call: Node warns if more than ten calls listen to the same signal. */
const ownDeadline = ({ deadline }: Look): AbortSignal => AbortSignal.any([deadline]);

/** A page of the queue (interface, section 4.2), newest first. */
export async function listed(look: Look, query: QueryValues): Promise<QueuedRecord[]> {
	const { service, connectionId } = look;
	const { data } = await listRequests(service, connectionId, query, ownDeadline(look));
	return data;
}

/** A request by its ID, if the service has it, as far as that can be read in time. */
export async function readRequest(
	look: Look,
	id: string,
): Promise<Certainty<{ record: QueuedRecord }>> {
	const read = await settled(findRequest(look.service, id, ownDeadline(look)));
	if (read.status === 'rejected') return unclear(`it could not be read (${reasonOf(read.reason)})`);
	return read.value ? { is: 'found', record: read.value } : absent;
}

/** Whether a list entry lacks something that a look for a query, or for any request, needs. */
function needsItsRecord(query: string | undefined, record: QueuedRecord): boolean {
	const shown = queryIn(record);
	return shown === undefined || (shown === query && isTerminal(record) && !hasAnswer(record));
}

/** How many entries we read by their IDs at most, for one look through the queue. */
const MOST_READ = 20;

/**
 * Replaces list entries that show too little with their own records. The interface does not state which fields a list
 * shows (interface, section 2.2). The pages of an iterated request share one ID, so we read only one of them.
 */
export async function withOwnRecords(
	look: Look,
	query: string | undefined,
	entries: readonly QueuedRecord[],
	most = MOST_READ,
): Promise<QueuedRecord[]> {
	const wanted = entries.filter((entry) => needsItsRecord(query, entry)).map(({ id }) => id);
	const ids = [...new Set(wanted)].slice(0, most);
	const seen = await Promise.all(ids.map(async (id) => await readRequest(look, id)));
	const read = new Map(ids.map((id, index) => [id, seen[index]]));
	return entries.map((entry) => {
		const own = read.get(entry.id);
		read.delete(entry.id);
		return own?.is === 'found' ? own.record : entry;
	});
}

/** Replaces list entries that do not show what they ask with their own records. */
export const withRequests = async (
	look: Look,
	entries: readonly QueuedRecord[],
): Promise<QueuedRecord[]> => await withOwnRecords(look, undefined, entries);

/**
 * Answers can be megabytes. So we start with a few records, and each step reads as many as all the steps before it
 * together.
 */
const steps: ReadonlyArray<[page: number, size: number]> = [
	[1, 3],
	[2, 3],
	[2, 6],
	[2, 12],
	[2, 24],
	[2, 48],
];

/**
 * Reads the queue back from its newest request, as far as time and limits allow.
 * @param sought The query we look for. Entries that show too little about it are read by their ID.
 * @param isEnough Gets everything read so far, and says whether to stop.
 */
export async function readBack(
	look: Look,
	filters: QueryValues,
	sought: string | undefined,
	isEnough: (records: readonly QueuedRecord[]) => boolean,
): Promise<QueuedRecord[]> {
	const records: QueuedRecord[] = [];
	let mayRead = MOST_READ;
	for (const [page, size] of steps) {
		if (look.lastCall.aborted) break;
		const query = { ...filters, ...newestFirst, page, page_size: size };
		const step = await settled(listed(look, query));
		// We still use what was read before.
		if (step.status === 'rejected') break;
		const { value: entries } = step;
		records.push(
			...(sought === undefined ? entries : await withOwnRecords(look, sought, entries, mayRead)),
		);
		mayRead = Math.max(0, mayRead - size);
		if (entries.length < size || isEnough(records)) break;
	}
	return records;
}

const statesWithoutAnswer = [...openStates, 'error'];

/** The newest requests that are on their way or have failed. They carry no answer, so we read them in one call. */
export async function readWithoutAnswer(look: Look, query: string): Promise<QueuedRecord[]> {
	if (look.lastCall.aborted) return [];
	const lists = await Promise.allSettled(
		statesWithoutAnswer.map(async (state) => {
			const entries = await listed(look, { state, page_size: 10 });
			return await withOwnRecords(look, query, entries, MOST_READ / statesWithoutAnswer.length);
		}),
	);
	return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { hasAnswer, isTerminal, type QueuedRecord } from '../transport/queuedRecord';
import type { WireValues } from '../form/fieldSpec';
import { path, sendForData } from '../transport/client';
import { listRequests } from '../transport/queuedRequests';
import { queryIn } from '../transport/shownRequest';

/** A look into a connection's queue while a list of the form is open. */
export interface Look {
	context: ILoadOptionsFunctions;
	connectionId: string;
	/** When the editor waits no longer. */
	deadline: AbortSignal;
	/** When no further call begins, so that what has been found until then is still of use. */
	lastCall: AbortSignal;
}

/** Milliseconds in which calls may begin that are not needed on every service. */
const TIME_FOR_MORE = 1200;

/** Begins a look. */
export const lookInto = (
	context: ILoadOptionsFunctions,
	connectionId: string,
	deadline: AbortSignal,
): Look => ({
	context,
	connectionId,
	deadline,
	lastCall: AbortSignal.any([deadline, AbortSignal.timeout(TIME_FOR_MORE)]),
});

/** The deadline as one call's own: Node warns of a signal that more than ten calls listen to. */
const ownDeadline = ({ deadline }: Look): AbortSignal => AbortSignal.any([deadline]);

/** A page of the queue (interface, section 4.2), newest first. */
export async function listed(look: Look, query: WireValues): Promise<QueuedRecord[]> {
	const { context, connectionId } = look;
	const { data } = await listRequests(context, connectionId, query, undefined, ownDeadline(look));
	return data;
}

const isGone = (error: unknown): boolean =>
	error instanceof NodeApiError && error.context.code === 'not_found';

/**
 * A request by its ID.
 * @returns null when the service does not have it, undefined when it could not be read.
 */
export async function readRequest(
	look: Look,
	id: string,
): Promise<QueuedRecord | null | undefined> {
	const request = {
		method: 'GET' as const,
		path: path('queued_requests', id),
		deadline: ownDeadline(look),
	};
	const [read] = await Promise.allSettled([
		sendForData<QueuedRecord | null>(look.context, request),
	]);
	if (read.status === 'fulfilled')
		return typeof read.value?.id === 'string' ? read.value : undefined;
	return isGone(read.reason) ? null : undefined;
}

/** Whether an entry of a list leaves open what a look for a query has to know. */
function needsItsRecord(query: string, record: QueuedRecord): boolean {
	const shown = queryIn(record);
	return shown === undefined || (shown === query && isTerminal(record) && !hasAnswer(record));
}

/** How many entries are read by their IDs at most, for one look through the queue. */
const MOST_READ = 20;

/**
 * The entries of a list, with their own records in place of those that show too little: which fields a list shows is
 * not stated (interface, section 2.2). The pages of an iterated request share one ID, so that of them one is read.
 */
export async function withOwnRecords(
	look: Look,
	query: string,
	entries: readonly QueuedRecord[],
	most = MOST_READ,
): Promise<QueuedRecord[]> {
	const wanted = entries.filter((entry) => needsItsRecord(query, entry)).map(({ id }) => id);
	const ids = [...new Set(wanted)].slice(0, most);
	const records = await Promise.all(ids.map(async (id) => await readRequest(look, id)));
	const read = new Map(ids.map((id, index) => [id, records[index]]));
	return entries.map((entry) => {
		const record = read.get(entry.id);
		read.delete(entry.id);
		return record ?? entry;
	});
}

/** Answers may have megabytes: a look back begins with few, and each step goes as far as all before it together. */
const steps: ReadonlyArray<[page: number, size: number]> = [
	[1, 3],
	[2, 3],
	[2, 6],
	[2, 12],
	[2, 24],
	[2, 48],
];

/**
 * Reads the queue back from its newest request, as far as there is time and as far as it is allowed to.
 * @param sought The query that is looked for: what a list shows too little of is read by its ID then.
 * @param isEnough Is shown all that was read so far, and says whether to end.
 */
export async function readBack(
	look: Look,
	filters: WireValues,
	sought: string | undefined,
	isEnough: (records: readonly QueuedRecord[]) => boolean,
): Promise<QueuedRecord[]> {
	const records: QueuedRecord[] = [];
	let mayRead = MOST_READ;
	for (const [page, size] of steps) {
		if (look.lastCall.aborted) break;
		const order = { sort: 'inserted_at', sort_direction: 'desc', page, page_size: size };
		const [step] = await Promise.allSettled([listed(look, { ...filters, ...order })]);
		// What was read before counts all the same.
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

/** The states in which a request is on its way, or has come to nothing (interface, section 3). */
const statesWithoutAnswer = ['waiting', 'retryable', 'ticketed', 'sent', 'error'];

/** The newest requests that are on their way or have failed: they carry no answer, so that they are read at once. */
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

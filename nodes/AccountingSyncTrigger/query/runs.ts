import { createHash } from 'node:crypto';

import type { WireValues } from '../../shared/form/row';
import type { ServiceContext } from '../../shared/service/client';
import {
	hasFailed,
	hasMorePages,
	isTerminal,
	listRequests,
	requestIdIn,
	type QueuedRecord,
} from '../../shared/service/queue';

/**
 * The trigger keeps no book of its runs: each run carries its name and its start in its request identifier, and the
 * service's queue tells what became of it. So nothing is forgotten when n8n restarts or runs on several machines.
 */
export interface Run {
	requestId: string;
	/** When it was queued, by n8n's clock, as ISO 8601 in UTC. */
	start: string;
	state: 'underway' | 'complete' | 'failed';
}

/** The name that all runs of one node share as long as what it asks stays the same. */
export const runsName = (workflowId: string, nodeId: string, question: unknown): string =>
	`n8n-${createHash('sha256')
		.update(JSON.stringify([workflowId, nodeId, question]))
		.digest('hex')
		.slice(0, 16)}`;

/** The request identifier of a run. */
export const requestIdOf = (name: string, start: Date): string =>
	`${name}-${start.toISOString().replace(/\.\d+Z$/, 'Z')}`;

/** The start of a run, from its request identifier; undefined when it belongs to something else. */
export function startOf(name: string, requestId: string | null | undefined): string | undefined {
	const start = requestId?.startsWith(`${name}-`) ? requestId.slice(name.length + 1) : undefined;
	return start !== undefined && !Number.isNaN(Date.parse(start)) ? start : undefined;
}

async function find(
	context: ServiceContext,
	connectionId: string,
	query: WireValues,
): Promise<QueuedRecord[]> {
	return (await listRequests(context, connectionId, { ...newestFirst, ...query })).data;
}

const newestFirst = { sort: 'inserted_at', sort_direction: 'desc' };

/** What the newest page of a run says of the run: pages follow one another, so the earlier ones are complete. */
function stateByNewestPage(page: QueuedRecord): Run['state'] {
	if (hasFailed(page.state)) return 'failed';
	return isTerminal(page) && !hasMorePages(page) ? 'complete' : 'underway';
}

/** A run whose pages all came, but whose deliveries failed or are still being tried, has not reached the workflow. */
async function stateWithDeliveries(
	context: ServiceContext,
	connectionId: string,
	requestId: string,
	state: Run['state'],
): Promise<Run['state']> {
	if (state !== 'complete') return state;
	const undelivered = (webhookState: string) =>
		find(context, connectionId, {
			search_phrase: requestId,
			webhook_state: webhookState,
			page_size: 1,
		});
	if ((await undelivered('failed')).length > 0) return 'failed';
	return (await undelivered('pending')).length > 0 ? 'underway' : 'complete';
}

async function runOf(
	context: ServiceContext,
	connectionId: string,
	name: string,
	page: QueuedRecord,
): Promise<Run | undefined> {
	const requestId = requestIdIn(page);
	const start = startOf(name, requestId);
	if (requestId === undefined || start === undefined) return undefined;
	const state = await stateWithDeliveries(
		context,
		connectionId,
		requestId,
		stateByNewestPage(page),
	);
	return { requestId, start, state };
}

/** The newest run of that name in the connection's queue, or undefined when there is none. */
export async function latestRun(
	context: ServiceContext,
	connectionId: string,
	name: string,
): Promise<Run | undefined> {
	const [newest] = await find(context, connectionId, { search_phrase: `${name}-`, page_size: 1 });
	return newest && (await runOf(context, connectionId, name, newest));
}

/** How many records of a queue are looked through for the last complete run, before everything is asked for again. */
const searchedPages = 40;
const searchedAtOnce = 5;

/** The newest run whose every page completed and was delivered, or undefined when there is none. */
export async function lastCompleteRun(
	context: ServiceContext,
	connectionId: string,
	name: string,
): Promise<Run | undefined> {
	for (let page = 1; page <= searchedPages / searchedAtOnce; page++) {
		const records = await find(context, connectionId, {
			search_phrase: `${name}-`,
			state: 'response_received',
			page,
			page_size: searchedAtOnce,
		});
		for (const record of records.filter((candidate) => !hasMorePages(candidate))) {
			const run = await runOf(context, connectionId, name, record);
			if (run?.state === 'complete') return run;
		}
		if (records.length < searchedAtOnce) return undefined;
	}
	return undefined;
}

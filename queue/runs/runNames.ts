import { randomInt } from 'node:crypto';

import { shortHex } from '../calls/shortHash';

/**
 * The name that all runs of one node share as long as their query stays the same. A request identifier has at most 50
 * characters, so each part gets only a few.
 */
export type RunsName = string;

/** How long the part of a name is that identifies the scheduled query. The rest identifies the address of the n8n. */
const QUERY_PART_LENGTH = 'n8n-'.length + 12;

/** Whose runs they are. */
interface Owner {
	/** n8n's own ID. A copy of it, and one that was moved, have the same. */
	instanceId: string;
	/** The address that n8n knows itself by. It tells a copy from what it was copied from. */
	address: string;
	workflowId: string;
	nodeId: string;
}

/** The name of the runs of a scheduled query. */
export const runsName = (
	{ instanceId, address, workflowId, nodeId }: Owner,
	scheduledQuery: unknown,
): RunsName =>
	`n8n-${shortHex(12, instanceId, workflowId, nodeId, scheduledQuery)}${shortHex(4, address)}`;

/** What to search for in a queue to find the runs. */
export const searchPhraseOf = (name: RunsName): string => name.slice(0, QUERY_PART_LENGTH);

/** How the end of an identifier begins if its run comes in one answer, among runs that come in pages. */
const IN_ONE_ANSWER = 'x';
const [FIRST, AFTER] = [IN_ONE_ANSWER, 'y'].map((sign) => parseInt(`${sign}000`, 36));

const randomEnd = (isInOne: boolean): string =>
	(isInOne ? randomInt(FIRST, AFTER) : randomInt(FIRST)).toString(36).padStart(4, '0');

/**
 * A request identifier for a run that starts now.
 * @param isInOne Whether the run comes in one answer, whatever its other runs do (see `isInOneAnswer`).
 */
export const requestIdOf = (name: RunsName, start: Date, isInOne = false): string =>
	`${name}-${start.toISOString()}-${randomEnd(isInOne)}`;

/** Three signs that stand for a value. */
const shortened = (value: unknown): string =>
	(parseInt(shortHex(8, value), 16) % 36 ** 3).toString(36).padStart(3, '0');

/**
 * The same for the run of a tick of the schedule. Whoever asks the same at the same tick gives it the same: n8n may have left a second
 * registration of a trigger behind. One of which n8n has changed the address or the options has runs of its own.
 * @param content What goes out.
 */
export const requestIdOfTick = (
	name: RunsName,
	tick: Date,
	content: unknown,
	isInOne = false,
): string => `${name}-${tick.toISOString()}-${isInOne ? IN_ONE_ANSWER : '0'}${shortened(content)}`;

/** Whether a run comes in one answer, from its identifier. */
export const isInOneAnswer = (requestId: unknown): boolean =>
	parsed(requestId)?.end.startsWith(IN_ONE_ANSWER) ?? false;

const IDENTIFIER = /^(n8n-[0-9a-f]{16})-(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)-([0-9a-z]{4})$/;

/** The name, the start and the end in the request identifier of a run, of any trigger. */
function parsed(requestId: unknown): { name: string; start: string; end: string } | undefined {
	const [, name, start, end] = (typeof requestId === 'string' && IDENTIFIER.exec(requestId)) || [];
	return start !== undefined && !Number.isNaN(Date.parse(start)) ? { name, start, end } : undefined;
}

/** Whether a request identifier belongs to a run, of any trigger. */
export const isRun = (requestId: unknown): boolean => parsed(requestId) !== undefined;

/** The start of a run, from its request identifier. Undefined if it belongs to something else, or was started at another address. */
export function startOf(name: RunsName, requestId: unknown): string | undefined {
	const run = parsed(requestId);
	return run?.name === name ? run.start : undefined;
}

/**
 * Whether a run has the same query, wherever this n8n was at that time. What was delivered to this n8n is meant for it, even if its
 * processes disagree on its address.
 */
export const asksTheSame = (name: RunsName, requestId: unknown): boolean =>
	parsed(requestId)?.name.startsWith(searchPhraseOf(name)) ?? false;

/** When a run of the same query was started, wherever this n8n was at that time. Undefined if it asks for something else. */
export const startAnywhere = (name: RunsName, requestId: unknown): string | undefined =>
	asksTheSame(name, requestId) ? parsed(requestId)?.start : undefined;

/** Whether two runs ask for the same, and were started at the same address. */
export const areOfOneAddress = (one: unknown, other: unknown): boolean =>
	parsed(one)?.name === parsed(other)?.name;

/** The name of the run in the query of the URL that the service delivers to. */
const RUN_PARAMETER = 'run';
/** Since when the run asks for changes, in the same query. */
const SINCE_PARAMETER = 'since';

/**
 * The address that a run is delivered to. With it, neither the answer nor the request has to say which run it belongs
 * to, and since when that asks.
 * @param since Null for a run of changes that asks for everything. Undefined for a run that asks for no changes.
 */
export function withRun(url: string, requestId: string, since?: string | null): string {
	const query = new URLSearchParams({
		...(since !== undefined && { [SINCE_PARAMETER]: since ?? '' }),
		[RUN_PARAMETER]: requestId,
	});
	return `${url}${url.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** The run in the query of a delivery. */
export const runInQuery = (query: unknown): unknown =>
	(query as Record<string, unknown> | undefined)?.[RUN_PARAMETER];

/**
 * Since when a run asks for changes, from the query of a delivery. Null if it asks for everything, undefined if the delivery
 * does not say.
 */
export function sinceInQuery(query: unknown): string | null | undefined {
	const { [SINCE_PARAMETER]: since } = (query ?? {}) as Record<string, unknown>;
	if (since === '') return null;
	return typeof since === 'string' && !Number.isNaN(Date.parse(since)) ? since : undefined;
}

/** The run in the URL that a record shows. */
export function runInUrl(url: unknown): string | undefined {
	try {
		return new URL(String(url)).searchParams.get(RUN_PARAMETER) ?? undefined;
	} catch {
		return undefined;
	}
}

import { createHash, randomInt } from 'node:crypto';

/**
 * The name that all runs of one node share as long as their query stays the same. A request identifier has at most 50
 * characters, so each part gets only a few.
 */
export type RunsName = string;

/** How long the part of a name is that identifies the scheduled query. The rest identifies the n8n. */
const QUERY_PART_LENGTH = 'n8n-'.length + 12;

const digest = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * The name of the runs of a scheduled query.
 * @param instance Tells this n8n apart from others that have the same workflow.
 */
export const runsName = (
	workflowId: string,
	nodeId: string,
	scheduledQuery: unknown,
	instance: readonly string[],
): RunsName =>
	`n8n-${digest(workflowId, nodeId, scheduledQuery).slice(0, 12)}${digest(...instance).slice(0, 4)}`;

/** What to search for in a queue to find the runs. */
export const searchPhraseOf = (name: RunsName): string => name.slice(0, QUERY_PART_LENGTH);

/** How the end of an identifier begins if its run comes in one answer, among runs that come in pages. */
const IN_ONE_ANSWER = 'x';
const [FIRST, AFTER] = [IN_ONE_ANSWER, 'y'].map((sign) => parseInt(`${sign}000`, 36));

const randomEnd = (isInOne: boolean): string =>
	(isInOne ? randomInt(FIRST, AFTER) : randomInt(FIRST)).toString(36).padStart(4, '0');

/**
 * A unique request identifier for a run that starts now.
 * @param isInOne Whether the run comes in one answer, whatever its other runs do (see `isInOneAnswer`).
 */
export const requestIdOf = (name: RunsName, start: Date, isInOne = false): string =>
	`${name}-${start.toISOString()}-${randomEnd(isInOne)}`;

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

/** The start of a run, from its request identifier. Undefined if it belongs to something else. */
export function startOf(name: RunsName, requestId: unknown): string | undefined {
	const run = parsed(requestId);
	return run?.name === name ? run.start : undefined;
}

/**
 * Whether a run has the same query, in any n8n. What was delivered to this n8n is meant for it, even if its processes
 * disagree on its address.
 */
export const asksTheSame = (name: RunsName, requestId: unknown): boolean =>
	parsed(requestId)?.name.startsWith(searchPhraseOf(name)) ?? false;

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

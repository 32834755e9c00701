import { createHash, randomInt } from 'node:crypto';

/**
 * What all runs of one node are called as long as what it asks stays the same. A request identifier has 50 characters at
 * most: so many are left of each part.
 */
export interface RunsName {
	/** In this n8n. */
	own: string;
	/** In any n8n, as versions before 0.2 called them. */
	before: string;
}

/** Of a name, what tells the scheduled query; the rest tells the n8n. */
const questionLength = 'n8n-'.length + 12;

const digest = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * The name of the runs of a scheduled query.
 * @param instance What tells this n8n from others that have the same workflow.
 */
export function runsName(
	workflowId: string,
	nodeId: string,
	scheduledQuery: unknown,
	instance: readonly string[],
): RunsName {
	const before = `n8n-${digest(workflowId, nodeId, scheduledQuery).slice(0, 16)}`;
	return { own: before.slice(0, questionLength) + digest(...instance).slice(0, 4), before };
}

/** What to search a queue for to find the runs. */
export const searchPhraseOf = ({ before }: RunsName): string => before.slice(0, questionLength);

const random = (): string =>
	randomInt(36 ** 4)
		.toString(36)
		.padStart(4, '0');

/** A request identifier for a run that starts now: no other has the same. */
export const requestIdOf = ({ own }: RunsName, start: Date): string =>
	`${own}-${start.toISOString()}-${random()}`;

const IDENTIFIER =
	/^(n8n-[0-9a-f]{16})-(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)(?:-[0-9a-z]+)?$/;

/** The name and the start in the request identifier of any trigger's run. */
function parsed(requestId: unknown): { name: string; start: string } | undefined {
	const [, name, start] = (typeof requestId === 'string' && IDENTIFIER.exec(requestId)) || [];
	return start !== undefined && !Number.isNaN(Date.parse(start)) ? { name, start } : undefined;
}

/** Whether a request identifier is that of a run, of whatever trigger. */
export const isRun = (requestId: unknown): boolean => parsed(requestId) !== undefined;

/** The start of a run, from its request identifier; undefined when it belongs to something else. */
export function startOf({ own, before }: RunsName, requestId: unknown): string | undefined {
	const run = parsed(requestId);
	return run?.name === own || run?.name === before ? run.start : undefined;
}

/**
 * Whether a run asks the same, in whatever n8n. What was delivered to this one is meant for it, also where its
 * processes do not agree on its address.
 */
export const asksTheSame = (name: RunsName, requestId: unknown): boolean =>
	parsed(requestId)?.name.startsWith(searchPhraseOf(name)) ?? false;

/** What the run is called in the query of the URL that the service delivers to. */
const RUN_PARAMETER = 'run';

/** The address that a run is delivered to: neither answer nor request need tell whose they are. */
export const withRun = (url: string, requestId: string): string =>
	`${url}${url.includes('?') ? '&' : '?'}${RUN_PARAMETER}=${encodeURIComponent(requestId)}`;

/** The run in the query of a delivery. */
export const runInQuery = (query: unknown): unknown =>
	(query as Record<string, unknown> | undefined)?.[RUN_PARAMETER];

/** The run in the URL that a record shows. */
export function runInUrl(url: unknown): string | undefined {
	try {
		return new URL(String(url)).searchParams.get(RUN_PARAMETER) ?? undefined;
	} catch {
		return undefined;
	}
}

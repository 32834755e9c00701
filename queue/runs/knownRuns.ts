import { isObject, type JsonObject } from '../../quickbooks/json/object';
import type { KnownRun } from './runs';

/** How many runs are remembered. They are only a hint, in case the service's queue does not show them. */
export const REMEMBERED = 10;
const STATIC_KEY = 'runs';

// n8n saves a schedule's static data only together with what a webhook stores. So we also keep what this process knows.
const memories = new Map<string, KnownRun[]>();

const isKnownRun = (run: unknown): run is KnownRun =>
	isObject(run) && typeof run.id === 'string' && typeof run.requestId === 'string';

function stored(staticData: JsonObject): KnownRun[] {
	const runs = staticData[STATIC_KEY];
	return Array.isArray(runs) ? runs.filter(isKnownRun) : [];
}

/**
 * The runs that we remember, oldest first.
 * @param node Workflow and node. Each node's runs are remembered separately.
 */
export function knownRuns(node: string, staticData: JsonObject): KnownRun[] {
	const runs = new Map<string, KnownRun>();
	for (const run of [...stored(staticData), ...(memories.get(node) ?? [])]) {
		const taken = Math.max(takenOf(runs.get(run.requestId)), takenOf(run));
		runs.set(run.requestId, { ...run, taken });
	}
	return [...runs.values()].slice(-REMEMBERED);
}

const takenOf = (run: KnownRun | undefined): number => Number(run?.taken ?? 0);

/**
 * Remembers a run if the service has returned the ID of its record.
 * @param pages How many of its pages have just been taken.
 */
export function rememberRun(
	node: string,
	staticData: JsonObject,
	{ id, requestId }: KnownRun,
	pages = 0,
): void {
	if (!isKnownRun({ id, requestId })) return;
	const known = knownRuns(node, staticData);
	const taken = takenOf(known.find((run) => run.requestId === requestId)) + pages;
	const others = known.filter((run) => run.requestId !== requestId);
	const runs = [...others, { id, requestId, taken }].slice(-REMEMBERED);
	memories.set(node, runs);
	staticData[STATIC_KEY] = runs.map((run) => ({ ...run }));
}

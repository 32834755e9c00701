import type { IDataObject } from 'n8n-workflow';

/** A run that this node has queued, with the ID of its record. */
export interface KnownRun {
	id: string;
	requestId: string;
}

/** How many runs are remembered. They are only a hint, in case the service's queue does not show them. */
const REMEMBERED = 10;
const STATIC_KEY = 'runs';

// n8n saves a schedule's static data only together with what a webhook stores. So we also keep what this process knows.
const memories = new Map<string, KnownRun[]>();

const isKnownRun = (run: unknown): run is KnownRun =>
	typeof run === 'object' &&
	run !== null &&
	'id' in run &&
	typeof run.id === 'string' &&
	'requestId' in run &&
	typeof run.requestId === 'string';

function stored(staticData: IDataObject): KnownRun[] {
	const runs = staticData[STATIC_KEY];
	return Array.isArray(runs) ? runs.filter(isKnownRun) : [];
}

/**
 * The runs that we remember, oldest first.
 * @param node Workflow and node. Each node's runs are remembered separately.
 */
export function knownRuns(node: string, staticData: IDataObject): KnownRun[] {
	const all = [...stored(staticData), ...(memories.get(node) ?? [])];
	return [...new Map(all.map((run) => [run.requestId, run])).values()].slice(-REMEMBERED);
}

/** Remembers a run if the service has returned the ID of its record. */
export function rememberRun(node: string, staticData: IDataObject, run: KnownRun): void {
	if (!isKnownRun(run)) return;
	const others = knownRuns(node, staticData).filter(({ requestId }) => requestId !== run.requestId);
	const runs = [...others, run].slice(-REMEMBERED);
	memories.set(node, runs);
	staticData[STATIC_KEY] = runs.map(({ id, requestId }) => ({ id, requestId }));
}

import type { IDataObject } from 'n8n-workflow';

/** A run that this node has queued, and the record that it became. */
export interface KnownRun {
	id: string;
	requestId: string;
}

/** How many runs are remembered: a hint where the service's queue does not show them, and nothing more. */
const REMEMBERED = 10;
const STATIC_KEY = 'runs';

// A schedule's static data is saved only with what a webhook stores: what this process knows is kept beside it.
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
 * The runs that are remembered, the oldest first.
 * @param node Workflow and node, whose runs are remembered apart.
 */
export function knownRuns(node: string, staticData: IDataObject): KnownRun[] {
	const all = [...stored(staticData), ...(memories.get(node) ?? [])];
	return [...new Map(all.map((run) => [run.requestId, run])).values()].slice(-REMEMBERED);
}

/** Remembers a run, if the service has said what it became. */
export function rememberRun(node: string, staticData: IDataObject, run: KnownRun): void {
	if (!isKnownRun(run)) return;
	const others = knownRuns(node, staticData).filter(({ requestId }) => requestId !== run.requestId);
	const runs = [...others, run].slice(-REMEMBERED);
	memories.set(node, runs);
	staticData[STATIC_KEY] = runs.map(({ id, requestId }) => ({ id, requestId }));
}

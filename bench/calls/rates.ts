import type { Execution } from '../../n8n/clients/n8n';
import { failureOf } from '../../n8n/clients/n8n';
import { START } from '../../test/support/workflows';
import type { Road, Setting } from '../support/setting';
import type { Contestant, Kind } from './contestants';
import { MEASURED } from './contestants';

/** How long the measured node was at work: from its first start to its last end, in milliseconds. */
function millisecondsAtWork({ data }: Execution): number {
	const turns = data.resultData.runData[MEASURED];
	const end = Math.max(...turns.map(({ startTime, executionTime }) => startTime + executionTime));
	return end - Math.min(...turns.map(({ startTime }) => startTime));
}

/**
 * Runs a contestant once on a connection of its own.
 * @returns how long it took, in milliseconds
 * @throws when the execution fails, or when not every item's request is in the queue
 */
export async function runOnce(
	{ n8n, service }: Setting,
	{ baseUrl, credentials }: Road,
	contestant: Contestant,
	kind: Kind,
	items: number,
): Promise<number> {
	const { id: connectionId } = await service.createConnection(contestant.name);
	const file = contestant.workflow(kind, { baseUrl, connectionId, items });
	const workflow = await n8n.client.importWorkflow(file, credentials);
	const execution = await n8n.client.runWorkflow(workflow, START);
	const failure = failureOf(execution);
	if (failure !== undefined) throw new Error(`${contestant.name}: ${failure}`);
	const { length } = await service.queue(connectionId);
	if (length !== items) throw new Error(`${contestant.name}: ${length} of ${items} were queued.`);
	return millisecondsAtWork(execution);
}

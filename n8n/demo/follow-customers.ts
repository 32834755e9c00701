import { setTimeout as delay } from 'node:timers/promises';

import type { Execution, N8nClient, WorkflowFile } from '../clients/n8n';
import { endedStatuses, failureOf, itemsOf } from '../clients/n8n';
import {
	chosenConnection,
	EXAMPLE_CUSTOMER,
	EXAMPLE_CUSTOMERS,
	fillNodes,
	readCustomersExample,
} from './example-workflows';
import type { Chain } from './run-orders';

/** What one execution of the workflow was about. */
export interface CustomersEvent {
	/** Full names of the customers that are new or have changed. */
	customers: string[];
	/** Why it failed; undefined if it did not. */
	failure?: string;
}

const FIRST_WITHIN_MILLISECONDS = 60_000;
const LOOK_EVERY_MILLISECONDS = 500;

/** Does what the note in the workflow asks for, and has it ask every minute. */
const fillIn = (workflow: WorkflowFile, { connection }: Chain): WorkflowFile =>
	fillNodes(workflow, {
		[EXAMPLE_CUSTOMERS]: { ...chosenConnection(connection), schedule: 'minutes', every: 1 },
	});

function eventOf(execution: Execution): CustomersEvent {
	const failure = failureOf(execution);
	if (failure !== undefined || execution.status !== 'success') {
		return { customers: [], failure: `ended as ${execution.status}: ${failure ?? 'no reason'}` };
	}
	const items = itemsOf(execution, EXAMPLE_CUSTOMER);
	return { customers: items.map(({ json }) => String(json.full_name)) };
}

/** The executions of a workflow as they end; nothing while there is none, so that the caller can look at the clock. */
async function* endedExecutions(
	client: N8nClient,
	workflowId: string,
	signal: AbortSignal,
): AsyncGenerator<Execution | undefined> {
	const given = new Set<string>();
	while (!signal.aborted) {
		const all = await client.executions(workflowId);
		const ended = all.filter(({ id, status }) => endedStatuses.includes(status) && !given.has(id));
		for (const { id } of ended.reverse()) {
			given.add(id);
			yield await client.execution(id);
		}
		yield undefined;
		await delay(LOOK_EVERY_MILLISECONDS, undefined, { signal });
	}
}

async function* events(chain: Chain, signal: AbortSignal): AsyncGenerator<CustomersEvent> {
	const { client, credential } = chain;
	const file = fillIn(await readCustomersExample(), chain);
	const workflow = await client.importWorkflow(file, [credential]);
	await client.activate(workflow);
	const deadline = Date.now() + FIRST_WITHIN_MILLISECONDS;
	let hasBegun = false;
	for await (const execution of endedExecutions(client, workflow.id, signal)) {
		if (execution) yield eventOf(execution);
		else if (!hasBegun && Date.now() > deadline) {
			throw new Error(
				'"New and changed customers" was activated, but no page of customers has started it within a minute.',
			);
		}
		hasBegun ||= execution !== undefined;
	}
}

/**
 * Imports and activates the workflow "New and changed customers" and gives its events as they arrive, until the signal.
 * @throws if it can't be activated, or the first event has not come within a minute
 */
export async function* followCustomers(
	chain: Chain,
	signal: AbortSignal,
): AsyncGenerator<CustomersEvent> {
	try {
		yield* events(chain, signal);
	} catch (error) {
		// What was under way when everything is stopped fails, and is no failure.
		if (!signal.aborted) throw error;
	}
}

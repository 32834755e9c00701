import { randomUUID } from 'node:crypto';

import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { createAdditionalData } from './harness/additional-data';
import { prepareWorkflow } from './harness/workflow';
import { useServiceWithDesktops } from './support/desktops';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor } from './support/run-operation';

const service = useServiceWithDesktops();

/**
 * Runs the node as n8n's second engine does (`V1StepExecutor` in @n8n/node-engine-compatibility): by itself, each try with
 * a new context, which has the secret of no execution, an empty stack, and no way to stop it.
 */
async function step(
	executionId: string,
	form: IDataObject,
	{ isOnStack = false, canBeStopped = false } = {},
): Promise<INodeExecutionData[]> {
	const parameters = parametersFor('invoice.create', { ...smallInvoice, ...form });
	const { credentials } = service;
	const nodes = [{ parameters, name: 'Create' }];
	const { workflow: prepared, credentialsHelper } = await prepareWorkflow({ nodes, credentials });
	const { nodeTypes, connectionsBySourceNode: connections } = prepared;
	const all = Object.values(prepared.nodes);
	const workflow = new Workflow({ id: 'W', nodes: all, connections, active: false, nodeTypes });
	const node = all.find(({ name }) => name === 'Create') as (typeof all)[number];
	const items = [{ json: {} }];
	const data = { main: [items] };
	const given = { node, data, source: null };
	const execution = createRunExecutionData({
		startData: {},
		executionData: {
			contextData: {},
			nodeExecutionStack: isOnStack ? [given] : [],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: null,
		},
	});
	const additionalData = createAdditionalData(credentialsHelper, { executionId });
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'trigger',
		execution,
		0,
		items,
		data,
		given,
		[],
		canBeStopped ? new AbortController().signal : undefined,
	);
	const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const outputs = (await type.execute?.call(context)) as INodeExecutionData[][];
	return outputs[0];
}

const invoice = [{ json: expect.objectContaining({ Subtotal: '85.00' }), pairedItem: { item: 0 } }];

test('a step that is tried again writes nothing twice, and is checked instead of slept in', async () => {
	const connectionId = await service.newConnection();
	const executionId = randomUUID();
	const form = { connection: { ...byId(connectionId) }, result: 'wait' };
	const first = await step(executionId, form);
	expect(first).toEqual(invoice);
	const [again] = await step(executionId, form);
	expect(again.json.TxnID).toBe(first[0].json.TxnID);
	const [other] = await step(randomUUID(), form);
	expect(other.json.TxnID).not.toBe(first[0].json.TxnID);
});

test('a step that has another Order Number when it is tried again is an error', async () => {
	const connectionId = await service.newConnection();
	const executionId = randomUUID();
	const form = { connection: { ...byId(connectionId) }, result: 'wait' };
	await step(executionId, { ...form, orderNumber: 'T-1' });
	await expect(step(executionId, { ...form, orderNumber: 'T-2' })).rejects.toThrow(
		'queued this item with other values',
	);
	expect(await service.requestsOf(connectionId)).toHaveLength(1);
});

const known = { canBeStopped: true };

test.each<[what: string, executionId: () => string, engine: Parameters<typeof step>[2]]>([
	['the second engine', randomUUID, {}],
	['the second engine, with a way to stop it', randomUUID, known],
	['one that does not stop a node', () => '7', {}],
	['one that leaves a node on the stack while it runs', () => '7', { ...known, isOnStack: true }],
])('it does not sleep in %s, and says so before anything is sent', async (_what, id, engine) => {
	const connectionId = await service.newConnectionTurnedOff();
	const form = { connection: { ...byId(connectionId) }, result: 'waitSuspended' };
	await expect(step(id(), form, engine)).rejects.toThrow(/no way to wake up/);
	expect(await service.requestsOf(connectionId)).toEqual([]);
});

test('it sleeps in the engine that is known', async () => {
	const connectionId = await service.newConnectionTurnedOff();
	const form = { connection: { ...byId(connectionId) }, result: 'waitSuspended' };
	expect(await step('7', form, known)).toEqual([]);
});

import {
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { type Execution, failureOf, itemsOf, type WorkflowFile } from '../../n8n/clients/n8n';
import type { RunningN8n } from '../../n8n/stack/n8n-process';
import type { Stack } from '../../n8n/stack/start';

export type GivenNode = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> &
	Partial<INode>;

export const START = 'Start';
export const ITEMS = 'Items';
export const SYNC = 'Accounting Sync';
export const AFTER = 'After';

const start: GivenNode = {
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** Puts out one item with each of the contents. */
export const itemsNode = (contents: object[]): GivenNode => ({
	name: ITEMS,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(contents)}.map((json) => ({ json }));` },
});

/** The action node, with the credential that an import fills in. */
export const syncNode = (parameters: INodeParameters, further: Partial<INode> = {}): GivenNode => ({
	name: SYNC,
	type: 'n8n-nodes-accounting-sync.accountingSync',
	typeVersion: 1,
	parameters,
	credentials: { accountingSyncApi: { id: '', name: '' } },
	...further,
});

/** A node after it, which sets one field by an expression and keeps the others. */
export const afterNode = (field: string, expression: string): GivenNode => ({
	name: AFTER,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [{ id: 'field', name: field, value: `={{ ${expression} }}`, type: 'string' }],
		},
		includeOtherFields: true,
		options: {},
	},
});

/** An output of a node that leads to another. */
export const link = (node: string) => [{ node, type: NodeConnectionTypes.Main, index: 0 }];

/** A workflow of the nodes, each after the one before. */
export function lineOf(name: string, given: readonly GivenNode[]): WorkflowFile {
	const nodes = given.map((node, index): INode => ({
		id: `node-${index}`,
		position: [220 * index, 0],
		...node,
	}));
	const links = nodes
		.slice(0, -1)
		.map(({ name: from }, index) => [from, { main: [link(nodes[index + 1].name)] }]);
	return { name, nodes, connections: Object.fromEntries(links) };
}

/** A workflow of a manual trigger and the nodes, each after the one before. */
export const chainOf = (name: string, ...given: GivenNode[]): WorkflowFile =>
	lineOf(name, [start, ...given]);

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Create Invoice with the item's `refNumber` as reference number, one line that comes to 300.00. */
export const createInvoice = (connectionId: string, further: INodeParameters = {}) => ({
	resource: 'invoice',
	operation: 'create',
	connection: byId(connectionId),
	customerListId: '80000001-1700000001',
	transactionDate: '2026-01-12',
	specifyLines: 'json',
	linesJson: '[{"item_list_id":"80020001-1700000001","quantity":2,"rate":"150.00"}]',
	additionalFields: { refNumber: '={{ $json.refNumber }}' },
	...further,
});

/** Items for so many invoices: `N-001`, `N-002` … */
export const ordersOf = (count: number, prefix = 'N'): Array<{ refNumber: string }> =>
	Array.from({ length: count }, (_, index) => ({
		refNumber: `${prefix}-${String(index + 1).padStart(3, '0')}`,
	}));

/** The JSON of the items that came out of a node in its last turn. */
export const jsonOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);

/**
 * Runs a workflow of one operation; the items that come out.
 * @throws what n8n says if it fails
 */
export async function runOperation(
	{ n8n: { client }, credential }: Pick<Stack<RunningN8n>, 'n8n' | 'credential'>,
	name: string,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const workflow = await client.importWorkflow(chainOf(name, syncNode(parameters)), [credential]);
	const execution = await client.runWorkflow(workflow, START);
	const failure = failureOf(execution);
	if (failure !== undefined) throw new Error(`${name}: ${failure}`);
	return itemsOf(execution, SYNC);
}

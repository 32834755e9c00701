import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from '../../../n8n/clients/n8n';

type GivenNode = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

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

/** A workflow of a manual trigger and the nodes, each after the one before. */
export function chainOf(name: string, ...given: GivenNode[]): WorkflowFile {
	const nodes = [start, ...given].map((node, index): INode => ({
		id: `node-${index}`,
		position: [220 * index, 0],
		...node,
	}));
	const links = nodes
		.slice(0, -1)
		.map(({ name: from }, index) => [
			from,
			{ main: [[{ node: nodes[index + 1].name, type: 'main', index: 0 }]] },
		]);
	return { name, nodes, connections: Object.fromEntries(links) };
}

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

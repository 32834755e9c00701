import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowFile } from './client';
import { repositoryFolder } from './files';

/** One order of `workflows/orders.json`. */
export interface Order {
	number: string;
	/** YYYY-MM-DD */
	date: string;
	customer_list_id: string;
	bill_address: Record<string, string>;
	memo?: string;
	lines: Array<{
		item_list_id?: string;
		description?: string;
		quantity?: number;
		/** An amount as text. */
		rate?: string;
	}>;
}

/** The nodes of the example that somebody who imports it touches. */
export const EXAMPLE_TRIGGER = 'When clicking ‘Execute workflow’';
export const EXAMPLE_ORDERS = 'Orders';
export const EXAMPLE_INVOICE = 'Create Invoice';
export const EXAMPLE_CREATED = 'Created Invoices';
export const EXAMPLE_REFUSED = 'Refused Orders';

/** The nodes of the trigger's example. */
export const EXAMPLE_CUSTOMERS = 'Accounting Sync Trigger';
export const EXAMPLE_CUSTOMER = 'Customer';

const exampleFolder = join(repositoryFolder, 'workflows');

async function readJson<T>(name: string): Promise<T> {
	return JSON.parse(await readFile(join(exampleFolder, name), 'utf8')) as T;
}

export async function readOrders(): Promise<Order[]> {
	return await readJson('orders.json');
}

/** The example workflow as it is imported, before anybody has touched it. */
export async function readExample(): Promise<WorkflowFile> {
	return await readJson('create-invoices-from-orders.json');
}

/** The trigger's example as it is imported. */
export async function readCustomersExample(): Promise<WorkflowFile> {
	return await readJson('new-and-changed-customers.json');
}

/** Does what the note in the workflow asks for: pastes the orders and chooses the connection. */
export function fillIn(
	workflow: WorkflowFile,
	orders: Order[],
	connection: { id: string; name: string },
): WorkflowFile {
	const filled: Record<string, object> = {
		[EXAMPLE_ORDERS]: { jsonOutput: JSON.stringify({ orders }, null, 2) },
		[EXAMPLE_INVOICE]: {
			connection: {
				__rl: true,
				mode: 'list',
				value: connection.id,
				cachedResultName: connection.name,
			},
		},
	};
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...filled[node.name] },
		})),
	};
}

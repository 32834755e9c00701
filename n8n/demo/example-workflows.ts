import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from '../clients/n8n';
import { repositoryFolder } from '../files';

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

const EXAMPLE_FILE = 'create-invoices-from-orders.json';
const EXAMPLE_CUSTOMERS_FILE = 'new-and-changed-customers.json';

/** The nodes of the example that somebody who imports it touches. */
export const EXAMPLE_TRIGGER = 'When clicking ‘Execute workflow’';
export const EXAMPLE_ORDERS = 'Orders';
const EXAMPLE_INVOICE = 'Create Invoice';
export const EXAMPLE_CREATED = 'Created Invoices';
export const EXAMPLE_REFUSED = 'Refused Orders';

/** The nodes of the trigger's example. */
export const EXAMPLE_CUSTOMERS = 'Accounting Sync Trigger';
export const EXAMPLE_CUSTOMER = 'Customer';

const ORDERS_FILE = 'orders.json';
const exampleFolder = join(repositoryFolder, 'workflows');

async function readJson<T>(name: string): Promise<T> {
	return JSON.parse(await readFile(join(exampleFolder, name), 'utf8')) as T;
}

export async function readOrders(): Promise<Order[]> {
	return await readJson(ORDERS_FILE);
}

/** The example workflow as it is imported, before anybody has touched it. */
export async function readExample(): Promise<WorkflowFile> {
	return await readWorkflow(EXAMPLE_FILE);
}

/** The trigger's example as it is imported. */
export async function readCustomersExample(): Promise<WorkflowFile> {
	return await readWorkflow(EXAMPLE_CUSTOMERS_FILE);
}

/** Names of the files in `workflows/` that are workflows; `orders.json` is what one of them works on. */
export async function workflowFiles(): Promise<string[]> {
	const names = await readdir(exampleFolder);
	return names.filter((name) => name.endsWith('.json') && name !== ORDERS_FILE).sort();
}

/** A workflow of `workflows/` as it is imported, before anybody has touched it. */
export async function readWorkflow(file: string): Promise<WorkflowFile> {
	return await readJson(file);
}

/** Fills in fields of nodes, by the nodes' names, as somebody does in the editor. */
export function fillNodes(
	workflow: WorkflowFile,
	filled: Readonly<Record<string, INodeParameters>>,
): WorkflowFile {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...filled[node.name] },
		})),
	};
}

/** A connection as it is chosen from the list. */
export const chosenConnection = ({ id, name }: { id: string; name: string }): INodeParameters => ({
	connection: { __rl: true, mode: 'list', value: id, cachedResultName: name },
});

/** Does what the note in the workflow asks for: pastes the orders and chooses the connection. */
export const fillIn = (
	workflow: WorkflowFile,
	orders: Order[],
	connection: { id: string; name: string },
): WorkflowFile =>
	fillNodes(workflow, {
		[EXAMPLE_ORDERS]: { jsonOutput: JSON.stringify({ orders }, null, 2) },
		[EXAMPLE_INVOICE]: chosenConnection(connection),
	});

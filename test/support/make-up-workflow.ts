import type { INodeParameters } from 'n8n-workflow';

import type { CredentialReference } from '../../n8n/clients/n8n';
import type { ServiceClient } from '../../n8n/clients/service';
import { chosenConnection, fillNodes, readWorkflow } from '../../n8n/demo/example-workflows';
import type { RunningN8n } from '../../n8n/stack/n8n-process';
import type { Company } from '../../simulator/company/types';

const MAKE_UP_FILE = 'make-up-for-lost-executions.json';
/** The nodes of the recipe that tests look at. */
export const MADE_UP_FOR = 'Made Up For';
const TRIGGER = 'Customers';
const PERIOD = 'What to Look At';
const asking = [TRIGGER, 'Delivered Requests', 'Create Invoice'];

interface Filled {
	credential: CredentialReference;
	connection: { id: string; name: string };
	/** What the trigger is called at; that of the workflow itself unless given. */
	address?: string;
	/** What else somebody has changed in the trigger. */
	trigger?: INodeParameters;
}

interface MakeUpWorkflow {
	id: string;
	versionId: string;
	/** Where its own trigger takes deliveries. */
	url: string;
}

/** Imports the recipe and fills it in as its note says, for somebody who does not wait half an hour to make up. */
export async function importMakeUp(
	{ client, address: origin }: RunningN8n,
	{ credential, connection, address, trigger = {} }: Filled,
): Promise<MakeUpWorkflow> {
	const file = await readWorkflow(MAKE_UP_FILE);
	const nodeNamed = (name: string) => file.nodes.find((node) => node.name === name);
	const url = `${origin}/webhook/${nodeNamed(TRIGGER)?.webhookId}/delivery`;
	const values: Record<string, string> = { address: address ?? url, to: '={{ $now.toISO() }}' };
	const { assignments } = nodeNamed(PERIOD)?.parameters as {
		assignments: { assignments: Array<{ name: string; value: string }> };
	};
	const period = assignments.assignments.map((each) => ({
		...each,
		value: values[each.name] ?? each.value,
	}));
	const chosen = asking.map((name) => [name, chosenConnection(connection)] as const);
	const filled = fillNodes(file, {
		...Object.fromEntries(chosen),
		[TRIGGER]: { ...chosenConnection(connection), ...trigger },
		[PERIOD]: { assignments: { assignments: period } },
	});
	const { id, versionId } = await client.importWorkflow(filled, [credential]);
	return { id, versionId, url };
}

/** Queues a query of one customer, to be delivered to an address. */
export async function queryCustomer(
	service: ServiceClient,
	connectionId: string,
	listId: string,
	webhookUrl: string,
): Promise<{ id: string }> {
	return await service.call('POST', `/connections/${connectionId}/queued_requests`, {
		webhook_url: webhookUrl,
		request_xml: `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq requestID="customer-${listId}"><ListID>${listId}</ListID></CustomerQueryRq></QBXMLMsgsRq></QBXML>`,
	});
}

/** The list IDs of some active customers. */
export const someCustomers = ({ customers }: Company, count: number): string[] =>
	customers
		.filter(({ IsActive }) => IsActive === 'true')
		.slice(0, count)
		.map(({ ListID }) => ListID);

/** How many invoices of the fee each customer has. */
export function feesByCustomer({ invoices }: Company): Map<string, number> {
	const counts = new Map<string, number>();
	for (const invoice of invoices) {
		if (!JSON.stringify(invoice).includes('Fee of 2026')) continue;
		const { CustomerRef } = invoice as unknown as { CustomerRef: { ListID: string } };
		counts.set(CustomerRef.ListID, (counts.get(CustomerRef.ListID) ?? 0) + 1);
	}
	return counts;
}

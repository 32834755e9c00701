import { followCustomers } from '../../../n8n/demo/follow-customers';
import { type Chain, runOrders } from '../../../n8n/demo/run-orders';
import type { Kit } from './kit';

async function chainOf(
	{ n8n, credential, service, office }: Kit,
	name: string,
): Promise<{ chain: Chain; turnOn: () => Promise<void>; customers: string[] }> {
	const { connectionId, company, turnOn, turnOff } = await office(name);
	await turnOff();
	const connections = await service.connections();
	const connection = connections.find(({ id }) => id === connectionId);
	if (!connection) throw new Error(`The service has no connection ${name}.`);
	return {
		chain: { client: n8n.client, credential, service, connection },
		turnOn,
		customers: company.customers.map(({ FullName }) => FullName),
	};
}

/** The ten orders become ten invoices, while the desktop is off first. */
export async function createInvoicesFromOrders(kit: Kit): Promise<void> {
	const { chain, turnOn } = await chainOf(kit, 'Orders');
	const results = await runOrders(chain, turnOn);
	expect(results).toHaveLength(10);
	expect(results.every(({ state }) => state === 'response_received')).toBe(true);
}

/** Activated, it starts with every customer. */
export async function newAndChangedCustomers(kit: Kit): Promise<void> {
	const { chain, turnOn, customers } = await chainOf(kit, 'Customers');
	await turnOn();
	const stop = new AbortController();
	const events = followCustomers(chain, stop.signal);
	const { value } = await events.next();
	stop.abort();
	expect(value).toEqual({ customers: expect.arrayContaining(customers) });
}

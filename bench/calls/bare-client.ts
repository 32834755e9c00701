import { ServiceClient } from '../../n8n/clients/service';
import type { Road, Setting } from '../support/setting';
import type { Kind } from './contestants';

const invoice = {
	customer_list_id: '80000001-1700000001',
	transaction_date: '2026-01-12',
	lines: [
		{
			item_list_id: '80020001-1700000001',
			description: 'Kitchen plan',
			quantity: 2.5,
			rate: '150.00',
		},
		{ item_list_id: '80020006-1700000006', description: 'Water', quantity: 12, rate: '0.1' },
	],
};

/** How many calls are under way together, as with the node's own standard. */
export const atOnce: Record<Kind, number> = { writes: 1, reads: 10 };

/**
 * Makes the calls without n8n, from this process: what latency, service and this machine take by themselves.
 * @returns how long it took, in milliseconds
 */
export async function runBare(
	{ service }: Setting,
	{ baseUrl }: Road,
	kind: Kind,
	items: number,
): Promise<number> {
	const { id } = await service.createConnection('Bare client');
	const client = new ServiceClient(baseUrl, service.apiKey);
	const path = `/connections/${id}`;
	const calls: Record<Kind, (item: number) => Promise<unknown>> = {
		writes: async (item) =>
			await client.call('POST', `${path}/invoices?request_id=B-${item}`, {
				...invoice,
				ref_number: `B-${item}`,
			}),
		reads: async (item) =>
			await client.call(
				'GET',
				`${path}/customers?name=b%C3%A4ckerei&max_returned=10&request_id=B-${item}`,
			),
	};
	const begun = Date.now();
	const todo = Array.from({ length: items }, (_, item) => item).values();
	await Promise.all(
		Array.from({ length: atOnce[kind] }, async () => {
			for (const item of todo) await calls[kind](item);
		}),
	);
	return Date.now() - begun;
}

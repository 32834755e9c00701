import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Kind } from './contestants';
import { API_KEY, type Road, type Setting } from '../setting';

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
	const agent = new Agent();
	const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
	const [method, path] =
		kind === 'writes'
			? ['POST', `invoices?request_id=`]
			: ['GET', `customers?name=b%C3%A4ckerei&max_returned=10&request_id=`];
	const call = async (item: number) => {
		const body = kind === 'writes' ? JSON.stringify({ ...invoice, ref_number: `B-${item}` }) : '';
		const outgoing = request(`${baseUrl}/connections/${id}/${path}B-${item}`, {
			method,
			agent,
			headers: {
				authorization,
				...(body && {
					'content-type': 'application/json',
					'content-length': Buffer.byteLength(body),
				}),
			},
		});
		const answer = new Promise<string>((resolve, reject) => {
			outgoing.once('error', reject).once('response', (incoming) => {
				text(incoming).then(resolve, reject);
			});
		});
		outgoing.end(body);
		JSON.parse(await answer);
	};
	const begun = Date.now();
	const todo = Array.from({ length: items }, (_, item) => item).values();
	await Promise.all(
		Array.from({ length: atOnce[kind] }, async () => {
			for (const item of todo) await call(item);
		}),
	);
	agent.destroy();
	return Date.now() - begun;
}

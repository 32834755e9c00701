import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Setting } from '../setting';
import { headersFor } from './pages';
import type { Published } from './receivers';

const ASK_EVERY_MILLISECONDS = 50;

interface Counted {
	count: number;
	results: Array<{ status: string }>;
}

/** How many executions of a workflow have ended in a state. */
async function ended(
	{ n8n }: Setting,
	{ workflowId }: Published,
	status: 'success' | 'error',
): Promise<number> {
	const filter = JSON.stringify({ workflowId, status: [status] });
	const query = new URLSearchParams({ limit: '1', filter });
	const { count } = await n8n.client.call<Counted>('GET', `/executions?${query.toString()}`);
	return count;
}

/** What some deliveries took, in milliseconds. */
export interface Delivered {
	/** Until each was answered. */
	answered: number;
	/** Until the last execution that they started had ended. */
	executed: number;
}

/**
 * Posts deliveries, `senders` at a time, and waits until each has started an execution that succeeded.
 * @throws when one is not answered with 200, or an execution fails
 */
export async function deliver(
	setting: Setting,
	published: Published,
	bodies: readonly string[],
	senders: number,
): Promise<Delivered> {
	const before = await ended(setting, published, 'success');
	const signed = bodies.map((body) => ({ body, headers: headersFor(body) }));
	const { origin, pathname } = new URL(published.url);
	const pool = new Pool(origin, { connections: senders });
	const begun = performance.now();
	const todo = signed.values();
	await Promise.all(
		Array.from({ length: senders }, async () => {
			for (const { body, headers } of todo) {
				const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
				const text = await answer.body.text();
				if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`);
			}
		}),
	);
	const answered = performance.now() - begun;
	while ((await ended(setting, published, 'success')) < before + bodies.length) {
		if ((await ended(setting, published, 'error')) > 0) throw new Error('An execution failed.');
		await delay(ASK_EVERY_MILLISECONDS);
	}
	const executed = performance.now() - begun;
	await pool.close();
	return { answered, executed };
}

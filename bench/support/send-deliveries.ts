import { Pool } from 'undici';

import { until } from '../../n8n/until';
import { signature } from '../../test/support/deliveries';

/** n8n answers this when its database has taken too long, on a busy machine; the service then delivers again, too. */
const NOT_READY = 503;

const signedByTheService = (body: string): Record<string, string> => ({
	'x-qube-signature': signature(body),
});

/**
 * Posts deliveries as the service does, so many senders at a time.
 * @param headersFor the headers that sign a body, for who is not to get them from the service
 * @returns how long it took until each was answered, in milliseconds
 * @throws when one is refused, or not taken within a minute
 */
export async function sendDeliveries(
	url: string,
	bodies: readonly string[],
	senders: number,
	headersFor = signedByTheService,
): Promise<number> {
	const signed = bodies.map((body) => ({
		body,
		headers: { 'content-type': 'application/json', ...headersFor(body) },
	}));
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: senders });
	const begun = performance.now();
	const todo = signed.values();
	await Promise.all(
		Array.from({ length: senders }, async () => {
			for (const { body, headers } of todo) {
				await until(
					async () => {
						const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
						const text = await answer.body.text();
						if (![200, NOT_READY].includes(answer.statusCode))
							throw new Error(`${answer.statusCode}: ${text}`);
						return answer.statusCode;
					},
					(status) => status === 200,
					{ what: 'n8n to take a delivery' },
				);
			}
		}),
	);
	const answered = performance.now() - begun;
	await pool.close();
	return answered;
}

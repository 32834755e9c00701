import { request } from 'undici';
import type { Fields } from '../../service/support/api-client';
import { eventually } from '../../service/support/eventually';

/** A request that the service has answered for: from here on it must not get lost. */
export interface Accepted {
	readonly id: string;
	/** The reference number of the invoice, which no other request has. */
	readonly ref: string;
}

/** More than these are not open at a time, so that everything comes to an end in a while. */
const MOST_OPEN = 120;

export interface LoadOptions {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly webhookUrl: string;
	/** Of how many requests the webhook has been received. */
	readonly delivered: () => number;
}

/** Errors of the network carry a code, whatever realm their class is from. */
const isBrokenConnection = (error: unknown): boolean =>
	typeof error === 'object' && error !== null && 'code' in error;

/** Queues invoices without a pause, whether the service is there or not, and keeps account of those accepted. */
export function createLoad({ baseUrl, apiKey, webhookUrl, delivered }: LoadOptions) {
	const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	const accepted: Accepted[] = [];
	const loops: Promise<void>[] = [];
	const failures: unknown[] = [];
	let isOver = false;
	let count = 0;

	async function call(method: 'GET' | 'POST', path: string, sent?: object) {
		const { statusCode, body } = await request(`${baseUrl}${path}`, {
			method,
			headers: { authorization, ...(sent && { 'content-type': 'application/json' }) },
			body: sent && JSON.stringify(sent),
		});
		const text = await body.text();
		if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
		return JSON.parse(text) as { data: Fields; qwc: string };
	}

	/** The answer, or undefined when the service was away or went away: then nobody knows whether it was taken. */
	const attempt = (method: 'GET' | 'POST', path: string, sent?: object) =>
		call(method, path, sent).catch((error: unknown) => {
			if (isBrokenConnection(error)) return undefined;
			throw error;
		});

	async function queue(connectionId: string): Promise<void> {
		count += 1;
		const ref = `K-${count}`;
		const address = `/connections/${connectionId}/invoices?webhook_url=${encodeURIComponent(webhookUrl)}`;
		const answer = await attempt('POST', address, {
			customer_list_id: '80000001-1700000001',
			transaction_date: '2026-01-15',
			ref_number: ref,
			lines: [{ item_list_id: '80020001-1700000001', quantity: 1 }],
		});
		if (answer) accepted.push({ id: answer.data.id, ref });
	}

	async function loop(connectionId: string): Promise<void> {
		while (!isOver) {
			await queue(connectionId);
			await eventually(
				() => Promise.resolve(accepted.length - delivered()),
				(open) => open <= MOST_OPEN || isOver,
			);
		}
	}

	return {
		accepted,
		/** A connection whose connector can sign in. */
		async connect() {
			const { id } = (await call('POST', '/connections')).data;
			const { password } = (await call('POST', `/connections/${id}/password`)).data;
			const { qwc } = await call('GET', `/connections/${id}/qwc`);
			return { id, password, connectorFile: qwc };
		},
		begin(connectionId: string): void {
			loops.push(
				loop(connectionId).catch((error: unknown) => {
					failures.push(error);
				}),
			);
		},
		/**
		 * Queues no more, and waits for what is under way.
		 * @throws what the service should not have answered
		 */
		async end(): Promise<void> {
			isOver = true;
			await Promise.all(loops);
			for (const failure of failures) throw failure;
		},
		/** The request as the service has it; waits for the service when it is away. */
		async requestOf(id: string): Promise<Fields> {
			const answer = await eventually(
				() => attempt('GET', `/queued_requests/${id}`),
				(received) => received !== undefined,
			);
			if (!answer) throw new Error('An answer was waited for.');
			return answer.data;
		},
	};
}

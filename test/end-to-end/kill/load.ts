import type { QueuedRequest, ServiceClient } from '../../../n8n/clients/service';
import { until } from '../../../n8n/until';

/** A request that the service has answered for: from here on it must not get lost. */
export interface Accepted {
	readonly id: string;
	/** The reference number of the invoice, which no other request has. */
	readonly ref: string;
}

/** More than these are not open at a time, so that everything comes to an end in a while. */
const MOST_OPEN = 120;

/** Errors of the network carry a code, whatever realm their class is from. */
const isBrokenConnection = (error: unknown): boolean =>
	typeof error === 'object' && error !== null && 'code' in error;

/** What the service answers while its database is away, and the load balancer while no process is there. */
const isAway = (error: unknown): boolean => / with 50[0234]: /.test(String(error));

interface LoadOptions {
	readonly service: ServiceClient;
	readonly webhookUrl: string;
	/** Of how many requests the webhook has been received. */
	readonly delivered: () => number;
	/** Whether the service may also say that it could not do its work. */
	readonly mayBeAway: boolean;
}

/** The service is away again and again, and may then have much to catch up with. */
const patience = { timeout: 4 * 60_000, every: 20 };

/** Queues invoices without a pause, whether the service is there or not, and keeps account of those accepted. */
export function createLoad({ service, webhookUrl, delivered, mayBeAway }: LoadOptions) {
	const accepted: Accepted[] = [];
	const loops: Promise<void>[] = [];
	const failures: unknown[] = [];
	let isOver = false;
	let count = 0;
	let broken = 0;

	/** The answer, or undefined when the service was away or went away: then nobody knows whether it was taken. */
	const attempt = async (call: Promise<QueuedRequest>): Promise<QueuedRequest | undefined> =>
		await call.catch((error: unknown) => {
			if (!isBrokenConnection(error) && !(mayBeAway && isAway(error))) throw error;
			broken += 1;
			return undefined;
		});

	async function queue(connectionId: string): Promise<void> {
		count += 1;
		const ref = `K-${count}`;
		const address = `/connections/${connectionId}/invoices?webhook_url=${encodeURIComponent(webhookUrl)}`;
		const call = service.call<QueuedRequest>('POST', address, {
			customer_list_id: '80000001-1700000001',
			transaction_date: '2026-01-15',
			ref_number: ref,
			lines: [{ item_list_id: '80020001-1700000001', quantity: 1 }],
		});
		const queued = await attempt(call);
		if (queued) accepted.push({ id: queued.id, ref });
	}

	async function loop(connectionId: string): Promise<void> {
		while (!isOver) {
			await queue(connectionId);
			await until(
				() => accepted.length - delivered(),
				(open) => open <= MOST_OPEN || isOver,
				patience,
			);
		}
	}

	return {
		accepted,
		/** How many calls got no answer. */
		broken: () => broken,
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
		async requestOf(id: string): Promise<QueuedRequest> {
			return await until(
				async () => await attempt(service.queuedRequest(id)),
				(received) => received !== undefined,
				patience,
			);
		},
	};
}

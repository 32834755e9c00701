import { setTimeout as delay } from 'node:timers/promises';

/** The parts of a queued request that the demo and the end-to-end tests look at (interface, section 2.2). */
export interface QueuedRequest {
	id: string;
	state: string;
	webhook_state: string;
	webhook_url?: string;
	webhook_attempts: Array<{ attempted_at: string; response: string }>;
	updated_at: string;
	request_xml: string;
	response_json?: Array<{ QBXMLMsgsRs: Record<string, Answer> }>;
	error?: { code: string; message: string } | null;
}

/** An answer element of qbXML, with the records it holds. */
type Answer = Record<string, unknown>;

export interface Connection {
	id: string;
	name: string;
	type: string;
	/** What its connector signs in with. */
	username: string;
	/** Null until its connector has signed in. */
	last_connected_at: string | null;
}

const terminalStates = ['response_received', 'error', 'discarded'];
const ASK_EVERY_MILLISECONDS = 200;

/** Reads back, over the service's own HTTP interface, what n8n has done. */
export class ServiceApi {
	private readonly authorization: string;

	constructor(
		private readonly baseUrl: string,
		apiKey: string,
	) {
		this.authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	}

	/** One call of the interface; its answer's body. */
	private async body<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(`${this.baseUrl}${path}`, {
			method,
			headers: {
				authorization: this.authorization,
				...(body ? { 'content-type': 'application/json' } : {}),
			},
			body: body ? JSON.stringify(body) : undefined,
		});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`The service answered ${method} ${path} with ${response.status}: ${text}`);
		}
		return JSON.parse(text) as T;
	}

	/** The same; what the answer wraps in `data`. */
	async call<T>(method: string, path: string, body?: object): Promise<T> {
		return (await this.body<{ data: T }>(method, path, body)).data;
	}

	async connections(): Promise<Connection[]> {
		return await this.call('GET', '/connections');
	}

	async createConnection(name: string): Promise<Connection> {
		return await this.call('POST', '/connections', { name });
	}

	/** Gives a connection a random password, for a desktop to connect with. */
	async setPassword(connectionId: string): Promise<{ password: string }> {
		return await this.call('POST', `/connections/${connectionId}/password`, {});
	}

	/** The text of a connection's QWC. */
	async connectorFile(connectionId: string): Promise<string> {
		return (await this.body<{ qwc: string }>('GET', `/connections/${connectionId}/qwc`)).qwc;
	}

	/** Every record of a connection's queue, pages of iterated requests too, newest first. */
	async queue(connectionId: string): Promise<QueuedRequest[]> {
		const records: QueuedRequest[] = [];
		for (let page = 1, pages = 1; page <= pages; page++) {
			const listed = await this.body<{ data: QueuedRequest[]; total_pages: number }>(
				'GET',
				`/connections/${connectionId}/queued_requests?page_size=100&page=${page}`,
			);
			records.push(...listed.data);
			pages = listed.total_pages;
		}
		return records;
	}

	async queuedRequest(id: string): Promise<QueuedRequest> {
		return await this.call('GET', `/queued_requests/${id}`);
	}

	/**
	 * Waits until a request is completed, failed or discarded.
	 * @throws after `timeoutMilliseconds`
	 */
	async waitForRequest(id: string, timeoutMilliseconds = 60_000): Promise<QueuedRequest> {
		const deadline = Date.now() + timeoutMilliseconds;
		for (;;) {
			const request = await this.queuedRequest(id);
			if (terminalStates.includes(request.state)) return request;
			if (Date.now() > deadline) {
				throw new Error(
					`The request ${id} is still ${request.state}: the desktop has not answered it within ${timeoutMilliseconds / 1000} s.`,
				);
			}
			await delay(ASK_EVERY_MILLISECONDS);
		}
	}

	/**
	 * Waits until a delivery of a request has been tried.
	 * @throws after `timeoutMilliseconds`
	 */
	async waitForDeliveryTry(id: string, timeoutMilliseconds = 60_000): Promise<QueuedRequest> {
		const deadline = Date.now() + timeoutMilliseconds;
		for (;;) {
			const request = await this.queuedRequest(id);
			if (request.webhook_attempts.length > 0) return request;
			if (Date.now() > deadline) throw new Error(`No delivery of the request ${id} was tried.`);
			await delay(ASK_EVERY_MILLISECONDS);
		}
	}

	/** Asks the company for its invoices of some days (YYYY-MM-DD, both included) and waits for the answer. */
	async queryInvoices(connectionId: string, from: string, to: string): Promise<QueuedRequest> {
		const query = new URLSearchParams({ from_transaction_date: from, to_transaction_date: to });
		const { id } = await this.call<QueuedRequest>(
			'GET',
			`/connections/${connectionId}/invoices?${query.toString()}`,
		);
		return await this.waitForRequest(id);
	}
}

/** The records of one kind in a request's answer, `InvoiceRet` for instance. */
export function recordsOf<T>({ response_json: documents = [] }: QueuedRequest, name: string): T[] {
	return documents.flatMap(({ QBXMLMsgsRs: answers }) =>
		Object.values(answers).flatMap((answer) => (answer[name] ?? []) as T[]),
	);
}

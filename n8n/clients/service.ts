import { request } from 'undici';

import { until } from '../until';

/** A queued request (interface, section 2.2), as far as demo, tests and measurements look into it. */
export interface QueuedRequest {
	id: string;
	page: number;
	state: string;
	webhook_state: string;
	webhook_url?: string;
	webhook_attempts: Array<{ attempted_at: string; response: string }>;
	request_xml: string;
	request_json: {
		version: string;
		request: { name: string; attributes: Record<string, string>; children: object[] };
	};
	response_json?: Array<{ QBXMLMsgsRs: Record<string, Answer> }>;
	error?: { code: string; message: string } | null;
	updated_at: string;
}

/** An answer element of qbXML, with the records it holds. */
type Answer = Record<string, unknown>;

/** A connection (interface, section 2.1). */
export interface Connection {
	id: string;
	name: string;
	type: string;
	/** What its connector signs in with. */
	username: string;
	/** Null until its connector has signed in. */
	last_connected_at: string | null;
}

/** What a connector needs to sign in. */
interface ConnectorSetup {
	connectorFile: string;
	password: string;
}

/** The states that section 3 calls terminal: completed, error or discarded. */
export const terminalStates: readonly string[] = ['response_received', 'error', 'discarded'];

const LARGEST_PAGE = 100;

/** Calls the service over its own HTTP interface, as an application does. */
export class ServiceClient {
	private readonly authorization: string;

	/** @param baseUrl the base address of version 1, without a slash at the end */
	constructor(
		readonly baseUrl: string,
		readonly apiKey: string,
	) {
		this.authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	}

	/**
	 * One call; the answer's text.
	 * @throws what the service answers if it refuses the call, or an error with a `code` if there is no answer
	 */
	async text(method: 'GET' | 'POST' | 'DELETE', path: string, sent?: object): Promise<string> {
		const { statusCode, body } = await request(`${this.baseUrl}${path}`, {
			method,
			headers: {
				authorization: this.authorization,
				...(sent && { 'content-type': 'application/json' }),
			},
			body: sent && JSON.stringify(sent),
		});
		const text = await body.text();
		if (statusCode >= 300) {
			throw new Error(`The service answered ${method} ${path} with ${statusCode}: ${text}`);
		}
		return text;
	}

	/** One call; what the answer wraps in `data`, or all of it where it wraps nothing. */
	async call<Data = void>(
		method: 'GET' | 'POST' | 'DELETE',
		path: string,
		sent?: object,
	): Promise<Data> {
		const text = await this.text(method, path, sent);
		const content = (text === '' ? {} : JSON.parse(text)) as { data?: Data };
		return content.data ?? (content as Data);
	}

	async connections(): Promise<Connection[]> {
		return await this.call('GET', '/connections');
	}

	async createConnection(name?: string): Promise<Connection> {
		return await this.call('POST', '/connections', { name });
	}

	/** Gives a connection a random password, and hands over what its connector needs. */
	async setUpConnector(connectionId: string): Promise<ConnectorSetup> {
		const path = `/connections/${connectionId}`;
		const { password } = await this.call<{ password: string }>('POST', `${path}/password`, {});
		const { qwc } = await this.call<{ qwc: string }>('GET', `${path}/qwc`);
		return { connectorFile: qwc, password };
	}

	/** Every record of a connection's queue, pages of iterated requests too, newest first. */
	async queue(connectionId: string): Promise<QueuedRequest[]> {
		const records: QueuedRequest[] = [];
		for (let page = 1; records.length === (page - 1) * LARGEST_PAGE; page++) {
			const query = `page_size=${LARGEST_PAGE}&page=${page}`;
			records.push(
				...(await this.call<QueuedRequest[]>(
					'GET',
					`/connections/${connectionId}/queued_requests?${query}`,
				)),
			);
		}
		return records;
	}

	async queuedRequest(id: string): Promise<QueuedRequest> {
		return await this.call('GET', `/queued_requests/${id}`);
	}

	/** Waits until a request is completed, failed or discarded. */
	async waitForRequest(id: string): Promise<QueuedRequest> {
		return await until(
			async () => await this.queuedRequest(id),
			({ state }) => terminalStates.includes(state),
			{ what: `the desktop's answer to the request ${id}` },
		);
	}

	/** Waits until a delivery of a request has been tried. */
	async waitForDeliveryTry(id: string): Promise<QueuedRequest> {
		return await until(
			async () => await this.queuedRequest(id),
			({ webhook_attempts: attempts }) => attempts.length > 0,
			{ what: `a delivery of the request ${id}` },
		);
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

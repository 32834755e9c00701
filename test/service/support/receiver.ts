import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Delivered {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** The body as it came. */
	readonly raw: string;
	readonly body: {
		readonly timestamp: string;
		readonly id: string;
		readonly page_request_id: string;
		readonly page: number;
		readonly state: string;
		readonly response_xml: string | null;
		readonly response_json: object[] | null;
		readonly error: { code: string; message: string } | null;
	};
}

/** Answers a delivery; one that does nothing leaves it unanswered. */
export type Answering = (response: ServerResponse, delivered: Delivered) => void;

const accept: Answering = (response) => void response.writeHead(204).end();

const servers = new Set<Server>();

/** A webhook receiver on a port of its own, which collects what is delivered to it. */
export async function receiver(answering: Answering = accept, port = 0) {
	const deliveries: Delivered[] = [];
	let announce = (): void => undefined;
	const server = createServer(async (request, response) => {
		const raw = await text(request);
		const { method = '', url: path = '', headers } = request;
		const delivered = { method, path, headers, raw, body: JSON.parse(raw) };
		deliveries.push(delivered);
		answering(response, delivered);
		announce();
	}).listen(port, '127.0.0.1');
	await once(server, 'listening');
	servers.add(server);
	const address = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}/hook?token=secret-token`,
		port: address.port,
		deliveries,
		/** Waits until that many deliveries have come. */
		async received(count: number): Promise<Delivered[]> {
			while (deliveries.length < count)
				await new Promise<void>((resolve) => {
					announce = resolve;
				});
			return deliveries;
		},
	};
}

/** Stops every receiver that a test has left running. */
export function stopReceivers(): void {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
	servers.clear();
}

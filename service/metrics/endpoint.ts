import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Metrics } from './metrics';

const METRICS_PATH = '/metrics';

interface Endpoint {
	/** Such as `http://127.0.0.1:9464/metrics`. */
	readonly url: string;
	close(): Promise<void>;
}

/**
 * Serves the metrics on a port of its own, so that no proxy in front of the service can show them to the world by mistake.
 * @param port 0 takes a free one
 * @throws Error when the port is taken
 */
export async function serveMetrics(
	metrics: Metrics,
	{ port, host }: { readonly port: number; readonly host: string },
	onFailure: (error: unknown) => void,
): Promise<Endpoint> {
	const server = createServer((request, response) => {
		const { method, url = '' } = request;
		if (method !== 'GET' || url.split('?')[0] !== METRICS_PATH) {
			response.writeHead(404).end();
			return;
		}
		metrics.text().then(
			(text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
			(error: unknown) => {
				onFailure(error);
				response.writeHead(500).end();
			},
		);
	});
	server.listen(port, host);
	await once(server, 'listening');
	const { address, port: taken, family } = server.address() as AddressInfo;
	return {
		url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${METRICS_PATH}`,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
			metrics.close();
		},
	};
}

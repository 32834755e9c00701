import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Request, Response } from 'express';
import express from 'express';

export interface WebhookServer {
	/** `http://127.0.0.1:PORT/` */
	baseUrl: string;
	close(): Promise<void>;
}

const LARGEST_BODY = '16mb';

function parsedBody(contentType: string | undefined, raw: Buffer): unknown {
	if (raw.length === 0) return {};
	if (contentType?.includes('json')) return JSON.parse(raw.toString('utf8')) as unknown;
	return raw.toString('utf8');
}

/**
 * Listens on a free port and hands every request to `answer` as n8n hands it to a webhook node: the raw bytes in
 * `rawBody`, what they say in `body`. A body that says nothing is answered with 422, an error with 500, as n8n does.
 */
export async function startWebhookServer(
	answer: (request: Request, response: Response) => Promise<void>,
): Promise<WebhookServer> {
	const app = express();
	app.use(express.raw({ type: () => true, limit: LARGEST_BODY }));
	app.use(async (request, response) => {
		const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		try {
			request.body = parsedBody(request.headers['content-type'], raw);
		} catch {
			response.status(422).json({ message: 'Failed to parse request body' });
			return;
		}
		try {
			const contentType = request.headers['content-type']?.split(';')[0];
			const read = {
				rawBody: raw,
				readRawBody: async () => {},
				contentType,
				encoding: 'utf-8' as const,
			};
			await answer(Object.assign(request, read), response);
		} catch (error) {
			if (!response.headersSent) response.status(500).json({ message: (error as Error).message });
		}
	});
	const server = createServer(app).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		close: async () => {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	};
}

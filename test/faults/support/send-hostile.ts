import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import type { Hostile } from './hostile';

/** An answer that takes longer is an n8n that hangs. */
const LONGEST_ANSWER_MILLISECONDS = 60_000;

/** Sends the beginning of a request that promises more, and goes away. */
async function sendTruncated(url: string, { query, headers, body }: Hostile): Promise<void> {
	const { hostname, port, pathname } = new URL(url);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	const head = [
		`POST ${pathname}${query} HTTP/1.1`,
		`host: ${hostname}:${port}`,
		`content-length: ${body.length + 100}`,
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n`);
	await new Promise((resolve) => socket.write(body, resolve));
	socket.destroy();
	await once(socket, 'close');
}

/** Sends hostile requests. */
export function createHostileSender() {
	const dispatcher = new Agent({
		headersTimeout: LONGEST_ANSWER_MILLISECONDS,
		bodyTimeout: LONGEST_ANSWER_MILLISECONDS,
	});
	return {
		/** @returns the status of the answer; undefined where the connection ended without one */
		async send(url: string, given: Hostile): Promise<number | undefined> {
			if (given.isTruncated) return void (await sendTruncated(url, given));
			const separator = url.includes('?') ? given.query.replace('?', '&') : given.query;
			const { statusCode, body } = await request(`${url}${separator}`, {
				method: 'POST',
				headers: given.headers,
				body: given.body,
				dispatcher,
			}).catch((error: Error & { code?: string }) => {
				// Whoever sends too much is cut off while it still sends.
				if (
					error.code === 'UND_ERR_SOCKET' ||
					error.code === 'ECONNRESET' ||
					error.code === 'EPIPE'
				)
					return { statusCode: undefined, body: undefined };
				throw error;
			});
			await body?.dump();
			return statusCode;
		},
		close: async () => await dispatcher.close(),
	};
}

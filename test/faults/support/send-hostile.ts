import { once } from 'node:events';
import { connect } from 'node:net';

import { Agent, request } from 'undici';

import type { Hostile } from './hostile';

/** An answer that takes longer is an n8n that hangs. */
const LONGEST_ANSWER_MILLISECONDS = 60_000;
/**
 * n8n reads XML with one parser for all requests: of two that arrive together, one may never be answered. It reaches no
 * node then.
 */
const LONGEST_ANSWER_TO_XML_MILLISECONDS = 5_000;
const isXml = ({ headers }: Hostile): boolean => /xml/i.test(headers['content-type'] ?? '');

/** Whoever sends too much is cut off while it still sends. */
const cutOff: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

const mayGoUnanswered = (given: Hostile, { code }: { code?: string }): boolean =>
	cutOff.includes(code) || (code === 'UND_ERR_HEADERS_TIMEOUT' && isXml(given));

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
				headersTimeout: isXml(given)
					? LONGEST_ANSWER_TO_XML_MILLISECONDS
					: LONGEST_ANSWER_MILLISECONDS,
			}).catch((error: Error & { code?: string }) => {
				if (mayGoUnanswered(given, error)) return { statusCode: undefined, body: undefined };
				const sent = `${given.kind} ${JSON.stringify(given.headers)} ${given.body.toString().slice(0, 500)}`;
				throw new Error(`${url} did not answer: ${sent}`, { cause: error });
			});
			await body?.dump();
			return statusCode;
		},
		close: async () => await dispatcher.close(),
	};
}

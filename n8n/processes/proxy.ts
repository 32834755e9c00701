import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
	/** After how many bytes of the body the connection breaks; it doesn't unless given. */
	breaksAfter?: number;
}

/** A call on its way through a proxy. */
export interface Call {
	method: string;
	/** With its query. */
	path: string;
	body: Buffer;
	/**
	 * Hands the call on, with another body or to another target where one is given, and takes the whole answer. It may go
	 * on more than once.
	 */
	forward(body?: Buffer, to?: string): Promise<Answer>;
}

/** What becomes of a call: the answer that the caller gets, or `drop` to break its connection without one. */
export type OnCall = (call: Call) => Promise<Answer | 'drop'>;

export interface RunningProxy {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	origin: string;
	close(): Promise<void>;
}

/**
 * Puts something between n8n and a service on this machine that calls can be delayed, answered or dropped by.
 * @param target Where calls go on to, without a slash at the end; asked for each call, as it may not be known yet.
 */
export async function startProxy(
	target: string | (() => string),
	onCall: OnCall,
): Promise<RunningProxy> {
	const agent = new Agent({ keepAlive: true });

	const forward = async (
		incoming: IncomingMessage,
		body: Buffer,
		to = typeof target === 'string' ? target : target(),
	): Promise<Answer> => {
		const { method, headers } = incoming;
		const outgoing = request(`${to}${incoming.url}`, { method, headers, agent });
		outgoing.end(body);
		const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
		return {
			status: answer.statusCode ?? 502,
			headers: answer.headers,
			body: await buffer(answer),
		};
	};

	const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const body = await buffer(incoming);
		const { method = 'GET', url: path = '/' } = incoming;
		const answer = await onCall({
			method,
			path,
			body,
			forward: async (other = body, to) => await forward(incoming, other, to),
		});
		if (answer === 'drop') return void incoming.socket.destroy();
		const { status, headers, body: content, breaksAfter } = answer;
		outgoing.writeHead(status, headers);
		if (breaksAfter === undefined) return void outgoing.end(content);
		outgoing.write(content.subarray(0, breaksAfter), () => incoming.socket.destroy());
	};

	const server = createServer((incoming, outgoing) => {
		handle(incoming, outgoing).catch(() => incoming.socket.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await once(server.close(), 'close');
			agent.destroy();
		},
	};
}

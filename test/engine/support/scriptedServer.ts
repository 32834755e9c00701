import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialsFor } from './localService';

/** A request just as it came over the wire. */
export interface ReceivedRequest {
	method: string;
	/** Path and query, below the base address. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** What the server answers: an object goes out as JSON, a text as HTML; `'break'` ends the connection without an answer. */
export type ScriptedAnswer =
	{ status?: number; headers?: Record<string, string>; body?: object | string } | 'break';

export interface ScriptedServer {
	readonly baseUrl: string;
	readonly credentials: ReturnType<typeof credentialsFor>;
	/** What arrived since the test began. */
	readonly received: ReceivedRequest[];
	/** Resolves when the next request has arrived and its answer is on the way. */
	nextRequest(): Promise<void>;
	/** Answers the next requests of the test in this order; the last answer holds for all that follow. */
	answerWith(...answers: ScriptedAnswer[]): void;
}

const BASE_PATH = '/api/v1';
const anyRecord: ScriptedAnswer = { body: { data: { id: 'any' } } };

/**
 * A server that notes what arrives and answers by a script: for what the real service can't be made to answer, and
 * where every byte on the wire counts. Without a script it answers `{ data: { id: 'any' } }`.
 */
export function useScriptedServer(): ScriptedServer {
	const received: ReceivedRequest[] = [];
	const arrivals = new EventEmitter();
	let script: ScriptedAnswer[] = [];
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const answer = (script.length > 1 ? script.shift() : script[0]) ?? anyRecord;
			const { method = '', url = '', headers } = request;
			const body = Buffer.concat(chunks).toString('utf8');
			arrivals.emit('arrival');
			received.push({ method, url: url.replace(BASE_PATH, ''), headers, body });
			if (answer === 'break') {
				request.socket.destroy();
				return;
			}
			const isJson = typeof answer.body === 'object';
			response.writeHead(answer.status ?? 200, {
				'content-type': isJson ? 'application/json' : 'text/html',
				...answer.headers,
			});
			response.end(isJson ? JSON.stringify(answer.body) : answer.body);
		});
	});

	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		received.length = 0;
		script = [];
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	const scripted: ScriptedServer = {
		get baseUrl() {
			return `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE_PATH}`;
		},
		get credentials() {
			return credentialsFor(scripted.baseUrl);
		},
		received,
		async nextRequest() {
			await once(arrivals, 'arrival');
		},
		answerWith(...answers) {
			script = answers;
		},
	};
	return scripted;
}

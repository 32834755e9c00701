import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { credentialsFor } from './local-service';

/** A request just as it came over the wire. */
export interface ReceivedRequest {
	method: string;
	/** Path and query, below the base address. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * What the server answers: an object goes out as JSON, a text as HTML; `'break'` ends the connection without an answer,
 * and `'silence'` leaves it open without one.
 */
export type ScriptedAnswer =
	| { status?: number; headers?: Record<string, string>; body?: object | string }
	| 'break'
	| 'silence';

export interface ScriptedServer {
	readonly baseUrl: string;
	readonly credentials: ReturnType<typeof credentialsFor>;
	/** What arrived since the test began, without what the server answered with its empty queue. */
	readonly received: ReceivedRequest[];
	/** What was answered with the empty queue since the test began. */
	readonly looks: ReceivedRequest[];
	/** Resolves when the next request has arrived and its answer is on the way. */
	nextRequest(): Promise<void>;
	/** Answers the next requests of the test in this order; the last answer holds for all that follow. */
	answerWith(...answers: ScriptedAnswer[]): void;
}

const BASE_PATH = '/api/v1';
const anyRecord: ScriptedAnswer = { body: { data: { id: 'any' } } };

/** What a node that queues asks besides: who is connected, and what is in the queue. */
const looksAtQueue = ({ method, url }: ReceivedRequest): boolean =>
	method === 'GET' && /^\/connections(\/[^/]+\/queued_requests)?(\?|$)/.test(url);
const emptyQueue: ScriptedAnswer = { body: { data: [], page: 1, total_pages: 1 } };

/**
 * A server that notes what arrives and answers by a script: for what the real service can't be made to answer, and
 * where every byte on the wire counts. Without a script it answers `{ data: { id: 'any' } }`.
 * @param withEmptyQueue Answers what asks for connections and queues with nothing, whatever the script says, so that
 * the script tells of the requests that are queued alone.
 */
export function useScriptedServer({ withEmptyQueue = false } = {}): ScriptedServer {
	const received: ReceivedRequest[] = [];
	const looks: ReceivedRequest[] = [];
	const arrivals = new EventEmitter();
	let script: ScriptedAnswer[] = [];
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const body = Buffer.concat(chunks).toString('utf8');
			const arrived = { method, url: url.replace(BASE_PATH, ''), headers, body };
			const isLook = withEmptyQueue && looksAtQueue(arrived);
			const scripted = () => (script.length > 1 ? script.shift() : script[0]) ?? anyRecord;
			const answer = isLook ? emptyQueue : scripted();
			arrivals.emit('arrival');
			(isLook ? looks : received).push(arrived);
			if (answer === 'silence') return;
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
		looks.length = 0;
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
		looks,
		async nextRequest() {
			await once(arrivals, 'arrival');
		},
		answerWith(...answers) {
			script = answers;
		},
	};
	return scripted;
}

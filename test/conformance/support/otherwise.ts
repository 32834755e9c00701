import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { request } from 'undici';

type Json = Record<string, unknown>;

/** A call of the interface, as it passes by. */
interface Passing {
	readonly method: string;
	readonly address: URL;
	readonly headers: Record<string, string>;
}

/** What another service does otherwise than the local one. What is left out stays as it is. */
export interface Changes {
	/** Changes a call before the local service gets it. */
	call?(passing: Passing): void;
	status?(status: number, passing: Passing): number;
	body?(body: Json, passing: Passing): Json;
	delivery?(body: Json): Json;
}

const RELAY = '/relay?to=';
const keptHeaders = ['authorization', 'content-type', 'idempotency-key'];

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(given: string): unknown {
	try {
		return JSON.parse(given);
	} catch {
		return undefined;
	}
}

/** Every value with this name in a body, however deep. */
function withEvery(value: unknown, name: string, change: (value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((each) => withEvery(each, name, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, inside]) => [
				key,
				key === name ? change(inside) : withEvery(inside, name, change),
			])
			.filter(([, inside]) => inside !== undefined),
	);
}

/**
 * A service of another kind, for the tests of the suite: it passes everything on to a local one, and changes what it is
 * told to on the way. The connector goes to the local one directly.
 */
export async function changedService(localBaseUrl: string, changes: Changes) {
	const server = createServer((incoming, response) => {
		const passed = incoming.url?.startsWith(RELAY)
			? relay(incoming, response)
			: pass(incoming, response);
		passed.catch((error: Error) => response.writeHead(502).end(error.message));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const prefix = `${origin}${RELAY}`;

	const toRelay = (url: unknown): unknown =>
		typeof url === 'string' && /^https?:/.test(url) ? prefix + encodeURIComponent(url) : url;
	const fromRelay = (url: unknown): unknown =>
		typeof url === 'string' && url.startsWith(prefix)
			? decodeURIComponent(url.slice(prefix.length))
			: url;

	async function relay(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const delivered = parsed(await text(incoming)) as Json;
		const { statusCode, body } = await request(fromRelay(origin + incoming.url) as string, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(changes.delivery?.(delivered) ?? delivered),
		});
		response.writeHead(statusCode).end(await body.text());
	}

	async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const address = new URL(incoming.url ?? '', localBaseUrl);
		const headers = Object.fromEntries(
			keptHeaders.flatMap((name) => {
				const value = incoming.headers[name];
				return typeof value === 'string' ? [[name, value]] : [];
			}),
		);
		const passing = { method: incoming.method ?? '', address, headers };
		changes.call?.(passing);
		const hook = address.searchParams.get('webhook_url');
		if (hook !== null) address.searchParams.set('webhook_url', String(toRelay(hook)));
		const given = await text(incoming);
		const asked = parsed(given);
		const { statusCode, body } = await request(address, {
			method: passing.method as 'GET',
			headers,
			body:
				given === '' || asked === undefined
					? given || undefined
					: JSON.stringify(withEvery(asked, 'webhook_url', toRelay)),
		});
		const answered = parsed(await body.text());
		response.writeHead(changes.status?.(statusCode, passing) ?? statusCode, {
			'content-type': 'application/json',
		});
		if (!isObject(answered)) return void response.end();
		const plain = withEvery(answered, 'webhook_url', fromRelay) as Json;
		response.end(JSON.stringify(changes.body?.(plain, passing) ?? plain));
	}

	return {
		baseUrl: `${origin}${new URL(localBaseUrl).pathname}`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

const isList = ({ method, address }: Passing): boolean =>
	method === 'GET' && address.pathname.endsWith('/queued_requests');

const newStatuses: Readonly<Record<number, number>> = { 201: 200, 202: 200, 409: 400, 422: 400 };

/** Whether the interface gives the status of the answer (section 4.1). */
const hasStatedStatus = ({ method, address }: Passing): boolean =>
	method === 'POST' && address.pathname.endsWith('/connections');

const withoutIdentifier = (xml: unknown): unknown => String(xml).replace(/ requestID="[^"]*"/g, '');

/**
 * Decides otherwise wherever the interface is silent, and breaks none of its sentences: other statuses, requests hidden
 * in lists and without their identifiers, answers as XML alone, times in another form, deliveries with nothing but an
 * id, a search that finds nothing, no signature, no second key.
 */
export const everythingOtherwise: Changes = {
	call({ address, headers }) {
		delete headers['idempotency-key'];
		if (address.searchParams.has('search_phrase'))
			address.searchParams.set('search_phrase', 'found nowhere');
	},
	status: (status, passing) =>
		status < 300 && hasStatedStatus(passing) ? status : (newStatuses[status] ?? status),
	body(body, passing) {
		const forms: readonly [name: string, change: (value: unknown) => unknown][] = [
			['response_json', () => undefined],
			['request_json', () => undefined],
			['request_xml', isList(passing) ? () => undefined : withoutIdentifier],
			['response_xml', isList(passing) ? () => undefined : withoutIdentifier],
			['inserted_at', (time) => String(time).replace('Z', '+00:00')],
			['message', (words) => `${words} (authentication, not found, deleted)`],
		];
		const changed = forms.reduce<unknown>(
			(all, [name, change]) => withEvery(all, name, change),
			body,
		) as Json;
		if (Array.isArray(body.data) && body.data.length === 0 && isList(passing))
			return { ...changed, total_pages: 0 };
		return { ...changed, further: 'field' };
	},
	delivery: ({ id }) => ({ id, event: 'done' }),
};

/** Breaks a sentence of section 3: a newly queued request is not waiting. */
export const brokenState: Changes = {
	body: (body) =>
		withEvery(body, 'state', (state) => (state === 'waiting' ? 'queued' : state)) as Json,
};

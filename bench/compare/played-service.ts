import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A service that answers queries at once, as if a desktop with these records were always on. */
export interface PlayedService {
	baseUrl: string;
	close(): Promise<void>;
}

/** An invoice of the books: its day and its XML. */
export interface PlayedInvoice {
	date: string;
	xml: string;
}

interface Stored {
	id: string;
	state: 'response_received';
	request_xml: string;
	response_xml: string;
}

const textIn = (xml: string, name: string): string =>
	new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

function answerTo(xml: string, invoices: readonly PlayedInvoice[]): string {
	const [from, to] = [textIn(xml, 'FromTxnDate'), textIn(xml, 'ToTxnDate')];
	const records = invoices
		.filter(({ date }) => date >= from && date <= to)
		.map((invoice) => invoice.xml);
	return `<?xml version="1.0"?><QBXML><QBXMLMsgsRs><InvoiceQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK">${records.join('')}</InvoiceQueryRs></QBXMLMsgsRs></QBXML>`;
}

/** Starts a service on a free port. It knows nothing but connections and queued requests. */
export async function playService(invoices: readonly PlayedInvoice[]): Promise<PlayedService> {
	const stored: Stored[] = [];
	const answerOf = async (request: IncomingMessage): Promise<object> => {
		const [path, query] = (request.url ?? '').split('?');
		if (request.method === 'POST') {
			const { request_xml: xml } = (await json(request)) as { request_xml: string };
			const one: Stored = {
				id: randomUUID(),
				state: 'response_received',
				request_xml: xml,
				response_xml: answerTo(xml, invoices),
			};
			stored.unshift(one);
			return { data: { id: one.id, state: 'waiting' } };
		}
		const own = stored.find(({ id }) => path.endsWith(id));
		if (own) return { data: own };
		if (!path.endsWith('/queued_requests')) return { data: { id: path.split('/').at(-1) } };
		const size = Number(new URLSearchParams(query).get('page_size') ?? 25);
		return { data: stored.slice(0, size), page: 1, total_pages: Math.ceil(stored.length / size) };
	};
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = JSON.stringify(await answerOf(request));
		response.writeHead(200, { 'content-type': 'application/json' }).end(body);
	};
	const server = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

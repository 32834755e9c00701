import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { securityHeaders } from './security-headers';
import { ServiceError } from './service-error';

const JSON_TYPE = 'application/json; charset=utf-8';

const bodyOf = (message: string): string =>
	JSON.stringify({ error: { code: 'invalid_request', message } });

const headersOf = (body: string) => ({
	...securityHeaders,
	'content-type': JSON_TYPE,
	'content-length': Buffer.byteLength(body),
});

/** The answers to messages that are not valid HTTP, by the parser's error code. */
const refusals: Readonly<Record<string, { status: number; message: string }>> = {
	HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large.' },
	ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not come in time.' },
};

const notHttp = { status: 400, message: 'The message is no HTTP request.' };

/**
 * Answers messages that are not valid HTTP with the error object (interface, section 2.4). This is the server's handler for
 * client errors.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
	if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
		socket.destroy();
		return;
	}
	const { status, message } = refusals[error.code ?? ''] ?? notHttp;
	const body = bodyOf(message);
	const headers = { ...headersOf(body), connection: 'close' };
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

const UNMET_EXPECTATION = 417;

function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
	const body = bodyOf('The only expectation that is met is 100-continue.');
	// Its body is not waited for.
	response.writeHead(UNMET_EXPECTATION, { ...headersOf(body), connection: 'close' }).end(body);
}

/**
 * Answers with the error object where Node's server would refuse a request without a message: an unknown expectation, and a
 * request without a host, which the service needs for its links.
 */
export function addRefusals(server: FastifyInstance): void {
	(server.server as Server).on('checkExpectation', refuseExpectation);
	server.addHook('onRequest', async (request) => {
		if (!request.headers.host)
			throw new ServiceError('invalid_request', 'The Host header is missing.', notHttp.status);
	});
}

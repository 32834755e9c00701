import type { IncomingMessage } from 'node:http';

import type { FastifyError, FastifyInstance } from 'fastify';
import type { Server } from 'soap';

import { CONNECTOR_PATH } from '../connector/connector-file';
import { type Message, type OpenAnswer, readMessage } from '../connector/message';
import { BAD_CREDENTIALS } from '../connector/methods';
import { processMessage, SERVER_FAULT } from '../connector/soap-server';
import { wsdlAt } from '../connector/wsdl';
import type { RateLimits } from './rate-limits';
import { ServiceError } from './service-error';

/** A response travels as escaped text, which makes it longer. */
const ESCAPED = 2;

const TEXT_XML = 'text/xml; charset=utf-8';

/** SOAP 1.1 sends every fault with this status, whoever caused it. */
const FAULT_STATUS = 500;

const CLIENT_FAULT = 'soap:Client';

/** A SOAP fault. The sentence must not contain anything that needs escaping. */
const fault = (code: string, sentence: string): string =>
	'<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
	`<soap:Fault><faultcode>${code}</faultcode><faultstring>${sentence}</faultstring></soap:Fault>` +
	'</soap:Body></soap:Envelope>';

const DOCTYPE_REFUSED = fault(CLIENT_FAULT, 'A document type is not allowed.');
const NO_CALL = fault(CLIENT_FAULT, 'The message is not a call that this service understands.');
const NOT_TAKEN = fault(
	CLIENT_FAULT,
	'The message could not be taken; it may be too large, or in an unknown encoding.',
);
const FAILED = fault(SERVER_FAULT, 'The service failed; its log says why.');

/**
 * The library answers an unreadable message with plain text or a SOAP 1.2 fault, both about its own internals. This
 * turns them into a SOAP 1.1 fault. Successful responses, and faults raised by a method, stay as they are.
 */
const withSoapFault = ({ statusCode = 200, body }: { statusCode?: number; body: string }) =>
	statusCode === 200 || body.includes(`<faultcode>${SERVER_FAULT}<`)
		? { status: statusCode, body }
		: { status: FAULT_STATUS, body: NO_CALL };

/** What is behind the connector endpoint. */
export interface ConnectorEndpoint {
	readonly soap: Server;
	readonly openAnswer: OpenAnswer;
}

/** The connector endpoint over HTTP: the WSDL on GET, the eight methods on POST. */
export function addConnectorRoute(
	server: FastifyInstance,
	{ soap, openAnswer }: ConnectorEndpoint,
	limits: RateLimits,
	maximumAnswerBytes: number,
): void {
	server.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', (_request: unknown, body: IncomingMessage) =>
			readMessage(body, ESCAPED * maximumAnswerBytes, openAnswer),
		);
		scope.setErrorHandler<FastifyError>((error, request, reply) => {
			if (error instanceof ServiceError)
				return reply.status(FAULT_STATUS).type(TEXT_XML).send(fault(CLIENT_FAULT, error.message));
			const isOurs = (error.statusCode ?? 500) >= 500;
			if (isOurs) request.log.error(error);
			return (
				reply
					.status(FAULT_STATUS)
					// The rest of a message that is too large is not read.
					.header('connection', 'close')
					.type(TEXT_XML)
					.send(isOurs ? FAILED : NOT_TAKEN)
			);
		});
		scope.route({
			method: ['GET', 'HEAD'],
			url: CONNECTOR_PATH,
			handler: async (request, reply) =>
				reply.type(TEXT_XML).send(wsdlAt(`${request.serviceOrigin}${CONNECTOR_PATH}`)),
		});
		scope.post<{ Body?: Partial<Message> }>(CONNECTOR_PATH, async (request, reply) => {
			// Without a body there is an empty object in its place.
			const message: Message = { text: '', ...request.body };
			reply.type(TEXT_XML);
			try {
				if (/<!DOCTYPE/i.test(message.text))
					return reply.status(FAULT_STATUS).send(DOCTYPE_REFUSED);
				// Only this call: whoever has a session brings answers that must not get lost.
				const isSignIn = /<(?:[\w.-]+:)?authenticate[\s/>]/.test(message.text);
				if (isSignIn) await limits.checkAddress(request, reply);
				// The library would do what this header says, even if the message itself says something else.
				const headers = { ...request.headers, soapaction: undefined };
				const result = await processMessage(soap, message, { headers, url: CONNECTOR_PATH });
				const { status, body } = withSoapFault(result);
				if (isSignIn && body.includes(`>${BAD_CREDENTIALS}<`))
					await limits.ofAddress(request, reply);
				return reply.status(status).send(body);
			} finally {
				await message.largeAnswer?.close();
			}
		});
	});
}

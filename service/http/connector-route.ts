import type { IncomingMessage } from 'node:http';

import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Server } from 'soap';

import { isHostile, readable } from '../connector/characters';
import { CONNECTOR_PATH } from '../connector/connector-file';
import { type Message, type OpenSessions, readMessage, ticketIn } from '../connector/message';
import type { Circumstances } from '../connector/methods';
import { processMessage, SERVER_FAULT } from '../connector/soap-server';
import { wsdlAt } from '../connector/wsdl';
import { createFairTurns, LOOKS } from '../fairness/fair-turns';
import { networkOf } from '../network/addresses';
import type { RateLimits } from './rate-limits';
import { ServiceError } from './service-error';
import type { UnknownCallers } from './unknown-callers';

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

const REFUSED = fault(
	CLIENT_FAULT,
	'A call has no declaration, such as a document type, no elements that refer to each other, and no more than a few elements.',
);
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

/** The answers to a connector that signs in and has nothing to do, every minute from each. */
const IDLE =
	/<serverVersionResult>|<clientVersionResult>(?:<\/|W:)|<authenticateResult><string><\/string><string>none<\/string>/;

const USER_NAME = /<(?:[\w.-]+:)?strUserName(?:\s[^<>]*)?>([^<>]{1,100})</;

/** A connector makes one call after the other. One that has lost a call may begin the next one at the same moment. */
const MOST_CALLS = 2;

/** What is behind the connector endpoint. */
export interface ConnectorEndpoint {
	readonly soap: Server;
	readonly sessions: OpenSessions;
}

interface ConnectorLimits {
	readonly rateLimits: RateLimits;
	readonly ofUnknownCallers: UnknownCallers;
	readonly maximumAnswerBytes: number;
}

/** The connector endpoint over HTTP: the WSDL on GET, the eight methods on POST. */
export function addConnectorRoute(
	server: FastifyInstance,
	{ soap, sessions }: ConnectorEndpoint,
	{ rateLimits, ofUnknownCallers, maximumAnswerBytes }: ConnectorLimits,
): void {
	/** Processes a message. It counts for its address if it is no call, or one of somebody who is not known. */
	async function process(message: Message, { ip, headers: received }: FastifyRequest) {
		let isUnknown = false;
		const around: Circumstances = {
			address: ip,
			callerIsUnknown() {
				isUnknown = true;
			},
		};
		// The library would do what this header says, even if the message itself says something else.
		const headers = { ...received, soapaction: undefined };
		const answered = await processMessage(
			soap,
			{ ...message, ...around },
			{ headers, url: CONNECTOR_PATH },
		);
		const answer = withSoapFault(answered);
		return { ...answer, isUnknown: isUnknown || answer.body === NO_CALL };
	}

	const turns = createFairTurns({ ofOne: MOST_CALLS, looks: LOOKS });

	/** The same when it is the caller's turn: no connector waits for how often another one calls. */
	async function processInTurn(message: Message, request: FastifyRequest) {
		const who = ticketIn(message.text) ?? USER_NAME.exec(message.text)?.[1] ?? '';
		// Whoever knows the user name of somebody else's connector waits somewhere else.
		const end = await turns.take(JSON.stringify([who, networkOf(request.ip)]));
		// A wrong password is held up for seconds, and a right one must not wait for that.
		end();
		return await process(message, request);
	}

	/** Whoever has a session brings answers that must not get lost. */
	async function hasSession({ text, largeAnswer }: Message): Promise<boolean> {
		if (largeAnswer) return true;
		const ticket = ticketIn(text);
		return ticket !== undefined && (await sessions.has(ticket));
	}

	server.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addHook('onRequest', ofUnknownCallers);
		scope.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage) =>
			readMessage(body, ESCAPED * maximumAnswerBytes, sessions, request.callerIsKnown),
		);
		scope.setErrorHandler<FastifyError>((error, request, reply) => {
			if (error instanceof ServiceError)
				return reply.status(FAULT_STATUS).type(TEXT_XML).send(fault(CLIENT_FAULT, error.message));
			// Who hangs up in the middle of a message could fill the log.
			const hasHungUp = request.raw.destroyed && !request.raw.complete;
			const isOurs = (error.statusCode ?? 500) >= 500 && !hasHungUp;
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
			const { text = '', ...rest } = request.body ?? {};
			const message: Message = { ...rest, text: readable(text) };
			reply.type(TEXT_XML);
			try {
				if (isHostile(message.text)) return reply.status(FAULT_STATUS).send(REFUSED);
				const { status, body } = await rateLimits.whileUnknown(request, reply, {
					isKnown: () => hasSession(message),
					work: () => processInTurn(message, request),
					isUnknown: (result) => result.isUnknown,
				});
				request.isIdle = IDLE.test(body);
				return reply.status(status).send(body);
			} finally {
				await message.largeAnswer?.close();
			}
		});
	});
}

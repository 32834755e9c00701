import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { networkOf } from '../network/addresses';
import { answerMalformed } from './malformed-requests';
import { ServiceError } from './service-error';

/** How much of a body is read before anybody knows who calls. */
export const UNKNOWN_BODY_BYTES = 65_536;

/** How long the body of somebody unknown may take to arrive. */
const BODY_SECONDS = 45;

const SECONDS_TO_COME_BACK = '10';

/** What fraction of all connections the bodies of one address may hold while nobody knows whose they are. */
const MOST_OF_ALL = 20;
const FEWEST = 20;

interface Limits {
	readonly httpConnections: number;
	readonly requestTimeoutSeconds: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Call this as soon as it is known who calls: the body may then take its time. */
		callerIsKnown: () => void;
	}
}

/** A hook that limits the bodies of callers whom nobody knows yet. */
export type UnknownCallers = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const hasBody = ({ headers }: FastifyRequest): boolean =>
	headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Has the connection closed if a call is answered before its body has arrived: the rest would be waited for, for as long as a whole one may take. */
export function closeIfUnread(request: FastifyRequest, reply: FastifyReply): void {
	if (hasBody(request) && !request.raw.complete) reply.header('connection', 'close');
}

/** Closes the connection of a caller who was answered before the body had arrived, and limits the bodies that are sent to nowhere. */
export function addBodyEnds(server: FastifyInstance, limit: UnknownCallers): void {
	server.decorateRequest('callerIsKnown', () => undefined);
	server.addHook('onRequest', async (request, reply) => {
		if (request.is404) await limit(request, reply);
	});
	server.addHook('onSend', async (request, reply) => closeIfUnread(request, reply));
}

/**
 * Makes the hook for routes that take a body before they know who calls: it has to arrive within a minute, and one address has
 * few of them at a time, on all routes together, so that nobody can take up all connections.
 */
export function unknownCallers({ httpConnections, requestTimeoutSeconds }: Limits): UnknownCallers {
	const most = Math.max(FEWEST, Math.floor(httpConnections / MOST_OF_ALL));
	const milliseconds = Math.min(BODY_SECONDS, requestTimeoutSeconds) * 1000;
	const open = new Map<string, number>();

	const change = (network: string, by: number): void => {
		const count = (open.get(network) ?? 0) + by;
		if (count > 0) open.set(network, count);
		else open.delete(network);
	};

	return async (request, reply) => {
		const { raw } = request;
		if (!hasBody(request) || raw.complete) return;
		const network = networkOf(request.ip);
		if ((open.get(network) ?? 0) >= most) {
			reply.header('retry-after', SECONDS_TO_COME_BACK);
			throw new ServiceError(
				'too_many_requests',
				'This address has too many calls open that have not said yet who calls. Nothing was done.',
			);
		}
		change(network, 1);
		const timer = setTimeout(() => {
			answerMalformed(
				Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
				raw.socket,
			);
			raw.socket.destroySoon();
		}, milliseconds);
		let isOver = false;
		const end = () => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			change(network, -1);
		};
		request.callerIsKnown = end;
		raw.once('end', end);
		raw.once('close', end);
	};
}

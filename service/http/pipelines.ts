import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

/** How many calls may wait for their answers on one connection. Clients send one after the other; some begin the next a moment early. */
const MOST_UNANSWERED = 4;

/**
 * Closes connections on which many calls come at once: all that arrive together are worked on before anybody else's.
 * Call it before anything else is added to the server.
 */
export function addPipelineLimit(server: FastifyInstance): void {
	const unanswered = new WeakMap<Socket, number>();
	const change = (socket: Socket, by: number): number => {
		const count = (unanswered.get(socket) ?? 0) + by;
		unanswered.set(socket, count);
		return count;
	};
	server.server.prependListener(
		'request',
		({ socket }: IncomingMessage, response: ServerResponse) => {
			if (change(socket, 1) > MOST_UNANSWERED) socket.destroy();
			response.once('close', () => change(socket, -1));
		},
	);
	server.addHook('onRequest', async ({ raw }, reply) => {
		// What came with the call that was one too many is still handed over.
		return raw.socket.destroyed ? reply.hijack() : undefined;
	});
}

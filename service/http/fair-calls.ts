import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { createFairTurns, type EndTurn, type FairTurns, LOOKS } from '../fairness/fair-turns';

/** How many calls of one application are worked on at the same time. */
const MOST_CALLS = 8;

/** The same for calls with a large body: to read one as XML takes long, and it is in memory as a whole. */
const MOST_LARGE_CALLS = 2;

const LARGE_BYTES = 262_144;

declare module 'fastify' {
	interface FastifyRequest {
		/** Ends the turn of a call of an application; null while it has none. */
		endTurn: EndTurn | null;
	}
}

const isLarge = ({ headers }: FastifyRequest): boolean =>
	headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE_BYTES;

/**
 * Has the calls of each application take turns, so that nobody waits for how many calls another one makes, nor for how large they are.
 * What is large is not even read before its turn.
 */
export function addFairCalls(server: FastifyInstance): void {
	const calls = createFairTurns({ ofOne: MOST_CALLS, looks: LOOKS });
	const largeCalls = createFairTurns({ ofOne: MOST_LARGE_CALLS, looks: LOOKS });

	async function takeTurn(turns: FairTurns, request: FastifyRequest, reply: FastifyReply) {
		if (request.applicationId === '' || request.endTurn) return;
		const end = await turns.take(request.applicationId);
		request.endTurn = end;
		reply.raw.once('close', end);
		// Nobody waits any more for what comes of it.
		if (reply.raw.closed) end();
	}

	server.decorateRequest('endTurn', null);
	server.addHook('preParsing', async (request, reply) => {
		if (isLarge(request)) await takeTurn(largeCalls, request, reply);
	});
	server.addHook('preValidation', (request, reply) => takeTurn(calls, request, reply));
	server.addHook('onSend', async (request) => request.endTurn?.());
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Store } from '../store/database';
import { secretOf } from '../store/restore-guard';
import type { ProxySettings } from './callers';
import {
	DOCTOR_HEADER,
	DOCTOR_PATH,
	type Introduction,
	isSigned,
	partsOf,
	proofOf,
} from './introduction';

/** Adds what the command `doctor` asks a service. To everybody else there is nothing here. */
export function addDoctor(
	server: FastifyInstance,
	store: Store,
	{ isTrustedProxy, publicOrigin }: ProxySettings,
): void {
	function introduction(request: FastifyRequest, proof: string): Introduction {
		const { ip, headers, socket, protocol } = request;
		const sender = socket.remoteAddress ?? '';
		const forwarded = headers['x-forwarded-for'];
		return {
			proof,
			time: new Date().toISOString(),
			address: ip,
			sender,
			isTrusted: isTrustedProxy(sender),
			forwardedFor: forwarded === undefined ? null : String(forwarded),
			protocol,
			publicOrigin: publicOrigin ?? null,
		};
	}

	server.get(DOCTOR_PATH, async (request: FastifyRequest, reply: FastifyReply) => {
		const parts = partsOf(String(request.headers[DOCTOR_HEADER] ?? ''), Date.now());
		const secret = parts && (await secretOf(store));
		if (!parts || secret === undefined || !isSigned(parts, secret)) {
			reply.callNotFound();
			return reply;
		}
		return introduction(request, proofOf(secret, parts.nonce));
	});
}

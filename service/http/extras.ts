import type { FastifyInstance } from 'fastify';

import { deliverAgainSince, momentOf, WHAT_A_MOMENT_IS } from '../queue/deliver-again';
import { connectionOf, type Context } from './context';
import { renewLink } from './onboarding-link';
import { ServiceError } from './service-error';
import { listedConnectionView } from './views';

/** The path of what this service can do beyond the interface. */
const EXTRAS_PREFIX = '/api/extras';

function sinceOf(body: unknown): string {
	const { since } = (body ?? {}) as { since?: unknown };
	const moment = typeof since === 'string' ? momentOf(since) : undefined;
	if (moment === undefined) throw new ServiceError('invalid_request', `since ${WHAT_A_MOMENT_IS}`);
	return moment;
}

/** Adds the calls beyond the interface. Authentication is up to the surrounding scope. */
export function addExtras(server: FastifyInstance, context: Context): void {
	server.post(`${EXTRAS_PREFIX}/deliveries`, async (request) => {
		const due = await deliverAgainSince(
			context.store,
			sinceOf(request.body),
			request.applicationId,
		);
		context.deliver();
		return { data: { due } };
	});
	server.post(`${EXTRAS_PREFIX}/connections/:connection_id/onboarding`, async (request) => {
		const renewed = await renewLink(context, await connectionOf(context, request));
		return { data: listedConnectionView(renewed, request.serviceOrigin) };
	});
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { WebhookTargets } from '../deliveries/webhook-targets';
import type { HasRoom } from '../queue/room';
import { type Connection, findConnection } from '../store/connections';
import type { Store } from '../store/database';
import type { Callers } from './callers';
import type { DesktopHost } from './desktop-host';
import { connectionNotFound } from './service-error';

/** What the handlers work with. */
export interface Context {
	readonly store: Store;
	readonly desktops?: DesktopHost;
	/** Whether every new connection gets a desktop at once. Otherwise its onboarding page offers one. */
	readonly simulatesAtOnce: boolean;
	/** How many requests and connections there may be, and for how long. */
	readonly limits: {
		readonly queueLength: number;
		readonly connections: number;
		/** How long an onboarding link lives. */
		readonly onboardingHours: number;
	};
	readonly hasRoom: HasRoom;
	/** Makes the deliveries that are due. Call it after anything that may have made one due. */
	readonly deliver: () => void;
	readonly targets: WebhookTargets;
	readonly callers: Callers;
	/** The scheme, host and port at which programs on this machine reach the service, once it listens. */
	readonly localOrigin: () => string;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The authenticated application. */
		applicationId: string;
		/** The scheme, host and port at which others reach the service. */
		serviceOrigin: string;
		/** The code of the error object that was the answer; empty if it was none. */
		errorCode: string;
		/** Whether it is one of those that come every minute and find nothing to do. */
		isIdle: boolean;
	}
}

/**
 * Makes `serviceOrigin` of every request: the public origin or, without one, where this caller has reached the service.
 */
export function addServiceOrigin(server: FastifyInstance, publicOrigin?: string): void {
	server.decorateRequest('serviceOrigin', {
		getter(this: FastifyRequest) {
			return publicOrigin ?? `${this.protocol}://${this.host}`;
		},
	});
}

/** The caller's key for the request to be queued, in the header that an IETF draft names for it. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined =>
	headers['idempotency-key'] as string | undefined;

/**
 * The connection in the path of an HTTP request.
 * @throws ServiceError `not_found` when the application has no such connection
 */
export async function connectionOf(
	{ store }: Context,
	{ params, applicationId }: FastifyRequest,
): Promise<Connection> {
	const { connection_id } = params as { connection_id: string };
	const connection = await findConnection(store, applicationId, connection_id.toLowerCase());
	if (!connection) throw connectionNotFound();
	return connection;
}

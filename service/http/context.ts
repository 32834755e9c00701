import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../connector/sessions';
import type { DesktopHost } from './desktop-host';
import { findConnection, type Connection } from '../store/connections';
import type { Store } from '../store/database';
import { connectionNotFound } from './service-error';

/** What the handlers work with. */
export interface Context {
	readonly store: Store;
	readonly sessions: Sessions;
	readonly desktops?: DesktopHost;
	/** Whether every new connection gets a desktop at once; else one is attached on the onboarding page. */
	readonly simulatesAtOnce: boolean;
	/** Makes the deliveries that are due; called after anything that may have made one due. */
	readonly deliver: () => void;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The authenticated application. */
		applicationId: string;
	}
}

/** Scheme, host and port by which the caller reaches the service. */
export const originOf = (request: FastifyRequest): string =>
	`${request.protocol}://${request.host}`;

/** What the caller knows a request by that it queues, in the header whose name IETF proposes for that. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined =>
	headers['idempotency-key'] as string | undefined;

/**
 * The connection in the path of a request.
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

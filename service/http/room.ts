import type { FastifyRequest } from 'fastify';

import { countConnections } from '../store/connections';
import { isKeyUsed } from '../store/queued-requests';
import { type Context, idempotencyKeyOf } from './context';
import { ServiceError } from './service-error';

/**
 * Makes sure that a connection's queue takes one more request. One that is in it already needs no room.
 * @throws ServiceError `invalid_request` when the queue is full
 */
export async function ensureRoomInQueue(
	{ store, hasRoom, limits }: Context,
	request: FastifyRequest,
	connectionId: string,
): Promise<void> {
	if (await hasRoom(connectionId)) return;
	const key = idempotencyKeyOf(request);
	if (key !== undefined && (await isKeyUsed(store, connectionId, key))) return;
	throw new ServiceError(
		'invalid_request',
		`The queue of this connection is full: ${limits.queueLength} requests wait for its desktop. Nothing was queued. Have the Web Connector run, or delete requests that nobody needs.`,
	);
}

/** @throws ServiceError `invalid_request` when the application has as many connections as it may have */
export async function ensureRoomForConnection(
	{ store, limits }: Context,
	{ applicationId }: FastifyRequest,
): Promise<void> {
	if ((await countConnections(store, applicationId)) < limits.connections) return;
	throw new ServiceError(
		'invalid_request',
		`The application has ${limits.connections} connections already, which is as many as it may have. Delete one that nobody needs.`,
	);
}

import type { FastifyInstance } from 'fastify';

import { CONNECTOR_PATH } from '../connector/connector-file';
import { HEALTH_PATHS } from './health-paths';
import { ServiceError } from './service-error';

/** Whether the service is being stopped. */
export interface Stopping {
	hasBegun: boolean;
}

const SECONDS_TO_COME_BACK = '5';

/** Connectors may bring the answers to what they were sent, and whoever watches the service is told how it is. */
const openToTheEnd: readonly string[] = [CONNECTOR_PATH, ...Object.values(HEALTH_PATHS)];

/** Refuses new calls once the service is being stopped. Those that have begun are finished. */
export function addStopping(server: FastifyInstance, stopping: Stopping): void {
	server.addHook('onRequest', async (request, reply) => {
		if (!stopping.hasBegun || openToTheEnd.includes(request.routeOptions.url ?? '')) return;
		reply.header('retry-after', SECONDS_TO_COME_BACK);
		throw new ServiceError('internal_error', 'The service is being stopped. Try again soon.', 503);
	});
	server.addHook('onSend', async (_request, reply) => {
		// Kept open for a next call, the connection would keep the server from closing.
		if (stopping.hasBegun) reply.header('connection', 'close');
	});
}

import type { FastifyInstance } from 'fastify';

import type { Store } from '../store/database';
import { isReady } from '../store/health';
import { hasSpace } from '../store/space';
import { HEALTH_PATHS } from './health-paths';
import type { Stopping } from './stopping';

/** A store that takes longer than this is of no use to callers. */
const STORE_MILLISECONDS = 3000;

const READY = 'ready';

/**
 * Adds `/healthz`, which says that the process lives, and `/readyz`, which says whether it can take calls: 200 if its store
 * answers and has room for what is written, 503 if not, or if the service is being stopped. They need no key, tell no secrets and are not logged.
 */
export function addHealth(server: FastifyInstance, store: Store, stopping: Stopping): void {
	async function statusOf(): Promise<string> {
		if (stopping.hasBegun) return 'stopping';
		if (!(await isReady(store, AbortSignal.timeout(STORE_MILLISECONDS))))
			return 'store does not answer';
		return (await hasSpace(store)) ? READY : 'store takes no writes';
	}
	// Balancers ask every few seconds; only failures are worth a line.
	const options = { method: ['GET', 'HEAD'], logLevel: 'warn' as const };
	server.route({
		...options,
		url: HEALTH_PATHS.lives,
		handler: async (_request, reply) =>
			reply.header('cache-control', 'no-store').send({ status: 'alive' }),
	});
	server.route({
		...options,
		url: HEALTH_PATHS.isReady,
		handler: async (_request, reply) => {
			const status = await statusOf();
			return reply
				.status(status === READY ? 200 : 503)
				.header('cache-control', 'no-store')
				.send({ status });
		},
	});
}

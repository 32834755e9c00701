import type { FastifyInstance, FastifyRequest } from 'fastify';

import { connectionOf, type Context } from './context';
import { ServiceError } from './service-error';

/** The path of the desktops' own routes, which are not part of the interface. */
const SIMULATOR_PREFIX = '/simulator/connections/:connection_id';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/** Refuses callers on other machines as if there were nothing here. */
async function onlyFromThisMachine({ socket, method }: FastifyRequest): Promise<void> {
	if (!LOOPBACK.test(socket.remoteAddress ?? ''))
		throw new ServiceError('not_found', `There is nothing at ${method} on this address.`);
}

/**
 * Adds the desktops' routes, for callers on this machine and only for connections of their application. Authentication is
 * up to the surrounding scope.
 */
export function addSimulatorRoutes(server: FastifyInstance, context: Context): void {
	const { desktops } = context;
	if (!desktops) return;
	server.register(
		async (scope) => {
			scope.addHook('onRequest', onlyFromThisMachine);
			scope.addHook('preHandler', async (request) => void (await connectionOf(context, request)));
			desktops.addRoutes(scope);
		},
		{ prefix: SIMULATOR_PREFIX },
	);
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Callers } from './callers';
import { connectionOf, type Context } from './context';
import { notFromOtherSites } from './same-origin';
import { ServiceError } from './service-error';

/** The path of the desktops' own routes, which are not part of the interface. */
const SIMULATOR_PREFIX = '/simulator/connections/:connection_id';

/** Refuses callers on other machines as if there were nothing here. */
const onlyFromThisMachine =
	({ isThisMachine }: Callers) =>
	async (request: FastifyRequest): Promise<void> => {
		if (!isThisMachine(request))
			throw new ServiceError('not_found', `There is nothing at ${request.method} on this address.`);
	};

/**
 * Adds the desktops' routes, for callers on this machine and only for connections of their application. Authentication is
 * up to the surrounding scope.
 */
export function addSimulatorRoutes(server: FastifyInstance, context: Context): void {
	const { desktops, callers } = context;
	if (!desktops) return;
	server.register(
		async (scope) => {
			scope.addHook('onRequest', onlyFromThisMachine(callers));
			scope.addHook('onRequest', notFromOtherSites);
			scope.addHook('preHandler', async (request) => void (await connectionOf(context, request)));
			desktops.addRoutes(scope);
		},
		{ prefix: SIMULATOR_PREFIX },
	);
}

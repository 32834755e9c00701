import type { FastifyInstance } from 'fastify';

import { SUPPORT_PATH } from '../connector/connector-file';
import { connectPage } from './connect-view';
import { sendPage } from './page';

/**
 * The page that explains how to connect a company. The Web Connector checks that it is there before it takes a connector file.
 * The root shows it too, for whoever opens the address of the service.
 */
export function addConnectPage(server: FastifyInstance): void {
	for (const url of [SUPPORT_PATH, '/'])
		server.route({
			method: ['GET', 'HEAD'],
			url,
			handler: (_request, reply) => sendPage(reply, connectPage),
		});
}

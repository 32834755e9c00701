import type { FastifyInstance } from 'fastify';

import { SUPPORT_PATH } from '../connector/connector-file';
import { connectPage } from './connect-view';
import { sendPage } from './page';

/**
 * The page that explains how to connect a company. The Web Connector checks that it is there before it takes a connector file;
 * files of earlier versions name the root instead.
 */
export function addConnectPage(server: FastifyInstance): void {
	for (const url of [SUPPORT_PATH, '/'])
		server.route({
			method: ['GET', 'HEAD'],
			url,
			handler: (_request, reply) => sendPage(reply, connectPage),
		});
}

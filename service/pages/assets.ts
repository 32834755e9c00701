import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { FastifyInstance } from 'fastify';

/** The path of the pages’ style and scripts. */
export const ASSETS_PREFIX = '/pages';

const types = {
	'style.css': 'text/css; charset=utf-8',
	'moments.js': 'text/javascript; charset=utf-8',
	'onboarding.js': 'text/javascript; charset=utf-8',
} as const;

/** Serves the pages’ style and scripts from the folder next to this file. */
export function addAssets(server: FastifyInstance): void {
	for (const [name, type] of Object.entries(types)) {
		const content = readFileSync(path.join(__dirname, 'assets', name), 'utf8');
		server.get(`${ASSETS_PREFIX}/${name}`, async (_request, reply) =>
			reply.type(type).header('cache-control', 'no-cache').send(content),
		);
	}
}

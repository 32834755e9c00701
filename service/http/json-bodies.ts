import type { FastifyInstance } from 'fastify';

import { ServiceError } from './service-error';

/** More than the deepest request has, which qbXML limits: two for each of its 64 elements. Validating what is deeper could take the whole stack. */
const MOST_LEVELS = 200;

function isDeeperThan(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

/**
 * Reads bodies as JSON. A missing one is an empty object: some bodies are optional, and the others then report their missing
 * fields.
 */
export function acceptJson(server: FastifyInstance): void {
	const parse = server.getDefaultJsonParser('error', 'error');
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') {
			done(null, undefined);
			return;
		}
		parse(request, String(body), (error, value) => {
			if (!error && isDeeperThan(value, MOST_LEVELS))
				done(
					new ServiceError(
						'invalid_request',
						`The body has more than ${MOST_LEVELS} lists and objects inside each other.`,
					),
				);
			else done(error, value);
		});
	});
	server.addHook('preValidation', async (request) => {
		if (request.body === undefined) request.body = {};
	});
}

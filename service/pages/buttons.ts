import type { FastifyInstance } from 'fastify';

/** Takes what forms send. They have only buttons, so their content is ignored. */
export const acceptButtons = (server: FastifyInstance): unknown =>
	server.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, _body, done) => done(null, undefined),
	);

import type { FastifyInstance } from 'fastify';

/**
 * Logs one line per request: its own ID, the caller’s address, method, route, the application's name, the IDs in its path, the
 * connector’s call, status, the code of the error and milliseconds. The query and the headers are left out because they can
 * contain secrets, and so is a path without a route. What finds nothing to do is left to the level debug: it would bury the rest.
 */
export function addRequestLog(
	server: FastifyInstance,
	nameOf: (applicationId: string) => Promise<string>,
): void {
	server.addHook('onResponse', async (request, reply) => {
		request.log[request.isIdle ? 'debug' : 'info'](
			{
				address: request.ip,
				method: request.method,
				route: request.routeOptions.url ?? 'unknown',
				...(request.applicationId && { application: await nameOf(request.applicationId) }),
				...pickIdentifiers(request.params),
				...soapCall(request.headers.soapaction),
				status: reply.statusCode,
				...(request.errorCode && { code: request.errorCode }),
				milliseconds: Math.round(reply.elapsedTime),
			},
			'request',
		);
	});
}

function pickIdentifiers(params: unknown): object {
	const { connection_id, request_id } = (params ?? {}) as Record<string, string | undefined>;
	return { ...(connection_id && { connection_id }), ...(request_id && { request_id }) };
}

/** The connector’s method, which is the only difference between its calls. */
function soapCall(header: unknown): object {
	const method = /\/(\w+)"?$/.exec(String(header ?? ''))?.[1];
	return method ? { call: method } : {};
}

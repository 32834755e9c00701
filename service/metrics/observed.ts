import { performance } from 'node:perf_hooks';

import type { FastifyInstance } from 'fastify';

import type { ConnectorMethods } from '../connector/methods';
import type { Metrics } from './metrics';

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Reports each call over HTTP. */
export function observeCalls(server: FastifyInstance, metrics: Metrics): void {
	server.addHook('onResponse', async (request, reply) => {
		metrics.call({
			method: request.method,
			// A path without a route could be anything, and a secret too.
			route: request.routeOptions.url ?? 'unknown',
			status: reply.statusCode,
			seconds: reply.elapsedTime / 1000,
			...(request.errorCode !== '' && { errorCode: request.errorCode }),
		});
	});
}

type Method = (...words: unknown[]) => Promise<unknown>;

/** The same methods, and each call is reported. */
export function observedMethods(methods: ConnectorMethods, metrics: Metrics): ConnectorMethods {
	const observed = Object.entries(methods).map(([name, method]) => [
		name,
		async (...words: unknown[]) => {
			const start = performance.now();
			let hasFailed = true;
			try {
				const result = await (method as Method)(...words);
				hasFailed = false;
				return result;
			} finally {
				metrics.connectorCall(name, secondsSince(start), hasFailed);
			}
		},
	]);
	return Object.fromEntries(observed) as ConnectorMethods;
}

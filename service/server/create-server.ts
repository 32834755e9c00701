import { randomUUID } from 'node:crypto';

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';

import { type ApplicationOfKey, authentication } from '../http/authentication';
import type { ProxySettings } from '../http/callers';
import { connectionHandlers } from '../http/connections';
import { addConnectorRoute, type ConnectorEndpoint } from '../http/connector-route';
import { addServiceOrigin, type Context } from '../http/context';
import { addErrorHandler, answerError } from '../http/error-handler';
import { addHealth } from '../http/health';
import { addLargeAnswers } from '../http/large-answers';
import { addRefusals, answerMalformed } from '../http/malformed-requests';
import { prebuiltHandlers } from '../http/prebuilt';
import { queuedRequestHandlers } from '../http/queued-requests';
import { createRateLimits } from '../http/rate-limits';
import { addRequestLog } from '../http/request-log';
import { addRoutes } from '../http/routes';
import { addSecurityHeaders } from '../http/security-headers';
import { addSimulatorRoutes } from '../http/simulator-routes';
import { addStopping, type Stopping } from '../http/stopping';
import { documentValidation } from '../http/validation';
import { type Metrics } from '../metrics/metrics';
import { observeCalls } from '../metrics/observed';
import { API_PREFIX, servedDocument } from '../openapi/document';
import { addAssets } from '../pages/assets';
import { addConnectPage } from '../pages/connect';
import { addOnboarding } from '../pages/onboarding';
import { addUi } from '../pages/ui';
import { applicationNames } from '../store/applications';
import { bytesOf, type Limits } from './defaults';

/** XML gets longer inside a JSON text, because quotes and line breaks are escaped. */
const ESCAPED = 2;

const HEADERS_TIMEOUT_MILLISECONDS = 60_000;

/** Treats a missing body as an empty object: some bodies are optional, and the others then report their missing fields. */
function acceptAbsentBodies(server: FastifyInstance): void {
	const parse = server.getDefaultJsonParser('error', 'error');
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
		body === '' ? done(null, undefined) : parse(request, String(body), done),
	);
	server.addHook('preValidation', async (request) => {
		if (request.body === undefined) request.body = {};
	});
}

/** What the HTTP server is made of. */
interface ServerParts {
	readonly context: Context;
	readonly applicationOfKey: ApplicationOfKey;
	readonly connector: ConnectorEndpoint;
	readonly log: FastifyBaseLogger;
	/** How long an onboarding link lives. */
	readonly onboardingHours: number;
	readonly proxies: ProxySettings;
	readonly limits: Limits;
	readonly stopping: Stopping;
	/** Told of each call. */
	readonly metrics?: Metrics;
}

/**
 * Builds the HTTP server: version 1 of the interface under `/api/v1`, its OpenAPI document, the connector endpoint and the
 * pages for people, and what tells how the service is.
 */
export function createServer({
	context,
	applicationOfKey,
	connector,
	log,
	onboardingHours,
	proxies: { publicOrigin, isTrustedProxy },
	limits,
	stopping,
	metrics,
}: ServerParts): FastifyInstance {
	const requestTimeout = limits.requestTimeoutSeconds * 1000;
	const server: FastifyInstance = Fastify({
		loggerInstance: log,
		logController: new LogController({ disableRequestLogging: true }),
		genReqId: () => randomUUID(),
		exposeHeadRoutes: false,
		trustProxy: isTrustedProxy,
		// Calls that come while the service is stopped get the interface's error.
		return503OnClosing: false,
		bodyLimit: ESCAPED * bytesOf(limits.requestMebibytes),
		requestTimeout,
		frameworkErrors: answerError,
		clientErrorHandler: answerMalformed,
		http: {
			requireHostHeader: false,
			headersTimeout: Math.min(HEADERS_TIMEOUT_MILLISECONDS, requestTimeout),
		},
	});
	server.server.maxConnections = limits.httpConnections;
	const rateLimits = createRateLimits(server, limits);
	server.decorateRequest('applicationId', '');
	addServiceOrigin(server, publicOrigin);
	addSecurityHeaders(server);
	server.decorateRequest('errorCode', '');
	addRequestLog(server, applicationNames(context.store));
	if (metrics) observeCalls(server, metrics);
	addErrorHandler(server);
	addRefusals(server);
	addStopping(server, stopping);
	addHealth(server, context.store, stopping);
	acceptAbsentBodies(server);
	addConnectorRoute(server, connector, rateLimits, bytesOf(limits.answerMebibytes));
	server.register(async (open) => {
		open.addHook('onRequest', rateLimits.ofAddress);
		addAssets(open);
		addConnectPage(open);
		addOnboarding(open, context, onboardingHours);
	});
	server.register(async (pages) => {
		pages.addHook('onRequest', authentication(applicationOfKey, rateLimits));
		addUi(pages, context);
		addSimulatorRoutes(pages, context);
	});
	server.register(
		async (api) => {
			api.get('/openapi.json', { onRequest: rateLimits.ofAddress }, async (request) =>
				servedDocument(request.serviceOrigin),
			);
			api.register(async (operations) => {
				operations.setValidatorCompiler(documentValidation());
				operations.addHook('onRequest', authentication(applicationOfKey, rateLimits));
				addLargeAnswers(operations, context.store);
				addRoutes(operations, {
					...connectionHandlers(context),
					...queuedRequestHandlers(context),
					...prebuiltHandlers(context),
				});
			});
		},
		{ prefix: API_PREFIX },
	);
	return server;
}

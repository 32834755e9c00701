import { randomUUID } from 'node:crypto';

import Fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	LogController,
	type RouteOptions,
} from 'fastify';

import { type ApplicationOfKey, authentication } from '../http/authentication';
import type { ProxySettings } from '../http/callers';
import { connectionHandlers } from '../http/connections';
import { addConnectorRoute, type ConnectorEndpoint } from '../http/connector-route';
import { addServiceOrigin, type Context } from '../http/context';
import { addDoctor } from '../http/doctor-route';
import { addErrorHandler, answerError } from '../http/error-handler';
import { addExtras } from '../http/extras';
import { addFairCalls } from '../http/fair-calls';
import { addHealth } from '../http/health';
import { acceptJson } from '../http/json-bodies';
import { addLargeAnswers } from '../http/large-answers';
import { addRefusals, answerMalformed } from '../http/malformed-requests';
import { addPipelineLimit } from '../http/pipelines';
import { prebuiltHandlers } from '../http/prebuilt';
import { queuedRequestHandlers } from '../http/queued-requests';
import { createRateLimits } from '../http/rate-limits';
import { addRequestLog } from '../http/request-log';
import { addRoutes } from '../http/routes';
import { notFromOtherSites } from '../http/same-origin';
import { addSecurityHeaders } from '../http/security-headers';
import { addSimulatorRoutes } from '../http/simulator-routes';
import { addStopping, type Stopping } from '../http/stopping';
import { addBodyEnds, UNKNOWN_BODY_BYTES, unknownCallers } from '../http/unknown-callers';
import { documentValidation } from '../http/validation';
import { type Metrics } from '../metrics/metrics';
import { observeCalls } from '../metrics/observed';
import { API_PREFIX, servedDocument } from '../openapi/document';
import { addAssets } from '../pages/assets';
import { addConnectPage } from '../pages/connect';
import { addOnboarding } from '../pages/onboarding';
import { addUi } from '../pages/ui';
import { applicationNames } from '../store/applications';
import { bytesOf, type Settings } from './settings';

/** XML gets longer inside a JSON text, because quotes and line breaks are escaped. */
const ESCAPED = 2;

const HEADERS_TIMEOUT_MILLISECONDS = 45_000;
/** How often connections are looked at for it. */
const CHECKING_MILLISECONDS = 10_000;

/** What the HTTP server is made of. */
interface ServerParts {
	readonly context: Context;
	readonly applicationOfKey: ApplicationOfKey;
	readonly connector: ConnectorEndpoint;
	readonly log: FastifyBaseLogger;
	readonly settings: Omit<Settings, 'log'>;
	readonly proxies: ProxySettings;
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
	settings,
	proxies,
	stopping,
	metrics,
}: ServerParts): FastifyInstance {
	const { publicOrigin, isTrustedProxy } = proxies;
	const requestTimeout = settings.requestTimeoutSeconds * 1000;
	const server: FastifyInstance = Fastify({
		loggerInstance: log,
		logController: new LogController({ disableRequestLogging: true }),
		genReqId: () => randomUUID(),
		exposeHeadRoutes: false,
		trustProxy: isTrustedProxy,
		// Calls that come while the service is stopped get the interface's error.
		return503OnClosing: false,
		bodyLimit: UNKNOWN_BODY_BYTES,
		requestTimeout,
		frameworkErrors: answerError,
		clientErrorHandler: answerMalformed,
		http: {
			requireHostHeader: false,
			headersTimeout: Math.min(HEADERS_TIMEOUT_MILLISECONDS, requestTimeout),
			connectionsCheckingInterval: CHECKING_MILLISECONDS,
		},
	});
	server.server.maxConnections = settings.httpConnections;
	addPipelineLimit(server);
	/** For routes that read no body before they know who calls. */
	const allowLargeBodies = (route: RouteOptions) => {
		route.bodyLimit = ESCAPED * bytesOf(settings.requestMebibytes);
	};
	const rateLimits = createRateLimits(server, settings);
	server.decorateRequest('applicationId', '');
	const ofUnknownCallers = unknownCallers(settings);
	addBodyEnds(server, ofUnknownCallers);
	addServiceOrigin(server, publicOrigin);
	addSecurityHeaders(server);
	server.decorateRequest('errorCode', '');
	server.decorateRequest('isIdle', false);
	addRequestLog(server, applicationNames(context.store));
	if (metrics) observeCalls(server, metrics);
	addErrorHandler(server);
	addRefusals(server);
	addStopping(server, stopping);
	addHealth(server, context.store, stopping);
	addFairCalls(server);
	acceptJson(server);
	addConnectorRoute(server, connector, {
		rateLimits,
		ofUnknownCallers,
		maximumAnswerBytes: bytesOf(settings.answerMebibytes),
	});
	server.register(async (open) => {
		open.addHook('onRequest', rateLimits.ofAddress);
		open.addHook('onRequest', ofUnknownCallers);
		addAssets(open);
		addConnectPage(open);
		addOnboarding(open, context);
		addDoctor(open, context.store, proxies);
	});
	server.register(async (pages) => {
		pages.addHook('onRoute', allowLargeBodies);
		pages.addHook('onRequest', authentication(applicationOfKey, rateLimits));
		addUi(pages, context);
		addSimulatorRoutes(pages, context);
	});
	server.register(async (extras) => {
		extras.addHook('onRequest', notFromOtherSites);
		extras.addHook('onRequest', authentication(applicationOfKey, rateLimits));
		addExtras(extras, context);
	});
	server.register(
		async (api) => {
			api.get('/openapi.json', { onRequest: rateLimits.ofAddress }, async (request) =>
				servedDocument(request.serviceOrigin),
			);
			api.register(async (operations) => {
				operations.setValidatorCompiler(documentValidation());
				operations.addHook('onRoute', allowLargeBodies);
				operations.addHook('onRequest', notFromOtherSites);
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

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';

import { type ApplicationOfKey, authentication } from '../http/authentication';
import type { ProxySettings } from '../http/callers';
import { connectionHandlers } from '../http/connections';
import { addConnectorRoute, type ConnectorEndpoint } from '../http/connector-route';
import { addServiceOrigin, type Context } from '../http/context';
import { addErrorHandler, answerError } from '../http/error-handler';
import { addLargeAnswers } from '../http/large-answers';
import { addRefusals, answerMalformed } from '../http/malformed-requests';
import { prebuiltHandlers } from '../http/prebuilt';
import { queuedRequestHandlers } from '../http/queued-requests';
import { addRequestLog } from '../http/request-log';
import { addRoutes } from '../http/routes';
import { addSecurityHeaders } from '../http/security-headers';
import { addSimulatorRoutes } from '../http/simulator-routes';
import { documentValidation } from '../http/validation';
import { API_PREFIX, servedDocument } from '../openapi/document';
import { addAssets } from '../pages/assets';
import { addConnectPage } from '../pages/connect';
import { addOnboarding } from '../pages/onboarding';
import { addUi } from '../pages/ui';
import { MAXIMUM_REQUEST_BYTES } from '../qbxml/limits';

/** XML gets longer inside a JSON text, because quotes and line breaks are escaped. */
const BODY_LIMIT = 2 * MAXIMUM_REQUEST_BYTES;

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

/**
 * Builds the HTTP server: version 1 of the interface under `/api/v1`, its OpenAPI document, the connector endpoint and the
 * pages for people.
 * @param onboardingHours how long an onboarding link lives
 */
export function createServer(
	context: Context,
	applicationOfKey: ApplicationOfKey,
	connector: ConnectorEndpoint,
	log: FastifyBaseLogger,
	onboardingHours: number,
	{ publicOrigin, isTrustedProxy }: ProxySettings,
): FastifyInstance {
	const server: FastifyInstance = Fastify({
		loggerInstance: log,
		logController: new LogController({ disableRequestLogging: true }),
		exposeHeadRoutes: false,
		trustProxy: isTrustedProxy,
		bodyLimit: BODY_LIMIT,
		frameworkErrors: answerError,
		clientErrorHandler: answerMalformed,
		http: { requireHostHeader: false },
	});
	server.decorateRequest('applicationId', '');
	addServiceOrigin(server, publicOrigin);
	addSecurityHeaders(server);
	addRequestLog(server);
	addErrorHandler(server);
	addRefusals(server);
	acceptAbsentBodies(server);
	addConnectorRoute(server, connector);
	addAssets(server);
	addConnectPage(server);
	addOnboarding(server, context, onboardingHours);
	server.register(async (pages) => {
		pages.addHook('onRequest', authentication(applicationOfKey));
		addUi(pages, context);
		addSimulatorRoutes(pages, context);
	});
	server.register(
		async (api) => {
			api.get('/openapi.json', async (request) => servedDocument(request.serviceOrigin));
			api.register(async (operations) => {
				operations.setValidatorCompiler(documentValidation());
				operations.addHook('onRequest', authentication(applicationOfKey));
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

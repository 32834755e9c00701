import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';

import { moveToNextFile } from '../connector/set-password';
import { deliveryOf } from '../deliveries/payload';
import { connectionOf, type Context } from '../http/context';
import { serviceError } from '../http/error-handler';
import { hasLinkExpired, renewLink } from '../http/onboarding-link';
import { onlyFromOwnPages } from '../http/same-origin';
import { requestNotFound } from '../http/service-error';
import { listedConnectionView, UI_PREFIX } from '../http/views';
import { deliverAgainSince } from '../queue/deliver-again';
import { concerns, DAYS_OF_CONCERNS, sinceOfConcerns } from '../store/concerns';
import { type Connection, connectionsOf, connectionWith } from '../store/connections';
import { activeConnections, hasOpenSession } from '../store/connector-sessions';
import { makeDueAgain } from '../store/deliveries';
import { newestSummaries } from '../store/list';
import {
	backlogsSince,
	countAhead,
	countsByState,
	hourlyCounts,
	pendingDelivery,
	requestsThatNeed,
} from '../store/overview';
import {
	attemptsOf,
	laterTry,
	pagesOf,
	putAside,
	type RequestRecord,
} from '../store/queued-requests';
import { isTerminal, type RequestState, requestTransitions } from '../store/states';
import { acceptButtons } from './buttons';
import { connectionPage } from './connection-view';
import { errorPage } from './error-view';
import { explainConnector, explainDelivery, explainState } from './explain-state';
import type { Html } from './html';
import { overviewPage } from './overview-view';
import { sendPage } from './page';
import { connectionPath, requestPath } from './parts';
import { type RecordFacts, requestPage } from './request-view';

const REQUESTS_ON_A_PAGE = 100;
const REQUESTS_OF_A_CONCERN = 20;
const MILLISECONDS_PER_HOUR = 3_600_000;
const MILLISECONDS_PER_DAY = 24 * MILLISECONDS_PER_HOUR;

const stateNamed = (text: unknown): RequestState | undefined =>
	(Object.keys(requestTransitions) as RequestState[]).find((state) => state === text);

/** The starts of the last 24 hours, the current one included. */
function lastHours(now: number): [string, ...string[]] {
	const hour = (ago: number) =>
		new Date(now - ago * MILLISECONDS_PER_HOUR).toISOString().slice(0, 13);
	const [first, ...others] = Array.from({ length: 24 }, (_, index) => hour(23 - index));
	return [first, ...others];
}

/** The pages of an application. They show what needs somebody, and explain why something has not arrived. */
export function addUi(server: FastifyInstance, context: Context): void {
	const { store } = context;

	const sentenceFor = (connection: Connection, isActive: boolean): Html =>
		explainConnector({ connection, isActive, now: new Date() });

	async function factsOf(connection: Connection, record: RequestRecord): Promise<RecordFacts> {
		const attempts = await attemptsOf(store, [record]);
		const due = await pendingDelivery(store, record);
		const circumstances = {
			connection,
			isActive: await hasOpenSession(store, connection.id),
			ahead: await countAhead(store, record),
			attempts,
			nextTryAt: due?.due_at ?? undefined,
			now: new Date(),
		};
		return {
			record,
			explanation: explainState(record, circumstances),
			delivery: explainDelivery(record, circumstances),
			attempts,
			later: record.state === 'error' ? await laterTry(store, record) : undefined,
		};
	}

	/** The page of a request that the path of a button names. */
	async function namedPage(request: FastifyRequest): Promise<RequestRecord> {
		const { request_id, page } = request.params as { request_id: string; page: string };
		const pages = await pagesOf(store, request.applicationId, request_id.toLowerCase());
		const record = pages.find((each) => String(each.page) === page);
		if (!record) throw requestNotFound();
		return record;
	}

	async function overview(applicationId: string) {
		const now = Date.now();
		const since = sinceOfConcerns(now);
		const aDayAgo = new Date(now - MILLISECONDS_PER_DAY).toISOString();
		const hours = lastHours(now);
		const connections = await connectionsOf(store, applicationId);
		const active = await activeConnections(store, applicationId);
		return {
			connections: connections.map((connection) => ({
				connection,
				sentence: sentenceFor(connection, active.has(connection.id)),
			})),
			concerns: await Promise.all(
				concerns.map(async (concern) => ({
					concern,
					...(await requestsThatNeed(store, applicationId, {
						concern,
						since,
						limit: REQUESTS_OF_A_CONCERN,
					})),
				})),
			),
			backlogs: await backlogsSince(store, applicationId, aDayAgo),
			hours,
			counts: await hourlyCounts(store, applicationId, hours),
			days: DAYS_OF_CONCERNS,
		};
	}

	server.register(async (scope) => {
		acceptButtons(scope);
		scope.setErrorHandler<FastifyError>((error, request, reply) => {
			const { status, message } = serviceError(error, request);
			if (status >= 500) request.log.error(error);
			return sendPage(reply.status(status), errorPage(status, message));
		});

		scope.get(UI_PREFIX, async (request, reply) =>
			sendPage(reply, overviewPage(await overview(request.applicationId))),
		);

		scope.get(`${UI_PREFIX}/connections/:connection_id`, async (request, reply) => {
			const connection = await connectionOf(context, request);
			const state = stateNamed((request.query as { state?: string }).state);
			const page = connectionPage({
				connection,
				sentence: sentenceFor(connection, await hasOpenSession(store, connection.id)),
				counts: await countsByState(store, connection.id),
				...(await newestSummaries(store, connection.id, { limit: REQUESTS_ON_A_PAGE, state })),
				onboarding: listedConnectionView(connection, request.serviceOrigin).links.onboarding,
				hasLinkExpired: hasLinkExpired(connection, context),
				state,
			});
			return sendPage(reply, page);
		});

		scope.get(`${UI_PREFIX}/queued_requests/:request_id`, async (request, reply) => {
			const { request_id } = request.params as { request_id: string };
			const pages = await pagesOf(store, request.applicationId, request_id.toLowerCase());
			const connection =
				pages.length > 0 && (await connectionWith(store, 'id', pages[0].connection_id));
			if (!connection) throw requestNotFound();
			const newestFirst = pages.toReversed();
			const shown = await Promise.all(newestFirst.map((page) => factsOf(connection, page)));
			return sendPage(reply, requestPage(connection, shown));
		});

		/** Has a button do something; says which page follows. */
		const button = (path: string, press: (request: FastifyRequest) => Promise<string>) =>
			scope.post(`${UI_PREFIX}${path}`, { preHandler: onlyFromOwnPages }, async (request, reply) =>
				reply.redirect(await press(request), 303),
			);

		button('/connections/:connection_id/onboarding', async (request) => {
			const { id } = await renewLink(context, await connectionOf(context, request));
			return connectionPath(id);
		});

		button('/connections/:connection_id/company_file', async (request) => {
			const connection = await connectionOf(context, request);
			await moveToNextFile(store, connection);
			return connectionPath(connection.id);
		});

		button('/deliveries', async ({ applicationId }) => {
			await deliverAgainSince(store, sinceOfConcerns(Date.now()), applicationId);
			context.deliver();
			return UI_PREFIX;
		});

		button('/queued_requests/:request_id/pages/:page/delivery', async (request) => {
			const record = await namedPage(request);
			const delivery = isTerminal(record.state) ? deliveryOf(record) : undefined;
			if (delivery) {
				await makeDueAgain(store, delivery, new Date().toISOString());
				context.deliver();
			}
			return requestPath(record.id);
		});

		button('/queued_requests/:request_id/pages/:page/done', async (request) => {
			await putAside(store, await namedPage(request), true);
			return UI_PREFIX;
		});

		button('/queued_requests/:request_id/pages/:page/open', async (request) => {
			const record = await namedPage(request);
			await putAside(store, record, false);
			return requestPath(record.id);
		});
	});
}

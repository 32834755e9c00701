import type { FastifyInstance } from 'fastify';

import { connectionOf, type Context, originOf } from '../http/context';
import { requestNotFound } from '../http/service-error';
import { listedConnectionView, UI_PREFIX } from '../http/views';
import { type Connection, connectionsOf, connectionWith } from '../store/connections';
import { listRecords } from '../store/list';
import { countAhead, countsByState, pendingDelivery } from '../store/overview';
import { attemptsOf, pagesOf, type RequestRecord } from '../store/queued-requests';
import { type RequestState, requestTransitions } from '../store/states';
import { explainConnector, explainState } from './explain-state';
import { sendPage } from './page';
import { connectionPage, connectionsPage, type RecordFacts, requestPage } from './ui-view';

const newest = { page: 1, page_size: 100, sort: 'inserted_at', sort_direction: 'desc' } as const;

const stateNamed = (text: unknown): RequestState | undefined =>
	(Object.keys(requestTransitions) as RequestState[]).find((state) => state === text);

/** The read-only pages behind the `ui` links. They explain why something has not arrived. */
export function addUi(server: FastifyInstance, context: Context): void {
	const { store, sessions } = context;

	const sentenceFor = (connection: Connection): string =>
		explainConnector({
			connection,
			isActive: sessions.isOpen(connection.id),
			now: new Date(),
		});

	async function factsOf(connection: Connection, record: RequestRecord): Promise<RecordFacts> {
		const attempts = await attemptsOf(store, [record]);
		const due = await pendingDelivery(store, record);
		const nextTryAt = due?.due_at ?? undefined;
		const explanation = explainState(record, {
			connection,
			isActive: sessions.isOpen(connection.id),
			ahead: await countAhead(store, record),
			attempts,
			nextTryAt,
			now: new Date(),
		});
		return { record, explanation, attempts, nextTryAt };
	}

	server.get(UI_PREFIX, async (request, reply) => {
		const connections = await connectionsOf(store, request.applicationId);
		const shown = connections.map((connection) => ({
			connection,
			sentence: sentenceFor(connection),
		}));
		return sendPage(reply, connectionsPage(shown));
	});

	server.get(`${UI_PREFIX}/connections/:connection_id`, async (request, reply) => {
		const connection = await connectionOf(context, request);
		const state = stateNamed((request.query as { state?: string }).state);
		const { records, total } = await listRecords(store, connection.id, { ...newest, state });
		const page = connectionPage({
			connection,
			sentence: sentenceFor(connection),
			counts: await countsByState(store, connection.id),
			records,
			total,
			onboarding: listedConnectionView(connection, originOf(request)).links.onboarding,
			state,
		});
		return sendPage(reply, page);
	});

	server.get(`${UI_PREFIX}/queued_requests/:request_id`, async (request, reply) => {
		const { request_id } = request.params as { request_id: string };
		const pages = await pagesOf(store, request.applicationId, request_id.toLowerCase());
		const connection =
			pages.length > 0 && (await connectionWith(store, 'id', pages[0].connection_id));
		if (!connection) throw requestNotFound();
		const newestFirst = pages.toReversed();
		const shown = await Promise.all(newestFirst.map((page) => factsOf(connection, page)));
		return sendPage(reply, requestPage(connection, shown));
	});
}

import type { FastifyInstance } from 'fastify';
import { attemptsOf, listRecords, pagesOf } from '../store/queued-requests';
import { connectionOf, originOf, type Context } from './context';
import { requestNotFound } from './errors';
import { sendPage } from './pages';
import { listedConnectionView, requestView, UI_PREFIX } from './views';

const NEWEST = { page: 1, page_size: 100, sort: 'inserted_at', sort_direction: 'desc' } as const;

const written = (value: object): string => JSON.stringify(value, null, 2);

/** The pages that the `ui` links lead to: a connection with its newest requests, and a request, as they are. */
export function addUi(server: FastifyInstance, context: Context): void {
	const { store } = context;

	server.get(`${UI_PREFIX}/connections/:connection_id`, async (request, reply) => {
		const connection = await connectionOf(context, request);
		const { records, total } = await listRecords(store, connection.id, NEWEST);
		return sendPage(reply, {
			title: connection.name || 'Connection without a name',
			sentences: [`Queued requests: ${total}`],
			links: records.map(({ id, state, inserted_at, request_json }) => ({
				href: `${UI_PREFIX}/queued_requests/${id}`,
				text: `${inserted_at} ${JSON.parse(request_json).request.name} ${state}`,
			})),
			verbatim: written(listedConnectionView(connection, originOf(request))),
		});
	});

	server.get(`${UI_PREFIX}/queued_requests/:request_id`, async (request, reply) => {
		const { request_id } = request.params as { request_id: string };
		const pages = await pagesOf(store, request.applicationId, request_id.toLowerCase());
		if (pages.length === 0) throw requestNotFound();
		const attempts = await attemptsOf(store, pages);
		const [{ connection_id }] = pages;
		return sendPage(reply, {
			title: 'Queued request',
			links: [{ href: `${UI_PREFIX}/connections/${connection_id}`, text: 'Its connection' }],
			verbatim: pages.map((page) => written(requestView(page, attempts))).join('\n'),
		});
	});
}

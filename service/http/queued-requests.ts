import { requestFromXml, type RequestJson } from '../qbxml';
import { type Removal, removeRequest } from '../queue/remove';
import { type ListQuery, listRecords } from '../store/list';
import { attemptsOf, pagesOf } from '../store/queued-requests';
import { connectionOf, type Context } from './context';
import { enqueueForCaller } from './enqueue-for-caller';
import type { Handlers } from './routes';
import { type ErrorCode, requestNotFound, ServiceError } from './service-error';
import { createdRequestView, requestView } from './views';

interface NewRequestBody {
	readonly request_json?: RequestJson;
	readonly request_xml?: string;
	readonly webhook_url?: string;
}

const requestIdOf = (params: unknown): string =>
	(params as { request_id: string }).request_id.toLowerCase();

/** The request of a body, which has exactly one of the two forms. */
function requestOf({ request_json, request_xml = '' }: NewRequestBody) {
	if (request_json) return { request: request_json };
	return { request: requestFromXml(request_xml), requestXml: request_xml };
}

const refusals: Partial<Record<Removal, { code: ErrorCode; message: string }>> = {
	active: {
		code: 'connection_active',
		message: 'The connection is currently active; disconnect its connector first.',
	},
	not_ended: {
		code: 'invalid_state',
		message:
			'Only a request that is completed, failed or discarded can be deleted; use force to delete it anyway.',
	},
};

/** The operations on queued requests (interface, sections 4.2 and 4.4). */
export function queuedRequestHandlers(context: Context): Handlers {
	const { store } = context;

	return {
		async listRequests(request) {
			const { id } = await connectionOf(context, request);
			const query = request.query as ListQuery;
			const { records, total } = await listRecords(store, id, query);
			const attempts = await attemptsOf(store, records);
			return {
				data: records.map((record) => requestView(record, attempts)),
				page: query.page,
				total_pages: Math.max(1, Math.ceil(total / query.page_size)),
			};
		},

		async createRequest(request) {
			const { id } = await connectionOf(context, request);
			const body = request.body as NewRequestBody;
			const record = await enqueueForCaller(context, request, {
				connectionId: id,
				...requestOf(body),
				webhookUrl: body.webhook_url,
			});
			return { data: createdRequestView(record) };
		},

		async getRequest(request) {
			const pages = await pagesOf(store, request.applicationId, requestIdOf(request.params));
			const newest = pages.at(-1);
			if (!newest) throw requestNotFound();
			return { data: requestView(newest, await attemptsOf(store, [newest])) };
		},

		async deleteRequest(request) {
			const { force } = request.query as { force: boolean };
			const { applicationId, params } = request;
			const removal = await removeRequest(store, {
				applicationId,
				id: requestIdOf(params),
				force,
			});
			const error = refusals[removal];
			if (error) throw new ServiceError(error.code, error.message);
			context.deliver();
		},
	};
}

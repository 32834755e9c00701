import type { FastifyRequest } from 'fastify';

import { desktopOf } from '../../quickbooks/qbxml/desktop';
import { type PrebuiltOperation, prebuiltOperations } from '../prebuilt';
import { writtenFor } from '../prebuilt/written-for';
import { isKeyUsed } from '../store/queued-requests';
import { connectionOf, type Context, idempotencyKeyOf } from './context';
import { enqueueForCaller } from './enqueue-for-caller';
import type { Handler, Handlers } from './routes';
import { createdRequestView } from './views';

/** The parameters of pre-built endpoints that do not go into the request. */
interface QueueParameters {
	readonly webhook_url?: string;
	readonly iterate?: boolean;
}

/** Whether a call comes again with the key of a request that is queued already. */
async function isRepeated(
	{ store }: Context,
	request: FastifyRequest,
	connectionId: string,
): Promise<boolean> {
	const key = idempotencyKeyOf(request);
	return key !== undefined && (await isKeyUsed(store, connectionId, key));
}

function queueing(context: Context, { request: build }: PrebuiltOperation): Handler {
	return async (request) => {
		const connection = await connectionOf(context, request);
		const query = request.query as Record<string, unknown> & QueueParameters;
		const built = build(query, request.body);
		const record = await enqueueForCaller(context, request, {
			connectionId: connection.id,
			...built,
			request: await writtenFor(desktopOf(connection), built.request, () =>
				isRepeated(context, request, connection.id),
			),
			iterate: query.iterate,
			webhookUrl: query.webhook_url,
		});
		return { data: createdRequestView(record) };
	};
}

/** The pre-built operations (interface, section 4.3). Each builds its request, queues it and answers with its record. */
export const prebuiltHandlers = (context: Context): Handlers =>
	Object.fromEntries(
		prebuiltOperations.map((operation) => [operation.operationId, queueing(context, operation)]),
	);

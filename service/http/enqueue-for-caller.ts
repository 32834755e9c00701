import type { FastifyRequest } from 'fastify';

import { TargetRefused } from '../deliveries/webhook-targets';
import { enqueue, type NewRequest } from '../queue/enqueue';
import { isKeyUsed, type RequestRecord } from '../store/queued-requests';
import { type Context, idempotencyKeyOf } from './context';
import { ServiceError } from './service-error';

/** A request to be queued, apart from what the call itself says. */
type RequestOfCall = Omit<NewRequest, 'idempotencyKey' | 'isPrivateCaller'>;

/**
 * Queues a request for the caller, and tells its desktop.
 * @throws ServiceError `invalid_request` when its webhook may not go where it leads
 */
export async function enqueueForCaller(
	{ store, targets, callers, desktops }: Context,
	call: FastifyRequest,
	request: RequestOfCall,
): Promise<RequestRecord> {
	const { connectionId, webhookUrl } = request;
	const idempotencyKey = idempotencyKeyOf(call);
	const isPrivateCaller = callers.isPrivate(call);
	try {
		if (webhookUrl !== undefined) await targets.check(webhookUrl, isPrivateCaller);
	} catch (error) {
		if (!(error instanceof TargetRefused)) throw error;
		// Who asks again for what is queued already must not be told that it isn’t.
		if (idempotencyKey === undefined || !(await isKeyUsed(store, connectionId, idempotencyKey)))
			throw new ServiceError('invalid_request', `webhook_url: ${error.message}`);
	}
	const record = await enqueue(store, { ...request, idempotencyKey, isPrivateCaller });
	desktops?.requestQueued(connectionId);
	return record;
}

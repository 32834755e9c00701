import type { FastifyRequest } from 'fastify';

import { TargetRefused } from '../deliveries/webhook-targets';
import { enqueue, type NewRequest } from '../queue/enqueue';
import { isKeyUsed, type RequestRecord } from '../store/queued-requests';
import { type Context, idempotencyKeyOf } from './context';
import { ensureRoomInQueue } from './room';
import { ServiceError } from './service-error';

/** A request to be queued, apart from what the call itself says. */
type RequestOfCall = Omit<NewRequest, 'idempotencyKey' | 'isPrivateCaller'>;

/**
 * Queues a request for the caller, and tells its desktop.
 * @throws ServiceError `invalid_request` when its webhook may not go where it leads, or the queue is full
 */
export async function enqueueForCaller(
	context: Context,
	call: FastifyRequest,
	request: RequestOfCall,
): Promise<RequestRecord> {
	const { store, targets, callers, desktops } = context;
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
	await ensureRoomInQueue(context, call, connectionId);
	const record = await enqueue(store, { ...request, idempotencyKey, isPrivateCaller });
	desktops?.requestQueued(connectionId);
	return record;
}

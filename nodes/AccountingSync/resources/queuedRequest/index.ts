import type { Resource } from '../../operations/operation';
import { createQueuedRequest } from './create';
import { deleteQueuedRequest } from './delete';
import { getQueuedRequest } from './get';
import { getQueuedRequests } from './getAll';

export const queuedRequestResource: Resource = {
	value: 'queuedRequest',
	name: 'Queued Request',
	operations: [createQueuedRequest, deleteQueuedRequest, getQueuedRequest, getQueuedRequests],
};

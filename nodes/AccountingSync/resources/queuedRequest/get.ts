import type { IDataObject } from 'n8n-workflow';

import { requiredId } from '../../../shared/form/form';
import { path, sendForData } from '../../../shared/transport/client';
import { connectionOfList, queuedRequest } from '../../fields/queuedRequest';
import type { DirectOperation } from '../../operations/operation';

/** GET /queued_requests/{request_id} (interface, section 4.2). */
export const getQueuedRequest: DirectOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a queued request',
	description: 'Get a queued request with its state and, if there is one, its response',
	properties: [connectionOfList, queuedRequest],
	async execute({ context, itemIndex, form }) {
		const id = requiredId(form, queuedRequest);
		const json = await sendForData<IDataObject>(
			context,
			{ method: 'GET', path: path('queued_requests', id) },
			itemIndex,
		);
		return [{ json }];
	},
};

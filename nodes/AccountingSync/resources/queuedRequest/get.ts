import type { IDataObject } from 'n8n-workflow';

import { sendForData } from '../../../../queue/calls/client';
import { path } from '../../../../queue/calls/serviceCall';
import { requiredId } from '../../../../quickbooks/form/form';
import { serviceOf } from '../../../shared/transport/service';
import { connectionOfList, queuedRequest } from '../../operations/fields/queuedRequest';
import type { DirectOperation } from '../../operations/operation';

/** GET /queued_requests/{request_id} (interface, section 4.2). */
export const getQueuedRequest: DirectOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a queued request',
	description: 'Get a queued request with its state and, if there is one, its response',
	properties: [connectionOfList, queuedRequest],
	async execute({ context, form }) {
		const id = requiredId(form, queuedRequest);
		const json = await sendForData<IDataObject>(serviceOf(context), {
			method: 'GET',
			path: path('queued_requests', id),
		});
		return [{ json }];
	},
};

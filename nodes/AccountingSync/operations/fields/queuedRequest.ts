import type { INodeProperties } from 'n8n-workflow';

import { connection, locator } from '../../../shared/fields/connection';

/** A queued request that an operation works on. */
export const queuedRequest = locator(
	{
		displayName: 'Queued Request',
		name: 'queuedRequest',
		required: true,
		description: 'The order number or custom request ID that the request was queued with',
	},
	'searchQueuedRequests',
);

/** The connection whose requests the list of `queuedRequest` shows. The request itself is found by its ID alone. */
export const connectionOfList: INodeProperties = {
	...connection,
	description:
		'The company file whose requests are listed below. Not needed if you give the request by its ID.',
};

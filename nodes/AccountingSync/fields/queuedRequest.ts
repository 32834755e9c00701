import type { INodeProperties } from 'n8n-workflow';

import { connection, locator } from '../../shared/fields/connection';

/** A queued request that an operation works on. */
export const queuedRequest = locator(
	{
		displayName: 'Queued Request',
		name: 'queuedRequest',
		required: true,
		description: 'The request, as it was handed over when it was queued',
	},
	'searchQueuedRequests',
);

/** The connection whose requests the list of `queuedRequest` shows. The request itself is found by its ID alone. */
export const connectionOfList: INodeProperties = {
	...connection,
	description:
		'Whose requests the list below shows. It is not needed when the request is given by its ID.',
};

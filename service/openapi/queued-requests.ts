import { closedObject, exactlyOne, reference, type Schema, schema } from '../schema/json-schema';
import { dataOf, idempotencyKey, json, queryParameter } from './building-blocks';
import { bodyErrorReferences, errorReferences } from './error-responses';

/** Queries and bodies of the operations on queued requests, with their limits (interface, section 8). */
export const queuedRequestSchemas: Schema = {
	ListQuery: closedObject({
		page: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
		page_size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
		sort: { type: 'string', enum: ['inserted_at', 'updated_at'], default: 'inserted_at' },
		sort_direction: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
		search_phrase: {
			type: 'string',
			maxLength: 1000,
			// PostgreSQL takes no zero characters.
			pattern: '^[^\\u0000]*$',
			description:
				'Found, whatever the case of its letters, in the id, request XML, response XML or webhook URL.',
		},
		state: schema('RequestState'),
		webhook_state: schema('WebhookState'),
	}),
	DeleteQuery: closedObject({
		force: {
			type: 'boolean',
			default: false,
			description: 'Also delete a request that has not ended yet.',
		},
	}),
	NewRequest: closedObject(
		{
			request_json: schema('RequestJson'),
			request_xml: { type: 'string', minLength: 1 },
			webhook_url: schema('WebAddress'),
		},
		{ allOf: [exactlyOne(['request_json', 'request_xml'])] },
	),
};

/** The paths of queued requests (interface, sections 4.2 and 4.4). */
export const queuedRequestPaths: Schema = {
	'/connections/{connection_id}/queued_requests': {
		parameters: [reference('parameters', 'ConnectionId')],
		get: {
			operationId: 'listRequests',
			summary: 'The queued requests of a connection, most recent first',
			parameters: [queryParameter('ListQuery')],
			responses: {
				200: {
					description: 'One page of the list.',
					content: json({
						type: 'object',
						required: ['data', 'page', 'total_pages'],
						additionalProperties: false,
						properties: {
							data: { type: 'array', items: schema('QueuedRequest') },
							page: { type: 'integer', minimum: 1 },
							total_pages: { type: 'integer', minimum: 1 },
						},
					}),
				},
				...errorReferences('401', '404', '422'),
			},
		},
		post: {
			operationId: 'createRequest',
			summary: 'Queue a request, given as XML or in its JSON form',
			parameters: [idempotencyKey],
			requestBody: { required: true, content: json(schema('NewRequest')) },
			responses: {
				201: dataOf('The queued request.', 'CreatedRequest'),
				...bodyErrorReferences('401', '404'),
			},
		},
	},
	'/queued_requests/{request_id}': {
		parameters: [reference('parameters', 'RequestId')],
		get: {
			operationId: 'getRequest',
			summary: 'One queued request; of an iterated one, the newest page',
			responses: {
				200: dataOf('The queued request.', 'QueuedRequest'),
				...errorReferences('401', '404', '422'),
			},
		},
		delete: {
			operationId: 'deleteRequest',
			summary: 'Delete a queued request, with all its pages',
			parameters: [queryParameter('DeleteQuery')],
			responses: {
				204: { description: 'Deleted, or there was nothing to delete.' },
				...errorReferences('401', '404', '409', '422'),
			},
		},
	},
};

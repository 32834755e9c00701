import { schema } from '../schema/json-schema';
import { valueSchemas } from '../schema/values';
import { connectionPaths, connectionSchemas } from './connections';
import { errorResponses } from './error-responses';
import { prebuiltPaths, prebuiltSchemas } from './prebuilt';
import { queuedRequestPaths, queuedRequestSchemas } from './queued-requests';
import { resourceSchemas } from './resources';

/** The path of version 1 of the interface (interface, section 9). */
export const API_PREFIX = '/api/v1';

const identifierInPath = (name: string): object => ({
	name,
	in: 'path',
	required: true,
	schema: schema('Identifier'),
});

/** Describes the whole interface. The server makes its routes and its validation from this object. */
export const openApiDocument = {
	openapi: '3.1.0',
	info: {
		title: 'Accounting Sync Service',
		version: '1.0.0',
		description:
			'Exchanges requests with a desktop accounting application that runs on a customer’s computer. ' +
			'The parameters of a query are described as one object whose properties are the parameters.',
	},
	servers: [{ url: API_PREFIX }],
	security: [{ apiKey: [] }],
	paths: { ...connectionPaths, ...queuedRequestPaths, ...prebuiltPaths },
	components: {
		securitySchemes: {
			apiKey: {
				type: 'http',
				scheme: 'basic',
				description: 'The application’s API key as user name, with an empty password.',
			},
		},
		parameters: {
			ConnectionId: identifierInPath('connection_id'),
			RequestId: identifierInPath('request_id'),
			IdempotencyKey: {
				name: 'Idempotency-Key',
				in: 'header',
				description:
					'What the caller knows the request by. However often a call with the same key arrives, the connection has one such request.',
				schema: { type: 'string', minLength: 1, maxLength: 255 },
			},
		},
		responses: errorResponses,
		schemas: {
			...valueSchemas,
			...resourceSchemas,
			...connectionSchemas,
			...queuedRequestSchemas,
			...prebuiltSchemas,
		},
	},
};

/** The document as it is served, with the address of the service. */
export const servedDocument = (origin: string) => ({
	...openApiDocument,
	servers: [{ url: `${origin}${API_PREFIX}` }],
});

import { closedObject, reference, type Schema, schema } from '../schema/json-schema';
import { dataOf, json } from './building-blocks';
import { bodyErrorReferences, errorReferences } from './error-responses';

const connectionId = reference('parameters', 'ConnectionId');

/** Bodies of the operations on connections. */
export const connectionSchemas: Schema = {
	NewConnection: closedObject({
		name: { ...schema('PlainText'), maxLength: 200 },
		redirect_url: schema('WebAddress'),
	}),
	NewPassword: closedObject({
		password: { ...schema('PlainText'), minLength: 1, maxLength: 1000 },
	}),
};

/** The paths of connections (interface, section 4.1). */
export const connectionPaths: Schema = {
	'/connections': {
		get: {
			operationId: 'listConnections',
			summary: 'All connections of the application',
			responses: {
				200: {
					description: 'The connections, oldest first.',
					content: json({
						type: 'object',
						required: ['data'],
						properties: { data: { type: 'array', items: schema('ListedConnection') } },
					}),
				},
				...errorReferences('401', '422'),
			},
		},
		post: {
			operationId: 'createConnection',
			summary: 'Create a connection',
			requestBody: { content: json(schema('NewConnection')) },
			responses: {
				201: dataOf('The connection, with its onboarding link.', 'CreatedConnection'),
				...bodyErrorReferences('401'),
			},
		},
	},
	'/connections/{connection_id}': {
		parameters: [connectionId],
		get: {
			operationId: 'getConnection',
			summary: 'One connection',
			responses: {
				200: dataOf('The connection.', 'Connection'),
				...errorReferences('401', '404', '422'),
			},
		},
		delete: {
			operationId: 'deleteConnection',
			summary: 'Delete a connection and all its queued requests',
			responses: { 204: { description: 'Deleted.' }, ...errorReferences('401', '404', '422') },
		},
	},
	'/connections/{connection_id}/password': {
		parameters: [connectionId],
		post: {
			operationId: 'setPassword',
			summary: 'Set the password that the connector signs in with',
			requestBody: {
				description: 'Without a password, a random one is made.',
				content: json(schema('NewPassword')),
			},
			responses: {
				200: dataOf('The password; it is not shown again.', 'ConnectionPassword'),
				...bodyErrorReferences('401', '404'),
			},
		},
	},
	'/connections/{connection_id}/qwc': {
		parameters: [connectionId],
		get: {
			operationId: 'getConnectorFile',
			summary: 'The configuration file for the customer’s connector',
			responses: {
				200: {
					description: 'The QWC file as text.',
					content: json({
						type: 'object',
						required: ['qwc'],
						additionalProperties: false,
						properties: { qwc: { type: 'string' } },
					}),
				},
				...errorReferences('401', '404', '422'),
			},
		},
	},
};

import type { INodeProperties } from 'n8n-workflow';

import { path } from '../../../shared/transport/client';
import { connection, requiredId } from '../../../shared/fields/connection';
import { customRequestId, optionsField, optionsQuery } from '../../fields/options';
import { webhookUrl } from '../../fields/webhookUrl';
import { queueingOperation } from '../../operations/queueingOperation';
import { requestBody, requestForms } from './requestForms';

const options = [customRequestId, webhookUrl];

const requestFormat: INodeProperties = {
	displayName: 'Request Format',
	name: 'requestFormat',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Form',
			value: 'form',
			description: 'Name, attributes and children of the request, field by field',
		},
		{ name: 'JSON', value: 'json', description: 'The same as a JSON object' },
		{ name: 'XML', value: 'xml', description: 'A qbXML document' },
	],
	default: 'xml',
	description: 'How the request is given',
};

/** POST /connections/{connection_id}/queued_requests (interface, section 4.2). */
export const createQueuedRequest = queueingOperation({
	value: 'create',
	name: 'Create',
	action: 'Queue a request',
	description: 'Queue any request that the accounting application understands, as qbXML or JSON',
	properties: [connection, requestFormat, ...requestForms],
	options: optionsField(options),
	result: 'queuedRequest',
	request: (form) => {
		// Section 4.2 takes the webhook address in the body; the request's own identifier is an attribute of the request.
		const {
			webhook_url: webhookAddress,
			request_id: requestId,
			...query
		} = optionsQuery(form, options);
		return {
			method: 'POST',
			path: path('connections', requiredId(form, connection), 'queued_requests'),
			query,
			body: {
				...requestBody(form, requestId === undefined ? undefined : String(requestId)),
				...(webhookAddress === undefined ? {} : { webhook_url: webhookAddress }),
			},
		};
	},
});

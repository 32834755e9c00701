import type { INodeProperties } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { keepOrderOfItems } from '../../operations/fields/result';
import { sendWithoutChecking } from '../../operations/fields/sendWithoutChecking';
import { queueingOperation } from '../../operations/queueingOperation';
import { postTo } from '../../operations/requestContent';
import { needsFacts, requestBody } from './requestBody';
import { requestForms } from './requestForms';
import { typedRequest } from './typedRequest';

const requestFormat: INodeProperties = {
	displayName: 'Request Format',
	name: 'requestFormat',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Guided Form',
			value: 'typed',
			description: 'A form with the fields of the request that you choose',
		},
		{ name: 'JSON', value: 'json', description: 'Name, attributes and children as a JSON object' },
		{
			name: 'Raw Elements',
			value: 'form',
			description: 'Name, attributes and children of the request, one by one',
		},
		{ name: 'XML', value: 'xml', description: 'A qbXML document' },
	],
	default: 'typed',
	description: 'How you want to write the request',
};

/** POST /connections/{connection_id}/queued_requests (interface, section 4.2). */
export const createQueuedRequest = queueingOperation({
	value: 'create',
	name: 'Create',
	action: 'Queue a request',
	description: 'Send QuickBooks any request it understands, as qbXML or JSON',
	properties: [connection, requestFormat, ...typedRequest, ...requestForms],
	furtherOptions: [sendWithoutChecking, keepOrderOfItems],
	result: 'queuedRequest',
	needsQbxml: needsFacts,
	request: (form, qbxml) => ({ ...postTo(form, 'queued_requests'), ...requestBody(form, qbxml) }),
});

import type { INodeProperties } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { requiredId } from '../../../shared/form/form';
import { path } from '../../../shared/transport/client';
import { keepOrderOfItems } from '../../fields/result';
import { sendWithoutChecking } from '../../fields/sendWithoutChecking';
import { queueingOperation } from '../../operations/queueingOperation';
import { encloseInBody } from '../../operations/requestDocument';
import { needsFacts, requestBody } from './requestBody';
import { requestForms } from './requestForms';
import { typedRequest } from './typed/typedRequest';

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
		{
			name: 'Typed',
			value: 'typed',
			description: 'A form with the fields of the request you choose',
		},
		{ name: 'XML', value: 'xml', description: 'A qbXML document' },
	],
	default: 'xml',
	description: 'How you want to write the request',
};

/** POST /connections/{connection_id}/queued_requests (interface, section 4.2). */
export const createQueuedRequest = queueingOperation({
	value: 'create',
	name: 'Create',
	action: 'Queue a request',
	description: 'Send QuickBooks any request it understands, as qbXML or JSON',
	properties: [connection, requestFormat, ...requestForms, ...typedRequest],
	furtherOptions: [sendWithoutChecking, keepOrderOfItems],
	result: 'queuedRequest',
	needsQbxml: needsFacts,
	request: (form, qbxml) => ({
		method: 'POST',
		path: path('connections', requiredId(form, connection), 'queued_requests'),
		...requestBody(form, qbxml),
	}),
	enclose: encloseInBody,
});

import type { INodeProperties } from 'n8n-workflow';

export const extraBodyFields: INodeProperties = {
	displayName: 'Extra Body Fields',
	name: 'extraBodyFields',
	type: 'json',
	default: '{}',
	description:
		'A JSON object whose fields are sent to the service as given, in place of fields of the same name. For what the service understands and this form does not know.',
};

import type { INodeProperties } from 'n8n-workflow';

export const extraBodyFields: INodeProperties = {
	displayName: 'Extra Body Fields',
	name: 'extraBodyFields',
	type: 'json',
	default: '{}',
	description:
		"A JSON object whose fields are sent to the service as they are, instead of fields of the same name. For options that aren't in this form.",
};

import type { INodeProperties } from 'n8n-workflow';

/** For what the facts of qbXML don't know, such as elements of other countries. */
export const sendWithoutChecking: INodeProperties = {
	displayName: 'Send Without Checking',
	name: 'sendWithoutChecking',
	type: 'boolean',
	default: false,
	description:
		'Whether to queue the request as it is. Otherwise its elements, their order, lengths and values are first checked against qbXML 16.0.',
};

import type { INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../operations/properties';
import { resources } from './registry';

/** The node's whole form. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'invoice',
	},
	...propertiesOf(resources),
];

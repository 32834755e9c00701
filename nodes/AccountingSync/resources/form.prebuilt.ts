import type { INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../operations/properties';
import { mostUsedOperations, mostUsedResource } from './mostUsed';
import { resources } from './registry';

/** The node's whole form. */
export const properties: INodeProperties[] = [
	mostUsedResource,
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'invoice',
	},
	...propertiesOf(resources),
	...mostUsedOperations,
];

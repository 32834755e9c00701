import type { INodeProperties } from 'n8n-workflow';

import { formerVersions, NEWEST_VERSION } from '../operations/operation';
import { propertiesOf } from '../operations/properties';
import { resources } from './registry';

/** The versions of the node; the last one is that of new nodes. */
export const versions: number[] = [...formerVersions, NEWEST_VERSION];

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

import type { INodeProperties } from 'n8n-workflow';

import { resources } from './registry';

/** What people look for first, as resource and operation, in the order in which n8n's node panel shows it. */
const mostUsed: ReadonlyArray<[resource: string, operation: string]> = [
	['invoice', 'create'],
	['customer', 'create'],
	['customer', 'findOrCreate'],
	['receivePayment', 'create'],
	['salesReceipt', 'create'],
	['bill', 'create'],
	['estimate', 'create'],
	['salesOrder', 'create'],
	['journalEntry', 'create'],
	['customer', 'query'],
	['invoice', 'query'],
	['item', 'query'],
	['report', 'run'],
];

/** Fields that are never shown, and so no workflow stores them. */
const hide: NonNullable<INodeProperties['displayOptions']>['hide'] = {
	'@version': [{ _cnd: { gte: 1 } }],
};

const named = mostUsed.map(([resource, operation]) => {
	const option = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (!option) throw new Error(`There is no ${resource}.${operation}`);
	const { name, action, description } = option;
	return {
		resource,
		operation,
		options: [{ name, value: operation, action, description }],
		group: `${resource}:${operation}`,
	};
});

/**
 * The panel lists the actions of all resource fields one after the other, and has no search box for the nodes of a community
 * package. So the first group of its list is this one.
 */
export const mostUsedResource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	displayOptions: { hide },
	// n8n makes the group's heading of this name: "Most Used Actions".
	options: named.map(({ group }) => ({ name: 'Most Used', value: group })),
	default: '',
};

/** The panel sets the first value that an operation is shown for. These stand behind the others, which n8n finds first. */
export const mostUsedOperations = named.map(
	({ resource, operation, options, group }): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource, group] }, hide },
		options,
		default: operation,
	}),
);

import type { INodeProperties } from 'n8n-workflow';

import {
	bill,
	customer,
	estimate,
	invoice,
	item,
	purchaseOrder,
	receivePayment,
	salesOrder,
	salesReceipt,
	vendor,
} from '../../quickbooks/records';

/** The records whose changes people look for by name. All others are under "On new or changed records". */
const everyday = [
	customer,
	vendor,
	item,
	estimate,
	salesOrder,
	invoice,
	salesReceipt,
	receivePayment,
	purchaseOrder,
	bill,
];

/** The actions, and what the form is set to for each. */
const actions = everyday.flatMap(({ value, plural }) => {
	const settings = { triggerOn: ['changedRecord'], queriedResource: [value] };
	return [
		{
			resource: `new:${value}`,
			action: `On new ${plural}`,
			settings: { ...settings, onlyNew: [true] },
		},
		{ resource: `changed:${value}`, action: `On new or changed ${plural}`, settings },
	];
});

/**
 * Fields that are never shown. n8n's node panel makes an entry of each operation of a resource, and sets the fields that the
 * operation is shown for. So people find "On new customers" there, and the form holds what it held before.
 */
export const panelActions: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		// The field is never shown, so no workflow stores it.
		displayOptions: { hide: { '@version': [{ _cnd: { gte: 1 } }] } },
		options: actions.map(({ resource, action }) => ({ name: action, value: resource })),
		default: 'new:customer',
	},
	...actions.map(({ resource, action, settings }): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource], ...settings } },
		options: [action].map((name) => ({ name, value: 'start', action })),
		default: 'start',
	})),
];

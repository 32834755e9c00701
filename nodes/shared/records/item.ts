import { modifiedAfter, modifiedBefore } from '../fields/filters/dates';
import { activeStatus } from '../fields/filters/kinds';
import {
	itemListId,
	itemName,
	itemNameContains,
	itemNameEndsWith,
	itemNameStartsWith,
	nameFrom,
	nameTo,
} from '../fields/filters/names';
import { recordKind } from './record';

export const item = recordKind({
	value: 'item',
	name: 'Item',
	noun: 'item',
	plural: 'items',
	kind: 'list',
	operations: ['query'],
	query: {
		records: 'items: products, services, charges and all else that can stand on an invoice',
		path: 'items',
		iterates: true,
		filters: [
			itemName,
			itemListId,
			nameFrom,
			nameTo,
			itemNameStartsWith,
			itemNameContains,
			itemNameEndsWith,
			modifiedAfter,
			modifiedBefore,
			activeStatus,
		],
		changedSince: modifiedAfter,
		fields: ['FullName', 'ListID'],
	},
	simplified: ['FullName', 'ListID'],
});

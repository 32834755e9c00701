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
import type { Query } from './query';

export const item: Query = {
	value: 'item',
	name: 'Item',
	action: 'Query items',
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
};

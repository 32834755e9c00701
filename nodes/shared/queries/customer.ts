import { modifiedAfter, modifiedBefore } from '../fields/filters/dates';
import { activeStatus } from '../fields/filters/kinds';
import { nameContains, nameFrom, nameTo } from '../fields/filters/names';
import type { Query } from './query';

export const customer: Query = {
	value: 'customer',
	name: 'Customer',
	action: 'Query customers',
	records: 'customers',
	path: 'customers',
	iterates: false,
	filters: [nameContains, nameFrom, nameTo, modifiedAfter, modifiedBefore, activeStatus],
	changedSince: modifiedAfter,
	fields: ['FullName', 'ListID'],
};

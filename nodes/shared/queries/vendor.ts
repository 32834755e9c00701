import { modifiedAfter, modifiedBefore } from '../fields/filters/dates';
import { activeStatus } from '../fields/filters/kinds';
import { nameContains, nameFrom, nameTo } from '../fields/filters/names';
import type { Query } from './query';

export const vendor: Query = {
	value: 'vendor',
	name: 'Vendor',
	action: 'Query vendors',
	records: 'vendors',
	path: 'vendors',
	iterates: true,
	filters: [nameContains, nameFrom, nameTo, modifiedAfter, modifiedBefore, activeStatus],
	changedSince: modifiedAfter,
	fields: ['FullName', 'ListID'],
};

import { modifiedAfter, modifiedBefore } from '../fields/filters/dates';
import { activeStatus } from '../fields/filters/kinds';
import { nameContains, nameFrom, nameTo } from '../fields/filters/names';
import { queryResource } from '../../AccountingSync/operations/queryOperation';

export const customer = queryResource({
	value: 'customer',
	name: 'Customer',
	action: 'Query customers',
	records: 'customers',
	path: 'customers',
	iterates: false,
	filters: [nameContains, nameFrom, nameTo, modifiedAfter, modifiedBefore, activeStatus],
	changedSince: modifiedAfter,
	fields: ['FullName', 'ListID'],
});

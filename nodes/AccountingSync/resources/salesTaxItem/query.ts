import { modifiedEnd, modifiedStart } from '../../fields/filters/dates';
import { activeStatus, listIds } from '../../fields/filters/kinds';
import { fullNameFrom, fullNames, fullNameTo, nameContains } from '../../fields/filters/names';
import { queryOperation } from '../../query';

export const querySalesTaxItems = queryOperation({
	action: 'Query sales tax items',
	records: 'sales tax items',
	path: 'sales_tax_items',
	iterates: true,
	filters: [
		nameContains,
		fullNameFrom,
		fullNameTo,
		listIds,
		fullNames,
		activeStatus,
		modifiedStart,
		modifiedEnd,
	],
	changedSince: modifiedStart,
	fields: ['FullName', 'ListID'],
});

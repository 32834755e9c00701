import { modifiedEnd, modifiedStart } from '../../fields/filters/dates';
import { activeStatus, listIds } from '../../fields/filters/kinds';
import { fullNameFrom, fullNames, fullNameTo, nameContains } from '../../fields/filters/names';
import { queryOperation } from '../../query';

export const querySalesTaxCodes = queryOperation({
	action: 'Query sales tax codes',
	records: 'sales tax codes',
	path: 'sales_tax_codes',
	iterates: false,
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

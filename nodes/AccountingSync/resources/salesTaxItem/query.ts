import { modifiedStart } from '../../fields/filters/dates';
import { salesTaxFilters } from '../../fields/filters/salesTax';
import { queryOperation } from '../../query';

export const querySalesTaxItems = queryOperation({
	action: 'Query sales tax items',
	records: 'sales tax items',
	path: 'sales_tax_items',
	iterates: true,
	filters: salesTaxFilters,
	changedSince: modifiedStart,
	fields: ['FullName', 'ListID'],
});

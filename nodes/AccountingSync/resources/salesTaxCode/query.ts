import { modifiedStart } from '../../fields/filters/dates';
import { salesTaxFilters } from '../../fields/filters/salesTax';
import { queryOperation } from '../../query';

export const querySalesTaxCodes = queryOperation({
	action: 'Query sales tax codes',
	records: 'sales tax codes',
	path: 'sales_tax_codes',
	iterates: false,
	filters: salesTaxFilters,
	changedSince: modifiedStart,
	fields: ['FullName', 'ListID'],
});

import { modifiedStart } from '../fields/filters/dates';
import { salesTaxFilters } from '../fields/filters/salesTax';
import { queryResource } from '../../AccountingSync/operations/queryOperation';

export const salesTaxCode = queryResource({
	value: 'salesTaxCode',
	name: 'Sales Tax Code',
	action: 'Query sales tax codes',
	records: 'sales tax codes',
	path: 'sales_tax_codes',
	iterates: false,
	filters: salesTaxFilters('salesTaxCodes'),
	changedSince: modifiedStart,
	fields: ['FullName', 'ListID'],
});

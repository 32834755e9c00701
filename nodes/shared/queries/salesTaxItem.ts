import { modifiedStart } from '../fields/filters/dates';
import { salesTaxFilters } from '../fields/filters/salesTax';
import { queryResource } from '../../AccountingSync/operations/queryOperation';

export const salesTaxItem = queryResource({
	value: 'salesTaxItem',
	name: 'Sales Tax Item',
	action: 'Query sales tax items',
	records: 'sales tax items',
	path: 'sales_tax_items',
	qbxml: 'ItemSalesTaxQuery',
	iterates: true,
	filters: salesTaxFilters('salesTaxItems'),
	changedSince: modifiedStart,
	fields: ['FullName', 'ListID'],
});

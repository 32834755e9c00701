import { modifiedStart } from '../fields/filters/dates';
import { salesTaxFilters } from '../fields/filters/salesTax';
import type { Query } from './query';

export const salesTaxItem: Query = {
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
};

import { modifiedStart } from '../fields/filters/dates';
import { salesTaxFilters } from '../fields/filters/salesTax';
import type { Query } from './query';

export const salesTaxCode: Query = {
	value: 'salesTaxCode',
	name: 'Sales Tax Code',
	action: 'Query sales tax codes',
	records: 'sales tax codes',
	path: 'sales_tax_codes',
	iterates: false,
	filters: salesTaxFilters('salesTaxCodes'),
	changedSince: modifiedStart,
	fields: ['FullName', 'ListID'],
};

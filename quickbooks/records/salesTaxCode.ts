import { modifiedStart } from '../filters/dates';
import { salesTaxFilters } from '../filters/salesTax';
import { recordKind } from './record';

export const salesTaxCode = recordKind({
	value: 'salesTaxCode',
	name: 'Sales Tax Code',
	noun: 'sales tax code',
	plural: 'sales tax codes',
	kind: 'list',
	operations: ['query'],
	query: {
		path: 'sales_tax_codes',
		iterates: false,
		filters: salesTaxFilters('salesTaxCodes'),
		changedSince: modifiedStart,
		fields: ['FullName', 'ListID'],
	},
	simplified: [
		'Name',
		'ListID',
		'Desc',
		'IsTaxable',
		'IsActive',
		'TimeCreated',
		'TimeModified',
		'EditSequence',
	],
});

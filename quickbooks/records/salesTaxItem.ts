import { modifiedStart } from '../filters/dates';
import { salesTaxFilters } from '../filters/salesTax';
import { recordKind } from './record';

export const salesTaxItem = recordKind({
	value: 'salesTaxItem',
	name: 'Sales Tax Item',
	noun: 'sales tax item',
	plural: 'sales tax items',
	kind: 'list',
	operations: ['query'],
	query: {
		path: 'sales_tax_items',
		qbxml: 'ItemSalesTaxQuery',
		iterates: true,
		filters: salesTaxFilters('salesTaxItems'),
		changedSince: modifiedStart,
		fields: ['FullName', 'ListID'],
	},
	simplified: [
		'Name',
		'ListID',
		'TaxRate',
		'ItemDesc',
		'TaxVendorRef',
		'ClassRef',
		'IsActive',
		'TimeCreated',
		'TimeModified',
		'EditSequence',
	],
});

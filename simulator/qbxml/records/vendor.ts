import {
	address,
	addressBlock,
	dataExtension,
	type ElementOrder,
	listHead,
	references,
} from './order';

export const vendorRet: ElementOrder = [
	...listHead,
	'Name',
	'IsActive',
	'CompanyName',
	['VendorAddress', address],
	['VendorAddressBlock', addressBlock],
	'Phone',
	'Email',
	'NameOnCheck',
	'AccountNumber',
	...references('TermsRef'),
	'VendorTaxIdent',
	'IsVendorEligibleFor1099',
	'Balance',
	...references('CurrencyRef'),
	['DataExtRet', dataExtension],
];

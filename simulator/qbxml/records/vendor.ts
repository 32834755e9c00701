import {
	address,
	addressBlock,
	dataExtension,
	listHead,
	references,
	type ElementOrder,
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

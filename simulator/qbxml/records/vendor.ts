import {
	ADDRESS,
	ADDRESS_BLOCK,
	DATA_EXTENSION,
	LIST_HEAD,
	references,
	type ElementOrder,
} from './order';

export const VENDOR_RET: ElementOrder = [
	...LIST_HEAD,
	'Name',
	'IsActive',
	'CompanyName',
	['VendorAddress', ADDRESS],
	['VendorAddressBlock', ADDRESS_BLOCK],
	'Phone',
	'Email',
	'NameOnCheck',
	'AccountNumber',
	...references('TermsRef'),
	'VendorTaxIdent',
	'IsVendorEligibleFor1099',
	'Balance',
	...references('CurrencyRef'),
	['DataExtRet', DATA_EXTENSION],
];

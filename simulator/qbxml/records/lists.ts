import { type ElementOrder, listHead, references } from './order';

export const salesTaxCodeRet: ElementOrder = [...listHead, 'Name', 'IsActive', 'IsTaxable', 'Desc'];

export const standardTermsRet: ElementOrder = [
	...listHead,
	'Name',
	'IsActive',
	'StdDueDays',
	'StdDiscountDays',
	'DiscountPct',
];

export const classRet: ElementOrder = [
	...listHead,
	'Name',
	'FullName',
	'IsActive',
	...references('ParentRef'),
	'Sublevel',
];

export const accountRet: ElementOrder = [
	...listHead,
	'Name',
	'FullName',
	'IsActive',
	'Sublevel',
	'AccountType',
	'SpecialAccountType',
	'AccountNumber',
	'Balance',
	'TotalBalance',
	...references('CurrencyRef'),
];

export const templateRet: ElementOrder = [...listHead, 'Name', 'IsActive', 'TemplateType'];

export const dataExtDefRet: ElementOrder = [
	'OwnerID',
	'DataExtName',
	'DataExtType',
	'AssignToObject',
];

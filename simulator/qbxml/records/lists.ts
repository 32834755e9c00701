import { LIST_HEAD, references, type ElementOrder } from './order';

export const SALES_TAX_CODE_RET: ElementOrder = [
	...LIST_HEAD,
	'Name',
	'IsActive',
	'IsTaxable',
	'Desc',
];

export const STANDARD_TERMS_RET: ElementOrder = [
	...LIST_HEAD,
	'Name',
	'IsActive',
	'StdDueDays',
	'StdDiscountDays',
	'DiscountPct',
];

export const CLASS_RET: ElementOrder = [
	...LIST_HEAD,
	'Name',
	'FullName',
	'IsActive',
	...references('ParentRef'),
	'Sublevel',
];

export const ACCOUNT_RET: ElementOrder = [
	...LIST_HEAD,
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

export const TEMPLATE_RET: ElementOrder = [...LIST_HEAD, 'Name', 'IsActive', 'TemplateType'];

export const DATA_EXT_DEF_RET: ElementOrder = [
	'OwnerID',
	'DataExtName',
	'DataExtType',
	'AssignToObject',
];

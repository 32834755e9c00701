import { ADDRESS, DATA_EXTENSION, references, type ElementOrder } from './order';

export const HOST_RET: ElementOrder = [
	'ProductName',
	'MajorVersion',
	'MinorVersion',
	'Country',
	'SupportedQBXMLVersion',
	'IsAutomaticLogin',
	'QBFileMode',
];

export const COMPANY_RET: ElementOrder = [
	'IsSampleCompany',
	'CompanyName',
	'LegalCompanyName',
	['Address', ADDRESS],
	'Phone',
	'Email',
	'FirstMonthFiscalYear',
	'FirstMonthIncomeTaxYear',
	'CompanyType',
	['DataExtRet', DATA_EXTENSION],
];

export const PREFERENCES_RET: ElementOrder = [
	[
		'AccountingPreferences',
		['IsUsingAccountNumbers', 'IsRequiringAccounts', 'IsUsingClassTracking'],
	],
	['MultiCurrencyPreferences', ['IsMultiCurrencyOn', ...references('HomeCurrencyRef')]],
	[
		'SalesTaxPreferences',
		[
			...references('DefaultItemSalesTaxRef'),
			'PaySalesTax',
			...references('DefaultTaxableSalesTaxCodeRef', 'DefaultNonTaxableSalesTaxCodeRef'),
		],
	],
];

import { address, dataExtension, type ElementOrder, references } from './order';

export const hostRet: ElementOrder = [
	'ProductName',
	'MajorVersion',
	'MinorVersion',
	'Country',
	'SupportedQBXMLVersion',
	'IsAutomaticLogin',
	'QBFileMode',
];

export const companyRet: ElementOrder = [
	'IsSampleCompany',
	'CompanyName',
	'LegalCompanyName',
	['Address', address],
	'Phone',
	'Email',
	'FirstMonthFiscalYear',
	'FirstMonthIncomeTaxYear',
	'CompanyType',
	['DataExtRet', dataExtension],
];

export const preferencesRet: ElementOrder = [
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

import { address, addressBlock, dataExtension, type ElementOrder, references } from './order';

const transaction: ElementOrder = [
	'TxnID',
	'TimeCreated',
	'TimeModified',
	'EditSequence',
	'TxnNumber',
];

const dateToAddresses: ElementOrder = [
	'TxnDate',
	'RefNumber',
	['BillAddress', address],
	['BillAddressBlock', addressBlock],
	['ShipAddress', address],
	['ShipAddressBlock', addressBlock],
];

const head: ElementOrder = [
	...transaction,
	...references('CustomerRef', 'ClassRef', 'ARAccountRef', 'TemplateRef'),
	...dateToAddresses,
	'IsPending',
];

const subtotalToTax: ElementOrder = [
	'Subtotal',
	...references('ItemSalesTaxRef'),
	'SalesTaxPercentage',
	'SalesTaxTotal',
];

const termsToTax: ElementOrder = [
	'PONumber',
	...references('TermsRef'),
	'DueDate',
	'FOB',
	'ShipDate',
	...subtotalToTax,
];

const currency: ElementOrder = [...references('CurrencyRef'), 'ExchangeRate'];

const emailingToLinks: ElementOrder = [
	'IsToBeEmailed',
	...references('CustomerSalesTaxCodeRef'),
	'Other',
	'ExternalGUID',
	['LinkedTxn', ['TxnID', 'TxnType', 'TxnDate', 'RefNumber', 'LinkType', 'Amount']],
];

const printingToLinks: ElementOrder = ['IsToBePrinted', ...emailingToLinks];

const line: ElementOrder = [
	'TxnLineID',
	...references('ItemRef'),
	'Desc',
	'Quantity',
	'UnitOfMeasure',
	'Rate',
	'RatePercent',
	...references('ClassRef'),
	'Amount',
	'ServiceDate',
	...references('SalesTaxCodeRef'),
	'Other1',
	'Other2',
	['DataExtRet', dataExtension],
];

export const invoiceRet: ElementOrder = [
	...head,
	'IsFinanceCharge',
	...termsToTax,
	'AppliedAmount',
	'BalanceRemaining',
	...currency,
	'BalanceRemainingInHomeCurrency',
	'Memo',
	'IsPaid',
	...printingToLinks,
	['InvoiceLineRet', line],
	['DataExtRet', dataExtension],
];

export const creditMemoRet: ElementOrder = [
	...head,
	...termsToTax,
	'TotalAmount',
	'CreditRemaining',
	...currency,
	'CreditRemainingInHomeCurrency',
	'Memo',
	...printingToLinks,
	['CreditMemoLineRet', line],
	['DataExtRet', dataExtension],
];

export const estimateRet: ElementOrder = [
	...transaction,
	...references('CustomerRef', 'ClassRef', 'TemplateRef'),
	...dateToAddresses,
	'IsActive',
	'PONumber',
	...references('TermsRef'),
	'DueDate',
	'FOB',
	...subtotalToTax,
	'TotalAmount',
	...currency,
	'TotalAmountInHomeCurrency',
	'Memo',
	...emailingToLinks,
	['EstimateLineRet', line],
	['DataExtRet', dataExtension],
];

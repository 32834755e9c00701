import { ADDRESS, ADDRESS_BLOCK, DATA_EXTENSION, references, type ElementOrder } from './order';

const TRANSACTION: ElementOrder = [
	'TxnID',
	'TimeCreated',
	'TimeModified',
	'EditSequence',
	'TxnNumber',
];

const DATE_TO_ADDRESSES: ElementOrder = [
	'TxnDate',
	'RefNumber',
	['BillAddress', ADDRESS],
	['BillAddressBlock', ADDRESS_BLOCK],
	['ShipAddress', ADDRESS],
	['ShipAddressBlock', ADDRESS_BLOCK],
];

const HEAD: ElementOrder = [
	...TRANSACTION,
	...references('CustomerRef', 'ClassRef', 'ARAccountRef', 'TemplateRef'),
	...DATE_TO_ADDRESSES,
	'IsPending',
];

const SUBTOTAL_TO_TAX: ElementOrder = [
	'Subtotal',
	...references('ItemSalesTaxRef'),
	'SalesTaxPercentage',
	'SalesTaxTotal',
];

const TERMS_TO_TAX: ElementOrder = [
	'PONumber',
	...references('TermsRef'),
	'DueDate',
	'FOB',
	'ShipDate',
	...SUBTOTAL_TO_TAX,
];

const CURRENCY: ElementOrder = [...references('CurrencyRef'), 'ExchangeRate'];

const EMAILING_TO_LINKS: ElementOrder = [
	'IsToBeEmailed',
	...references('CustomerSalesTaxCodeRef'),
	'Other',
	'ExternalGUID',
	['LinkedTxn', ['TxnID', 'TxnType', 'TxnDate', 'RefNumber', 'LinkType', 'Amount']],
];

const PRINTING_TO_LINKS: ElementOrder = ['IsToBePrinted', ...EMAILING_TO_LINKS];

const LINE: ElementOrder = [
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
	['DataExtRet', DATA_EXTENSION],
];

export const INVOICE_RET: ElementOrder = [
	...HEAD,
	'IsFinanceCharge',
	...TERMS_TO_TAX,
	'AppliedAmount',
	'BalanceRemaining',
	...CURRENCY,
	'BalanceRemainingInHomeCurrency',
	'Memo',
	'IsPaid',
	...PRINTING_TO_LINKS,
	['InvoiceLineRet', LINE],
	['DataExtRet', DATA_EXTENSION],
];

export const CREDIT_MEMO_RET: ElementOrder = [
	...HEAD,
	...TERMS_TO_TAX,
	'TotalAmount',
	'CreditRemaining',
	...CURRENCY,
	'CreditRemainingInHomeCurrency',
	'Memo',
	...PRINTING_TO_LINKS,
	['CreditMemoLineRet', LINE],
	['DataExtRet', DATA_EXTENSION],
];

export const ESTIMATE_RET: ElementOrder = [
	...TRANSACTION,
	...references('CustomerRef', 'ClassRef', 'TemplateRef'),
	...DATE_TO_ADDRESSES,
	'IsActive',
	'PONumber',
	...references('TermsRef'),
	'DueDate',
	'FOB',
	...SUBTOTAL_TO_TAX,
	'TotalAmount',
	...CURRENCY,
	'TotalAmountInHomeCurrency',
	'Memo',
	...EMAILING_TO_LINKS,
	['EstimateLineRet', LINE],
	['DataExtRet', DATA_EXTENSION],
];

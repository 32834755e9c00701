import { ADDRESS, ADDRESS_BLOCK, DATA_EXTENSION, references, type ElementOrder } from './order';

const HEAD: ElementOrder = [
	'TxnID',
	'TimeCreated',
	'TimeModified',
	'EditSequence',
	'TxnNumber',
	...references('CustomerRef', 'ClassRef', 'ARAccountRef', 'TemplateRef'),
	'TxnDate',
	'RefNumber',
	['BillAddress', ADDRESS],
	['BillAddressBlock', ADDRESS_BLOCK],
	['ShipAddress', ADDRESS],
	['ShipAddressBlock', ADDRESS_BLOCK],
	'IsPending',
];

const TERMS_TO_TAX: ElementOrder = [
	'PONumber',
	...references('TermsRef'),
	'DueDate',
	'FOB',
	'ShipDate',
	'Subtotal',
	...references('ItemSalesTaxRef'),
	'SalesTaxPercentage',
	'SalesTaxTotal',
];

const CURRENCY: ElementOrder = [...references('CurrencyRef'), 'ExchangeRate'];

const PRINTING_TO_LINKS: ElementOrder = [
	'IsToBePrinted',
	'IsToBeEmailed',
	...references('CustomerSalesTaxCodeRef'),
	'Other',
	'ExternalGUID',
	['LinkedTxn', ['TxnID', 'TxnType', 'TxnDate', 'RefNumber', 'LinkType', 'Amount']],
];

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

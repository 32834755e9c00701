import { choicesOf, fieldAt } from '../../../support/description';

const activeStatus = ['ActiveOnly', 'InactiveOnly', 'All'];
const creditMemoFields = [
	...['TxnID', 'TimeCreated', 'TimeModified', 'EditSequence', 'TxnNumber', 'CustomerRef'],
	...['ClassRef', 'ARAccountRef', 'TemplateRef', 'TxnDate', 'RefNumber', 'BillAddress'],
	...['BillAddressBlock', 'ShipAddress', 'ShipAddressBlock', 'IsPending', 'PONumber', 'TermsRef'],
	...['DueDate', 'SalesRepRef', 'FOB', 'ShipDate', 'ShipMethodRef', 'Subtotal'],
	...['ItemSalesTaxRef', 'SalesTaxPercentage', 'SalesTaxTotal', 'TotalAmount', 'CreditRemaining'],
	...['CurrencyRef', 'ExchangeRate', 'CreditRemainingInHomeCurrency', 'Memo', 'CustomerMsgRef'],
	...['IsToBePrinted', 'IsToBeEmailed', 'IsTaxIncluded', 'CustomerSalesTaxCodeRef', 'Other'],
	...['ExternalGUID', 'LinkedTxn', 'CreditMemoLineRet', 'CreditMemoLineGroupRet'],
	...['DiscountLineRet', 'SalesTaxLineRet', 'ShippingLineRet', 'DataExtRet'],
];
const transactionTypes = [
	...['ARRefundCreditCard', 'Bill', 'BillPaymentCheck', 'BillPaymentCreditCard', 'BuildAssembly'],
	...['Charge', 'Check', 'CreditCardCharge', 'CreditCardCredit', 'CreditMemo', 'Deposit'],
	...['Estimate', 'InventoryAdjustment', 'Invoice', 'ItemReceipt', 'JournalEntry'],
	...['PurchaseOrder', 'ReceivePayment', 'SalesOrder', 'SalesReceipt', 'SalesTaxPaymentCheck'],
	'VendorCredit',
];

test.each<[resource: string, operation: string, path: string[], values: string[]]>([
	['customer', 'query', ['filters', 'activeStatus'], activeStatus],
	['vendor', 'query', ['filters', 'activeStatus'], activeStatus],
	['item', 'query', ['filters', 'activeStatus'], activeStatus],
	['salesTaxItem', 'query', ['filters', 'activeStatus'], activeStatus],
	['salesTaxCode', 'query', ['filters', 'activeStatus'], activeStatus],
	['invoice', 'query', ['filters', 'paidStatus'], ['All', 'PaidOnly', 'NotPaidOnly', 'Any']],
	['creditMemo', 'query', ['options', 'fields'], creditMemoFields],
	['customer', 'query', ['options', 'fields'], ['FullName', 'ListID']],
	['vendor', 'query', ['options', 'fields'], ['FullName', 'ListID']],
	['item', 'query', ['options', 'fields'], ['FullName', 'ListID']],
	['salesTaxItem', 'query', ['options', 'fields'], ['FullName', 'ListID']],
	['salesTaxCode', 'query', ['options', 'fields'], ['FullName', 'ListID']],
	['invoice', 'query', ['options', 'fields'], ['TxnID', 'RefNumber']],
	[
		'dataExtension',
		'set',
		['listDataExtType'],
		['Account', 'Customer', 'Employee', 'Item', 'OtherName', 'Vendor'],
	],
	['dataExtension', 'set', ['txnDataExtType'], transactionTypes],
	['dataExtension', 'set', ['attachTo'], ['list', 'transaction', 'company']],
	['queuedRequest', 'create', ['requestFormat'], ['xml', 'json', 'form', 'typed']],
	['queuedRequest', 'getAll', ['filters', 'sort'], ['inserted_at', 'updated_at']],
	['queuedRequest', 'getAll', ['filters', 'sortDirection'], ['asc', 'desc']],
	[
		'queuedRequest',
		'getAll',
		['filters', 'state'],
		['waiting', 'retryable', 'ticketed', 'sent', 'response_received', 'error', 'discarded'],
	],
	[
		'queuedRequest',
		'getAll',
		['filters', 'webhookState'],
		['not_applicable', 'pending', 'succeeded', 'failed'],
	],
])('%s.%s %j has the allowed values', (resource, operation, path, values) => {
	const choices = choicesOf(fieldAt(resource, operation, path)).map(({ value }) => value);
	expect([...choices].sort()).toEqual([...values].sort());
});

test('the credit memo fields are all there are; the others take free entry too', () => {
	expect(() => fieldAt('creditMemo', 'query', ['options', 'otherFields'])).toThrow(/has no field/);
	for (const resource of [
		'customer',
		'vendor',
		'item',
		'salesTaxItem',
		'salesTaxCode',
		'invoice',
	]) {
		expect(fieldAt(resource, 'query', ['options', 'otherFields'])).toMatchObject({
			typeOptions: { multipleValues: true },
		});
	}
});

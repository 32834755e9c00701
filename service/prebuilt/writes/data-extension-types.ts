/** The records that a data extension can belong to (interface, section 4.3). */
export const listTypes = ['Account', 'Customer', 'Employee', 'Item', 'OtherName', 'Vendor'];

export const transactionTypes = [
	'ARRefundCreditCard',
	'Bill',
	'BillPaymentCheck',
	'BillPaymentCreditCard',
	'BuildAssembly',
	'Charge',
	'Check',
	'CreditCardCharge',
	'CreditCardCredit',
	'CreditMemo',
	'Deposit',
	'Estimate',
	'InventoryAdjustment',
	'Invoice',
	'ItemReceipt',
	'JournalEntry',
	'PurchaseOrder',
	'ReceivePayment',
	'SalesOrder',
	'SalesReceipt',
	'SalesTaxPaymentCheck',
	'VendorCredit',
];

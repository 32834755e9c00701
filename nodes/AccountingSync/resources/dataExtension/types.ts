/** The values of `list_data_ext_type` (interface, section 4.3). */
export const listTypes = [
	'Account',
	'Customer',
	'Employee',
	'Item',
	'OtherName',
	'Vendor',
] as const;

/** The values of `txn_data_ext_type` (interface, section 4.3). */
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
] as const;

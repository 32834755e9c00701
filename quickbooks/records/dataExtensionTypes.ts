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

/** What the type of a record is called where its custom fields are set. Undefined if it has none. */
export function dataExtensionTypeOf(
	type: string,
): { ListDataExtType: string } | { TxnDataExtType: string } | undefined {
	if (transactionTypes.some((one) => one === type)) return { TxnDataExtType: type };
	const list = listTypes.find((one) => (one === 'Item' ? type.startsWith(one) : type === one));
	return list && { ListDataExtType: list };
}

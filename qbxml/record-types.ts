/** The records that the nodes have a form for, by their names in qbXML. */
export const recordTypes = [
	...['Account', 'Class', 'Customer', 'Vendor'],
	...['ItemDiscount', 'ItemFixedAsset', 'ItemGroup', 'ItemInventory', 'ItemInventoryAssembly'],
	...['ItemNonInventory', 'ItemOtherCharge', 'ItemPayment', 'ItemSalesTax', 'ItemSalesTaxGroup'],
	...['ItemService', 'ItemSubtotal'],
	...['Bill', 'BillPaymentCheck', 'BillPaymentCreditCard', 'Check', 'CreditMemo', 'Deposit'],
	...['Estimate', 'InventoryAdjustment', 'Invoice', 'JournalEntry', 'PurchaseOrder'],
	...['ReceivePayment', 'SalesOrder', 'SalesReceipt', 'TimeTracking', 'VendorCredit'],
] as const;

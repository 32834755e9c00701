/** The records that the nodes have a form for, by their names in qbXML. */
export const recordTypes = [
	...['Account', 'Class', 'Customer', 'Employee', 'OtherName', 'Vendor'],
	...['ItemDiscount', 'ItemFixedAsset', 'ItemGroup', 'ItemInventory', 'ItemInventoryAssembly'],
	...['ItemNonInventory', 'ItemOtherCharge', 'ItemPayment', 'ItemSalesTax', 'ItemSalesTaxGroup'],
	...['ItemService', 'ItemSubtotal'],
	...['Bill', 'BillPaymentCheck', 'BillPaymentCreditCard', 'Check', 'CreditCardCharge'],
	...['CreditCardCredit', 'CreditMemo', 'Deposit', 'Estimate', 'InventoryAdjustment', 'Invoice'],
	...['ItemReceipt', 'JournalEntry', 'PurchaseOrder'],
	...['ReceivePayment', 'SalesOrder', 'SalesReceipt', 'TimeTracking', 'Transfer'],
	...['VehicleMileage', 'VendorCredit'],
] as const;

/** What forms have that can't be added, only changed, by the type of the record. */
export const onlyChanged: Readonly<Record<string, readonly string[]>> = {
	PurchaseOrder: ['IsManuallyClosed'],
};

/**
 * The requests besides those for records that forms are drawn from. Together, these four kinds of reports have every field
 * that a report can have. The others have the types of what can be deleted or voided.
 */
export const formQueryNames: readonly string[] = [
	'GeneralSummaryReportQueryRq',
	'GeneralDetailReportQueryRq',
	'AgingReportQueryRq',
	'BudgetSummaryReportQueryRq',
	'ListDeletedQueryRq',
	'TxnDeletedQueryRq',
	'TxnVoidRq',
];

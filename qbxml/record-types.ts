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

/** What forms have that can't be added, only changed, by the type of the record. */
export const onlyChanged: Readonly<Record<string, readonly string[]>> = {
	PurchaseOrder: ['IsManuallyClosed'],
};

/** The queries whose forms are drawn from the facts. Together, these four kinds of reports have every field that a report can have. */
export const formQueryNames: readonly string[] = [
	'GeneralSummaryReportQueryRq',
	'GeneralDetailReportQueryRq',
	'AgingReportQueryRq',
	'BudgetSummaryReportQueryRq',
	'ListDeletedQueryRq',
	'TxnDeletedQueryRq',
];

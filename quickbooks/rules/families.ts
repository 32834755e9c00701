/** The requests that add what a customer is sold. */
export const newSales: readonly string[] = [
	'InvoiceAdd',
	'SalesOrderAdd',
	'EstimateAdd',
	'SalesReceiptAdd',
	'CreditMemoAdd',
];

/** The requests that add a payment which can be applied to what is owed. */
export const newPayments: readonly string[] = [
	'ReceivePaymentAdd',
	'BillPaymentCheckAdd',
	'BillPaymentCreditCardAdd',
];

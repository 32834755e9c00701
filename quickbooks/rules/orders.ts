import type { Rule } from './rule';

/** What QuickBooks does with sales orders, and with links to orders once they are made. */
export const orderRules = {
	'links-in-an-addition-only': {
		of: 'Orders, and the invoices and bills made from them',
		requests: ['InvoiceMod', 'BillMod', 'ItemReceiptMod'],
		element: 'LinkToTxnID, LinkToTxn',
		does: 'A link to an order can be made only when the transaction is added; no change can add or undo one. An invoice or bill that is changed keeps its links.',
		source:
			'Intuit, tutorial on linking item receipts, bills and invoices to orders; Conductor, invoices.ts',
		certainty: 'sure',
		simulated: 'yes',
	},
	'links-by-quantity-and-by-amount': {
		of: 'Orders, and the invoices and bills made from them',
		requests: ['SalesOrderQuery', 'InvoiceQuery', 'ReceivePaymentQuery'],
		element: 'LinkedTxn LinkType',
		does: 'A link between an order and what is made from it has the type QUANTYPE (by quantity), and one between a payment or credit and what it pays AMTTYPE (by amount).',
		source: 'Conductor, sales-orders.ts',
		certainty: 'sure',
		simulated: 'yes',
	},
	'order-without-a-tax-item': {
		of: 'Orders, and the invoices and bills made from them',
		requests: ['SalesOrderAdd', 'InvoiceAdd'],
		element: 'ItemSalesTaxRef',
		when: 'a sales order has no ItemSalesTaxRef',
		does: 'No invoice can be made from it until a change has given it one. Here an order has none if neither the request nor the customer names one.',
		status: 3180,
		saying: 'The sales order has no sales tax item.',
		source: 'Intuit, SalesOrderAdd. Nobody names the status',
		certainty: 'sure',
		simulated: 'yes',
	},
	'tax-line-keeps-an-order-open': {
		of: 'Orders, and the invoices and bills made from them',
		requests: ['SalesOrderAdd', 'InvoiceAdd'],
		when: 'a line of a sales order is a sales tax item',
		does: 'That line never counts as invoiced, so the order stays open.',
		source: 'help.syncwithconnex.com, why does my sales order remain open',
		certainty: 'likely',
		simulated: 'yes',
	},
	'sales-orders-need-premier': {
		of: 'Orders, and the invoices and bills made from them',
		requests: ['SalesOrderAdd'],
		when: 'the edition is QuickBooks Pro',
		does: 'Sales orders in the file can be queried and changed, but none can be added.',
		source: 'Intuit, SalesOrderAdd',
		certainty: 'sure',
		simulated: { not: 'the desktop here is of an edition that has sales orders' },
	},
} as const satisfies Record<string, Rule>;

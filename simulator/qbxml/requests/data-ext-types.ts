import type { Sale, SaleLine } from '../../company/sale-types';
import type { Company, ListRecord } from '../../company/types';

interface TransactionWithLines {
	transaction: Sale;
	lines: SaleLine[];
}

const none = () => [];

/** The values of ListDataExtType with their lists. The company file has no employees and no other names. */
export const listTypes: Record<string, (company: Company) => ListRecord[]> = {
	Account: ({ accounts }) => accounts,
	Customer: ({ customers }) => customers,
	Employee: none,
	Item: ({ items }) => items,
	OtherName: none,
	Vendor: ({ vendors }) => vendors,
};

const invoices = (company: Company): TransactionWithLines[] =>
	company.invoices.map((invoice) => ({ transaction: invoice, lines: invoice.InvoiceLineRet }));

const creditMemos = (company: Company): TransactionWithLines[] =>
	company.creditMemos.map((creditMemo) => ({
		transaction: creditMemo,
		lines: creditMemo.CreditMemoLineRet,
	}));

const estimates = (company: Company): TransactionWithLines[] =>
	company.estimates.map((estimate) => ({ transaction: estimate, lines: estimate.EstimateLineRet }));

/** The values of TxnDataExtType. The company file has transactions of three of these types. */
export const transactionTypes: Record<string, (company: Company) => TransactionWithLines[]> = {
	ARRefundCreditCard: none,
	Bill: none,
	BillPaymentCheck: none,
	BillPaymentCreditCard: none,
	BuildAssembly: none,
	Charge: none,
	Check: none,
	CreditCardCharge: none,
	CreditCardCredit: none,
	CreditMemo: creditMemos,
	Deposit: none,
	Estimate: estimates,
	InventoryAdjustment: none,
	Invoice: invoices,
	ItemReceipt: none,
	JournalEntry: none,
	PurchaseOrder: none,
	ReceivePayment: none,
	SalesOrder: none,
	SalesReceipt: none,
	SalesTaxPaymentCheck: none,
	VendorCredit: none,
};

/** The values of OtherDataExtType. */
export const otherTypes: readonly string[] = ['Company'];

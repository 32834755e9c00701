import type { Sale, SaleLine } from '../../company/sale-types';
import type { Company, ListRecord } from '../../company/types';

interface TransactionWithLines {
	transaction: Sale;
	lines: SaleLine[];
}

/** The lists of each ListDataExtType of which the company file has records. */
export const listTypes: Readonly<Record<string, (company: Company) => ListRecord[]>> = {
	Account: ({ accounts }) => accounts,
	Customer: ({ customers }) => customers,
	Item: ({ items }) => items,
	Vendor: ({ vendors }) => vendors,
};

/** The transactions of each TxnDataExtType of which the company file has some. */
export const transactionTypes: Readonly<
	Record<string, (company: Company) => TransactionWithLines[]>
> = {
	CreditMemo: ({ creditMemos }) =>
		creditMemos.map((transaction) => ({ transaction, lines: transaction.CreditMemoLineRet })),
	Estimate: ({ estimates }) =>
		estimates.map((transaction) => ({ transaction, lines: transaction.EstimateLineRet })),
	Invoice: ({ invoices }) =>
		invoices.map((transaction) => ({ transaction, lines: transaction.InvoiceLineRet })),
};

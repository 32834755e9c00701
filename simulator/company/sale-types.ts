import type { Address, DataExtension, Reference } from './value-types';

/** A line of a transaction. Transactions have the same form as the records of lists. */
export type SaleLine = {
	TxnLineID: string;
	ItemRef?: Reference;
	Desc?: string;
	Quantity?: string;
	UnitOfMeasure?: string;
	Rate?: string;
	RatePercent?: string;
	ClassRef?: Reference;
	Amount?: string;
	ServiceDate?: string;
	SalesTaxCodeRef?: Reference;
	Other1?: string;
	Other2?: string;
	DataExtRet?: DataExtension[];
};

type LinkedTransaction = {
	TxnID: string;
	TxnType: string;
	TxnDate: string;
	RefNumber: string;
	LinkType: string;
	Amount: string;
};

/** The elements that invoices, credit memos and estimates share. */
export type Sale = {
	TxnID: string;
	TimeCreated: string;
	TimeModified: string;
	EditSequence: string;
	TxnNumber: string;
	CustomerRef: Reference;
	ClassRef?: Reference;
	ARAccountRef: Reference;
	TemplateRef: Reference;
	TxnDate: string;
	RefNumber: string;
	BillAddress?: Address;
	BillAddressBlock?: Address;
	ShipAddress?: Address;
	ShipAddressBlock?: Address;
	IsPending: string;
	PONumber?: string;
	TermsRef?: Reference;
	DueDate: string;
	FOB?: string;
	ShipDate: string;
	Subtotal: string;
	ItemSalesTaxRef?: Reference;
	SalesTaxPercentage?: string;
	SalesTaxTotal: string;
	CurrencyRef: Reference;
	ExchangeRate: string;
	Memo?: string;
	IsToBePrinted: string;
	IsToBeEmailed: string;
	CustomerSalesTaxCodeRef: Reference;
	Other?: string;
	ExternalGUID?: string;
	LinkedTxn?: LinkedTransaction[];
	DataExtRet?: DataExtension[];
};

export type Invoice = Sale & {
	IsFinanceCharge: string;
	AppliedAmount: string;
	BalanceRemaining: string;
	BalanceRemainingInHomeCurrency: string;
	IsPaid: string;
	InvoiceLineRet: SaleLine[];
};

export type CreditMemo = Sale & {
	TotalAmount: string;
	CreditRemaining: string;
	CreditRemainingInHomeCurrency: string;
	CreditMemoLineRet: SaleLine[];
};

/** An offer to a customer. Nothing is booked, so it is answered without a receivable account or a balance. */
export type Estimate = Sale & {
	IsActive: string;
	TotalAmount: string;
	TotalAmountInHomeCurrency: string;
	EstimateLineRet: SaleLine[];
};

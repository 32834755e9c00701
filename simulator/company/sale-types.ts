import type { Address, DataExtension, RecordContent, Reference } from './value-types';

/** How a line counts in the books; not part of what is answered. Accounts and items are ListIDs. */
type BookedLine = {
	/** What the line is booked to. */
	account?: string;
	/** Whether it repeats other lines and does not count. */
	repeats?: string;
	/** Of goods in stock: where they are kept, what selling them is booked to, their value and their number. */
	asset?: string;
	costAccount?: string;
	cost?: string;
	units?: string;
	/** The line of an order that this one carries out. */
	order?: string;
	orderLine?: string;
	/** Of a payment in a deposit, and the part of it. */
	payment?: string;
	part?: string;
	[more: string]: string | undefined;
};

/** A line of any transaction. */
export type Line = RecordContent & {
	TxnLineID: string;
	ItemRef?: Reference;
	ClassRef?: Reference;
	Amount?: string;
	Quantity?: string;
	DataExtRet?: DataExtension[];
	booked?: BookedLine;
};

/** Any transaction. */
export type Transaction = RecordContent & {
	TxnID: string;
	TimeCreated: string;
	TimeModified: string;
	EditSequence: string;
	TxnNumber: string;
	TxnDate: string;
	RefNumber?: string;
	Memo?: string;
	CurrencyRef?: Reference;
	ExchangeRate?: string;
	LinkedTxn?: LinkedTransaction[];
	DataExtRet?: DataExtension[];
	/** How it counts in the books; not part of what is answered. */
	booked: { [name: string]: string | undefined };
};

/** A line of a sale. Transactions have the same form as the records of lists. */
type SaleLine = {
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
	booked?: BookedLine;
};

export type LinkedTransaction = {
	TxnID: string;
	TxnType: string;
	TxnDate: string;
	RefNumber?: string;
	LinkType: string;
	Amount: string;
};

/** The elements that invoices, credit memos and estimates share. */
type Sale = {
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
	booked: { [name: string]: string | undefined };
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

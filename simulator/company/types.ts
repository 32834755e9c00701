import type { CreditMemo, Estimate, Invoice } from './sale-types';
import type { Address, DataExtension, DataExtensionDefinition, Reference } from './value-types';

export type ListRecord = {
	ListID: string;
	TimeCreated: string;
	TimeModified: string;
	EditSequence: string;
	Name: string;
	IsActive: string;
	/** Only in hierarchical lists: the names from the top, joined with colons. */
	FullName?: string;
	ParentRef?: Reference;
	Sublevel?: string;
	DataExtRet?: DataExtension[];
};

export type Customer = ListRecord & {
	FullName: string;
	Sublevel: string;
	ClassRef?: Reference;
	CompanyName?: string;
	FirstName?: string;
	LastName?: string;
	BillAddress?: Address;
	BillAddressBlock?: Address;
	ShipAddress?: Address;
	ShipAddressBlock?: Address;
	Phone?: string;
	Email?: string;
	Contact?: string;
	TermsRef?: Reference;
	Balance: string;
	TotalBalance: string;
	SalesTaxCodeRef: Reference;
	ItemSalesTaxRef?: Reference;
	AccountNumber?: string;
	CreditLimit?: string;
	JobStatus: string;
	JobDesc?: string;
	Notes?: string;
	CurrencyRef: Reference;
};

export type Vendor = ListRecord & {
	CompanyName?: string;
	VendorAddress?: Address;
	VendorAddressBlock?: Address;
	Phone?: string;
	Email?: string;
	NameOnCheck?: string;
	AccountNumber?: string;
	TermsRef?: Reference;
	VendorTaxIdent?: string;
	IsVendorEligibleFor1099: string;
	Balance: string;
	CurrencyRef: Reference;
};

export type ItemKind =
	| 'ItemServiceRet'
	| 'ItemNonInventoryRet'
	| 'ItemOtherChargeRet'
	| 'ItemInventoryRet'
	| 'ItemSubtotalRet'
	| 'ItemDiscountRet'
	| 'ItemGroupRet'
	| 'ItemSalesTaxRet';

export type Item = ListRecord & {
	/** The name of the item's element in responses; not part of the record. */
	kind: ItemKind;
	SalesTaxCodeRef?: Reference;
	SalesOrPurchase?: { Desc: string; Price: string; AccountRef: Reference };
	ManufacturerPartNumber?: string;
	SalesDesc?: string;
	SalesPrice?: string;
	IncomeAccountRef?: Reference;
	PurchaseDesc?: string;
	PurchaseCost?: string;
	COGSAccountRef?: Reference;
	PrefVendorRef?: Reference;
	AssetAccountRef?: Reference;
	ReorderPoint?: string;
	QuantityOnHand?: string;
	AverageCost?: string;
	QuantityOnOrder?: string;
	QuantityOnSalesOrder?: string;
	ItemDesc?: string;
	DiscountRate?: string;
	DiscountRatePercent?: string;
	AccountRef?: Reference;
	IsPrintItemsInGroup?: string;
	ItemGroupLine?: Array<{ ItemRef: Reference; Quantity: string }>;
	TaxRate?: string;
	TaxVendorRef?: Reference;
};

export type SalesTaxCode = ListRecord & { IsTaxable: string; Desc: string };

type Terms = ListRecord & {
	StdDueDays: string;
	StdDiscountDays: string;
	DiscountPct: string;
};

export type Account = ListRecord & {
	FullName: string;
	Sublevel: string;
	AccountType: string;
	SpecialAccountType?: string;
	AccountNumber: string;
	Desc?: string;
	Balance: string;
	TotalBalance: string;
	CurrencyRef: Reference;
};

type Template = ListRecord & { TemplateType: string };

type Currency = ListRecord & { CurrencyCode: string; exchangeRate: string };

/** An open company file, in memory. What is written to it lasts as long as the program runs. */
export type Company = {
	name: string;
	/** The path of the company file that the connector reports. */
	file: string;
	/** The current time, for the timestamps of what is written. */
	now: () => Date;
	currencies: Currency[];
	salesTaxCodes: SalesTaxCode[];
	terms: Terms[];
	classes: Array<ListRecord & { FullName: string; Sublevel: string }>;
	accounts: Account[];
	templates: Template[];
	vendors: Vendor[];
	items: Item[];
	customers: Customer[];
	invoices: Invoice[];
	creditMemos: CreditMemo[];
	estimates: Estimate[];
	dataExtensionDefinitions: DataExtensionDefinition[];
	/** The custom fields of the company itself. */
	dataExtensions: DataExtension[];
	/** The number of the last transaction. TxnID and TxnNumber are derived from it. */
	lastTransactionNumber: number;
	lastLineNumber: number;
};

import type { RuleName } from '../../quickbooks/rules';
import type { CreditMemo, Estimate, Invoice, Transaction } from './sale-types';
import type {
	Address,
	DataExtension,
	DataExtensionDefinition,
	RecordContent,
	Reference,
} from './value-types';

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
	| 'ItemSalesTaxRet'
	| 'ItemInventoryAssemblyRet'
	| 'ItemPaymentRet'
	| 'ItemSalesTaxGroupRet'
	| 'ItemFixedAssetRet';

export type Item = ListRecord & {
	/** The name of the item's element in responses; not part of the record. */
	kind: ItemKind;
	/** The value of what is in stock, and when something came or went last; not part of the record either. */
	booked?: { value: string; moved?: string };
	SalesTaxCodeRef?: Reference;
	SalesOrPurchase?: {
		Desc?: string;
		Price?: string;
		PricePercent?: string;
		AccountRef?: Reference;
	};
	SalesAndPurchase?: {
		SalesDesc?: string;
		SalesPrice?: string;
		IncomeAccountRef?: Reference;
		PurchaseDesc?: string;
		PurchaseCost?: string;
		ExpenseAccountRef?: Reference;
	};
	UnitOfMeasureSetRef?: Reference;
	DepositToAccountRef?: Reference;
	/** The members of a group of sales taxes. */
	ItemSalesTaxRef?: Reference[];
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
	ItemGroupLine?: Array<{ ItemRef?: Reference; Quantity?: string; UnitOfMeasure?: string }>;
	TaxRate?: string;
	TaxVendorRef?: Reference;
};

export type SalesTaxCode = ListRecord & {
	IsTaxable: string;
	Desc: string;
	/** Outside the United States: the tax that it stands for. Without one, it is the company's first. */
	ItemSalesTaxRef?: Reference;
};

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

export type Currency = ListRecord & { CurrencyCode?: string; ExchangeRate?: string };

/** A record of a list of which nothing is computed. */
type PlainRecord = ListRecord & RecordContent;

/** What is left of a deleted record. */
type Deleted = {
	type: string;
	id: string;
	TimeCreated: string;
	TimeDeleted: string;
	label?: string;
};

/** A message set of which the company file remembers the answer. */
export interface StoredMessageSet {
	application: string;
	id: string;
	/** What it asked for. */
	content: string;
	/** Undefined if the answer could not be stored. */
	responses?: { full: string; statuses: string };
}

/** The statuses of a lock. */
export type LockCode = 3170 | 3175 | 3176 | 3180 | 3185;

/** A lock that ends by itself. */
interface Lock {
	/** The status that requests are refused with. */
	code: LockCode;
	/** How many more requests it refuses. */
	times: number;
}

/** The countries whose editions of QuickBooks there are here, as HostQuery names them. */
export const countries = ['US', 'CA', 'UK'] as const;
export type Country = (typeof countries)[number];

/** The lists of which nothing is computed. Another one is one more line here. */
export const plainLists = [
	'employees',
	'otherNames',
	'paymentMethods',
	'shipMethods',
	'salesReps',
	'customerMsgs',
	'customerTypes',
	'vendorTypes',
	'jobTypes',
	'priceLevels',
	'unitOfMeasureSets',
	'inventorySites',
	'vehicles',
] as const;

/** The lists of transactions that stand for themselves. Another one is one more line here. */
export const transactionLists = [
	'salesReceipts',
	'salesOrders',
	'receivePayments',
	'bills',
	'vendorCredits',
	'purchaseOrders',
	'billPaymentChecks',
	'billPaymentCreditCards',
	'checks',
	'creditCardCharges',
	'creditCardCredits',
	'deposits',
	'journalEntries',
	'inventoryAdjustments',
	'itemReceipts',
	'timeTrackings',
	'transfers',
	'vehicleMileages',
] as const;

/** An open company file, in memory. What is written to it lasts as long as the program runs. */
export type Company = Record<(typeof plainLists)[number], PlainRecord[]> &
	Record<(typeof transactionLists)[number], Transaction[]> & {
		name: string;
		/** The path of the company file that the connector reports. */
		file: string;
		/** The current time, for the timestamps of what is written. */
		now: () => Date;
		/** The time zone of the computer, such as `America/New_York`; UTC by default. */
		timeZone: string;
		/** Of which country its edition of QuickBooks is. */
		country: Country;
		/** Whether it charges sales tax at all. */
		chargesSalesTax: boolean;
		/** The rules on which sources disagree and that this company file does not follow. */
		contrary: readonly RuleName[];
		/** Nothing may be written with a date up to this one. */
		closingDate?: string;
		/** Whether the connector's user may write in the closed period: no password protects it. */
		mayWriteInClosedPeriod: boolean;
		/** While an accountant works on a copy: nothing may change with a date up to this one. */
		dividingDate?: string;
		/** Whether several people may have it open at a time. */
		isMultiUser: boolean;
		/** Requests that the user of the connector may not send, by their elements. */
		forbidden: string[];
		/** The message sets whose answers are remembered, oldest first. */
		messageSets: StoredMessageSet[];
		/** Records that somebody else is working on, by their ListID or TxnID. */
		locked: Record<string, LockCode | Lock>;
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
		/** What has been deleted, oldest first. */
		deletedRecords: Deleted[];
		deletedTransactions: Deleted[];
		dataExtensionDefinitions: DataExtensionDefinition[];
		/** The custom fields of the company itself. */
		dataExtensions: DataExtension[];
		/** The number of the last transaction. TxnID and TxnNumber are derived from it. */
		lastTransactionNumber: number;
		lastLineNumber: number;
		/** How many records each list has ever had, from which ListIDs are derived. Without one, as many as there are. */
		listCounts: { [list: string]: number };
		/** The highest number that a transaction of each kind has ever had. */
		lastRefNumbers: { [kind: string]: number };
		/** The number of the last note about a customer, vendor or employee. */
		lastNoteNumber: number;
	};

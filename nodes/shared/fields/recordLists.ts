import type { AnswerRecord } from '../qbxml/answer';
import type { AnswerObject } from '../qbxml/answerFromXml';

/** A list whose entries are picked by ID: how to ask for it, and how to tell its entries apart. */
export interface ListKind {
	/** The entries in plain words, as in "customers". */
	entries: string;
	/** The query in qbXML's words (interface, section 4.2). */
	query: string;
	/** The path of the query's own endpoint below the connection (interface, section 4.3), if it has one. */
	endpoint?: string;
	/** The record elements that make up an entry, its ID first. */
	fields: readonly [id: string, ...others: string[]];
	/** Set for transactions: asks for those from this many days ago until today. */
	lastDays?: number;
	/** What is shown next to an entry's name, the most useful first. */
	details?: (record: AnswerRecord) => unknown[];
	/** Whether a record belongs in the list. By default, all do. */
	belongs?: (fields: AnswerObject) => boolean;
}

/** `ItemOtherCharge` as "Other Charge". */
const itemKind = ({ type }: AnswerRecord): string =>
	type.replace(/^Item/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

const accounts: ListKind = {
	entries: 'accounts',
	query: 'AccountQuery',
	fields: ['ListID', 'FullName', 'AccountType', 'AccountNumber'],
	details: ({ fields: { AccountNumber, AccountType } }) => [AccountNumber, AccountType],
};

/** The lists, by the name that the fields use for them. */
export const listKinds = {
	accounts,
	classes: { entries: 'classes', query: 'ClassQuery', fields: ['ListID', 'FullName'] },
	currencies: {
		entries: 'currencies',
		query: 'CurrencyQuery',
		fields: ['ListID', 'Name', 'CurrencyCode'],
		details: ({ fields: { CurrencyCode } }) => [CurrencyCode],
	},
	customers: {
		entries: 'customers',
		query: 'CustomerQuery',
		endpoint: 'customers',
		fields: ['ListID', 'FullName', 'CompanyName'],
		details: ({ fields: { CompanyName } }) => [CompanyName],
	},
	employees: { entries: 'employees', query: 'EmployeeQuery', fields: ['ListID', 'Name'] },
	items: {
		entries: 'items',
		query: 'ItemQuery',
		endpoint: 'items',
		fields: ['ListID', 'Name', 'FullName'],
		details: (record) => [itemKind(record)],
	},
	otherNames: { entries: 'other names', query: 'OtherNameQuery', fields: ['ListID', 'Name'] },
	receivableAccounts: {
		...accounts,
		entries: 'accounts receivable accounts',
		details: ({ fields: { AccountNumber } }) => [AccountNumber],
		belongs: ({ AccountType }) => AccountType === 'AccountsReceivable',
	},
	salesTaxCodes: {
		entries: 'sales tax codes',
		query: 'SalesTaxCodeQuery',
		endpoint: 'sales_tax_codes',
		fields: ['ListID', 'Name', 'Desc'],
		details: ({ fields: { Desc } }) => [Desc],
	},
	salesTaxItems: {
		entries: 'sales tax items',
		query: 'ItemSalesTaxQuery',
		endpoint: 'sales_tax_items',
		fields: ['ListID', 'Name', 'TaxRate'],
		details: ({ fields: { TaxRate } }) => [TaxRate && `${String(TaxRate)} %`],
	},
	templates: {
		entries: 'templates',
		query: 'TemplateQuery',
		fields: ['ListID', 'Name', 'TemplateType'],
		details: ({ fields: { TemplateType } }) => [TemplateType],
	},
	vendors: {
		entries: 'vendors',
		query: 'VendorQuery',
		endpoint: 'vendors',
		fields: ['ListID', 'Name', 'CompanyName'],
		details: ({ fields: { CompanyName } }) => [CompanyName],
	},
} satisfies Record<string, ListKind>;

/** The list of each `list_data_ext_type` (interface, section 4.3). */
const listOfEntryType: Readonly<Record<string, ListKind>> = {
	Account: listKinds.accounts,
	Customer: listKinds.customers,
	Employee: listKinds.employees,
	Item: listKinds.items,
	OtherName: listKinds.otherNames,
	Vendor: listKinds.vendors,
};

const nameIn = (reference: unknown): unknown =>
	typeof reference === 'object' && reference !== null && 'FullName' in reference
		? reference.FullName
		: undefined;

/** The transactions of one `txn_data_ext_type` (interface, section 4.3). */
export const transactionsOf = (type: string): ListKind => ({
	entries: `${type} transactions`,
	query: `${type}Query`,
	// Each type has some of these. The amount of an invoice is its subtotal.
	fields: ['TxnID', 'RefNumber', 'TxnDate', 'CustomerRef', 'VendorRef', 'Subtotal', 'TotalAmount'],
	lastDays: 31,
	details: ({ fields: { TxnDate, CustomerRef, VendorRef, Subtotal, TotalAmount } }) => [
		nameIn(CustomerRef) ?? nameIn(VendorRef),
		TxnDate,
		TotalAmount ?? Subtotal,
	],
});

/** The label of the list entry that asks the desktop for the list, and the value that stands for it in a drop-down. */
export const ASK_LABEL = 'Ask the Desktop for the Whole List';
export const ASK_VALUE = 'askForTheWholeList';

/** A list as shown by the fields that take IDs from it. */
export interface RecordList {
	/** Which records it has: always the same, or depending on another field of the form. */
	kind: ListKind | ((valueOf: (field: string) => unknown) => ListKind);
	/** The names of the fields that take one ID from it. */
	fields?: readonly string[];
	/** The name of the filter that takes several IDs, if it is not the one for the endpoint's own records. */
	filter?: string;
}

/** The lists, by the name that the fields use for them. */
export const recordLists = {
	accounts: { kind: accounts, filter: 'accountListIds' },
	classes: { kind: listKinds.classes, fields: ['classListId'] },
	currencies: { kind: listKinds.currencies, filter: 'currencyListIds' },
	customers: { kind: listKinds.customers, fields: ['customerListId'] },
	items: { kind: listKinds.items, fields: ['itemListId', 'listId'] },
	listEntries: {
		kind: (valueOf) => listOfEntryType[String(valueOf('listDataExtType'))] ?? listKinds.customers,
		fields: ['listId'],
	},
	receivableAccounts: { kind: listKinds.receivableAccounts, fields: ['arAccountListId'] },
	salesTaxCodes: { kind: listKinds.salesTaxCodes, fields: ['customerSalesTaxCodeListId'] },
	salesTaxItems: { kind: listKinds.salesTaxItems, fields: ['itemSalesTaxListId'] },
	templates: { kind: listKinds.templates, fields: ['templateListId'] },
	transactions: {
		kind: (valueOf) => transactionsOf(String(valueOf('txnDataExtType') ?? 'Invoice')),
		fields: ['txnId'],
	},
} satisfies Record<string, RecordList>;

export type RecordListName = keyof typeof recordLists;

/** The name of the node's method that searches or loads a list, as the fields refer to it. */
export const methodOf = (name: RecordListName): string =>
	`list${name[0].toUpperCase()}${name.slice(1)}`;

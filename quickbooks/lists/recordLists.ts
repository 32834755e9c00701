import type { FormField } from '../form/field';
import type { AnswerRecord } from '../qbxml/answer';
import { totalElements, totalOf, totalParts } from '../qbxml/totals';
import { inWords } from '../qbxml/words';

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
	belongs?: (record: AnswerRecord) => boolean;
}

/** `ItemOtherCharge` as "Other Charge". */
const itemKind = ({ type }: AnswerRecord): string => inWords(type.replace(/^Item/, ''));

/** A list whose entries have a full name. */
const named = (entries: string, query: string, name = 'FullName'): ListKind => ({
	entries,
	query,
	fields: ['ListID', name],
});

const accounts: ListKind = {
	entries: 'accounts',
	query: 'AccountQuery',
	fields: ['ListID', 'FullName', 'AccountType', 'AccountNumber'],
	details: ({ fields: { AccountNumber, AccountType } }) => [AccountNumber, AccountType],
};

/** The accounts of one type. */
const accountsOf = (entries: string, type: string): ListKind => ({
	...accounts,
	entries,
	details: ({ fields: { AccountNumber } }) => [AccountNumber],
	belongs: ({ fields: { AccountType } }) => AccountType === type,
});

const items: ListKind = {
	entries: 'items',
	query: 'ItemQuery',
	endpoint: 'items',
	fields: ['ListID', 'Name', 'FullName'],
	details: (record) => [itemKind(record)],
};

/** The lists, by the name that the fields use for them. */
export const listKinds = {
	accounts,
	bankAccounts: accountsOf('bank accounts', 'Bank'),
	billingRates: named('billing rates', 'BillingRateQuery', 'Name'),
	classes: named('classes', 'ClassQuery'),
	creditCardAccounts: accountsOf('credit card accounts', 'CreditCard'),
	currencies: {
		entries: 'currencies',
		query: 'CurrencyQuery',
		fields: ['ListID', 'Name', 'CurrencyCode'],
		details: ({ fields: { CurrencyCode } }) => [CurrencyCode],
	},
	customerMessages: named('customer messages', 'CustomerMsgQuery', 'Name'),
	customers: {
		entries: 'customers',
		query: 'CustomerQuery',
		endpoint: 'customers',
		fields: ['ListID', 'FullName', 'CompanyName'],
		details: ({ fields: { CompanyName } }) => [CompanyName],
	},
	customerTypes: named('customer types', 'CustomerTypeQuery'),
	employees: named('employees', 'EmployeeQuery', 'Name'),
	entities: {
		entries: 'names of all kinds',
		query: 'EntityQuery',
		fields: ['ListID', 'Name', 'FullName'],
		details: ({ type }) => [inWords(type)],
	},
	inventorySites: named('inventory sites', 'InventorySiteQuery', 'Name'),
	itemGroups: {
		...items,
		entries: 'item groups',
		details: () => [],
		belongs: ({ type }) => type === 'ItemGroup',
	},
	items,
	jobTypes: named('job types', 'JobTypeQuery'),
	otherNames: named('other names', 'OtherNameQuery', 'Name'),
	payableAccounts: accountsOf('accounts payable accounts', 'AccountsPayable'),
	paymentMethods: named('payment methods', 'PaymentMethodQuery', 'Name'),
	payrollItems: named('payroll items', 'PayrollItemWageQuery', 'Name'),
	priceLevels: named('price levels', 'PriceLevelQuery', 'Name'),
	receivableAccounts: accountsOf('accounts receivable accounts', 'AccountsReceivable'),
	salesReps: named('sales reps', 'SalesRepQuery', 'Initial'),
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
	serviceItems: {
		...items,
		entries: 'service items',
		details: () => [],
		belongs: ({ type }) => type === 'ItemService',
	},
	shippingMethods: named('shipping methods', 'ShipMethodQuery', 'Name'),
	templates: {
		entries: 'templates',
		query: 'TemplateQuery',
		fields: ['ListID', 'Name', 'TemplateType'],
		details: ({ fields: { TemplateType } }) => [TemplateType],
	},
	terms: named('terms', 'TermsQuery', 'Name'),
	unitOfMeasureSets: named('unit of measure sets', 'UnitOfMeasureSetQuery', 'Name'),
	vehicles: named('vehicles', 'VehicleQuery', 'Name'),
	vendorTypes: named('vendor types', 'VendorTypeQuery'),
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

/** The name of the list that holds the records of a resource, such as `classes` for `class`. Undefined if none does. */
export const listNameOf = (resource: string): keyof typeof listKinds | undefined =>
	(['s', 'es'] as const)
		.map((ending) => `${resource}${ending}` as keyof typeof listKinds)
		.find((name) => name in listKinds);

const nameIn = (reference: unknown): unknown =>
	typeof reference === 'object' && reference !== null && 'FullName' in reference
		? reference.FullName
		: undefined;

/** Whom or what a transaction is with. */
const parties = [
	...['CustomerRef', 'VendorRef', 'EntityRef', 'PayeeEntityRef'],
	...['TransferToAccountRef', 'VehicleRef'],
];

/** The transactions of one type, by its name in qbXML (`txn_data_ext_type` in the interface, section 4.3). */
export const transactionsOf = (type: string): ListKind => ({
	entries: `${inWords(type).toLowerCase()} transactions`,
	query: `${type}Query`,
	// Each type has some of these.
	fields: [
		...(['TxnID', 'RefNumber', 'TxnDate', 'TripStartDate'] as const),
		...[...parties, ...totalParts, ...totalElements, 'TotalMiles'],
	],
	lastDays: 31,
	details: ({ fields }) => [
		parties.map((name) => nameIn(fields[name])).find((name) => name !== undefined),
		fields.TxnDate ?? fields.TripStartDate,
		totalOf(fields) ?? fields.TotalMiles,
	],
});

/** What a list depends on: what the form holds, and the type of the records that it is about. */
interface Shown {
	valueOf: (field: string) => unknown;
	ownType: () => string;
}

/** The list of a resource's own records: those of a list, or the transactions of the last weeks. */
function ownRecordsOf({ valueOf, ownType }: Shown): ListKind {
	const name = listNameOf(String(valueOf('resource') ?? ''));
	return name ? listKinds[name] : transactionsOf(ownType());
}

/** The label of the button above a list that loads it anew. */
export const REFRESH_LABEL = 'Refresh from Desktop';

/**
 * The value of the line in a drop-down that says how its list stands. It can't be chosen in the editors that know disabled
 * options, and is refused where it was. In older workflows it asked for the list.
 */
export const REMARK_VALUE = 'askForTheWholeList';

/** A list as shown by the fields that take IDs from it. */
export interface RecordList {
	/** Which records it has: always the same, or depending on another field of the form. */
	kind: ListKind | ((shown: Shown) => ListKind);
	/** The name of the filter that takes several IDs, if it is not the one for the endpoint's own records. */
	filter?: string;
}

type ListKindName = keyof typeof listKinds;

const lists = Object.fromEntries(
	Object.entries<ListKind>(listKinds).map(([name, kind]) => [name, { kind }]),
) as Record<ListKindName, RecordList>;

/** The lists that fields show, by the name that the fields use for them. */
export const recordLists = {
	...lists,
	accounts: { kind: accounts, filter: 'accountListIds' },
	currencies: { kind: listKinds.currencies, filter: 'currencyListIds' },
	listEntries: {
		kind: ({ valueOf }) =>
			listOfEntryType[String(valueOf('listDataExtType'))] ?? listKinds.customers,
	},
	ownRecords: { kind: ownRecordsOf },
	transactions: {
		kind: ({ valueOf }) => transactionsOf(String(valueOf('txnDataExtType') ?? 'Invoice')),
	},
} satisfies Record<string, RecordList>;

export type RecordListName = keyof typeof recordLists;

/** The name of the node's method that searches or loads a list, as the fields refer to it. */
export const methodOf = (name: RecordListName): string =>
	`list${name[0].toUpperCase()}${name.slice(1)}`;

/** The list that a field shows. Undefined if it shows none. */
export const listOfField = ({ modes = [] }: Pick<FormField, 'modes'>): RecordListName | undefined =>
	(Object.keys(recordLists) as RecordListName[]).find((name) =>
		modes.some(({ typeOptions }) => typeOptions?.searchListMethod === methodOf(name)),
	);

/** The name of the node's method that asks the desktop for a list, from the field that shows it. */
export const requestMethodOf = (name: RecordListName, field: string): string =>
	`${methodOf(name)}For${field[0].toUpperCase()}${field.slice(1)}`;

import Big from 'big.js';

import { addressBlock } from '../addresses';
import { decimal, formatAmount, formatPrice, formatQuantity } from '../amounts';
import { set } from '../changes';
import { formatDate, formatDateTime, secondsOf } from '../dates';
import { findById } from '../find';
import { refusedBy } from '../follow';
import { laterListId, referenceTo } from '../identifiers';
import { Refusal } from '../refusal';
import { specialAccount } from '../transactions/accounts';
import { transactionKinds } from '../transactions/kinds';
import { addTransaction } from '../transactions/write';
import type { Company } from '../types';
import type { Address, RecordContent, Reference } from '../value-types';
import type { AnyRecord, ListKind } from './kind';

function text(fields: RecordContent, name: string): string | undefined {
	const value = fields[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

const home = (company: Company): Reference => referenceTo(company.currencies[0]);

const blocks = (fields: RecordContent, ...names: string[]): RecordContent =>
	Object.fromEntries(
		names.map((name) => [
			`${name}Block`,
			fields[name] === undefined ? undefined : addressBlock(fields[name] as Address),
		]),
	);

/** Notes about somebody, with a number and the day of each. */
function notes(
	company: Company,
	{ AdditionalNotes, AdditionalNotesRet }: RecordContent,
): RecordContent {
	const earlier = (AdditionalNotesRet ?? []) as RecordContent[];
	const added = ((AdditionalNotes ?? []) as RecordContent[]).map(({ Note }) => {
		set(company, { lastNoteNumber: company.lastNoteNumber + 1 });
		return { NoteID: String(company.lastNoteNumber), Date: formatDate(company.now()), Note };
	});
	const all = [...earlier, ...added];
	return { AdditionalNotes: undefined, ...(all.length > 0 && { AdditionalNotesRet: all }) };
}

/** The people to ask for at a customer or a vendor. */
function contacts(company: Company, { Contacts, ContactsRet }: RecordContent): RecordContent {
	if (Contacts === undefined) return { ContactsRet };
	const created = company.now();
	const added = (Contacts as RecordContent[]).map((contact) => {
		const count = company.listCounts.contacts ?? 0;
		set(company.listCounts, { contacts: count + 1 });
		const { Salutation, FirstName, MiddleName, LastName } = contact;
		return {
			...contact,
			ListID: laterListId('contacts', count, created),
			TimeCreated: formatDateTime(created),
			TimeModified: formatDateTime(created),
			EditSequence: String(secondsOf(created)),
			Contact: [Salutation, FirstName, MiddleName, LastName].filter(Boolean).join(' ').slice(0, 41),
		};
	});
	return { Contacts: undefined, ContactsRet: added };
}

const fullName = ({ FirstName, MiddleName, LastName }: RecordContent): string =>
	[FirstName, MiddleName, LastName].filter(Boolean).join(' ');

const openings = ['OpenBalance', 'OpenBalanceDate'] as const;

function openingDate(given: RecordContent, moment: Date): string {
	return text(given, 'OpenBalanceDate') ?? text(given, 'InventoryDate') ?? formatDate(moment);
}

function add(
	company: Company,
	name: string,
	draft: { fields: RecordContent; lines: RecordContent[]; set: string; elements?: string[] },
	moment: Date,
): void {
	const kind = transactionKinds.get(name);
	if (kind === undefined) throw new Error(`There is no ${name}.`);
	const lines = draft.lines.map((given, index) => ({
		element: draft.elements?.[index] ?? draft.set.replace(/Ret$/, 'Add'),
		given,
		isOpening: true,
	}));
	addTransaction(company, kind, { fields: draft.fields, lines: { [draft.set]: lines } }, moment);
}

const account = (company: Company, purpose: string): Reference =>
	referenceTo(specialAccount(company, purpose));

/** What a customer owes from before: an invoice of that amount. */
function openCustomer(
	company: Company,
	record: AnyRecord,
	given: RecordContent,
	moment: Date,
): void {
	const amount = text(given, 'OpenBalance');
	if (amount === undefined || decimal(amount).eq(0)) return;
	const isOwed = decimal(amount).gt(0);
	const name = isOwed ? 'Invoice' : 'CreditMemo';
	const line = {
		Desc: 'Opening balance',
		Amount: formatAmount(decimal(amount).abs()),
		OverrideItemAccountRef: account(company, 'UncategorizedIncome'),
	};
	add(
		company,
		name,
		{
			fields: {
				CustomerRef: referenceTo(record),
				TxnDate: openingDate(given, moment),
				Memo: 'Opening balance',
			},
			lines: [line],
			set: `${name}LineRet`,
		},
		moment,
	);
}

/** What is owed to a vendor from before: a bill of that amount. */
function openVendor(company: Company, record: AnyRecord, given: RecordContent, moment: Date): void {
	const amount = text(given, 'OpenBalance');
	if (amount === undefined || decimal(amount).eq(0)) return;
	const isOwed = decimal(amount).gt(0);
	add(
		company,
		isOwed ? 'Bill' : 'VendorCredit',
		{
			fields: {
				VendorRef: referenceTo(record),
				TxnDate: openingDate(given, moment),
				Memo: 'Opening balance',
			},
			lines: [
				{
					AccountRef: account(company, 'UncategorizedExpenses'),
					Amount: formatAmount(decimal(amount).abs()),
					Memo: 'Opening balance',
				},
			],
			set: 'ExpenseLineRet',
		},
		moment,
	);
}

const CREDIT_TYPES =
	/^(AccountsPayable|CreditCard|Equity|LongTermLiability|OtherCurrentLiability)$/;

/** What an account begins with: an entry against the equity. */
function openAccount(
	company: Company,
	record: AnyRecord,
	given: RecordContent,
	moment: Date,
): void {
	const amount = decimal(text(given, 'OpenBalance') ?? '0');
	if (amount.eq(0)) return;
	const isCredit = CREDIT_TYPES.test(String(record.AccountType)) === amount.gt(0);
	const Amount = formatAmount(amount.abs());
	const own = { AccountRef: referenceTo(record), Amount, Memo: 'Account opening balance' };
	const equity = { ...own, AccountRef: account(company, 'OpeningBalanceEquity') };
	add(
		company,
		'JournalEntry',
		{
			fields: { TxnDate: openingDate(given, moment) },
			lines: isCredit ? [equity, own] : [own, equity],
			set: 'JournalLine',
			elements: ['JournalDebitLine', 'JournalCreditLine'],
		},
		moment,
	);
}

/** What is in stock at the beginning: an adjustment against the equity. */
function openStock(company: Company, record: AnyRecord, given: RecordContent, moment: Date): void {
	const quantity = decimal(text(given, 'QuantityOnHand') ?? '0');
	if (quantity.lte(0) && text(given, 'TotalValue') !== undefined) {
		throw refusedBy('value-without-a-quantity', 'TotalValue', String(given.TotalValue));
	}
	if (quantity.eq(0)) return;
	if (record.AssetAccountRef === undefined) throw new Refusal(3150, 'AssetAccountRef');
	const cost = text(given, 'PurchaseCost');
	const value =
		cost === undefined
			? (text(given, 'TotalValue') ?? formatAmount(new Big(0)))
			: formatAmount(decimal(cost).times(quantity));
	add(
		company,
		'InventoryAdjustment',
		{
			fields: {
				AccountRef: account(company, 'OpeningBalanceEquity'),
				TxnDate: openingDate(given, moment),
				Memo: 'Opening balance',
			},
			lines: [
				{
					ItemRef: referenceTo(record),
					ValueAdjustment: {
						QuantityDifference: formatQuantity(quantity),
						ValueDifference: value,
					},
				},
			],
			set: 'InventoryAdjustmentLineRet',
		},
		moment,
	);
}

const balances = { Balance: '0.00', TotalBalance: '0.00' };

const customer: ListKind = {
	name: 'Customer',
	list: 'customers',
	label: 'customer',
	isTree: true,
	openings,
	defaults: (company, { ParentRef }) => {
		const parent = findById(company.customers, (ParentRef as Reference | undefined)?.ListID);
		return {
			...balances,
			SalesTaxCodeRef: parent?.SalesTaxCodeRef ?? referenceTo(company.salesTaxCodes[0]),
			JobStatus: 'None',
			PreferredDeliveryMethod: 'None',
			CurrencyRef: parent?.CurrencyRef ?? home(company),
		};
	},
	derived: (company, fields) => ({
		...blocks(fields, 'BillAddress', 'ShipAddress'),
		...notes(company, fields),
		...contacts(company, fields),
	}),
	open: openCustomer,
};

const vendor: ListKind = {
	name: 'Vendor',
	list: 'vendors',
	label: 'vendor',
	openings,
	defaults: (company) => ({
		IsVendorEligibleFor1099: 'false',
		Balance: '0.00',
		CurrencyRef: home(company),
	}),
	derived: (company, fields) => ({
		...blocks(fields, 'VendorAddress'),
		...notes(company, fields),
		...contacts(company, fields),
	}),
	open: openVendor,
};

const employee: ListKind = {
	name: 'Employee',
	list: 'employees',
	label: 'employee',
	derived: (company, fields) => {
		const Name = fullName(fields);
		if (Name === '') throw new Refusal(3150, 'FirstName');
		return { Name, PrintAs: text(fields, 'PrintAs') ?? Name, ...notes(company, fields) };
	},
};

const otherName: ListKind = {
	name: 'OtherName',
	list: 'otherNames',
	label: 'other name',
	derived: (_, fields) => blocks(fields, 'OtherNameAddress'),
};

const accountKind: ListKind = {
	name: 'Account',
	list: 'accounts',
	label: 'account',
	isTree: true,
	openings,
	defaults: (company) => ({ ...balances, CurrencyRef: home(company) }),
	derived: (_, { ListID, AccountType }) => {
		if (ListID === undefined && AccountType === 'NonPosting') {
			throw refusedBy('non-posting-accounts', 'AccountType', AccountType);
		}
		return {};
	},
	open: openAccount,
};

/** The bar code of an item, which is given in a group of its own. */
const barCode = ({ BarCode, BarCodeValue }: RecordContent): RecordContent => ({
	BarCode: undefined,
	BarCodeValue: BarCode === undefined ? BarCodeValue : (BarCode as RecordContent).BarCodeValue,
});

/** How an item is sold, and bought if it is: one of two groups, which are called otherwise when they change. */
function saleAndPurchase(fields: RecordContent): RecordContent {
	const { SalesOrPurchase, SalesOrPurchaseMod, SalesAndPurchase, SalesAndPurchaseMod } = fields;
	const merged = (before: unknown, change: unknown): RecordContent => ({
		...withoutCleared({ ...(before as RecordContent), ...(change as RecordContent) }),
	});
	const names = { SalesOrPurchaseMod: undefined, SalesAndPurchaseMod: undefined };
	if (SalesOrPurchaseMod !== undefined) {
		return {
			...names,
			SalesOrPurchase: merged(SalesOrPurchase, SalesOrPurchaseMod),
			SalesAndPurchase: undefined,
		};
	}
	if (SalesAndPurchaseMod !== undefined) {
		return {
			...names,
			SalesAndPurchase: merged(SalesAndPurchase, SalesAndPurchaseMod),
			SalesOrPurchase: undefined,
		};
	}
	return names;
}

const withoutCleared = (fields: RecordContent): RecordContent =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

interface ItemOptions extends Pick<ListKind, 'isTree' | 'openings' | 'open'> {
	defaults?: RecordContent;
	/** Refuses what cannot be added. */
	requires?: (fields: RecordContent) => void;
}

/** Somebody gets the tax, unless there is none. */
function requireAgency({ TaxRate, TaxVendorRef }: RecordContent): void {
	if (decimal(String(TaxRate)).eq(0) || TaxVendorRef !== undefined) return;
	throw refusedBy('agency-of-a-tax', 'TaxVendorRef');
}

const item = (name: string, label: string, options: ItemOptions = {}): ListKind => ({
	name,
	list: 'items',
	label,
	isTree: options.isTree,
	openings: options.openings,
	open: options.open,
	defaults: (company) => {
		const { isTree } = options;
		return {
			...(isTree &&
				name !== 'ItemOtherCharge' && { SalesTaxCodeRef: referenceTo(company.salesTaxCodes[0]) }),
			...options.defaults,
		};
	},
	derived: (_, fields) => {
		if (fields.ListID === undefined) options.requires?.(fields);
		return {
			...barCode(fields),
			...saleAndPurchase(fields),
			...(fields.ClearItemsInGroup !== undefined && clearedParts(fields)),
		};
	},
});

const clearedParts = ({
	ClearItemsInGroup,
	ItemGroupLine,
	ItemInventoryAssemblyLine,
}: RecordContent): RecordContent => ({
	ClearItemsInGroup: undefined,
	ItemGroupLine: ClearItemsInGroup === 'true' ? undefined : ItemGroupLine,
	ItemInventoryAssemblyLine: ClearItemsInGroup === 'true' ? undefined : ItemInventoryAssemblyLine,
});

const stocked: ItemOptions = {
	isTree: true,
	openings: ['QuantityOnHand', 'TotalValue', 'InventoryDate'],
	defaults: {
		QuantityOnHand: '0',
		AverageCost: '0.00',
		QuantityOnOrder: '0',
		QuantityOnSalesOrder: '0',
	},
	open: openStock,
};

const tree: ItemOptions = { isTree: true };

/** The price of an item at a price level that has prices of its own: as given, or worked out from another one. */
function levelPrice(company: Company, { ItemRef, ...price }: RecordContent): RecordContent {
	const percentage = text(price, 'AdjustPercentage');
	if (percentage === undefined) return { ItemRef, ...price };
	const found = findById(company.items, (ItemRef as Reference).ListID);
	const relative =
		price.AdjustRelativeTo === 'Cost'
			? found?.PurchaseCost
			: (found?.SalesOrPurchase?.Price ?? found?.SalesPrice);
	const base = decimal(relative ?? '0');
	const changed = base.plus(base.times(decimal(percentage)).div(new Big(100)));
	return { ItemRef, CustomPrice: formatPrice(changed) };
}

const priceLevel: ListKind = {
	name: 'PriceLevel',
	list: 'priceLevels',
	label: 'price level',
	derived: (company, { PriceLevelPerItem, PriceLevelPerItemRet, PriceLevelFixedPercentage }) => {
		const given = PriceLevelPerItem as RecordContent[] | undefined;
		const perItem = given?.map((each) => levelPrice(company, each)) ?? PriceLevelPerItemRet;
		return {
			PriceLevelPerItem: undefined,
			PriceLevelPerItemRet: perItem,
			PriceLevelType: PriceLevelFixedPercentage === undefined ? 'PerItem' : 'FixedPercentage',
		};
	},
};

const plain = (
	name: string,
	list: ListKind['list'],
	label: string,
	more: Partial<ListKind> = {},
): ListKind => ({ name, list, label, ...more });

const termDefaults = { StdDueDays: '0', StdDiscountDays: '0', DiscountPct: '0.00' };

/** All kinds of list records, by name. Another kind is one more value here. */
export const listKinds: ReadonlyMap<string, ListKind> = new Map(
	[
		customer,
		vendor,
		employee,
		otherName,
		accountKind,
		plain('Class', 'classes', 'class', { isTree: true }),
		item('ItemService', 'service item', tree),
		item('ItemNonInventory', 'non-inventory item', tree),
		item('ItemOtherCharge', 'other charge item', tree),
		item('ItemInventory', 'inventory item', stocked),
		item('ItemInventoryAssembly', 'assembly item', stocked),
		item('ItemFixedAsset', 'fixed asset item'),
		item('ItemSubtotal', 'subtotal item'),
		item('ItemDiscount', 'discount item', tree),
		item('ItemPayment', 'payment item'),
		item('ItemSalesTax', 'sales tax item', {
			defaults: { TaxRate: '0.00' },
			requires: requireAgency,
		}),
		item('ItemSalesTaxGroup', 'sales tax group'),
		item('ItemGroup', 'item group', { defaults: { IsPrintItemsInGroup: 'false' } }),
		plain('SalesTaxCode', 'salesTaxCodes', 'sales tax code'),
		plain('StandardTerms', 'terms', 'terms', { defaults: () => termDefaults }),
		plain('PaymentMethod', 'paymentMethods', 'payment method', {
			defaults: () => ({ PaymentMethodType: 'Other' }),
		}),
		plain('ShipMethod', 'shipMethods', 'ship method'),
		plain('SalesRep', 'salesReps', 'sales rep', { nameElement: 'Initial' }),
		plain('CustomerMsg', 'customerMsgs', 'customer message'),
		plain('CustomerType', 'customerTypes', 'customer type', { isTree: true }),
		plain('VendorType', 'vendorTypes', 'vendor type', { isTree: true }),
		plain('JobType', 'jobTypes', 'job type', { isTree: true }),
		priceLevel,
		plain('UnitOfMeasureSet', 'unitOfMeasureSets', 'unit of measure set'),
		plain('InventorySite', 'inventorySites', 'inventory site'),
		plain('Vehicle', 'vehicles', 'vehicle'),
		plain('Currency', 'currencies', 'currency', {
			defaults: () => ({ ExchangeRate: '1', IsUserDefinedCurrency: 'true' }),
		}),
	].map((kind) => [kind.name, kind]),
);

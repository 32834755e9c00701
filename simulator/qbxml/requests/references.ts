import { rules } from '../../../quickbooks/rules';
import { newSales } from '../../../quickbooks/rules/families';
import { textOf, type XmlElement } from '../../../xml/read-xml';
import { referenceTo } from '../../company/identifiers';
import type { AnyRecord, RecordList } from '../../company/lists/kind';
import type { Company, ItemKind } from '../../company/types';
import type { Reference } from '../../company/value-types';
import { StatusError } from '../protocol/status-errors';
import { fullNameOf } from '../query/criteria';

/** What an element such as CustomerRef may name. */
interface Target {
	/** In messages. */
	kind: string;
	lists: readonly RecordList[];
	/** Whether this one of the records may be named, in a request about something. */
	accepts?: (record: AnyRecord, about: string) => boolean;
}

const list = (kind: string, ...lists: RecordList[]): Target => ({ kind, lists });

const items = (kind: string, ...kinds: ItemKind[]): Target => ({
	kind,
	lists: ['items'],
	accepts: (record) => kinds.includes(record.kind as ItemKind),
});

/** What is never the item of a line. */
const neverInLines: ReadonlySet<unknown> = new Set<ItemKind>([
	'ItemGroupRet',
	'ItemSalesTaxGroupRet',
]);

/** The items of lines. Only a sale can have a line with a tax. */
const itemOfLine: Target = {
	kind: 'Item',
	lists: ['items'],
	accepts: ({ kind }, about) =>
		!neverInLines.has(kind) && (kind !== 'ItemSalesTaxRet' || newSales.includes(`${about}Add`)),
};

const accounts = (...types: string[]): Target => ({
	kind: 'Account',
	lists: ['accounts'],
	accepts: ({ AccountType }) => types.length === 0 || types.includes(String(AccountType)),
});

const people = ['customers', 'vendors', 'employees', 'otherNames'] as const;

const anyAccount = accounts();

/** What each element refers to, by its name. Elements that are not here are not supported, but for accounts of any type. */
const targets: Readonly<Record<string, Target>> = {
	APAccountRef: accounts('AccountsPayable'),
	ARAccountRef: accounts('AccountsReceivable'),
	BankAccountRef: accounts('Bank'),
	ClassRef: list('Class', 'classes'),
	CreditCardAccountRef: accounts('CreditCard'),
	CurrencyRef: list('Currency', 'currencies'),
	CustomerMsgRef: list('CustomerMsg', 'customerMsgs'),
	CustomerRef: list('Customer', 'customers'),
	CustomerSalesTaxCodeRef: list('SalesTaxCode', 'salesTaxCodes'),
	CustomerTypeRef: list('CustomerType', 'customerTypes'),
	DiscountClassRef: list('Class', 'classes'),
	EntityRef: list('Entity', ...people),
	ItemGroupRef: items('ItemGroup', 'ItemGroupRet'),
	ItemInventoryRef: items('ItemInventory', 'ItemInventoryRet', 'ItemInventoryAssemblyRet'),
	ItemRef: itemOfLine,
	ItemSalesTaxRef: items('Item Sales Tax', 'ItemSalesTaxRet', 'ItemSalesTaxGroupRet'),
	ItemServiceRef: items('ItemService', 'ItemServiceRet'),
	JobTypeRef: list('JobType', 'jobTypes'),
	OverrideClassRef: list('Class', 'classes'),
	ParentSiteRef: list('InventorySite', 'inventorySites'),
	PayeeEntityRef: list('Entity', ...people),
	PaymentMethodRef: list('PaymentMethod', 'paymentMethods'),
	PreferredPaymentMethodRef: list('PaymentMethod', 'paymentMethods'),
	PrefVendorRef: list('Vendor', 'vendors'),
	PriceLevelRef: list('PriceLevel', 'priceLevels'),
	SalesRepEntityRef: list('Entity', ...people),
	SalesRepRef: list('SalesRep', 'salesReps'),
	SalesTaxCodeRef: list('SalesTaxCode', 'salesTaxCodes'),
	ShipMethodRef: list('ShipMethod', 'shipMethods'),
	ShipToEntityRef: list('Entity', ...people),
	SupervisorRef: list('Employee', 'employees'),
	TaxVendorRef: list('Vendor', 'vendors'),
	TemplateRef: {
		kind: 'Template',
		lists: ['templates'],
		accepts: ({ TemplateType }, about) => TemplateType === about,
	},
	TermsRef: list('Terms', 'terms'),
	UnitOfMeasureSetRef: list('UnitOfMeasureSet', 'unitOfMeasureSets'),
	VendorRef: list('Vendor', 'vendors'),
	VehicleRef: list('Vehicle', 'vehicles'),
	VendorTypeRef: list('VendorType', 'vendorTypes'),
};

const targetNamed = (element: string): Target | undefined =>
	targets[element] ?? (element.endsWith('AccountRef') ? anyAccount : undefined);

/** Whether the company file has what this element refers to. */
export const isKnownReference = (element: string): boolean =>
	element === 'ParentRef' || targetNamed(element) !== undefined;

/** What a request is about: the kind of record, its list, and where in it an element stands. */
export interface Place {
	about: string;
	/** The list of the record itself, in which its parent is. */
	list?: RecordList;
	/** In messages. */
	name: string;
	/** Whether it is a line for an expense, whose CustomerRef names a vendor if the account is an A/P account. */
	isExpense?: boolean;
}

function targetOf(element: string, place: Place): Target {
	if (element === 'ParentRef' && place.list) return list(place.about, place.list);
	if (element === 'CustomerRef' && place.isExpense) return list('Customer', 'customers', 'vendors');
	const target = targetNamed(element);
	if (target === undefined) throw new Error(`${element} refers to nothing that is known.`);
	return target;
}

/**
 * Finds the record that an element such as CustomerRef names, by ListID or full name. With both, ListID counts, as in
 * QuickBooks. Undefined when the element is empty.
 * @throws StatusError 3140 with the kind of record and the place of the reference, when there is no such record
 */
export function findReferenced(
	reference: XmlElement,
	company: Company,
	place: Place,
): Reference | undefined {
	const { kind, lists, accepts } = targetOf(reference.name, place);
	const listId = textOf(reference, 'ListID');
	const wanted = listId || textOf(reference, 'FullName');
	if (wanted === undefined || wanted === '') return undefined;
	const lower = wanted.toLowerCase();
	const isWanted = (record: AnyRecord): boolean =>
		(listId ? record.ListID : fullNameOf(record)).toLowerCase() === lower &&
		(accepts === undefined || accepts(record, place.about));
	for (const name of lists) {
		const found = (company[name] as AnyRecord[]).find(isWanted);
		if (found) return referenceTo(found);
	}
	if (reference.name === 'ParentRef') {
		throw new StatusError(3130, wanted, kind, rules['unknown-parent'].saying ?? '');
	}
	throw new StatusError(3140, kind, wanted, place.name);
}

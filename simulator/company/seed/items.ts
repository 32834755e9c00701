import { decimal, formatAmount, formatPrice } from '../amounts';
import { listRecord, referenceTo } from '../identifiers';
import type { Random } from '../random';
import type { Company, Item, ItemKind } from '../types';
import type { Reference } from '../value-types';
import {
	discounts,
	groups,
	inactiveItems,
	inventory,
	nonInventory,
	otherCharges,
	salesTaxes,
	services,
} from './item-tables';

const HOUR = 3_600_000;

type Needs = Pick<Company, 'accounts' | 'vendors' | 'salesTaxCodes'>;
type Row = readonly [name: string, description: string, price: string];
type Details = Omit<Item, keyof ReturnType<typeof listRecord> | 'kind'>;

function accountNamed(lists: Needs, name: string): Reference {
	const account = lists.accounts.find(({ FullName }) => FullName === name);
	if (account === undefined) throw new Error(`The chart of accounts has no ${name}.`);
	return referenceTo(account);
}

const hierarchical = (name: string): Pick<Item, 'FullName' | 'Sublevel'> => ({
	FullName: name,
	Sublevel: '0',
});

const sold =
	(lists: Needs, account: string, taxCode: number) =>
	([name, Desc, price]: Row): Details => ({
		...hierarchical(name),
		SalesTaxCodeRef: referenceTo(lists.salesTaxCodes[taxCode]),
		SalesOrPurchase: {
			Desc,
			Price: formatPrice(decimal(price)),
			AccountRef: accountNamed(lists, account),
		},
	});

const stocked =
	(lists: Needs, random: Random) =>
	([name, description, price]: Row): Details => {
		const cost = formatAmount(decimal(price).times('0.6'));
		return {
			...hierarchical(name),
			ManufacturerPartNumber: `MPN-${random.integer(1000, 9999)}`,
			SalesTaxCodeRef: referenceTo(lists.salesTaxCodes[0]),
			SalesDesc: description,
			SalesPrice: formatPrice(decimal(price)),
			IncomeAccountRef: accountNamed(lists, 'Product Sales'),
			PurchaseDesc: description,
			PurchaseCost: cost,
			COGSAccountRef: accountNamed(lists, 'Cost of Goods Sold'),
			PrefVendorRef: referenceTo(random.pick(lists.vendors)),
			AssetAccountRef: accountNamed(lists, 'Inventory Asset'),
			ReorderPoint: String(random.integer(1, 10) * 5),
			QuantityOnHand: String(random.integer(0, 400)),
			AverageCost: cost,
			QuantityOnOrder: String(random.integer(0, 3) * 10),
			QuantityOnSalesOrder: '0',
		};
	};

const discounted =
	(lists: Needs) =>
	([name, ItemDesc, discount]: Row): Details => ({
		...hierarchical(name),
		ItemDesc,
		SalesTaxCodeRef: referenceTo(lists.salesTaxCodes[0]),
		...(discount.endsWith('%')
			? { DiscountRatePercent: formatPrice(decimal(discount.slice(0, -1))) }
			: { DiscountRate: formatPrice(decimal(discount)) }),
		AccountRef: accountNamed(lists, 'Sales Discounts'),
	});

const taxed =
	(lists: Needs) =>
	([, ItemDesc, rate]: Row): Details => ({
		ItemDesc,
		TaxRate: formatPrice(decimal(rate)),
		TaxVendorRef: referenceTo(lists.vendors[0]),
	});

/** The items in the order of their ListIDs: services, sales taxes, goods, charges, discounts and groups. */
export function createItems(lists: Needs, random: Random, from: Date): Item[] {
	const items: Item[] = [];
	const add = (kind: ItemKind, name: string, details: Details): void => {
		const created = new Date(from.getTime() + items.length * HOUR);
		items.push({
			kind,
			...listRecord('items', items.length, name, created),
			IsActive: String(!inactiveItems.includes(name)),
			...details,
		});
	};
	const addAll = (kind: ItemKind, rows: readonly Row[], details: (row: Row) => Details): void =>
		rows.forEach((row) => add(kind, row[0], details(row)));
	addAll('ItemServiceRet', services, sold(lists, 'Service Income', 1));
	addAll('ItemSalesTaxRet', salesTaxes, taxed(lists));
	addAll('ItemNonInventoryRet', nonInventory, sold(lists, 'Product Sales', 0));
	addAll('ItemInventoryRet', inventory, stocked(lists, random));
	addAll('ItemOtherChargeRet', otherCharges, sold(lists, 'Freight & Handling', 1));
	addAll('ItemDiscountRet', discounts, discounted(lists));
	add('ItemSubtotalRet', 'Subtotal', { ItemDesc: 'Subtotal' });
	for (const [name, ItemDesc, contents] of groups) {
		const parts = items.filter((item) => contents.includes(item.Name));
		add('ItemGroupRet', name, {
			ItemDesc,
			IsPrintItemsInGroup: 'true',
			ItemGroupLine: parts.map((part) => ({ ItemRef: referenceTo(part), Quantity: '1' })),
		});
	}
	return items;
}

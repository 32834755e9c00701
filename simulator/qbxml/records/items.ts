import type { ItemKind } from '../../company/types';
import { DATA_EXTENSION, LIST_HEAD, references, type ElementOrder } from './order';

const HIERARCHICAL_HEAD: ElementOrder = [
	...LIST_HEAD,
	'Name',
	'FullName',
	'IsActive',
	...references('ParentRef'),
	'Sublevel',
];

const FLAT_HEAD: ElementOrder = [...LIST_HEAD, 'Name', 'IsActive'];

const CUSTOM_FIELDS: ElementOrder = [['DataExtRet', DATA_EXTENSION]];

const SOLD_OR_BOUGHT: ElementOrder = [
	...references('SalesTaxCodeRef'),
	['SalesOrPurchase', ['Desc', 'Price', ...references('AccountRef')]],
	...CUSTOM_FIELDS,
];

/** The elements of each kind of item, in qbXML's order; the kinds in the order an item query answers them. */
export const ITEM_RETS: Record<ItemKind, ElementOrder> = {
	ItemServiceRet: [...HIERARCHICAL_HEAD, ...SOLD_OR_BOUGHT],
	ItemNonInventoryRet: [...HIERARCHICAL_HEAD, ...SOLD_OR_BOUGHT],
	ItemOtherChargeRet: [...HIERARCHICAL_HEAD, ...SOLD_OR_BOUGHT],
	ItemInventoryRet: [
		...HIERARCHICAL_HEAD,
		'ManufacturerPartNumber',
		...references('SalesTaxCodeRef'),
		'SalesDesc',
		'SalesPrice',
		...references('IncomeAccountRef'),
		'PurchaseDesc',
		'PurchaseCost',
		...references('COGSAccountRef', 'PrefVendorRef', 'AssetAccountRef'),
		'ReorderPoint',
		'QuantityOnHand',
		'AverageCost',
		'QuantityOnOrder',
		'QuantityOnSalesOrder',
		...CUSTOM_FIELDS,
	],
	ItemSubtotalRet: [...FLAT_HEAD, 'ItemDesc', ...CUSTOM_FIELDS],
	ItemDiscountRet: [
		...HIERARCHICAL_HEAD,
		'ItemDesc',
		...references('SalesTaxCodeRef'),
		'DiscountRate',
		'DiscountRatePercent',
		...references('AccountRef'),
		...CUSTOM_FIELDS,
	],
	ItemGroupRet: [
		...FLAT_HEAD,
		'ItemDesc',
		'IsPrintItemsInGroup',
		['ItemGroupLine', [...references('ItemRef'), 'Quantity']],
		...CUSTOM_FIELDS,
	],
	ItemSalesTaxRet: [
		...FLAT_HEAD,
		'ItemDesc',
		'TaxRate',
		...references('TaxVendorRef'),
		...CUSTOM_FIELDS,
	],
};

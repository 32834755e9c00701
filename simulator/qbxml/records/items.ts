import type { ItemKind } from '../../company/types';
import { dataExtension, type ElementOrder, listHead, references } from './order';

const hierarchicalHead: ElementOrder = [
	...listHead,
	'Name',
	'FullName',
	'IsActive',
	...references('ParentRef'),
	'Sublevel',
];

const flatHead: ElementOrder = [...listHead, 'Name', 'IsActive'];

const customFields: ElementOrder = [['DataExtRet', dataExtension]];

const soldOrBought: ElementOrder = [
	...references('SalesTaxCodeRef'),
	['SalesOrPurchase', ['Desc', 'Price', ...references('AccountRef')]],
	...customFields,
];

/** The elements of each kind of item, in qbXML's order. The kinds are in the order of an item query's response. */
export const itemRets: Record<ItemKind, ElementOrder> = {
	ItemServiceRet: [...hierarchicalHead, ...soldOrBought],
	ItemNonInventoryRet: [...hierarchicalHead, ...soldOrBought],
	ItemOtherChargeRet: [...hierarchicalHead, ...soldOrBought],
	ItemInventoryRet: [
		...hierarchicalHead,
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
		...customFields,
	],
	ItemSubtotalRet: [...flatHead, 'ItemDesc', ...customFields],
	ItemDiscountRet: [
		...hierarchicalHead,
		'ItemDesc',
		...references('SalesTaxCodeRef'),
		'DiscountRate',
		'DiscountRatePercent',
		...references('AccountRef'),
		...customFields,
	],
	ItemGroupRet: [
		...flatHead,
		'ItemDesc',
		'IsPrintItemsInGroup',
		['ItemGroupLine', [...references('ItemRef'), 'Quantity']],
		...customFields,
	],
	ItemSalesTaxRet: [
		...flatHead,
		'ItemDesc',
		'TaxRate',
		...references('TaxVendorRef'),
		...customFields,
	],
};

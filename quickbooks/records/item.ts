import { modifiedAfter, modifiedBefore } from '../filters/dates';
import { activeStatus, manufacturerPartNumber } from '../filters/kinds';
import {
	itemListId,
	itemName,
	itemNameContains,
	itemNameEndsWith,
	itemNameStartsWith,
	nameFrom,
	nameTo,
} from '../filters/names';
import { itemVariants } from './items';
import { recordKind } from './record';

export const item = recordKind({
	value: 'item',
	name: 'Item',
	noun: 'item',
	plural: 'items',
	kind: 'list',
	form: {
		name: 'itemType',
		label: 'Item Type',
		help: 'What kind of item it is',
		variants: itemVariants,
	},
	query: {
		path: 'items',
		// All types of items at once.
		qbxml: 'ItemQuery',
		iterates: true,
		filters: [
			itemName,
			itemListId,
			nameFrom,
			nameTo,
			itemNameStartsWith,
			itemNameContains,
			itemNameEndsWith,
			modifiedAfter,
			modifiedBefore,
			activeStatus,
			manufacturerPartNumber,
		],
		changedSince: modifiedAfter,
		fields: ['FullName', 'ListID'],
		stock: {
			fields: ['QuantityOnHand', 'QuantityOnOrder', 'QuantityOnSalesOrder', 'AverageCost'],
			queries: ['ItemInventoryQuery', 'ItemInventoryAssemblyQuery'],
		},
	},
	simplified: [
		...['FullName', 'Name', 'ListID', 'ItemType', 'IsActive'],
		...['SalesOrPurchase', 'SalesAndPurchase', 'SalesDesc', 'SalesPrice', 'PurchaseDesc'],
		...['PurchaseCost', 'QuantityOnHand', 'QuantityOnOrder', 'QuantityOnSalesOrder', 'AverageCost'],
		...['ItemDesc', 'DiscountRate', 'DiscountRatePercent', 'TaxRate', 'TaxVendorRef', 'AccountRef'],
		...['IncomeAccountRef', 'COGSAccountRef', 'AssetAccountRef', 'PrefVendorRef', 'ReorderPoint'],
		...['BuildPoint', 'ManufacturerPartNumber', 'SalesTaxCodeRef', 'UnitOfMeasureSetRef'],
		...['ItemGroupLine', 'ItemInventoryAssemblyLine', 'ItemSalesTaxRef', 'DepositToAccountRef'],
		...['PaymentMethodRef', 'AcquiredAs', 'PurchaseDate', 'AssetNumber', 'ClassRef', 'ParentRef'],
		...['TimeCreated', 'TimeModified', 'EditSequence'],
	],
});

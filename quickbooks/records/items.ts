import { FormError } from '../form/formError';
import type { RecordField, RecordForm, RecordLines, RecordVariant } from './record';

const name: RecordField = {
	path: 'Name',
	label: 'Name',
	help: "The item's name in lists",
	placeholder: 'Consulting',
};

/** The same text under the several names that it has in qbXML. */
const describedBy = (path: string): RecordField => ({
	path,
	label: 'Description',
	name: 'description',
	help: 'The description that the item adds to invoices, orders and bills',
	placeholder: 'Consulting, by the hour',
});

/** The account of an item that has only one. */
const accountAt = (path: string): RecordField => ({
	path,
	label: 'Account',
	name: 'accountListId',
	help: 'The account that the item is posted to, such as an income account for what is sold',
	list: 'accounts',
});

const price: RecordField = {
	path: 'SalesOrPurchase.Price',
	label: 'Price',
	name: 'price',
	help: 'The sales price of one, or the cost if it is only bought',
};

const pricePercent: RecordField = {
	path: 'SalesOrPurchase.PricePercent',
	label: 'Price (Percent)',
	name: 'pricePercent',
	help: 'The price as a percentage of the line above it, instead of Price',
};

const common = {
	class: {
		path: 'ClassRef',
		label: 'Class',
		help: 'The class for transactions with the item',
		list: 'classes',
	},
	isActive: {
		path: 'IsActive',
		label: 'Is Active',
		help: 'Whether the item is in use. Those that are not are hidden in lists.',
	},
	manufacturerPartNumber: {
		path: 'ManufacturerPartNumber',
		label: 'Manufacturer Part Number',
		help: "The manufacturer's part number",
		placeholder: 'DK-3317',
	},
	parent: {
		path: 'ParentRef',
		label: 'Parent',
		help: 'The item of the same type that this one is a subitem of',
		list: 'items',
	},
	salesTaxCode: {
		path: 'SalesTaxCodeRef',
		label: 'Sales Tax Code',
		help: 'The sales tax code that says whether the item is taxable when it is sold',
		list: 'salesTaxCodes',
	},
	unitOfMeasureSet: {
		path: 'UnitOfMeasureSetRef',
		label: 'Unit of Measure Set',
		help: 'The units that the item is counted in',
		list: 'unitOfMeasureSets',
	},
} as const satisfies Record<string, RecordField>;

/** The prices and accounts of what is bought and sold again, as stock has them. */
const trade: readonly RecordField[] = [
	{
		path: 'SalesDesc',
		label: 'Sales Description',
		help: 'The description that the item adds to invoices and sales orders',
		placeholder: 'Door, solid oak',
	},
	{ path: 'SalesPrice', label: 'Sales Price', help: 'The sales price of one' },
	{
		path: 'IncomeAccountRef',
		label: 'Income Account',
		help: 'The account that sales of the item are posted to',
		list: 'accounts',
	},
	{
		path: 'PurchaseDesc',
		label: 'Purchase Description',
		help: 'The description that the item adds to purchase orders and bills',
		placeholder: 'Oak door 80 x 200',
	},
	{ path: 'PurchaseCost', label: 'Cost', help: 'The purchase cost of one' },
	{
		path: 'ExpenseAccountRef',
		label: 'Expense Account',
		help: 'The account that purchases of the item are posted to',
		list: 'accounts',
	},
	{
		path: 'PrefVendorRef',
		label: 'Preferred Vendor',
		help: 'The vendor that it is usually bought from',
		list: 'vendors',
	},
];

function ofTrade(path: string): RecordField {
	const row = trade.find((one) => one.path === path);
	if (!row) throw new Error(`Nothing that is traded has ${path}.`);
	return row;
}

/** The same for an item that may have them in place of one price and account. */
const boughtAndSold = trade.map((row): RecordField => ({
	...row,
	path: `SalesAndPurchase.${row.path}`,
	label: `${row.label} (Bought and Sold)`,
	name: `boughtAndSold${row.path.replace(/Ref$/, 'ListId')}`,
}));

const eitherOr = [
	describedBy('SalesOrPurchase.Desc'),
	price,
	pricePercent,
	accountAt('SalesOrPurchase.AccountRef'),
];

/**
 * An item has one price and one account, or those of what is bought and sold again.
 * @throws FormError if it has both or neither, or two prices.
 */
function onlyOneWay(values: Record<string, unknown>): Record<string, unknown> {
	const given = (rows: readonly RecordField[]) => rows.find(({ path }) => path in values);
	const [one, other] = [given(eitherOr), given(boughtAndSold)];
	if (price.path in values && pricePercent.path in values) {
		throw new FormError(
			`${price.label} and ${pricePercent.label} can't be used together.`,
			'Remove one of the two.',
		);
	}
	if (one && other) {
		throw new FormError(
			`${one.label} and ${other.label} can't be used together.`,
			'An item that is only sold or only bought has Description, Price and Account. One that is bought and sold again has the fields marked "Bought and Sold" instead.',
		);
	}
	if (!one && !other) {
		throw new FormError(
			'The item has no Account.',
			'Choose the account that it is posted to. For an item that is bought and sold again, add the fields marked "Bought and Sold" instead.',
		);
	}
	return values;
}

/** What is only sold, only bought, or bought and sold again, without being kept in stock. */
const notInStock = (further: readonly RecordField[]): Omit<RecordForm, 'qbxml'> => ({
	fields: [
		name,
		describedBy('SalesOrPurchase.Desc'),
		price,
		accountAt('SalesOrPurchase.AccountRef'),
	],
	further: [...further, pricePercent, ...boughtAndSold],
	isInTransactions: true,
	completed: onlyOneWay,
});

/** What is kept in stock. */
const inStock = {
	fields: [
		name,
		ofTrade('SalesDesc'),
		ofTrade('SalesPrice'),
		ofTrade('PurchaseCost'),
		ofTrade('IncomeAccountRef'),
		{
			path: 'COGSAccountRef',
			label: 'Cost of Goods Sold Account',
			help: 'The account that the cost of goods sold is posted to',
			list: 'accounts',
		},
		{
			path: 'AssetAccountRef',
			label: 'Asset Account',
			help: 'The asset account for the value of the inventory',
			list: 'accounts',
		},
	],
	further: [
		...Object.values(common),
		ofTrade('PurchaseDesc'),
		ofTrade('PrefVendorRef'),
		{
			path: 'InventoryDate',
			label: 'Inventory Date',
			help: 'The day of Quantity on Hand and Total Value',
		},
		{ path: 'Max', label: 'Maximum', help: 'How many should be on hand at most' },
		{
			path: 'QuantityOnHand',
			label: 'Quantity on Hand',
			help: 'How many are on hand when the item is created',
		},
		{
			path: 'TotalValue',
			label: 'Total Value',
			help: 'What the quantity on hand is worth. If empty, it is calculated from the cost.',
		},
	],
	isInTransactions: true,
} as const satisfies Omit<RecordForm, 'qbxml'>;

const components: RecordLines = {
	path: 'ItemInventoryAssemblyLine',
	name: 'components',
	label: 'Components',
	help: 'What one of them is made of',
	fields: [
		{
			path: 'ItemInventoryRef',
			label: 'Item',
			help: 'An item that goes into it',
			list: 'items',
		},
		{ path: 'Quantity', label: 'Quantity', help: 'How many of the item go into one' },
	],
	needsOneOf: ['ItemInventoryRef'],
};

const groupItems: RecordLines = {
	path: 'ItemGroupLine',
	name: 'groupItems',
	label: 'Group Items',
	help: 'The items of the group, at least one',
	fields: [
		{ path: 'ItemRef', label: 'Item', help: 'An item of the group', list: 'items' },
		{ path: 'Quantity', label: 'Quantity', help: 'How many of the item are in one group' },
		{
			path: 'UnitOfMeasure',
			label: 'Unit of Measure',
			help: "The unit of the quantity, by its name in the item's set of units",
			placeholder: 'box',
		},
	],
	needsOneOf: ['ItemRef'],
	required: true,
};

/** What an item can be, with what each has in qbXML. */
export const itemVariants: readonly RecordVariant[] = [
	{
		value: 'service',
		name: 'Service',
		qbxml: 'ItemService',
		...notInStock([
			common.class,
			common.isActive,
			common.parent,
			common.salesTaxCode,
			common.unitOfMeasureSet,
		]),
	},
	{
		value: 'nonInventory',
		name: 'Non-Inventory Part',
		qbxml: 'ItemNonInventory',
		...notInStock(Object.values(common)),
	},
	{
		value: 'inventory',
		name: 'Inventory Part',
		qbxml: 'ItemInventory',
		...inStock,
		further: [
			...inStock.further,
			{
				path: 'ReorderPoint',
				label: 'Reorder Point',
				help: 'How many are left when it is time to order more',
			},
		],
	},
	{
		value: 'inventoryAssembly',
		name: 'Inventory Assembly',
		qbxml: 'ItemInventoryAssembly',
		...inStock,
		lines: [components],
		further: [
			...inStock.further,
			{
				path: 'BuildPoint',
				label: 'Build Point',
				help: 'How many are left when it is time to build more',
			},
		],
	},
	{
		value: 'otherCharge',
		name: 'Other Charge',
		qbxml: 'ItemOtherCharge',
		...notInStock([common.class, common.isActive, common.parent, common.salesTaxCode]),
	},
	{
		value: 'discount',
		name: 'Discount',
		qbxml: 'ItemDiscount',
		fields: [
			name,
			describedBy('ItemDesc'),
			{
				path: 'DiscountRatePercent',
				label: 'Discount (Percent)',
				help: 'The discount on the line above, in percent',
			},
			{
				path: 'DiscountRate',
				label: 'Discount (Amount)',
				help: 'The discount as an amount, instead of a percentage',
			},
			accountAt('AccountRef'),
		],
		further: [common.class, common.isActive, common.parent, common.salesTaxCode],
		isInTransactions: true,
	},
	{
		value: 'payment',
		name: 'Payment',
		qbxml: 'ItemPayment',
		fields: [
			name,
			describedBy('ItemDesc'),
			{
				path: 'DepositToAccountRef',
				label: 'Deposit To',
				help: 'The account that the money goes to',
				list: 'accounts',
			},
			{
				path: 'PaymentMethodRef',
				label: 'Payment Method',
				help: 'How it is paid',
				list: 'paymentMethods',
			},
		],
		further: [common.class, common.isActive],
	},
	{
		value: 'subtotal',
		name: 'Subtotal',
		qbxml: 'ItemSubtotal',
		fields: [name, describedBy('ItemDesc')],
		further: [common.isActive],
	},
	{
		value: 'group',
		name: 'Group',
		qbxml: 'ItemGroup',
		fields: [name, describedBy('ItemDesc')],
		lines: [groupItems],
		further: [
			common.isActive,
			{
				path: 'IsPrintItemsInGroup',
				label: 'Print Items in Group',
				help: 'Whether to print the items of the group one by one',
			},
			common.unitOfMeasureSet,
		],
	},
	{
		value: 'salesTax',
		name: 'Sales Tax',
		qbxml: 'ItemSalesTax',
		fields: [
			name,
			describedBy('ItemDesc'),
			{
				path: 'TaxRate',
				label: 'Tax Rate (Percent)',
				help: 'The rate of the tax, in percent',
				placeholder: '8.25',
			},
			{
				path: 'TaxVendorRef',
				label: 'Tax Agency',
				help: 'The vendor that the tax is paid to',
				list: 'vendors',
				placeholder: 'State Board of Equalization',
			},
		],
		further: [common.class, common.isActive],
	},
	{
		value: 'salesTaxGroup',
		name: 'Sales Tax Group',
		qbxml: 'ItemSalesTaxGroup',
		fields: [
			name,
			describedBy('ItemDesc'),
			{
				path: 'ItemSalesTaxRef',
				label: 'Sales Tax Items',
				name: 'salesTaxItems',
				help: 'The sales taxes that are charged together, at least one',
				list: 'salesTaxItems',
				placeholder: 'San Tomas',
			},
		],
		further: [common.isActive],
	},
	{
		value: 'fixedAsset',
		name: 'Fixed Asset',
		qbxml: 'ItemFixedAsset',
		fields: [
			name,
			{
				path: 'AcquiredAs',
				label: 'Acquired As',
				help: 'Whether it was new or used when it was bought',
				initial: 'New',
			},
			{
				...ofTrade('PurchaseDesc'),
				help: 'What was bought',
				placeholder: 'Delivery van',
			},
			{ path: 'PurchaseDate', label: 'Purchase Date', help: 'The day it was bought' },
			{ ...ofTrade('PurchaseCost'), help: 'What it was bought for' },
			{
				path: 'AssetAccountRef',
				label: 'Asset Account',
				help: 'The fixed asset account it belongs to',
				list: 'accounts',
			},
		],
		further: [
			{
				path: 'AssetDesc',
				label: 'Asset Description',
				help: 'What the asset is',
				placeholder: 'White van with shelves',
			},
			{
				path: 'AssetNumber',
				label: 'Asset Number',
				help: 'Your number for the asset',
				placeholder: 'FA-17',
			},
			common.class,
			{
				path: 'CostBasis',
				label: 'Cost Basis',
				help: 'The cost that depreciation is worked out from',
			},
			common.isActive,
			{
				path: 'Location',
				label: 'Location',
				help: 'Where the asset is',
				placeholder: 'Warehouse 2',
			},
			{
				path: 'Notes',
				label: 'Notes',
				help: 'Internal notes',
				placeholder: 'Serviced every spring',
			},
			{
				path: 'PONumber',
				label: 'PO Number',
				help: 'The number of the purchase order that it was bought with',
				placeholder: 'PO-778',
			},
			{
				path: 'FixedAssetSalesInfo.SalesDate',
				label: 'Sale Date',
				name: 'saleDate',
				help: 'The day it was sold, if it was. Requires Sale Description.',
			},
			{
				path: 'FixedAssetSalesInfo.SalesDesc',
				label: 'Sale Description',
				name: 'saleDescription',
				help: 'What was sold and to whom. Requires Sale Date.',
				placeholder: 'Van sold to K. Abercrombie',
			},
			{
				path: 'FixedAssetSalesInfo.SalesExpense',
				label: 'Sale Expense',
				name: 'saleExpense',
				help: 'What it cost to sell it',
			},
			{
				path: 'FixedAssetSalesInfo.SalesPrice',
				label: 'Sale Price',
				name: 'salePrice',
				help: 'What it was sold for',
			},
			{
				path: 'VendorOrPayeeName',
				label: 'Vendor or Payee',
				help: 'Who it was bought from',
				placeholder: 'Bayshore Motors',
			},
			{
				path: 'WarrantyExpDate',
				label: 'Warranty Expires',
				help: 'The last day of the warranty',
			},
			{
				path: 'YearEndAccumulatedDepreciation',
				label: 'Year-End Accumulated Depreciation',
				help: 'The depreciation up to the end of the year',
			},
			{
				path: 'YearEndBookValue',
				label: 'Year-End Book Value',
				help: 'The book value at the end of the year',
			},
		],
	},
];

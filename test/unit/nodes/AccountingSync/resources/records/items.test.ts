import type { IDataObject } from 'n8n-workflow';

import { recordsIn } from '../../../../../../quickbooks/qbxml/answer';
import { elementsInXml } from '../../../../../../quickbooks/qbxml/answerFromXml';
import { item } from '../../../../../../quickbooks/records/item';
import type { VariantField } from '../../../../../../quickbooks/records/record';
import { simplified } from '../../../../../../quickbooks/records/simplify';
import { byName, written } from '../../../../support/written';

const byId = (value: string): IDataObject => ({ __rl: true, mode: 'id', value });

const sent = (operation: string, values: IDataObject): string => written('item', operation, values);

/** The item that is sent for a type. */
const created = (itemType: string, values: IDataObject): string =>
	sent('create', { itemType, ...values }).replace(/ requestID="[^"]*"/, '');

const documents: Array<[type: string, values: IDataObject, item: string]> = [
	[
		'service',
		{
			name: 'Consulting',
			description: 'Consulting, by the hour',
			price: '120',
			accountListId: byName('Services'),
			additionalFields: { salesTaxCodeListId: byName('Non') },
		},
		'<ItemServiceAddRq><ItemServiceAdd><Name>Consulting</Name><SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef><SalesOrPurchase><Desc>Consulting, by the hour</Desc><Price>120</Price><AccountRef><FullName>Services</FullName></AccountRef></SalesOrPurchase></ItemServiceAdd></ItemServiceAddRq>',
	],
	[
		'service',
		{
			name: 'Painting',
			additionalFields: {
				boughtAndSoldSalesPrice: '75.5',
				boughtAndSoldIncomeAccountListId: byName('Services'),
				boughtAndSoldPurchaseCost: '50',
				boughtAndSoldExpenseAccountListId: byId('80000009-1'),
			},
		},
		'<ItemServiceAddRq><ItemServiceAdd><Name>Painting</Name><SalesAndPurchase><SalesPrice>75.5</SalesPrice><IncomeAccountRef><FullName>Services</FullName></IncomeAccountRef><PurchaseCost>50</PurchaseCost><ExpenseAccountRef><ListID>80000009-1</ListID></ExpenseAccountRef></SalesAndPurchase></ItemServiceAdd></ItemServiceAddRq>',
	],
	[
		'nonInventory',
		{
			name: 'Screws',
			price: '4.99',
			accountListId: byName('Sales'),
			additionalFields: { manufacturerPartNumber: 'DK-3317', parentListId: byName('Hardware') },
		},
		'<ItemNonInventoryAddRq><ItemNonInventoryAdd><Name>Screws</Name><ParentRef><FullName>Hardware</FullName></ParentRef><ManufacturerPartNumber>DK-3317</ManufacturerPartNumber><SalesOrPurchase><Price>4.99</Price><AccountRef><FullName>Sales</FullName></AccountRef></SalesOrPurchase></ItemNonInventoryAdd></ItemNonInventoryAddRq>',
	],
	[
		'inventory',
		{
			name: 'Door',
			salesDesc: 'Door, solid oak',
			salesPrice: '250',
			purchaseCost: '140',
			incomeAccountListId: byName('Sales'),
			cogsAccountListId: byName('Cost of Goods Sold'),
			assetAccountListId: byName('Inventory Asset'),
			additionalFields: {
				quantityOnHand: '12',
				totalValue: '1680',
				inventoryDate: '2026-01-01T00:00:00',
				reorderPoint: '3',
			},
		},
		'<ItemInventoryAddRq><ItemInventoryAdd><Name>Door</Name><SalesDesc>Door, solid oak</SalesDesc><SalesPrice>250</SalesPrice><IncomeAccountRef><FullName>Sales</FullName></IncomeAccountRef><PurchaseCost>140</PurchaseCost><COGSAccountRef><FullName>Cost of Goods Sold</FullName></COGSAccountRef><AssetAccountRef><FullName>Inventory Asset</FullName></AssetAccountRef><ReorderPoint>3</ReorderPoint><QuantityOnHand>12</QuantityOnHand><TotalValue>1680.00</TotalValue><InventoryDate>2026-01-01</InventoryDate></ItemInventoryAdd></ItemInventoryAddRq>',
	],
	[
		'inventoryAssembly',
		{
			name: 'Door Set',
			components: {
				line: [
					{ itemInventoryListId: byName('Door'), quantity: '1' },
					{ itemInventoryListId: byId('80000002-1'), quantity: '3' },
				],
			},
			additionalFields: { buildPoint: '2' },
		},
		'<ItemInventoryAssemblyAddRq><ItemInventoryAssemblyAdd><Name>Door Set</Name><BuildPoint>2</BuildPoint><ItemInventoryAssemblyLine><ItemInventoryRef><FullName>Door</FullName></ItemInventoryRef><Quantity>1</Quantity></ItemInventoryAssemblyLine><ItemInventoryAssemblyLine><ItemInventoryRef><ListID>80000002-1</ListID></ItemInventoryRef><Quantity>3</Quantity></ItemInventoryAssemblyLine></ItemInventoryAssemblyAdd></ItemInventoryAssemblyAddRq>',
	],
	[
		'otherCharge',
		{
			name: 'Rush',
			accountListId: byName('Sales'),
			additionalFields: { pricePercent: '15' },
		},
		'<ItemOtherChargeAddRq><ItemOtherChargeAdd><Name>Rush</Name><SalesOrPurchase><PricePercent>15</PricePercent><AccountRef><FullName>Sales</FullName></AccountRef></SalesOrPurchase></ItemOtherChargeAdd></ItemOtherChargeAddRq>',
	],
	[
		'discount',
		{ name: 'Friends', discountRatePercent: '10', accountListId: byName('Discounts') },
		'<ItemDiscountAddRq><ItemDiscountAdd><Name>Friends</Name><DiscountRatePercent>10</DiscountRatePercent><AccountRef><FullName>Discounts</FullName></AccountRef></ItemDiscountAdd></ItemDiscountAddRq>',
	],
	[
		'payment',
		{
			name: 'Paid in Cash',
			depositToAccountListId: byName('Undeposited Funds'),
			paymentMethodListId: byName('Cash'),
		},
		'<ItemPaymentAddRq><ItemPaymentAdd><Name>Paid in Cash</Name><DepositToAccountRef><FullName>Undeposited Funds</FullName></DepositToAccountRef><PaymentMethodRef><FullName>Cash</FullName></PaymentMethodRef></ItemPaymentAdd></ItemPaymentAddRq>',
	],
	[
		'subtotal',
		{ name: 'Subtotal', description: 'So far' },
		'<ItemSubtotalAddRq><ItemSubtotalAdd><Name>Subtotal</Name><ItemDesc>So far</ItemDesc></ItemSubtotalAdd></ItemSubtotalAddRq>',
	],
	[
		'group',
		{
			name: 'Starter Kit',
			groupItems: { line: [{ itemListId: byName('Door'), quantity: '2', unitOfMeasure: 'each' }] },
			additionalFields: { isPrintItemsInGroup: true },
		},
		'<ItemGroupAddRq><ItemGroupAdd><Name>Starter Kit</Name><IsPrintItemsInGroup>true</IsPrintItemsInGroup><ItemGroupLine><ItemRef><FullName>Door</FullName></ItemRef><Quantity>2</Quantity><UnitOfMeasure>each</UnitOfMeasure></ItemGroupLine></ItemGroupAdd></ItemGroupAddRq>',
	],
	[
		'group',
		{
			name: 'Starter Kit',
			specifyLines: 'json',
			groupItemsJson: '[{ "ItemRef": "Door", "Quantity": 2 }]',
		},
		'<ItemGroupAddRq><ItemGroupAdd><Name>Starter Kit</Name><ItemGroupLine><ItemRef><FullName>Door</FullName></ItemRef><Quantity>2</Quantity></ItemGroupLine></ItemGroupAdd></ItemGroupAddRq>',
	],
	[
		'salesTax',
		{ name: 'San Tomas', taxRate: '8.25', taxVendorListId: byName('State Board') },
		'<ItemSalesTaxAddRq><ItemSalesTaxAdd><Name>San Tomas</Name><TaxRate>8.25</TaxRate><TaxVendorRef><FullName>State Board</FullName></TaxVendorRef></ItemSalesTaxAdd></ItemSalesTaxAddRq>',
	],
	[
		'salesTaxGroup',
		{
			name: 'County and City',
			salesTaxItems: {
				references: [{ listId: byName('San Tomas') }, { listId: byId('80000004-1') }],
			},
		},
		'<ItemSalesTaxGroupAddRq><ItemSalesTaxGroupAdd><Name>County and City</Name><ItemSalesTaxRef><FullName>San Tomas</FullName></ItemSalesTaxRef><ItemSalesTaxRef><ListID>80000004-1</ListID></ItemSalesTaxRef></ItemSalesTaxGroupAdd></ItemSalesTaxGroupAddRq>',
	],
	[
		'fixedAsset',
		{
			name: 'Van',
			purchaseDesc: 'Delivery van',
			purchaseDate: '2026-03-01T00:00:00',
			purchaseCost: '31000',
			assetAccountListId: byName('Vehicles'),
			additionalFields: { saleDescription: 'Sold at auction', saleDate: '2026-05-01' },
		},
		'<ItemFixedAssetAddRq><ItemFixedAssetAdd><Name>Van</Name><AcquiredAs>New</AcquiredAs><PurchaseDesc>Delivery van</PurchaseDesc><PurchaseDate>2026-03-01</PurchaseDate><PurchaseCost>31000</PurchaseCost><AssetAccountRef><FullName>Vehicles</FullName></AssetAccountRef><FixedAssetSalesInfo><SalesDesc>Sold at auction</SalesDesc><SalesDate>2026-05-01</SalesDate></FixedAssetSalesInfo></ItemFixedAssetAdd></ItemFixedAssetAddRq>',
	],
];

test.each(documents)('create: %s', (type, values, expected) => {
	expect(created(type, values)).toBe(expected);
});

test('every type has a document here', () => {
	const types = (item.form as VariantField).variants;
	expect([...new Set(documents.map(([type]) => type))]).toEqual(types.map(({ value }) => value));
});

test('fields of another type that were filled in before are left out', () => {
	const left = { price: '5', salesPrice: '6', taxRate: '7', additionalFields: { buildPoint: '8' } };
	expect(created('subtotal', { name: 'Subtotal', ...left })).toBe(
		'<ItemSubtotalAddRq><ItemSubtotalAdd><Name>Subtotal</Name></ItemSubtotalAdd></ItemSubtotalAddRq>',
	);
});

const account = byName('Sales');
const refusals: Array<[what: string, type: string, values: IDataObject, message: RegExp]> = [
	['no name', 'subtotal', {}, /\bName is missing\b/],
	['neither price nor account', 'service', { name: 'A' }, /^The item has no Account\.$/],
	[
		'one price, and those of what is bought and sold',
		'nonInventory',
		{ name: 'A', price: '5', additionalFields: { boughtAndSoldPurchaseCost: '4' } },
		/^Price and Cost \(Bought and Sold\) can't be used together\.$/,
	],
	[
		'two prices',
		'otherCharge',
		{ name: 'A', price: '5', accountListId: account, additionalFields: { pricePercent: '4' } },
		/^Price and Price \(Percent\) can't be used together\.$/,
	],
	[
		'two discounts',
		'discount',
		{ name: 'A', discountRate: '5', discountRatePercent: '5' },
		/Discount \(Amount\) and Discount \(Percent\) exclude each other in the form/,
	],
	[
		'a price that is no number',
		'service',
		{ name: 'A', price: 'five', accountListId: account },
		/\bPrice\b.*"five"/,
	],
	['a group of nothing', 'group', { name: 'A' }, /^Nothing is filled in under Group Items\.$/],
	[
		'a line without an item',
		'group',
		{ name: 'A', groupItems: { line: [{ quantity: '2' }] } },
		/^Group Item 1 has no Item\.$/,
	],
	[
		'a sales tax group of nothing',
		'salesTaxGroup',
		{ name: 'A' },
		/\bSales Tax Items is missing\b/,
	],
	[
		'a list of sales taxes that is no list',
		'salesTaxGroup',
		{ name: 'A', salesTaxItems: { line: [{ listId: account }] } },
		/^Sales Tax Items must be text, but it is an object\.$/,
	],
	['a type that there is not', 'kit', { name: 'A' }, /^Item Type can't be "kit"\.$/],
];

test.each(refusals)('create refuses %s', (_what, type, values, message) => {
	expect(() => created(type, values)).toThrow(message);
});

test('delete names the type, as qbXML asks for it', () => {
	expect(sent('delete', { itemType: 'salesTaxGroup', listId: '80000004-1' })).toContain(
		'<ListDelType>ItemSalesTaxGroup</ListDelType><ListID>80000004-1</ListID>',
	);
});

test('get finds an item of any type', () => {
	expect(sent('get', { listId: byName('Hardware:Screws') })).toMatch(
		/<ItemQueryRq[^>]*><FullName>Hardware:Screws<\/FullName><\/ItemQueryRq>/,
	);
});

const answer = `<ItemQueryRs statusCode="0">
	<ItemServiceRet><ListID>1</ListID><Name>Consulting</Name><FullName>Consulting</FullName>
		<SalesOrPurchase><Price>120.00</Price><AccountRef><ListID>9</ListID><FullName>Services</FullName></AccountRef></SalesOrPurchase>
	</ItemServiceRet>
	<ItemSalesTaxGroupRet><ListID>2</ListID><Name>Both</Name>
		<ItemSalesTaxRef><ListID>3</ListID><FullName>San Tomas</FullName></ItemSalesTaxRef>
		<ItemSalesTaxRef><ListID>4</ListID><FullName>East Bayshore</FullName></ItemSalesTaxRef>
	</ItemSalesTaxGroupRet>
</ItemQueryRs>`;

test('an answer says of each item what it is', () => {
	const records = elementsInXml(`<QBXML><QBXMLMsgsRs>${answer}</QBXMLMsgsRs></QBXML>`).flatMap(
		recordsIn,
	);
	expect(records.map((record) => simplified(record, item.simplified))).toEqual([
		{
			FullName: 'Consulting',
			Name: 'Consulting',
			ListID: '1',
			ItemType: 'service',
			SalesOrPurchase: { Price: '120.00', AccountName: 'Services', AccountListID: '9' },
		},
		{
			Name: 'Both',
			ListID: '2',
			ItemType: 'salesTaxGroup',
			ItemSalesTaxRef: [
				{ ListID: '3', FullName: 'San Tomas' },
				{ ListID: '4', FullName: 'East Bayshore' },
			],
		},
	]);
});

test('a filter that is matched here keeps the query in qbXML, without a maximum', () => {
	const xml = sent('query', {
		filters: { manufacturerPartNumber: 'DK-3317', nameStartsWith: 'S' },
		limit: 5,
	});
	expect(xml).toMatch(
		/<ItemQueryRq[^>]*><NameFilter><MatchCriterion>StartsWith<\/MatchCriterion><Name>S<\/Name><\/NameFilter><\/ItemQueryRq>/,
	);
});

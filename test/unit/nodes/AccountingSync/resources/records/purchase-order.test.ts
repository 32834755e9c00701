import { byName, written } from '../../../../support/written';

const values = {
	vendorListId: byName('CalOil'),
	lines: {
		line: [
			{ quantity: '1', additionalFields: { itemGroupListId: byName('Door Set') } },
			{ itemListId: byName('Door'), quantity: '2', rate: '40' },
		],
	},
};

test('a purchase order keeps items and groups of items in their order', () => {
	expect(written('purchaseOrder', 'create', values)).toBe(
		[
			'<PurchaseOrderAddRq><PurchaseOrderAdd>',
			'<VendorRef><FullName>CalOil</FullName></VendorRef>',
			'<PurchaseOrderLineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef>',
			'<Quantity>1</Quantity></PurchaseOrderLineGroupAdd>',
			'<PurchaseOrderLineAdd><ItemRef><FullName>Door</FullName></ItemRef>',
			'<Quantity>2</Quantity><Rate>40</Rate></PurchaseOrderLineAdd>',
			'</PurchaseOrderAdd></PurchaseOrderAddRq>',
		].join(''),
	);
});

test('goods go to an inventory site or to somebody, not to both', () => {
	const additionalFields = {
		inventorySiteListId: byName('Main'),
		shipToEntityListId: byName('Kristy'),
	};
	expect(() => written('purchaseOrder', 'create', { ...values, additionalFields })).toThrow(
		'Inventory Site and Ship to Entity exclude each other',
	);
});

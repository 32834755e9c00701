import type { IDataObject } from 'n8n-workflow';

import { byName, written } from '../../../../support/written';

/** An adjustment with lines for the same item. */
const adjustment = (...lines: IDataObject[]): string =>
	written('inventoryAdjustment', 'create', {
		accountListId: byName('Shrinkage'),
		lines: { line: lines.map((line) => ({ itemListId: byName('Door'), ...line })) },
	});

test.each([
	[
		'a count',
		{ newQuantity: '12' },
		'<QuantityAdjustment><NewQuantity>12</NewQuantity></QuantityAdjustment>',
	],
	[
		'a difference in one lot',
		{ quantityDifference: '-3', additionalFields: { lotNumber: 'L-77' } },
		'<QuantityAdjustment><QuantityDifference>-3</QuantityDifference><LotNumber>L-77</LotNumber></QuantityAdjustment>',
	],
	[
		'a value',
		{ newValue: '540' },
		'<ValueAdjustment><NewValue>540.00</NewValue></ValueAdjustment>',
	],
	[
		'a quantity and a value',
		{ newQuantity: '12', valueDifference: '-3.5' },
		'<ValueAdjustment><NewQuantity>12</NewQuantity><ValueDifference>-3.50</ValueDifference></ValueAdjustment>',
	],
	[
		'a serial number',
		{ additionalFields: { removeSerialNumber: 'SN-1' } },
		'<SerialNumberAdjustment><RemoveSerialNumber>SN-1</RemoveSerialNumber></SerialNumberAdjustment>',
	],
])('%s decides what the line becomes', (_, line, inside) => {
	expect(adjustment(line)).toBe(
		[
			'<InventoryAdjustmentAddRq><InventoryAdjustmentAdd>',
			'<AccountRef><FullName>Shrinkage</FullName></AccountRef>',
			'<InventoryAdjustmentLineAdd><ItemRef><FullName>Door</FullName></ItemRef>',
			`${inside}</InventoryAdjustmentLineAdd>`,
			'</InventoryAdjustmentAdd></InventoryAdjustmentAddRq>',
		].join(''),
	);
});

test.each([
	[
		'nothing to adjust',
		{},
		'Line 1 has neither a New Quantity, a Quantity Difference, a New Value',
	],
	['no item', { itemListId: byName(''), newQuantity: '1' }, 'Line 1 has no Item.'],
	[
		'two quantities',
		{ newQuantity: '1', quantityDifference: '1' },
		'Line 1 has both a New Quantity and a Quantity Difference.',
	],
	[
		'two values',
		{ newValue: '1', valueDifference: '1' },
		'Line 1 has both a New Value and a Value Difference.',
	],
	[
		'a value for one lot',
		{ newValue: '1', newQuantity: '1', additionalFields: { lotNumber: 'L-77' } },
		'Line 1 has a value, and a serial number, a lot or a location too.',
	],
	[
		'a count and a serial number',
		{ newQuantity: '1', additionalFields: { addSerialNumber: 'SN-1' } },
		'Line 1 has a quantity or a value and a serial number to add or remove.',
	],
])('%s is refused', (_, line, message) => {
	expect(() => adjustment(line)).toThrow(message);
});

test('adjustments are asked for by item', () => {
	const filters = { itemListId: byName('Door') };
	expect(written('inventoryAdjustment', 'query', { filters })).toBe(
		'<InventoryAdjustmentQueryRq><MaxReturned>51</MaxReturned><ItemFilter><FullName>Door</FullName></ItemFilter></InventoryAdjustmentQueryRq>',
	);
});

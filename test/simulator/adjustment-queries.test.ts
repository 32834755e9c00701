import { openDesk, pluck } from './support/ask';

const { ask } = openDesk();

it('finds an inventory adjustment by its customer', () => {
	ask(
		'<InventoryAdjustmentAddRq><InventoryAdjustmentAdd><AccountRef><FullName>Uncategorized Expenses</FullName></AccountRef><RefNumber>A-7</RefNumber><CustomerRef><FullName>Cook, Brian</FullName></CustomerRef><InventoryAdjustmentLineAdd><ItemRef><FullName>Thermostat</FullName></ItemRef><QuantityAdjustment><QuantityDifference>-1</QuantityDifference></QuantityAdjustment></InventoryAdjustmentLineAdd></InventoryAdjustmentAdd></InventoryAdjustmentAddRq>',
	);
	const { records } = ask(
		'<InventoryAdjustmentQueryRq><EntityFilter><FullName>Cook, Brian</FullName></EntityFilter></InventoryAdjustmentQueryRq>',
	);
	expect(pluck(records.InventoryAdjustmentRet, 'RefNumber')).toEqual(['A-7']);
});

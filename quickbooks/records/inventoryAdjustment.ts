import { transactionModifiedAfter } from '../filters/dates';
import {
	accountListIds,
	customerListId,
	includeLineItems,
	itemInLines,
	memoContains,
} from '../filters/kinds';
import { FormError } from '../form/formError';
import { lotNumber, serialNumber, siteLocation } from './purchases';
import { type ElementValues, type RecordField, recordKind } from './record';
import {
	classOf,
	dateFilters,
	identity,
	memo,
	refNumber,
	refNumberFilters,
	transactionDate,
} from './transactions';

const LINE = 'InventoryAdjustmentLineAdd';

/** What most lines have. The paths of the quantities are those of lines without values. */
const lineFields: readonly RecordField[] = [
	{
		path: 'ItemRef',
		label: 'Item',
		help: 'The item to adjust',
		list: 'items',
		placeholder: 'Door Frame',
	},
	{
		path: 'QuantityAdjustment.NewQuantity',
		name: 'newQuantity',
		label: 'New Quantity',
		help: 'How many are on hand now, instead of Quantity Difference',
		placeholder: '12',
	},
	{
		path: 'QuantityAdjustment.QuantityDifference',
		name: 'quantityDifference',
		label: 'Quantity Difference',
		help: 'The change in quantity, negative if there are fewer',
		placeholder: '-3',
	},
	{
		path: 'ValueAdjustment.NewValue',
		name: 'newValue',
		label: 'New Value',
		help: 'The total value of what is on hand now, instead of Value Difference',
		placeholder: '540.00',
	},
	{
		path: 'ValueAdjustment.ValueDifference',
		name: 'valueDifference',
		label: 'Value Difference',
		help: 'The change in the total value, negative if it went down',
		placeholder: '-35.00',
	},
];

const furtherLineFields: readonly RecordField[] = [
	{
		path: 'SerialNumberAdjustment.AddSerialNumber',
		name: 'addSerialNumber',
		label: 'Add Serial Number',
		help: 'The serial number of one that is on hand but not in QuickBooks, instead of a quantity',
		placeholder: 'SN-2001',
	},
	{
		...siteLocation,
		path: 'QuantityAdjustment.InventorySiteLocationRef',
		name: 'inventorySiteLocationListId',
		help: 'The bin or other location within the inventory site, for a quantity',
	},
	{
		path: 'LotNumberAdjustment.CountAdjustment',
		name: 'lotCount',
		label: 'Lot: Count',
		help: 'The change in quantity of the lot, negative if there are fewer, instead of a quantity',
	},
	{
		path: 'LotNumberAdjustment.LotNumber',
		name: 'lotNumberOfCount',
		label: 'Lot: Number',
		help: 'The number of the lot to adjust',
		placeholder: 'L-77',
	},
	{ ...lotNumber, path: 'QuantityAdjustment.LotNumber', name: 'lotNumber' },
	{
		path: 'SerialNumberAdjustment.RemoveSerialNumber',
		name: 'removeSerialNumber',
		label: 'Remove Serial Number',
		help: 'The serial number of one that is in QuickBooks but not on hand, instead of a quantity',
		placeholder: 'SN-2001',
	},
	{ ...serialNumber, path: 'QuantityAdjustment.SerialNumber', name: 'serialNumber' },
];

type Parts = Readonly<Record<string, unknown>>;

function refuseBoth(label: string, one: string, other: string): never {
	throw new FormError(`${label} has both a ${one} and a ${other}.`, 'Fill in one of the two.');
}

/** A new value goes out with the quantity, in another element than a quantity alone. */
function ofQuantityOrValue(line: Parts, label: string): ElementValues {
	const { QuantityAdjustment: byQuantity, ValueAdjustment: byValue, ...others } = line;
	const { NewQuantity, QuantityDifference, ...more } = (byQuantity ?? {}) as Parts;
	const { NewValue, ValueDifference } = (byValue ?? {}) as Parts;
	if (others.ItemRef === undefined) {
		throw new FormError(`${label} has no Item.`, 'Fill it in, or remove the line.');
	}
	if (NewQuantity !== undefined && QuantityDifference !== undefined) {
		refuseBoth(label, 'New Quantity', 'Quantity Difference');
	}
	if (NewValue !== undefined && ValueDifference !== undefined) {
		refuseBoth(label, 'New Value', 'Value Difference');
	}
	const kinds = [
		...((byQuantity ?? byValue) ? ['a quantity or a value'] : []),
		...(line.SerialNumberAdjustment ? ['a serial number to add or remove'] : []),
		...(line.LotNumberAdjustment ? ['a lot to count'] : []),
	];
	if (kinds.length > 1) {
		throw new FormError(`${label} has ${kinds.join(' and ')}.`, 'Make a line of each.');
	}
	if (byValue === undefined || byQuantity === undefined) return [LINE, line];
	if (Object.keys(more).length > 0) {
		throw new FormError(
			`${label} has a value, and a serial number, a lot or a location too.`,
			'Make two lines of it: the quantities by serial number, lot or location, and the value.',
		);
	}
	return [
		LINE,
		{
			...others,
			ValueAdjustment: {
				...byValue,
				...(NewQuantity !== undefined && { NewQuantity }),
				...(QuantityDifference !== undefined && { QuantityDifference }),
			},
		},
	];
}

export const inventoryAdjustment = recordKind({
	value: 'inventoryAdjustment',
	name: 'Inventory Adjustment',
	noun: 'inventory adjustment',
	plural: 'inventory adjustments',
	kind: 'transaction',
	operations: ['create', 'get', 'query', 'void', 'delete'],
	form: {
		qbxml: 'InventoryAdjustment',
		fields: [
			{
				path: 'AccountRef',
				label: 'Adjustment Account',
				help: 'The account that the difference in value is posted to',
				list: 'accounts',
				placeholder: 'Inventory Adjustment',
			},
			transactionDate,
		],
		lines: [
			{
				path: LINE,
				toElement: ofQuantityOrValue,
				name: 'lines',
				label: 'Lines',
				help: 'What to adjust, at least one line. Each has a quantity, a value or both.',
				fields: lineFields,
				further: furtherLineFields,
				needsOneOf: [
					'QuantityAdjustment.NewQuantity',
					'QuantityAdjustment.QuantityDifference',
					'ValueAdjustment.NewValue',
					'ValueAdjustment.ValueDifference',
					'SerialNumberAdjustment.AddSerialNumber',
					'SerialNumberAdjustment.RemoveSerialNumber',
					'LotNumberAdjustment.CountAdjustment',
				],
				required: true,
			},
		],
		further: [
			classOf('The class of the adjustment'),
			{
				path: 'CustomerRef',
				label: 'Customer',
				help: 'The customer or job that the adjustment is about',
				list: 'customers',
			},
			{
				path: 'InventorySiteRef',
				label: 'Inventory Site',
				help: 'Where the goods are kept',
				list: 'inventorySites',
			},
			memo,
			refNumber,
		],
	},
	query: {
		filters: [
			customerListId,
			itemInLines,
			...dateFilters,
			...refNumberFilters,
			accountListIds,
			memoContains,
		],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems],
	},
	simplified: [
		...['RefNumber', 'TxnDate', 'AccountRef', 'CustomerRef', 'ClassRef', 'InventorySiteRef'],
		...['Memo', ...identity],
	],
});

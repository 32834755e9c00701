import { itemGroup, lineOrGroup } from './lines';
import type { RecordField, RecordLines } from './record';

export const vendorField: RecordField = {
	path: 'VendorRef',
	label: 'Vendor',
	help: 'The vendor that you buy from',
	list: 'vendors',
	required: true,
};

/** Bills and credits carry the number that the vendor has given to them. */
export const vendorsNumber: RecordField = {
	path: 'RefNumber',
	label: 'Reference Number',
	help: 'The number that the vendor has given to it',
	placeholder: 'R-20931',
};

export const payablesAccount: RecordField = {
	path: 'APAccountRef',
	label: 'Accounts Payable Account',
	help: 'The accounts payable account that it is booked on. Left empty, it is the usual one.',
	list: 'payableAccounts',
};

export const billableStatus: RecordField = {
	path: 'BillableStatus',
	label: 'Billable Status',
	help: "Whether the customer is to be charged for it, in case the line has a customer's name",
};

const lineCustomer: RecordField = {
	path: 'CustomerRef',
	label: 'Customer',
	help: 'The customer or job that it was bought for',
	list: 'customers',
};

const lineClass: RecordField = {
	path: 'ClassRef',
	label: 'Class',
	help: 'The class of this line',
	list: 'classes',
};

const lineSalesRep: RecordField = {
	path: 'SalesRepRef',
	label: 'Sales Rep',
	help: 'The sales representative that it was bought for',
	list: 'salesReps',
};

const ANY_LINE = 'At least one line of either kind is needed.';

/** What is booked on an account without an item. */
export const expenseLines: RecordLines = {
	path: 'ExpenseLineAdd',
	name: 'expenseLines',
	label: 'Expense Lines',
	help: `What it is for, by account. ${ANY_LINE}`,
	fields: [
		{
			path: 'AccountRef',
			label: 'Account',
			help: 'The account that the expense is booked on',
			list: 'accounts',
		},
		{ path: 'Amount', label: 'Amount', help: 'The amount of the line' },
		{
			path: 'Memo',
			label: 'Memo',
			help: 'What the line is for',
			placeholder: 'Printer paper',
		},
		lineCustomer,
		lineClass,
	],
	further: [billableStatus, lineSalesRep],
	needsOneOf: ['AccountRef'],
	required: true,
};

export const purchasedItem: RecordField = {
	path: 'ItemRef',
	label: 'Item',
	help: 'What is bought. A line without an item is just a text.',
	list: 'items',
};

export const lineText: RecordField = {
	path: 'Desc',
	label: 'Description',
	help: "The text of the line. Left empty, the item's own description is taken.",
	placeholder: 'Door frames, pine',
};

export const lineQuantity: RecordField = {
	path: 'Quantity',
	label: 'Quantity',
	help: 'How many are bought; decimals are fine',
};

export const lineAmount: RecordField = {
	path: 'Amount',
	label: 'Amount',
	help: 'The amount of the line, in place of quantity times the price of one',
};

export const lineUnit: RecordField = {
	path: 'UnitOfMeasure',
	label: 'Unit of Measure',
	help: "The unit of the quantity, by its name in the item's set of units",
	placeholder: 'box',
};

export const lineAccount: RecordField = {
	path: 'OverrideItemAccountRef',
	label: 'Account',
	help: "The account that the line is booked on, in place of the item's own",
	list: 'accounts',
};

export const siteLocation: RecordField = {
	path: 'InventorySiteLocationRef',
	label: 'Inventory Site Location',
	help: 'The place within the inventory site',
	list: 'inventorySites',
};

export const serialNumber: RecordField = {
	path: 'SerialNumber',
	label: 'Serial Number',
	help: 'The serial numbers of the goods, with commas between them',
	placeholder: 'SN-2001,SN-2002',
};

export const lotNumber: RecordField = {
	path: 'LotNumber',
	label: 'Lot Number',
	help: 'The lot that the goods belong to',
	placeholder: 'L-77',
};

/** What is bought as items. Bills, credits of vendors and checks have such lines. */
export const itemLines = (further: readonly RecordField[] = []): RecordLines => ({
	path: 'ItemLineAdd',
	toElement: lineOrGroup('ItemLineAdd', 'ItemGroupLineAdd', [
		'Quantity',
		'UnitOfMeasure',
		'InventorySiteRef',
		'InventorySiteLocationRef',
	]),
	name: 'itemLines',
	label: 'Item Lines',
	help: `What it is for, by item. ${ANY_LINE}`,
	fields: [
		purchasedItem,
		lineText,
		lineQuantity,
		{
			path: 'Cost',
			label: 'Cost',
			help: "The cost of one. Left empty, the item's own cost is taken.",
		},
		lineCustomer,
		lineClass,
	],
	further: [
		lineAccount,
		lineAmount,
		billableStatus,
		{
			path: 'ExpirationDateForSerialLotNumber',
			label: 'Expiration Date',
			help: 'When the goods with these serial numbers or of this lot expire',
			placeholder: '2027-06-30',
		},
		{
			path: 'InventorySiteRef',
			label: 'Inventory Site',
			help: 'Where the goods are kept',
			list: 'inventorySites',
		},
		siteLocation,
		itemGroup,
		lotNumber,
		lineSalesRep,
		serialNumber,
		lineUnit,
		...further,
	],
	needsOneOf: ['ItemRef', 'Desc', 'ItemGroupRef'],
	required: true,
});

/** A check has a number, or it is still to be printed and gets one then. */
export const printedUnlessNumbered = (values: Record<string, unknown>): Record<string, unknown> =>
	values.RefNumber === undefined ? { ...values, IsToBePrinted: true } : values;

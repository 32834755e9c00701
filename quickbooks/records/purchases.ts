import { includeLinkedTransactions } from '../filters/kinds';
import type { FieldSpec } from '../form/fieldSpec';
import { itemGroup, lineOrGroup, ORDER_OF_LINE } from './lines';
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
	help: "The vendor's own number for it",
	placeholder: 'R-20931',
};

/** What bills and item receipts come from, in the same words. */
export const purchaseOrders = { order: 'Purchase Order', becomes: 'received' };

export const payablesAccount: RecordField = {
	path: 'APAccountRef',
	label: 'Accounts Payable Account',
	help: 'The accounts payable account that it is posted to. If empty, the default one is used.',
	list: 'payableAccounts',
};

export const billableStatus: RecordField = {
	path: 'BillableStatus',
	label: 'Billable Status',
	help: 'Whether to charge the customer for it, if the line has a customer',
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
	help: 'The sales rep it was bought for',
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
			help: 'The account that the expense is posted to',
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
	help: 'What is bought. Without an item, the line is text only.',
	list: 'items',
};

export const lineText: RecordField = {
	path: 'Desc',
	label: 'Description',
	help: "The text of the line. If empty, the item's own description is used.",
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
	help: 'The amount of the line, instead of quantity times unit price',
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
	help: "The account that the line is posted to, instead of the item's own",
	list: 'accounts',
};

export const siteLocation: RecordField = {
	path: 'InventorySiteLocationRef',
	label: 'Inventory Site Location',
	help: 'The bin or other location within the inventory site',
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
			help: "Unit cost. If empty, the item's own cost is used.",
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
	needsOneOf: ['ItemRef', 'Desc', 'ItemGroupRef', ORDER_OF_LINE],
	required: true,
});

/** A check has a number, or it is still to be printed and gets one then. */
export const printedUnlessNumbered = (values: Record<string, unknown>): Record<string, unknown> =>
	values.RefNumber === undefined ? { ...values, IsToBePrinted: true } : values;

/** The option of queries by which we know for certain what is open (see `withOpenAmount`). */
export const linksThatSayWhatIsOpen: FieldSpec = {
	...includeLinkedTransactions,
	description: `${includeLinkedTransactions.description}. OpenAmount is worked out from them then: what QuickBooks shows there may be wrong.`,
};

import { dueDateFrom, dueDateTo, transactionModifiedAfter } from '../filters/dates';
import {
	accountListIds,
	includeLineItems,
	includeLinkedTransactions,
	vendorListId,
} from '../filters/kinds';
import { itemGroup, lineOrGroup } from './lines';
import {
	lineAccount,
	lineAmount,
	lineQuantity,
	lineText,
	lineUnit,
	purchasedItem,
	siteLocation,
	vendorField,
} from './purchases';
import { recordKind } from './record';
import { saleFields } from './sales';
import {
	classOf,
	exchangeRate,
	identity,
	memo,
	refNumber,
	transactionDate,
	transactionFilters,
} from './transactions';

export const purchaseOrder = recordKind({
	value: 'purchaseOrder',
	name: 'Purchase Order',
	noun: 'purchase order',
	plural: 'purchase orders',
	kind: 'transaction',
	form: {
		qbxml: 'PurchaseOrder',
		fields: [vendorField, transactionDate],
		lines: [
			{
				path: 'PurchaseOrderLineAdd',
				toElement: lineOrGroup('PurchaseOrderLineAdd', 'PurchaseOrderLineGroupAdd', [
					'Quantity',
					'UnitOfMeasure',
					'InventorySiteLocationRef',
				]),
				name: 'lines',
				label: 'Lines',
				help: 'What is ordered, at least one line',
				fields: [
					purchasedItem,
					lineText,
					lineQuantity,
					{
						path: 'Rate',
						label: 'Rate',
						help: "Unit price, sent exactly as written. If empty, the item's own cost is used.",
					},
					{
						path: 'CustomerRef',
						label: 'Customer',
						help: 'The customer or job that it is ordered for',
						list: 'customers',
					},
					{
						path: 'ClassRef',
						label: 'Class',
						help: "The class of this line, instead of the whole transaction's",
						list: 'classes',
					},
				],
				further: [
					lineAccount,
					lineAmount,
					siteLocation,
					itemGroup,
					{
						path: 'ManufacturerPartNumber',
						label: 'Manufacturer Part Number',
						help: "The manufacturer's number for it",
						placeholder: 'MPN-5521',
					},
					{
						path: 'Other1',
						label: 'Other 1',
						help: 'The first custom field of lines',
						placeholder: 'Blue',
					},
					{
						path: 'Other2',
						label: 'Other 2',
						help: 'The second custom field of lines',
						placeholder: 'Left',
					},
					{
						path: 'ServiceDate',
						label: 'Service Date',
						help: 'When the service will be provided or the goods will be delivered',
					},
					lineUnit,
				],
				needsOneOf: ['ItemRef', 'Desc', 'ItemGroupRef'],
				required: true,
			},
		],
		further: [
			classOf('The class of the order and of each line that has none of its own'),
			saleFields.dueDate,
			exchangeRate,
			{
				path: 'ExpectedDate',
				label: 'Expected Date',
				help: 'When the goods should arrive',
			},
			{
				path: 'FOB',
				label: 'FOB',
				help: 'The place from which you pay for shipping',
				placeholder: 'Bayshore',
			},
			{
				path: 'InventorySiteRef',
				label: 'Inventory Site',
				help: 'The inventory site that the goods go to, instead of Ship to Entity',
				list: 'inventorySites',
			},
			memo,
			{
				path: 'Other1',
				label: 'Other 1',
				help: 'The first custom field in the header',
				placeholder: 'West wing',
			},
			{
				path: 'Other2',
				label: 'Other 2',
				help: 'The second custom field in the header',
				placeholder: 'Rush',
			},
			refNumber,
			saleFields.shipAddress,
			{
				path: 'ShipToEntityRef',
				label: 'Ship to Entity',
				help: 'The customer, vendor or employee that the goods go to',
				list: 'entities',
			},
			saleFields.shippingMethod,
			saleFields.template,
			saleFields.terms,
			saleFields.isToBeEmailed,
			saleFields.isToBePrinted,
			{
				path: 'VendorAddress',
				label: 'Vendor Address',
				help: 'Where the order goes',
			},
			{
				path: 'VendorMsg',
				label: 'Vendor Message',
				help: 'A message to the vendor, printed on the order',
				placeholder: 'Please deliver before noon',
			},
		],
	},
	query: {
		filters: [vendorListId, ...transactionFilters, dueDateFrom, dueDateTo, accountListIds],
		changedSince: transactionModifiedAfter,
		fields: ['RefNumber', 'TxnID'],
		options: [includeLineItems, includeLinkedTransactions],
	},
	simplified: [
		...['RefNumber', 'VendorRef', 'TxnDate', 'DueDate', 'ExpectedDate', 'TotalAmount'],
		...['IsFullyReceived', 'IsManuallyClosed', 'TermsRef', 'Memo', 'VendorMsg'],
		...['ShipToEntityRef', 'ShipAddress', 'CurrencyRef', 'ExchangeRate', ...identity],
	],
});

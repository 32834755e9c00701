import { closedObject, exactlyOne, schema, type Schema } from './parts';

const addressKeys = [
	'addr1',
	'addr2',
	'addr3',
	'addr4',
	'addr5',
	'city',
	'state',
	'postal_code',
	'country',
	'note',
];

const invoiceLine = closedObject({
	item_list_id: schema('Text'),
	class_list_id: schema('Text'),
	description: { type: 'string' },
	quantity: {
		description: 'a number, or a decimal number written as text',
		anyOf: [{ type: 'number' }, schema('DecimalText')],
	},
	rate: schema('DecimalText'),
});

const LIST_TYPES = ['Account', 'Customer', 'Employee', 'Item', 'OtherName', 'Vendor'];

const TRANSACTION_TYPES = [
	'ARRefundCreditCard',
	'Bill',
	'BillPaymentCheck',
	'BillPaymentCreditCard',
	'BuildAssembly',
	'Charge',
	'Check',
	'CreditCardCharge',
	'CreditCardCredit',
	'CreditMemo',
	'Deposit',
	'Estimate',
	'InventoryAdjustment',
	'Invoice',
	'ItemReceipt',
	'JournalEntry',
	'PurchaseOrder',
	'ReceivePayment',
	'SalesOrder',
	'SalesReceipt',
	'SalesTaxPaymentCheck',
	'VendorCredit',
];

const targets = ['list_data_ext_type', 'txn_data_ext_type', 'other_data_ext_type'];

/** A rule that holds only when the given target is chosen. */
const withTarget = (target: string, rule: Schema): Schema => ({
	description: rule.description,
	anyOf: [{ not: { required: [target] } }, rule],
});

/** The bodies of the two pre-built writes (section 4.3). */
export const writeSchemas: Schema = {
	Address: closedObject(Object.fromEntries(addressKeys.map((key) => [key, { type: 'string' }]))),
	NewInvoice: closedObject(
		{
			customer_list_id: schema('Text'),
			transaction_date: schema('Day'),
			lines: { type: 'array', minItems: 1, items: invoiceLine },
			ref_number: { type: 'string' },
			bill_address: schema('Address'),
			ship_address: schema('Address'),
			item_sales_tax_list_id: schema('Text'),
			customer_sales_tax_code_list_id: schema('Text'),
			class_list_id: schema('Text'),
			ar_account_list_id: schema('Text'),
			template_list_id: schema('Text'),
			memo: { type: 'string' },
		},
		{ required: ['customer_list_id', 'transaction_date', 'lines'] },
	),
	DataExtensionValue: closedObject(
		{
			owner_id: {
				type: 'string',
				description: '0 for an extension of this application, or a GUID',
				anyOf: [
					{ const: '0' },
					{ pattern: '^\\{?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\\}?$' },
				],
			},
			data_ext_name: { type: 'string', minLength: 1, maxLength: 31 },
			data_ext_value: { type: 'string' },
			list_data_ext_type: { type: 'string', enum: LIST_TYPES },
			list_id: schema('Text'),
			full_name: schema('Text'),
			txn_data_ext_type: { type: 'string', enum: TRANSACTION_TYPES },
			txn_id: schema('Text'),
			txn_line_id: schema('Text'),
			other_data_ext_type: { type: 'string', enum: ['Company'] },
		},
		{
			required: ['owner_id', 'data_ext_name', 'data_ext_value'],
			allOf: [
				exactlyOne(targets),
				withTarget(
					'list_data_ext_type',
					exactlyOne(['list_id', 'full_name'], 'With list_data_ext_type: '),
				),
				...['list_id', 'full_name'].map((field) => onlyWith(field, 'list_data_ext_type')),
				...['txn_id', 'txn_line_id'].map((field) => onlyWith(field, 'txn_data_ext_type')),
				{
					description: 'txn_id is required with txn_data_ext_type.',
					dependentRequired: { txn_data_ext_type: ['txn_id'] },
				},
			],
		},
	),
};

/** The rule that a field makes sense with one target only. */
function onlyWith(field: string, target: string): Schema {
	return {
		description: `${field} is used with ${target} only.`,
		dependentRequired: { [field]: [target] },
	};
}

import { customerListId } from '../filters/kinds';
import type { FieldSpec } from '../form/fieldSpec';
import { itemGroup, lineOrGroup, ORDER_OF_LINE } from './lines';
import type { RecordField, RecordLines } from './record';
import { classOf, exchangeRate, memo, refNumber, transactionFilters } from './transactions';

export const customerOf = (help: string): RecordField => ({
	path: 'CustomerRef',
	label: 'Customer',
	help,
	list: 'customers',
	wire: 'customer_list_id',
});

/** Whom a sale is for. */
export const saleCustomer = customerOf('The customer or job that it is for');

export const receivableAccount: RecordField = {
	path: 'ARAccountRef',
	label: 'Accounts Receivable Account',
	help: 'The accounts receivable account that it is posted to',
	list: 'receivableAccounts',
	placeholder: 'Accounts Receivable',
};

export const paymentMethod: RecordField = {
	path: 'PaymentMethodRef',
	label: 'Payment Method',
	help: 'How the customer paid, such as by check',
	list: 'paymentMethods',
	placeholder: 'Check',
};

export const depositTo: RecordField = {
	path: 'DepositToAccountRef',
	label: 'Deposit To Account',
	help: 'The account that the money goes to. If empty, it goes to Undeposited Funds until it is deposited.',
	list: 'accounts',
	placeholder: 'Checking',
};

export const checkNumber: RecordField = {
	path: 'CheckNumber',
	label: 'Check Number',
	help: "The number of the customer's check",
	placeholder: '5012',
};

export const isPending: RecordField = {
	path: 'IsPending',
	label: 'Is Pending',
	help: "Whether it is still pending, so that it isn't posted yet",
};

/** What sales have in common, under Additional Fields. Each kind of sale takes those that qbXML has for it. */
export const saleFields = {
	billAddress: {
		path: 'BillAddress',
		label: 'Bill Address',
		help: 'Where the document goes',
		wire: 'bill_address',
	},
	class: classOf('The class of the transaction and of each line that has none of its own'),
	customerMessage: {
		path: 'CustomerMsgRef',
		label: 'Customer Message',
		help: 'A message to the customer, from the list of messages',
		list: 'customerMessages',
		placeholder: 'Thank you for your business.',
	},
	customerSalesTaxCode: {
		path: 'CustomerSalesTaxCodeRef',
		label: 'Customer Sales Tax Code',
		help: 'The sales tax code that says whether this customer is taxable',
		list: 'salesTaxCodes',
		wire: 'customer_sales_tax_code_list_id',
	},
	dueDate: {
		path: 'DueDate',
		label: 'Due Date',
		help: 'When it is due. If empty, it follows from the terms.',
	},
	exchangeRate,
	fob: {
		path: 'FOB',
		label: 'FOB',
		help: 'The place from which the customer pays for shipping',
		placeholder: 'Bayshore',
	},
	isToBeEmailed: {
		path: 'IsToBeEmailed',
		label: 'To Be Emailed',
		help: 'Whether to add it to the list of documents to email',
	},
	isToBePrinted: {
		path: 'IsToBePrinted',
		label: 'To Be Printed',
		help: 'Whether to add it to the list of documents to print',
	},
	memo,
	other: {
		path: 'Other',
		label: 'Other',
		help: 'The custom field Other in the header',
		placeholder: 'West wing',
	},
	poNumber: {
		path: 'PONumber',
		label: 'PO Number',
		help: "The number of the customer's purchase order",
		placeholder: 'PO-778',
	},
	refNumber,
	salesRep: {
		path: 'SalesRepRef',
		label: 'Sales Rep',
		help: 'The sales representative who made the sale',
		list: 'salesReps',
	},
	salesTaxItem: {
		path: 'ItemSalesTaxRef',
		label: 'Sales Tax Item',
		help: 'The sales tax item that the tax is worked out with',
		list: 'salesTaxItems',
		placeholder: 'San Tomas',
		wire: 'item_sales_tax_list_id',
	},
	shipAddress: {
		path: 'ShipAddress',
		label: 'Ship Address',
		help: 'Where the goods go',
		wire: 'ship_address',
	},
	shipDate: { path: 'ShipDate', label: 'Ship Date', help: 'When the goods are shipped' },
	shippingMethod: {
		path: 'ShipMethodRef',
		label: 'Shipping Method',
		help: 'How the goods are shipped',
		list: 'shippingMethods',
		placeholder: 'UPS',
	},
	template: {
		path: 'TemplateRef',
		label: 'Template',
		help: 'The template that it is printed with',
		list: 'templates',
		placeholder: 'Intuit Product Invoice',
		wire: 'template_list_id',
	},
	terms: {
		path: 'TermsRef',
		label: 'Terms',
		help: 'When it is due, such as in 30 days',
		list: 'terms',
	},
} as const satisfies Record<string, RecordField>;

type SaleField = keyof typeof saleFields;

/** The same for a kind of sale that qbXML does not have all of them for. */
export const saleFieldsBut = (...missing: readonly SaleField[]): RecordField[] =>
	(Object.keys(saleFields) as SaleField[])
		.filter((name) => !missing.includes(name))
		.map((name) => saleFields[name]);

/** The filters that the queries for all that customers get and pay have in common. */
export const saleFilters: readonly FieldSpec[] = [customerListId, ...transactionFilters];

const lineFields: readonly RecordField[] = [
	{
		path: 'ItemRef',
		label: 'Item',
		help: 'What is sold. Discounts and subtotals are items too. Without an item, the line is text only.',
		list: 'items',
		wire: 'item_list_id',
	},
	{
		path: 'Desc',
		label: 'Description',
		help: "The text of the line. If empty, the item's own description is used.",
		placeholder: 'Consulting in March',
		wire: 'description',
	},
	{
		path: 'Quantity',
		label: 'Quantity',
		help: 'How many are sold; decimals are fine. Clear it for discounts and subtotals, which have no quantity.',
		initial: '1',
		placeholder: '2.5',
		wire: 'quantity',
	},
	{
		path: 'Rate',
		label: 'Rate',
		help: "Unit price, sent exactly as written. If empty, the item's own price is used.",
		wire: 'rate',
	},
	{ ...classOf("The class of this line, instead of the whole transaction's") },
];

const furtherLineFields: readonly RecordField[] = [
	{
		path: 'Amount',
		label: 'Amount',
		help: 'The amount of the line, instead of quantity times rate',
	},
	itemGroup,
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
		path: 'RatePercent',
		label: 'Rate (Percent)',
		help: 'The percentage of a discount, instead of a rate',
		placeholder: '10',
	},
	{
		path: 'SalesTaxCodeRef',
		label: 'Sales Tax Code',
		help: 'The sales tax code that says whether this line is taxable',
		list: 'salesTaxCodes',
	},
	{
		path: 'UnitOfMeasure',
		label: 'Unit of Measure',
		help: "The unit of the quantity, by its name in the item's set of units",
		placeholder: 'box',
	},
];

export const serviceDate: RecordField = {
	path: 'ServiceDate',
	label: 'Service Date',
	help: 'When the service was provided or the goods were delivered',
};

/**
 * A line with only a text has no quantity. The form fills in 1, which nobody asked for. 0 goes out as it is: a line without a
 * quantity costs its whole rate.
 */
function withoutIdleQuantity(line: Record<string, unknown>): Record<string, unknown> {
	const { Quantity, ...others } = line;
	const isText = ['ItemRef', 'ItemGroupRef', ORDER_OF_LINE].every(
		(path) => line[path] === undefined,
	);
	return isText && Number(Quantity) === 1 ? others : line;
}

/** The lines of a sale, such as those of `Invoice`. */
export const saleLines = (type: string, further: readonly RecordField[] = []): RecordLines => ({
	path: `${type}LineAdd`,
	fromForm: withoutIdleQuantity,
	toElement: lineOrGroup(`${type}LineAdd`, `${type}LineGroupAdd`),
	name: 'lines',
	label: 'Lines',
	help: 'What is sold, at least one line',
	fields: lineFields,
	further: [...furtherLineFields, ...further],
	needsOneOf: ['ItemRef', 'Desc', 'ItemGroupRef', ORDER_OF_LINE],
	required: true,
});

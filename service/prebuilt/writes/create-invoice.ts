import { closedObject, schema } from '../../schema/json-schema';
import { inside, objects, propertiesOf, reference, text, unlessEmpty } from '../endpoint/fields';
import { writeEndpoint } from '../endpoint/write-endpoint';

const anyText = (name: string, element: string) =>
	unlessEmpty(text(name, element, { type: 'string' }));

const address = [
	anyText('addr1', 'Addr1'),
	anyText('addr2', 'Addr2'),
	anyText('addr3', 'Addr3'),
	anyText('addr4', 'Addr4'),
	anyText('addr5', 'Addr5'),
	anyText('city', 'City'),
	anyText('state', 'State'),
	anyText('postal_code', 'PostalCode'),
	anyText('country', 'Country'),
	anyText('note', 'Note'),
];

const invoiceLine = [
	reference('item_list_id', 'ItemRef'),
	anyText('description', 'Desc'),
	text('quantity', 'Quantity', {
		description: 'a number such as 1.5',
		anyOf: [{ type: 'number' }, schema('DecimalText')],
	}),
	text('rate', 'Rate', schema('DecimalText')),
	reference('class_list_id', 'ClassRef'),
];

export const createInvoice = writeEndpoint({
	path: 'invoices',
	operationId: 'createInvoice',
	summary: 'Create an invoice',
	request: 'InvoiceAddRq',
	body: 'NewInvoice',
	content: inside(
		'InvoiceAdd',
		reference('customer_list_id', 'CustomerRef'),
		reference('class_list_id', 'ClassRef'),
		reference('ar_account_list_id', 'ARAccountRef'),
		reference('template_list_id', 'TemplateRef'),
		text('transaction_date', 'TxnDate', schema('Day')),
		anyText('ref_number', 'RefNumber'),
		objects('bill_address', 'BillAddress', address, schema('Address')),
		objects('ship_address', 'ShipAddress', address, schema('Address')),
		reference('item_sales_tax_list_id', 'ItemSalesTaxRef'),
		anyText('memo', 'Memo'),
		reference('customer_sales_tax_code_list_id', 'CustomerSalesTaxCodeRef'),
		objects('lines', 'InvoiceLineAdd', invoiceLine, {
			type: 'array',
			minItems: 1,
			items: closedObject(propertiesOf(invoiceLine)),
		}),
	),
	rules: { required: ['customer_list_id', 'transaction_date', 'lines'] },
	schemas: { Address: closedObject(propertiesOf(address)) },
});

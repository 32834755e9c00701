import { type Field, inside, objects, reference, text } from './fields';

/** A write endpoint in qbXML's words. Rows stand in the order that qbXML's schema demands. */
export interface WriteDefinition {
	readonly request: string;
	readonly content: Field;
}

const address = [
	text('addr1', 'Addr1'),
	text('addr2', 'Addr2'),
	text('addr3', 'Addr3'),
	text('addr4', 'Addr4'),
	text('addr5', 'Addr5'),
	text('city', 'City'),
	text('state', 'State'),
	text('postal_code', 'PostalCode'),
	text('country', 'Country'),
	text('note', 'Note'),
];

const invoiceLine = [
	reference('item_list_id', 'ItemRef'),
	text('description', 'Desc'),
	text('quantity', 'Quantity'),
	text('rate', 'Rate'),
	reference('class_list_id', 'ClassRef'),
];

/** The write endpoints of interface.md, section 4.3. */
export const writes = {
	create_invoice: {
		request: 'InvoiceAddRq',
		content: inside(
			'InvoiceAdd',
			reference('customer_list_id', 'CustomerRef'),
			reference('class_list_id', 'ClassRef'),
			reference('ar_account_list_id', 'ARAccountRef'),
			reference('template_list_id', 'TemplateRef'),
			text('transaction_date', 'TxnDate'),
			text('ref_number', 'RefNumber'),
			objects('bill_address', 'BillAddress', address),
			objects('ship_address', 'ShipAddress', address),
			reference('item_sales_tax_list_id', 'ItemSalesTaxRef'),
			text('memo', 'Memo'),
			reference('customer_sales_tax_code_list_id', 'CustomerSalesTaxCodeRef'),
			objects('lines', 'InvoiceLineAdd', invoiceLine),
		),
	},
	data_ext_mods: {
		request: 'DataExtModRq',
		content: inside(
			'DataExtMod',
			text('owner_id', 'OwnerID'),
			text('data_ext_name', 'DataExtName'),
			text('list_data_ext_type', 'ListDataExtType'),
			inside('ListObjRef', text('list_id', 'ListID'), text('full_name', 'FullName')),
			text('txn_data_ext_type', 'TxnDataExtType'),
			text('txn_id', 'TxnID'),
			text('txn_line_id', 'TxnLineID'),
			text('other_data_ext_type', 'OtherDataExtType'),
			text('data_ext_value', 'DataExtValue'),
		),
	},
} satisfies Record<string, WriteDefinition>;

import { InvalidXml, requestFromXml, requestToXml } from '../../../service/qbxml';
import { prebuiltWrite } from '../support/prebuilt';

function content(endpoint: 'invoices' | 'data_ext_mods', body: object, query = {}) {
	const { request, responseFilter } = prebuiltWrite(endpoint, query, body);
	expect(responseFilter).toBeUndefined();
	const xml = requestToXml(request);
	expect(requestFromXml(xml)).toEqual(request);
	return /<QBXMLMsgsRq[^>]*>(.*)<\/QBXMLMsgsRq>/s.exec(xml)?.[1];
}

const line = { item_list_id: '80000002-2' };
const invoice = { customer_list_id: '80000001-1', transaction_date: '2026-01-31', lines: [line] };
const address = {
	note: 'Back door',
	country: 'Österreich',
	postal_code: '1010',
	state: 'W',
	city: 'Wien',
	addr5: 'five',
	addr4: 'four',
	addr3: 'three',
	addr2: 'two',
	addr1: 'one',
};
const ADDRESS_XML =
	'<Addr1>one</Addr1><Addr2>two</Addr2><Addr3>three</Addr3><Addr4>four</Addr4><Addr5>five</Addr5><City>Wien</City><State>W</State><PostalCode>1010</PostalCode><Country>Österreich</Country><Note>Back door</Note>';

describe('creating an invoice', () => {
	it('writes every field in the order of InvoiceAdd', () => {
		const body = {
			memo: 'Thanks <again>',
			lines: [
				{ rate: '0.1', quantity: 2.5, description: 'A & B', ...line, class_list_id: 'c2' },
				{ item_list_id: '80000003-3', quantity: 1, rate: '150.00' },
			],
			customer_sales_tax_code_list_id: 'ct',
			item_sales_tax_list_id: 'it',
			ship_address: { country: 'Schweiz', addr1: 'Ship' },
			bill_address: address,
			ref_number: '1001',
			template_list_id: 'te',
			ar_account_list_id: 'ar',
			class_list_id: 'c1',
			transaction_date: '2026-01-31',
			customer_list_id: '80000001-1',
		};
		expect(content('invoices', body, { request_id: 'order 7', webhook_url: 'x' })).toBe(
			[
				'<InvoiceAddRq requestID="order 7"><InvoiceAdd>',
				'<CustomerRef><ListID>80000001-1</ListID></CustomerRef>',
				'<ClassRef><ListID>c1</ListID></ClassRef>',
				'<ARAccountRef><ListID>ar</ListID></ARAccountRef>',
				'<TemplateRef><ListID>te</ListID></TemplateRef>',
				'<TxnDate>2026-01-31</TxnDate>',
				'<RefNumber>1001</RefNumber>',
				`<BillAddress>${ADDRESS_XML}</BillAddress>`,
				'<ShipAddress><Addr1>Ship</Addr1><Country>Schweiz</Country></ShipAddress>',
				'<ItemSalesTaxRef><ListID>it</ListID></ItemSalesTaxRef>',
				'<Memo>Thanks &lt;again&gt;</Memo>',
				'<CustomerSalesTaxCodeRef><ListID>ct</ListID></CustomerSalesTaxCodeRef>',
				'<InvoiceLineAdd><ItemRef><ListID>80000002-2</ListID></ItemRef><Desc>A &amp; B</Desc><Quantity>2.5</Quantity><Rate>0.1</Rate><ClassRef><ListID>c2</ListID></ClassRef></InvoiceLineAdd>',
				'<InvoiceLineAdd><ItemRef><ListID>80000003-3</ListID></ItemRef><Quantity>1</Quantity><Rate>150.00</Rate></InvoiceLineAdd>',
				'</InvoiceAdd></InvoiceAddRq>',
			].join(''),
		);
	});

	it('leaves out what is not given', () => {
		expect(content('invoices', { ...invoice, bill_address: {}, memo: null })).toBe(
			'<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1</ListID></CustomerRef><TxnDate>2026-01-31</TxnDate><InvoiceLineAdd><ItemRef><ListID>80000002-2</ListID></ItemRef></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>',
		);
	});

	const quantities: Array<[number | string, string]> = [
		[0.1, '0.1'],
		[3, '3'],
		[-2, '-2'],
		[0, '0'],
		[1 / 3, '0.33333'],
		[0.1 + 0.2, '0.3'],
		[-2.000001, '-2'],
		['2.50', '2.50'],
	];
	it.each(quantities)('writes the quantity %p as %s', (quantity, text) => {
		const lines = [{ ...line, quantity }];
		expect(content('invoices', { ...invoice, lines })).toContain(`<Quantity>${text}</Quantity>`);
	});

	it.each([1e21, 1e-7, 0.000001, NaN, Infinity])(
		'refuses the quantity %p, which has no plain form',
		(quantity) => {
			const lines = [{ ...line, quantity }];
			const build = () => prebuiltWrite('invoices', {}, { ...invoice, lines });
			expect(build).toThrow(InvalidXml);
			expect(build).toThrow(/^quantity is .*, which has no plain form with at most 5 decimals/);
		},
	);

	it('names the field whose text XML cannot hold', () => {
		const { request } = prebuiltWrite('invoices', {}, { ...invoice, memo: 'a\u0000' });
		expect(() => requestToXml(request)).toThrow(/text of Memo contains the character U\+0000/);
	});
});

const value = { owner_id: '0', data_ext_name: 'Colour', data_ext_value: 'Rød' };
const targets: Array<[object, string]> = [
	[
		{ list_data_ext_type: 'Customer', list_id: '80000001-1' },
		'<ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>80000001-1</ListID></ListObjRef>',
	],
	[
		{ list_data_ext_type: 'Item', full_name: 'Wood:Door' },
		'<ListDataExtType>Item</ListDataExtType><ListObjRef><FullName>Wood:Door</FullName></ListObjRef>',
	],
	[
		{ txn_line_id: '5-6', txn_id: '5-5', txn_data_ext_type: 'Invoice' },
		'<TxnDataExtType>Invoice</TxnDataExtType><TxnID>5-5</TxnID><TxnLineID>5-6</TxnLineID>',
	],
	[{ other_data_ext_type: 'Company' }, '<OtherDataExtType>Company</OtherDataExtType>'],
];

describe('setting a data extension', () => {
	it.each(targets)('writes the target %j between the name and the value', (target, xml) => {
		expect(content('data_ext_mods', { ...value, ...target }, { request_id: '9' })).toBe(
			`<DataExtModRq requestID="9"><DataExtMod><OwnerID>0</OwnerID><DataExtName>Colour</DataExtName>${xml}<DataExtValue>Rød</DataExtValue></DataExtMod></DataExtModRq>`,
		);
	});

	it('writes an empty value, which clears the field', () => {
		const body = { ...value, data_ext_value: '', other_data_ext_type: 'Company' };
		expect(content('data_ext_mods', body)).toContain('<DataExtValue></DataExtValue>');
	});
});

import { expectError } from './support/expectations';
import { decided, statement } from './support/statement';
import { target, type TestConnection } from './support/target';

const LIST_TYPES = ['Account', 'Customer', 'Employee', 'Item', 'OtherName', 'Vendor'];
const TRANSACTION_TYPES = (
	'ARRefundCreditCard Bill BillPaymentCheck BillPaymentCreditCard BuildAssembly Charge Check CreditCardCharge ' +
	'CreditCardCredit CreditMemo Deposit Estimate InventoryAdjustment Invoice ItemReceipt JournalEntry PurchaseOrder ' +
	'ReceivePayment SalesOrder SalesReceipt SalesTaxPaymentCheck VendorCredit'
).split(' ');

const line = { item_list_id: '2-1', description: 'A & B', quantity: 1.5, rate: '150.00' };
const invoice = { customer_list_id: '1-1', transaction_date: '2026-01-31', lines: [line] };
const extension = { owner_id: '0', data_ext_name: 'Colour', data_ext_value: 'red' };
const customer = { list_data_ext_type: 'Customer', list_id: '1-1' };
const transaction = { txn_data_ext_type: 'Invoice', txn_id: '3-1' };

const without = (object: object, field: string): object =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));

describe('4.3 Pre-built writes', () => {
	const service = target();
	let connection: TestConnection;
	beforeAll(async () => {
		connection = await service.connect();
	});

	const accepts = (path: string, body: object, part: string) => async () => {
		const answered = await connection.call('POST', path, { body });
		expect([answered.status < 300, answered.body.error]).toEqual([true, undefined]);
		expect(answered.body.data.request_xml).toContain(part);
	};
	const refuses = (path: string, body: object) => async () =>
		expectError(await connection.call('POST', path, { body }), 422, 'invalid_request');

	for (const field of ['customer_list_id', 'transaction_date', 'lines'])
		statement(`an invoice requires ${field}`, refuses('/invoices', without(invoice, field)));

	const shown: readonly [field: string, value: unknown, part: string][] = [
		['ref_number', 'R-7', '<RefNumber>R-7</RefNumber>'],
		[
			'bill_address',
			{ addr1: '1 Road', city: 'Bern', state: 'BE', postal_code: '3000' },
			'<BillAddress><Addr1>1 Road</Addr1><City>Bern</City><State>BE</State><PostalCode>3000</PostalCode></BillAddress>',
		],
		[
			'ship_address',
			{ addr1: '1 Road', country: 'CH', note: 'Ring' },
			'<ShipAddress><Addr1>1 Road</Addr1><Country>CH</Country><Note>Ring</Note></ShipAddress>',
		],
		['item_sales_tax_list_id', '4-1', '<ItemSalesTaxRef><ListID>4-1</ListID></ItemSalesTaxRef>'],
		[
			'customer_sales_tax_code_list_id',
			'5-1',
			'<CustomerSalesTaxCodeRef><ListID>5-1</ListID></CustomerSalesTaxCodeRef>',
		],
		['memo', 'A memo', '<Memo>A memo</Memo>'],
	];
	const named: typeof shown = [
		['class_list_id', '6-1', '<ClassRef><ListID>6-1</ListID></ClassRef>'],
		['ar_account_list_id', '7-1', '<ARAccountRef><ListID>7-1</ListID></ARAccountRef>'],
		['template_list_id', '8-1', '<TemplateRef><ListID>8-1</ListID></TemplateRef>'],
		['lines', [{ ...line, class_list_id: '9-1' }], '<ClassRef><ListID>9-1</ListID></ClassRef>'],
		[
			'bill_address',
			{ addr1: '1', addr2: '2', addr3: '3', addr4: '4', addr5: '5' },
			'<Addr4>4</Addr4><Addr5>5</Addr5>',
		],
	];
	for (const [field, value, part] of shown)
		statement(
			`an invoice may have ${field}`,
			accepts('/invoices', { ...invoice, [field]: value }, part),
		);
	for (const [field, value, part] of named)
		decided(
			`an invoice may have ${field} (${JSON.stringify(value)})`,
			accepts('/invoices', { ...invoice, [field]: value }, part),
		);

	statement('a line’s amounts go out as they were written', async () => {
		await accepts('/invoices', invoice, '<Rate>150.00</Rate>')();
		await accepts('/invoices', invoice, '<Quantity>1.5</Quantity>')();
	});
	decided(
		'a quantity may be written as text',
		accepts('/invoices', { ...invoice, lines: [{ ...line, quantity: '2.50' }] }, '<Quantity>2.50<'),
	);

	for (const [what, change] of [
		['a date that does not exist', { transaction_date: '2026-02-30' }],
		['a date in another form', { transaction_date: '31.01.2026' }],
		['a rate that is no amount', { lines: [{ ...line, rate: 'a lot' }] }],
		['lines that are no list', { lines: line }],
	] as const)
		statement(
			`an invoice with ${what} is refused`,
			refuses('/invoices', { ...invoice, ...change }),
		);
	for (const [what, change] of [
		['a rate that is a number', { lines: [{ ...line, rate: 0.1 }] }],
		['an unknown field', { memmo: 'x' }],
		['a query parameter in its body', { webhook_url: 'https://receiver.example/' }],
		['an unknown key in an address', { bill_address: { street: 'x' } }],
	] as const)
		decided(`an invoice with ${what} is refused`, refuses('/invoices', { ...invoice, ...change }));

	const path = '/data_ext_mods';
	for (const type of LIST_TYPES)
		statement(
			`list_data_ext_type may be ${type}`,
			accepts(
				path,
				{ ...extension, list_data_ext_type: type, list_id: '1-1' },
				`<ListDataExtType>${type}</ListDataExtType>`,
			),
		);
	for (const type of TRANSACTION_TYPES)
		statement(
			`txn_data_ext_type may be ${type}`,
			accepts(
				path,
				{ ...extension, txn_data_ext_type: type, txn_id: '3-1' },
				`<TxnDataExtType>${type}</TxnDataExtType><TxnID>3-1</TxnID>`,
			),
		);
	statement(
		'other_data_ext_type may be Company',
		accepts(path, { ...extension, other_data_ext_type: 'Company' }, '>Company</OtherDataExtType>'),
	);
	for (const field of ['list_data_ext_type', 'txn_data_ext_type', 'other_data_ext_type'])
		statement(
			`${field} may be nothing else`,
			refuses(path, { ...extension, [field]: 'Planet', list_id: '1-1', txn_id: '3-1' }),
		);

	statement(
		'a list object may be given by its full name',
		accepts(
			path,
			{ ...extension, list_data_ext_type: 'Customer', full_name: 'A:B' },
			'<FullName>A:B</FullName>',
		),
	);
	decided(
		'a line of a transaction may be given as txn_line_id',
		accepts(
			path,
			{ ...extension, ...transaction, txn_line_id: '4-1' },
			'<TxnLineID>4-1</TxnLineID>',
		),
	);
	for (const owner_id of ['0', '{6B063959-81B0-4622-85D6-F548C8CCB517}'])
		statement(
			`owner_id may be ${owner_id}`,
			accepts(path, { ...extension, ...customer, owner_id }, `<OwnerID>${owner_id}</OwnerID>`),
		);

	const refused: readonly [what: string, body: object][] = [
		['no target', extension],
		['two targets', { ...extension, ...customer, ...transaction }],
		[
			'all three targets',
			{ ...extension, ...customer, ...transaction, other_data_ext_type: 'Company' },
		],
		['a list target without list_id and full_name', { ...extension, list_data_ext_type: 'Item' }],
		['both list_id and full_name', { ...extension, ...customer, full_name: 'A' }],
		['a transaction without txn_id', { ...extension, txn_data_ext_type: 'Bill' }],
		['an owner_id that is neither 0 nor a GUID', { ...extension, ...customer, owner_id: '7' }],
	];
	for (const [what, body] of refused)
		statement(`a data extension with ${what} is refused`, refuses(path, body));
	for (const field of Object.keys(extension))
		decided(
			`a data extension requires ${field}`,
			refuses(path, { ...without(extension, field), ...customer }),
		);
});

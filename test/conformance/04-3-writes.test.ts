import type { TestConnection } from './support/connection';
import { expectError, expectErrorAsHere, expectSuccess, uuid } from './support/expectations';
import { extension as ofCompany, invoice } from './support/operations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

const listTypes = ['Account', 'Customer', 'Employee', 'Item', 'OtherName', 'Vendor'];
const transactionTypes = (
	'ARRefundCreditCard Bill BillPaymentCheck BillPaymentCreditCard BuildAssembly Charge Check CreditCardCharge ' +
	'CreditCardCredit CreditMemo Deposit Estimate InventoryAdjustment Invoice ItemReceipt JournalEntry PurchaseOrder ' +
	'ReceivePayment SalesOrder SalesReceipt SalesTaxPaymentCheck VendorCredit'
).split(' ');

const [line] = invoice.lines;
const without = (object: object, field: string): object =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));
const extension = without(ofCompany, 'other_data_ext_type');
const customer = { list_data_ext_type: 'Customer', list_id: '1-1' };
const transaction = { txn_data_ext_type: 'Invoice', txn_id: '3-1' };

describe('4.3 Pre-built writes', () => {
	const service = target();
	let connection: TestConnection;
	beforeAll(async () => {
		connection = await service.connect();
	});

	const accepts = (path: string, body: object) => async () => {
		const answered = await connection.call('POST', path, { body });
		expectSuccess(answered);
		expect(answered.body.data.id).toEqual(uuid);
	};
	const sends = (path: string, body: object, part: string) => async () => {
		const { body: answered } = await connection.call('POST', path, { body });
		expect([answered.error, answered.data?.request_xml]).toEqual([
			undefined,
			expect.stringContaining(part),
		]);
	};
	const refuses = (path: string, body: object) => async () =>
		expectError(await connection.call('POST', path, { body }), 'invalid_request');
	const refusesAsHere = (path: string, body: object) => async () =>
		expectErrorAsHere(await connection.call('POST', path, { body }), 'invalid_request');

	for (const field of ['customer_list_id', 'transaction_date', 'lines'])
		stated(`an invoice requires ${field}`, refuses('/invoices', without(invoice, field)));

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
	for (const [field, value, part] of shown) {
		const body = { ...invoice, [field]: value };
		stated(`an invoice may have ${field}`, accepts('/invoices', body));
		decided(`${field} of an invoice goes out as ${part}`, sends('/invoices', body, part));
	}
	for (const [field, value, part] of named)
		decided(
			`an invoice may have ${field} (${JSON.stringify(value)})`,
			sends('/invoices', { ...invoice, [field]: value }, part),
		);

	stated(
		'a line has an item, a description, a quantity as number and a rate as text',
		accepts('/invoices', invoice),
	);
	decided('a line’s amounts go out as they were written', async () => {
		await sends('/invoices', invoice, '<Rate>150.00</Rate>')();
		await sends('/invoices', invoice, '<Quantity>1.5</Quantity>')();
	});
	decided(
		'a quantity may be written as text',
		sends('/invoices', { ...invoice, lines: [{ ...line, quantity: '2.50' }] }, '<Quantity>2.50<'),
	);
	decided(
		'a line needs no more than an item',
		sends('/invoices', { ...invoice, lines: [{ item_list_id: '2-1' }] }, '<ListID>2-1</ListID>'),
	);

	for (const [what, change] of [
		['a date in another form', { transaction_date: '31.01.2026' }],
		['lines that are no list', { lines: line }],
	] as const)
		stated(`an invoice with ${what} is refused`, refuses('/invoices', { ...invoice, ...change }));
	for (const [what, change] of [
		['a date that does not exist', { transaction_date: '2026-02-30' }],
		['a rate that is no amount', { lines: [{ ...line, rate: 'a lot' }] }],
		['a rate that is a number', { lines: [{ ...line, rate: 0.1 }] }],
		['an unknown field', { memmo: 'x' }],
		['a query parameter in its body', { webhook_url: 'https://receiver.example/' }],
		['an unknown key in an address', { bill_address: { street: 'x' } }],
	] as const)
		decided(
			`an invoice with ${what} is refused`,
			refusesAsHere('/invoices', { ...invoice, ...change }),
		);

	const path = '/data_ext_mods';
	const targets: readonly [what: string, target: object, part: string][] = [
		...listTypes.map((type): [string, object, string] => [
			`list_data_ext_type may be ${type}`,
			{ list_data_ext_type: type, list_id: '1-1' },
			`<ListDataExtType>${type}</ListDataExtType>`,
		]),
		...transactionTypes.map((type): [string, object, string] => [
			`txn_data_ext_type may be ${type}`,
			{ txn_data_ext_type: type, txn_id: '3-1' },
			`<TxnDataExtType>${type}</TxnDataExtType><TxnID>3-1</TxnID>`,
		]),
		[
			'other_data_ext_type may be Company',
			{ other_data_ext_type: 'Company' },
			'>Company</OtherDataExtType>',
		],
		[
			'a list object may be given by its full name',
			{ list_data_ext_type: 'Customer', full_name: 'A:B' },
			'<FullName>A:B</FullName>',
		],
	];
	for (const [what, given, part] of targets) {
		stated(what, accepts(path, { ...extension, ...given }));
		decided(`${what}, which goes out as ${part}`, sends(path, { ...extension, ...given }, part));
	}

	decided(
		'list_data_ext_type may be nothing else',
		refusesAsHere(path, { ...extension, list_data_ext_type: 'Planet', list_id: '1-1' }),
	);
	decided(
		'txn_data_ext_type may be nothing else',
		refusesAsHere(path, { ...extension, txn_data_ext_type: 'Planet', txn_id: '3-1' }),
	);
	decided(
		'other_data_ext_type may be nothing else',
		refusesAsHere(path, { ...extension, other_data_ext_type: 'Planet' }),
	);

	decided(
		'a line of a transaction may be given as txn_line_id',
		sends(path, { ...extension, ...transaction, txn_line_id: '4-1' }, '<TxnLineID>4-1</TxnLineID>'),
	);

	stated('owner_id may be 0', accepts(path, { ...extension, ...customer, owner_id: '0' }));
	const guid = '6B063959-81B0-4622-85D6-F548C8CCB517';
	stated('owner_id may be a GUID', async () => {
		const inForm = (owner_id: string) =>
			connection.call('POST', path, { body: { ...extension, ...customer, owner_id } });
		const inBraces = await inForm(`{${guid}}`);
		expectSuccess(inBraces.status < 300 ? inBraces : await inForm(guid));
	});
	for (const owner_id of ['0', `{${guid}}`])
		decided(
			`owner_id ${owner_id} goes out as it is`,
			sends(path, { ...extension, ...customer, owner_id }, `<OwnerID>${owner_id}</OwnerID>`),
		);

	const refused: readonly [what: string, body: object][] = [
		['no target', extension],
		['two targets', { ...extension, ...customer, ...transaction }],
		[
			'all three targets',
			{ ...extension, ...customer, ...transaction, other_data_ext_type: 'Company' },
		],
		['a list target without list_id and full_name', { ...extension, list_data_ext_type: 'Item' }],
		['a transaction without txn_id', { ...extension, txn_data_ext_type: 'Bill' }],
	];
	for (const [what, body] of refused)
		stated(`a data extension with ${what} is refused`, refuses(path, body));
	const refusedHere: typeof refused = [
		['both list_id and full_name', { ...extension, ...customer, full_name: 'A' }],
		['an owner_id that is neither 0 nor a GUID', { ...extension, ...customer, owner_id: '7' }],
	];
	for (const [what, body] of refusedHere)
		decided(`a data extension with ${what} is refused`, refusesAsHere(path, body));
	for (const field of Object.keys(extension))
		decided(
			`a data extension requires ${field}`,
			refusesAsHere(path, { ...without(extension, field), ...customer }),
		);
});

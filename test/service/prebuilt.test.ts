import { service, stopServices, type TestConnection, type TestService } from './support/service';

const invoice = {
	customer_list_id: '80000001-1',
	transaction_date: '2026-01-31',
	lines: [{ item_list_id: '80000002-1', quantity: 1.5, rate: '0.1' }],
};

const extension = { owner_id: '0', data_ext_name: 'Colour', data_ext_value: 'red' };

const without = (object: object, key: string): object =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

describe('pre-built endpoints', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
		connection = await running.connect();
	});
	afterAll(stopServices);

	it.each([
		['customers', 'CustomerQueryRq'],
		['vendors', 'VendorQueryRq'],
		['items', 'ItemQueryRq'],
		['sales_tax_items', 'ItemSalesTaxQueryRq'],
		['sales_tax_codes', 'SalesTaxCodeQueryRq'],
		['invoices', 'InvoiceQueryRq'],
		['credit_memos', 'CreditMemoQueryRq'],
	])('queues a query of %s', async (path, name) => {
		const query = {
			request_id: 'my & id',
			webhook_url: 'https://receiver.example/',
			max_returned: '7',
		};
		const { status, body } = await connection.call('GET', `/${path}`, { query });
		expect(status).toBe(202);
		expect(body.data).toMatchObject({
			connection_id: connection.id,
			state: 'waiting',
			webhook_state: 'pending',
			webhook_url: 'https://receiver.example/',
			request_json: { request: { name, attributes: { requestID: 'my & id' } } },
		});
		expect(body.data.request_xml).toContain(`<${name} requestID="my &amp; id">`);
		expect(body.data.request_xml).toContain('<MaxReturned>7</MaxReturned>');
		expect(body.data).not.toHaveProperty('page');
	});

	it('creates an invoice with amounts as they were written', async () => {
		const { status, body } = await connection.call('POST', '/invoices', {
			body: {
				...invoice,
				lines: [{ item_list_id: '80000002-2', quantity: '2.50', rate: '150.00' }],
			},
			query: { request_id: '9', webhook_url: 'https://receiver.example/' },
		});
		expect(status).toBe(202);
		expect(body.data.webhook_state).toBe('pending');
		expect(body.data.request_xml).toContain('<InvoiceAddRq requestID="9">');
		expect(body.data.request_xml).toContain('<Quantity>2.50</Quantity><Rate>150.00</Rate>');
	});

	it.each([
		[{ list_data_ext_type: 'Customer', list_id: '80000001-1' }],
		[{ list_data_ext_type: 'Vendor', full_name: 'Rock & Roll' }],
		[{ txn_data_ext_type: 'Invoice', txn_id: '1-1', txn_line_id: '2-1' }],
		[{ other_data_ext_type: 'Company' }],
	])('sets a data extension of %j', async (target) => {
		const { status, body } = await connection.call('POST', '/data_ext_mods', {
			body: { ...extension, ...target },
		});
		expect(status).toBe(202);
		expect(body.data.request_xml).toContain('<DataExtModRq>');
	});

	it('repeats a list parameter once per value, and takes a single one too', async () => {
		const many = await connection.call('GET', '/sales_tax_items', {
			query: { 'list_ids[]': ['8-1', '8-2'], 'include[]': ['ListID', 'FullName'] },
		});
		expect(many.body.data.request_xml).toContain('<ListID>8-1</ListID><ListID>8-2</ListID>');
		expect(many.body.data.request_xml).toContain(
			'<IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>FullName</IncludeRetElement>',
		);
		const one = await connection.call('GET', '/credit_memos', { query: { 'include[]': 'TxnID' } });
		expect(one.body.data.request_xml).toContain('<IncludeRetElement>TxnID</IncludeRetElement>');
	});

	it('marks an iterated request as the first page', async () => {
		const { body } = await connection.call('GET', '/vendors', { query: { iterate: 'true' } });
		expect(body.data).toMatchObject({ page: 1, page_request_id: body.data.id });
		expect(body.data.request_xml).toContain('iterator="Start"');
		expect(body.data.request_xml).toContain('<MaxReturned>100</MaxReturned>');
	});

	const refusedQueries: [string, Record<string, string | string[]>, string[]][] = [
		['customers', { iterate: 'true' }, ['iterate']],
		['sales_tax_codes', { iterate: 'true' }, ['iterate']],
		['customers', { nam: 'a' }, ['nam']],
		['customers', { max_returned: '0' }, ['max_returned']],
		['customers', { max_returned: 'many' }, ['max_returned']],
		['customers', { webhook_url: 'nowhere' }, ['webhook_url']],
		['customers', { active_status: 'Active' }, ['active_status', 'ActiveOnly']],
		['customers', { modified_after: '2026-02-30' }, ['modified_after']],
		['customers', { modified_after: 'yesterday' }, ['modified_after']],
		['vendors', { name: ['a', 'b'] }, ['name']],
		['vendors', { iterate: 'maybe' }, ['iterate']],
		['items', { name: 'a', active_status: 'All' }, ['name', 'active_status']],
		['items', { list_id: '1', modified_after: '2026-01-01' }, ['list_id', 'modified_after']],
		[
			'items',
			{ name_starts_with: 'a', name_ends_with: 'b' },
			['name_starts_with', 'name_ends_with'],
		],
		['items', { name_contains: 'a', from_name: 'b' }, ['name_contains', 'from_name']],
		['items', { name_ends_with: 'a', to_name: 'b' }, ['name_ends_with', 'to_name']],
		['items', { name: 'a', name_contains: 'b' }, ['name', 'name_contains']],
		['sales_tax_items', { modified_end: '2026-13-01' }, ['modified_end']],
		['invoices', { from_transaction_date: '2026-02-30' }, ['from_transaction_date']],
		['invoices', { to_due_date: '31.01.2026' }, ['to_due_date']],
		['invoices', { paid_status: 'Paid' }, ['paid_status', 'NotPaidOnly']],
		['invoices', { include_line_items: 'some' }, ['include_line_items']],
		['credit_memos', { ref_number: '1', from_ref_number: '2' }, ['ref_number', 'from_ref_number']],
		['credit_memos', { ref_number: '1', to_ref_number: '2' }, ['ref_number', 'to_ref_number']],
		['credit_memos', { 'include[]': ['TxnID', 'ListID'] }, ['include[]', 'TxnID']],
	];

	it.each(refusedQueries)('refuses %s with %j', async (path, query, words) => {
		const { status, body } = await connection.call('GET', `/${path}`, { query });
		expect(status).toBe(422);
		expect(body.error.code).toBe('invalid_request');
		for (const word of words) expect(body.error.message).toContain(word);
	});

	const refusedInvoices: [string, object, string][] = [
		['no customer', without(invoice, 'customer_list_id'), 'customer_list_id'],
		['no date', without(invoice, 'transaction_date'), 'transaction_date'],
		[
			'a date that does not exist',
			{ ...invoice, transaction_date: '2026-02-30' },
			'transaction_date must be a valid date (YYYY-MM-DD).',
		],
		['no lines', without(invoice, 'lines'), 'lines'],
		['an empty list of lines', { ...invoice, lines: [] }, 'lines'],
		[
			'a rate that is no amount',
			{ ...invoice, lines: [{ rate: 'a lot' }] },
			'Line 1: rate must be a number written as text, such as "150.00".',
		],
		['a rate that is a number', { ...invoice, lines: [{ rate: 0.1 }] }, 'Line 1: rate'],
		[
			'a quantity that is none',
			{ ...invoice, lines: [{}, { quantity: 'few' }] },
			'Line 2: quantity must be a number such as 1.5.',
		],
		[
			'an unknown field',
			{ ...invoice, memmo: 'x' },
			'Unknown field "memmo". Allowed: customer_list_id, ',
		],
		[
			'an unknown field of a line',
			{ ...invoice, lines: [{ qty: 1 }] },
			'Line 1: unknown field "qty". Allowed: item_list_id, description, quantity, rate, class_list_id.',
		],
		[
			'an unknown part of an address',
			{ ...invoice, bill_address: { street: 'x' } },
			'bill_address: unknown field "street". Allowed: addr1,',
		],
		[
			'a query parameter in the body',
			{ ...invoice, webhook_url: 'https://a.example/' },
			'webhook_url',
		],
	];

	it.each(refusedInvoices)('refuses an invoice with %s', async (_case, body, word) => {
		const answer = await connection.call('POST', '/invoices', { body });
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe('invalid_request');
		expect(answer.body.error.message).toContain(word);
	});

	const customer = { list_data_ext_type: 'Customer', list_id: '80000001-1' };
	const refusedExtensions: [string, object, string][] = [
		['no target', extension, 'exactly one'],
		['two targets', { ...extension, ...customer, other_data_ext_type: 'Company' }, 'exactly one'],
		['a list target without an object', { ...extension, list_data_ext_type: 'Item' }, 'full_name'],
		['an object named twice', { ...extension, ...customer, full_name: 'x' }, 'full_name'],
		['a transaction without its ID', { ...extension, txn_data_ext_type: 'Bill' }, 'txn_id'],
		['a transaction ID with a list target', { ...extension, ...customer, txn_id: '1' }, 'txn_id'],
		[
			'a list ID with a transaction',
			{ ...extension, txn_data_ext_type: 'Bill', txn_id: '1', list_id: '2' },
			'list_id',
		],
		[
			'a line without a transaction',
			{ ...extension, other_data_ext_type: 'Company', txn_line_id: '1' },
			'txn_line_id',
		],
		[
			'an unknown list type',
			{ ...extension, list_data_ext_type: 'Planet', list_id: '1' },
			'list_data_ext_type',
		],
		[
			'an unknown transaction type',
			{ ...extension, txn_data_ext_type: 'Gift', txn_id: '1' },
			'txn_data_ext_type',
		],
		[
			'a name of 32 characters',
			{ ...extension, ...customer, data_ext_name: 'x'.repeat(32) },
			'data_ext_name',
		],
		['no name', { ...without(extension, 'data_ext_name'), ...customer }, 'data_ext_name'],
		['no value', { ...without(extension, 'data_ext_value'), ...customer }, 'data_ext_value'],
		[
			'an owner that is neither 0 nor a GUID',
			{ ...extension, ...customer, owner_id: '7' },
			'owner_id',
		],
	];

	it.each(refusedExtensions)('refuses a data extension with %s', async (_case, body, word) => {
		const answer = await connection.call('POST', '/data_ext_mods', { body });
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe('invalid_request');
		expect(answer.body.error.message).toContain(word);
	});

	it('accepts a name of 31 characters, and an owner that is a GUID', async () => {
		const body = {
			...extension,
			...customer,
			data_ext_name: 'x'.repeat(31),
			owner_id: '{6B063959-81B0-4622-85D6-F548C8CCB517}',
		};
		expect((await connection.call('POST', '/data_ext_mods', { body })).status).toBe(202);
	});

	it('refuses an unknown parameter of a write', async () => {
		const query = { iterate: 'true' };
		const answer = await connection.call('POST', '/invoices', { body: invoice, query });
		expect(answer.status).toBe(422);
		expect(answer.body.error.message).toContain('iterate');
	});
});

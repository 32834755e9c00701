import { shared } from './support/service';

const invoice = {
	customer_list_id: '80000001-1',
	transaction_date: '2026-01-31',
	lines: [{ item_list_id: '80000002-1', quantity: 1.5, rate: '0.1' }],
};

const extension = { owner_id: '0', data_ext_name: 'Colour', data_ext_value: 'red' };

describe('pre-built endpoints', () => {
	const at = shared('once');

	const customer = { list_data_ext_type: 'Customer', list_id: '80000001-1' };
	const bill = { txn_data_ext_type: 'Bill', txn_id: '1' };
	const inLines = (...lines: object[]) => ({ ...invoice, lines });

	it.each<[path: string, query: Record<string, string | string[]>, words: string[]]>([
		['customers', { nam: 'a' }, ['nam']],
		['customers', { max_returned: '0' }, ['max_returned']],
		['customers', { max_returned: 'many' }, ['max_returned']],
		['customers', { webhook_url: 'nowhere' }, ['webhook_url']],
		['customers', { active_status: 'Active' }, ['active_status', 'ActiveOnly']],
		['customers', { modified_after: '2026-02-30' }, ['modified_after']],
		['vendors', { name: ['a', 'b'] }, ['name']],
		['items', { name: 'a', active_status: 'All' }, ['name', 'active_status']],
		['items', { name_contains: 'a', from_name: 'b' }, ['name_contains', 'from_name']],
		['items', { name: 'a', name_contains: 'b' }, ['name', 'name_contains']],
		['invoices', { to_due_date: '31.01.2026' }, ['to_due_date']],
		['invoices', { include_line_items: 'some' }, ['include_line_items']],
		['credit_memos', { 'include[]': ['TxnID', 'ListID'] }, ['include[]', 'TxnID']],
	])('refuse a query of %s with %j, and name what is wrong', async (path, query, words) => {
		const { status, body } = await at.connection.call('GET', `/${path}`, { query });
		expect([status, body.error.code]).toEqual([422, 'invalid_request']);
		for (const word of words) expect(body.error.message).toContain(word);
	});

	it.each<[what: string, path: string, body: object, words: string]>([
		[
			'a date that does not exist',
			'invoices',
			{ ...invoice, transaction_date: '2026-02-30' },
			'transaction_date must be a valid date (YYYY-MM-DD).',
		],
		['an empty list of lines', 'invoices', inLines(), 'lines'],
		[
			'a rate that is no amount',
			'invoices',
			inLines({ rate: 'a lot' }),
			'Line 1: rate must be a number written as text, such as "150.00".',
		],
		[
			'a quantity that is none',
			'invoices',
			inLines({}, { quantity: 'few' }),
			'Line 2: quantity must be a number such as 1.5.',
		],
		[
			'an unknown field',
			'invoices',
			{ ...invoice, memmo: 'x' },
			'Unknown field "memmo". Allowed: customer_list_id, ',
		],
		[
			'an unknown field of a line',
			'invoices',
			inLines({ qty: 1 }),
			'Line 1: unknown field "qty". Allowed: item_list_id, description, quantity, rate, class_list_id.',
		],
		[
			'an unknown part of an address',
			'invoices',
			{ ...invoice, bill_address: { street: 'x' } },
			'bill_address: unknown field "street". Allowed: addr1,',
		],
		['no target', 'data_ext_mods', extension, 'exactly one'],
		[
			'two targets',
			'data_ext_mods',
			{ ...extension, ...customer, other_data_ext_type: 'Company' },
			'exactly one',
		],
		[
			'a list target without an object',
			'data_ext_mods',
			{ ...extension, list_data_ext_type: 'Item' },
			'full_name',
		],
		[
			'a transaction ID with a list target',
			'data_ext_mods',
			{ ...extension, ...customer, txn_id: '1' },
			'txn_id',
		],
		[
			'a list ID with a transaction',
			'data_ext_mods',
			{ ...extension, ...bill, list_id: '2' },
			'list_id',
		],
		[
			'a line without a transaction',
			'data_ext_mods',
			{ ...extension, other_data_ext_type: 'Company', txn_line_id: '1' },
			'txn_line_id',
		],
		[
			'an owner that is neither 0 nor a GUID',
			'data_ext_mods',
			{ ...extension, ...customer, owner_id: '7' },
			'owner_id',
		],
	])('refuse %s in a body of %s, and name it', async (_what, path, body, words) => {
		const answer = await at.connection.call('POST', `/${path}`, { body });
		expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_request']);
		expect(answer.body.error.message).toContain(words);
	});
});

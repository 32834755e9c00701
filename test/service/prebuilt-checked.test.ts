import { shared } from './support/service';

describe('what QuickBooks would refuse', () => {
	const at = shared('once');

	const from = async (path: string, query: Record<string, string>) => {
		const { status, body } = await at.connection.call('GET', path, { query });
		const { request_xml = '' } = (body.data as { request_xml?: string } | undefined) ?? {};
		return status === 202
			? /<FromModifiedDate>(.*?)<\/FromModifiedDate>/.exec(request_xml)?.[1]
			: body.error.message;
	};

	/** The endpoints that take times of change, with the name of the first. */
	const timed = [
		['/customers', 'modified_after'],
		['/vendors', 'modified_after'],
		['/items', 'modified_after'],
		['/credit_memos', 'modified_after'],
		['/sales_tax_items', 'modified_start'],
		['/sales_tax_codes', 'modified_start'],
	] as const;

	it.each([
		['2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00+00:00'],
		['2026-07-01T12:00:00Z', '2026-07-01T12:00:00+00:00'],
		['2026-07-01t12:00:00z', '2026-07-01T12:00:00+00:00'],
		['2026-07-01T12:00:00.123456+00:00', '2026-07-01T12:00:00+00:00'],
		['2026-07-01 12:00:00', '2026-07-01T12:00:00'],
		['2026-07-01T12:00:00+0200', '2026-07-01T12:00:00+02:00'],
		['2026-07-01 12:00:00.5+02', '2026-07-01T12:00:00+02:00'],
		['2026-07-01T12:00:00-08:00', '2026-07-01T12:00:00-08:00'],
		['2026-07-01', '2026-07-01'],
	])('is never a time of change: %s goes out as %s', async (given, written) => {
		for (const [path, name] of timed) expect(await from(path, { [name]: given })).toBe(written);
	});

	it.each([
		'1900-01-01',
		'1969-12-31T23:59:59+00:00',
		'2038-01-19T03:14:08Z',
		'2099-12-31T23:59:59',
		'2026-07-01T23:59:60Z',
	])('is refused with its name: a time of change %s', async (given) => {
		for (const [path, name] of timed)
			expect(await from(path, { [name]: given })).toMatch(
				new RegExp(`^${name} is ".*", but it must be a date from 1970 to January 2038`),
			);
	});

	const customer_list_id = '80000001-1700000001';
	const line = { item_list_id: '80000002-1700000002', description: '', quantity: 1, rate: '10.00' };
	const invoice = { customer_list_id, transaction_date: '2026-07-01', lines: [line] };
	const create = async (body: object) => {
		const { status, body: answered } = await at.connection.call('POST', '/invoices', {
			body: { ...invoice, ...body },
		});
		return status === 202
			? String((answered.data as { request_xml?: string }).request_xml)
			: answered.error.message;
	};

	it.each<[string, object, string]>([
		[
			'a number',
			{ ref_number: 'SHOP-2026-0001' },
			'ref_number has 14 characters, but at most 11 are allowed.',
		],
		[
			'a line of an address',
			{ bill_address: { addr1: 'x'.repeat(60) } },
			'bill_address.addr1 has 60 characters, but at most 41 are allowed.',
		],
		[
			'a postal code',
			{ ship_address: { postal_code: '1'.repeat(20) } },
			'ship_address.postal_code has 20 characters, but at most 13 are allowed.',
		],
		[
			'a memo',
			{ memo: 'x'.repeat(4096) },
			'memo has 4096 characters, but at most 4095 are allowed.',
		],
		[
			'a day',
			{ transaction_date: '1900-12-31' },
			'transaction_date is "1900-12-31", but it must be a date since 1901, written as YYYY-MM-DD.',
		],
		[
			'an ID',
			{ customer_list_id: 'Acme' },
			'customer_list_id is "Acme", but it must be an ID such as 80000001-1700000001.',
		],
		[
			'an ID that is empty',
			{ item_sales_tax_list_id: '' },
			'item_sales_tax_list_id must not be empty. If there is no value, leave the field out.',
		],
		[
			'a rate',
			{ lines: [line, { ...line, rate: '33.333333333333336' }] },
			'Line 2: rate is "33.333333333333336", but it must be a price such as 12.50, with at most 5 decimals.',
		],
		[
			'a rate that is empty',
			{ lines: [{ ...line, rate: '' }] },
			'Line 1: rate must be a number written as text, such as "150.00". If there is no value, leave the field out.',
		],
		[
			'a quantity',
			{ lines: [{ ...line, quantity: 123456789012345680000 }] },
			'Line 1: quantity is "123456789012345680000", but it must be a quantity such as 2.5, with at most 5 decimals.',
		],
		['a text that nobody sees', { memo: '\u200b' }, 'memo has only invisible characters.'],
		['a line without anything', { lines: [line, { description: ' ' }] }, 'Line 2 is empty.'],
	])('is refused with its name: %s', async (_what, body, message) => {
		expect(await create(body)).toBe(message);
	});

	it('is refused with its name: a request ID', async () => {
		const query = { request_id: 'x'.repeat(51) };
		const { body } = await at.connection.call('POST', '/invoices', { body: invoice, query });
		expect(body.error.message).toBe('request_id has 51 characters, but at most 50 are allowed.');
	});

	it('is left out: texts that are empty, as spreadsheets and shops give them', async () => {
		const bill_address = {
			addr1: '1 Main St',
			addr2: '',
			addr3: ' ',
			city: 'Springfield',
			state: '',
		};
		const written = await create({
			ref_number: '',
			memo: ' ',
			bill_address,
			ship_address: { addr1: '' },
		});
		expect(/<InvoiceAdd>.*<\/InvoiceAdd>/.exec(written)?.[0]).toBe(
			`<InvoiceAdd><CustomerRef><ListID>${customer_list_id}</ListID></CustomerRef><TxnDate>2026-07-01</TxnDate><BillAddress><Addr1>1 Main St</Addr1><City>Springfield</City></BillAddress><InvoiceLineAdd><ItemRef><ListID>80000002-1700000002</ListID></ItemRef><Quantity>1</Quantity><Rate>10.00</Rate></InvoiceLineAdd></InvoiceAdd>`,
		);
	});

	it('is written so that it is kept: accents in their letters, without marks that nobody sees', async () => {
		const written = await create({ memo: '\u202aCafe\u0301\u200b\u00a0Jose\u0301\ufeff' });
		expect(written).toContain('<Memo>Café\u00a0José</Memo>');
		const { body } = await at.connection.call('GET', '/customers', {
			query: { name: 'Acme\u200bLtd' },
		});
		expect(body.data.request_xml).toContain('<Name>AcmeLtd</Name>');
	});

	it('is kept as it was asked for where it clears a field', async () => {
		const body = {
			owner_id: '0',
			data_ext_name: 'Colour',
			data_ext_value: '',
			list_data_ext_type: 'Customer',
			list_id: customer_list_id,
		};
		const { status } = await at.connection.call('POST', '/data_ext_mods', { body });
		expect(status).toBe(202);
	});

	it('is never a filter or a value of which nothing is left', async () => {
		const { body } = await at.connection.call('GET', '/customers', { query: { name: '\u200b' } });
		expect(body.error.message).toBe('name has only invisible characters.');
		const value = { owner_id: '0', data_ext_name: 'Colour', data_ext_value: '\u200b' };
		const target = { list_data_ext_type: 'Customer', list_id: customer_list_id };
		const set = await at.connection.call('POST', '/data_ext_mods', {
			body: { ...value, ...target },
		});
		expect(set.body.error.message).toBe('data_ext_value has only invisible characters.');
	});

	it('has its braces, if it is a GUID', async () => {
		const owner_id = '6B063959-81B0-4622-85D6-F548C8CCB517';
		const value = { owner_id, data_ext_name: 'Colour', data_ext_value: 'red' };
		const target = { list_data_ext_type: 'Customer', list_id: customer_list_id };
		const { body } = await at.connection.call('POST', '/data_ext_mods', {
			body: { ...value, ...target },
		});
		expect(body.data.request_xml).toContain(`<OwnerID>{${owner_id}}</OwnerID>`);
	});
});

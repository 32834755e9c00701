import { shared } from './support/service';

const invoice = (ref_number: string) => ({
	customer_list_id: '80000001-1',
	transaction_date: '2026-01-31',
	ref_number,
	lines: [{ item_list_id: '80000002-1', quantity: 1, rate: '10.00' }],
});
const vendors = { request_json: { version: '16.0', request: { name: 'VendorQueryRq' } } };

describe('an idempotency key', () => {
	const at = shared();

	const queued = async () => (await at.connection.call('GET', '/queued_requests')).body.data;
	const key = (value: string) => ({ headers: { 'idempotency-key': value } });

	it.each([
		['a write', 'POST', '/invoices', { body: invoice('A-1') }],
		['a query', 'GET', '/vendors', { query: { iterate: 'true' } }],
		['a raw request', 'POST', '/queued_requests', { body: vendors }],
	])(
		'queues %s once, however often it arrives at the same time',
		async (_what, method, path, call) => {
			const answers = await Promise.all(
				Array.from({ length: 10 }, () =>
					at.connection.call(method, path, { ...call, ...key('k') }),
				),
			);
			const [{ id }, ...others] = await queued();
			expect(others).toEqual([]);
			const status = path === '/queued_requests' ? 201 : 202;
			for (const answer of answers) {
				expect(answer.status).toBe(status);
				expect(answer.body.data.id).toBe(id);
			}
		},
	);

	it('is one for each connection, and nothing without it is taken for the same', async () => {
		const other = await at.running.connect();
		for (const call of [at.connection.call, other.call])
			for (const sent of [key('k'), key('k'), {}, {}])
				await call('POST', '/invoices', { body: invoice('A-1'), ...sent });
		expect(await queued()).toHaveLength(3);
		expect((await other.call('GET', '/queued_requests')).body.data).toHaveLength(3);
	});

	it('is forgotten with its request', async () => {
		await at.connection.call('POST', '/invoices', { body: invoice('A-1'), ...key('k') });
		const [{ id }] = await queued();
		await at.running.api('DELETE', `/queued_requests/${id}`, { query: { force: 'true' } });
		const again = await at.connection.call('POST', '/invoices', {
			body: invoice('A-1'),
			...key('k'),
		});
		expect(again.body.data.id).not.toBe(id);
	});

	it('of another request is refused', async () => {
		await at.connection.call('POST', '/invoices', { body: invoice('A-1'), ...key('k') });
		const { status, body } = await at.connection.call('POST', '/invoices', {
			body: invoice('A-2'),
			...key('k'),
		});
		expect(status).toBe(422);
		expect(body.error).toEqual({
			code: 'invalid_request',
			message: 'The Idempotency-Key belongs to another request.',
		});
		expect(await queued()).toHaveLength(1);
	});

	it.each([
		['a webhook_url', { webhook_url: 'https://one.example/hook' }, 'another webhook_url'],
		['other fields', { 'include[]': 'ListID' }, ''],
	])(
		'of a request that asks for %s is refused, and not answered in its place',
		async (_what, query, words) => {
			const first = await at.connection.call('GET', '/vendors', { query, ...key('k') });
			expect(first.status).toBe(202);
			const others: Record<string, string>[] = [{}, { webhook_url: 'https://two.example/hook' }];
			for (const other of others) {
				const { status, body } = await at.connection.call('GET', '/vendors', {
					query: other,
					...key('k'),
				});
				expect([status, body.error.code]).toEqual([422, 'invalid_request']);
				expect(body.error.message).toContain(words);
			}
			const again = await at.connection.call('GET', '/vendors', { query, ...key('k') });
			expect(again.body.data.id).toBe(first.body.data.id);
			expect(await queued()).toHaveLength(1);
		},
	);

	it.each(['', 'x'.repeat(256)])('of no sensible length is refused (%#)', async (value) => {
		const { status, body } = await at.connection.call('GET', '/vendors', key(value));
		expect(status).toBe(422);
		expect(body.error.message).toContain('idempotency-key must');
		expect(await queued()).toEqual([]);
	});
});

import { shared } from './support/service';

describe('errors', () => {
	const at = shared('once');

	it.each([
		['/connections/not-a-uuid', 'The connection was not found.'],
		['/queued_requests/not-a-uuid', 'not found or has been deleted'],
	])('says of %s, which is no ID, what was not found', async (path, words) => {
		const { status, body } = await at.running.api('GET', path);
		expect([status, body.error.code]).toEqual([404, 'not_found']);
		expect(body.error.message).toContain(words);
	});

	it('accepts an ID in capital letters', async () => {
		const { status } = await at.running.api(
			'GET',
			`/connections/${at.connection.id.toUpperCase()}`,
		);
		expect(status).toBe(200);
	});

	it.each([
		['page=1e999', 'page must be'],
		['page_size=-1e999', 'page_size must be'],
	])('refuses the number in %s, which no database takes', async (query, words) => {
		const { status, body } = await at.connection.call('GET', `/queued_requests?${query}`);
		expect([status, body.error.code]).toEqual([422, 'invalid_request']);
		expect(body.error.message).toContain(words);
	});

	it.each([101, 3000, 10_000, 100_000])(
		'refuses a request of %d elements inside each other',
		async (depth) => {
			const children = `${'[{"name":"A","children":'.repeat(depth)}[]${'}]'.repeat(depth)}`;
			const { status, body } = await at.connection.call('POST', '/queued_requests', {
				body: `{"request_json":{"version":"16.0","request":{"name":"CustomerQueryRq","children":${children}}}}`,
			});
			expect([status, body.error.code]).toEqual([422, 'invalid_request']);
			expect(body.error.message).toContain('inside each other');
		},
	);

	it.each([null, 5, 'text', []])('refuses the body %j, which is no object', async (body) => {
		const answer = await at.running.api('POST', '/connections', { body: JSON.stringify(body) });
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe('invalid_request');
	});

	it.each([
		['GET', '/no-such-path'],
		['PUT', '/connections'],
		['HEAD', '/connections'],
		['PATCH', '/connections/x'],
	])('answers %s %s, which does not exist, in the error envelope', async (method, path) => {
		const answer = await at.running.api(method, path);
		expect(answer.status).toBe(404);
		if (method !== 'HEAD') expect(answer.body.error.code).toBe('not_found');
	});

	it('queues nothing when a query is asked for with HEAD', async () => {
		const own = await at.running.connect();
		await own.call('HEAD', '/customers');
		expect((await own.call('GET', '/queued_requests')).body.data).toEqual([]);
	});

	it('answers in the error envelope to a path that is not well formed', async () => {
		const { status, body } = await at.running.api('GET', '/connections/%zz');
		expect(status).toBe(404);
		expect(body.error.code).toBe('not_found');
	});

	it('refuses a body that is too large in the error envelope', async () => {
		const body = JSON.stringify({ request_xml: ' '.repeat(21 * 1024 * 1024) });
		const answer = await at.connection.call('POST', '/queued_requests', { body });
		expect(answer.status).toBe(413);
		expect(answer.body.error.code).toBe('invalid_request');
	});

	it('refuses a body that is not JSON by its type', async () => {
		const answer = await at.running.api('POST', '/connections', {
			body: 'name=x',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect(answer.status).toBe(415);
		expect(answer.body.error.code).toBe('invalid_request');
	});
});

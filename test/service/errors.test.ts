import { randomUUID } from 'node:crypto';

import { request as requestXml } from './support/qbxml';
import { service, stopServices, type TestConnection, type TestService } from './support/service';

describe('errors', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
		connection = await running.connect();
	});
	afterAll(stopServices);

	it.each([
		['GET', '/connections/not-a-uuid'],
		['GET', `/connections/${randomUUID()}`],
		['GET', `/connections/${randomUUID()}/vendors`],
		['POST', `/connections/${randomUUID()}/queued_requests`],
	])('answers not_found to %s %s', async (method, path) => {
		const body = method === 'POST' ? { request_xml: requestXml('CustomerQuery') } : undefined;
		const answer = await running.api(method, path, { body });
		expect(answer.status).toBe(404);
		expect(answer.body.error).toEqual({
			code: 'not_found',
			message: 'The connection was not found.',
		});
	});

	it.each(['not-a-uuid', randomUUID()])(
		'says of the queued request %s that it was not found or has been deleted',
		async (id) => {
			const { status, body } = await running.api('GET', `/queued_requests/${id}`);
			expect(status).toBe(404);
			expect(body.error.code).toBe('not_found');
			expect(body.error.message).toMatch(/not found or has been deleted/);
		},
	);

	it('accepts an ID in capital letters', async () => {
		const { status } = await running.api('GET', `/connections/${connection.id.toUpperCase()}`);
		expect(status).toBe(200);
	});

	it.each(['{', 'nothing', '{"name":}', '[1,]'])(
		'answers 400 invalid_request to the malformed JSON %s',
		async (body) => {
			const answer = await running.api('POST', '/connections', { body });
			expect(answer.status).toBe(400);
			expect(answer.body.error.code).toBe('invalid_request');
		},
	);

	it.each([
		['page=1e999', 'page must be'],
		['page_size=-1e999', 'page_size must be'],
	])('refuses the number in %s, which no database takes', async (query, words) => {
		const { status, body } = await connection.call('GET', `/queued_requests?${query}`);
		expect([status, body.error.code]).toEqual([422, 'invalid_request']);
		expect(body.error.message).toContain(words);
	});

	it.each([101, 3000, 10_000, 100_000])(
		'refuses a request of %d elements inside each other',
		async (depth) => {
			const children = `${'[{"name":"A","children":'.repeat(depth)}[]${'}]'.repeat(depth)}`;
			const { status, body } = await connection.call('POST', '/queued_requests', {
				body: `{"request_json":{"version":"16.0","request":{"name":"CustomerQueryRq","children":${children}}}}`,
			});
			expect([status, body.error.code]).toEqual([422, 'invalid_request']);
			expect(body.error.message).toContain('inside each other');
		},
	);

	it.each([null, 5, 'text', []])('refuses the body %j, which is no object', async (body) => {
		const answer = await running.api('POST', '/connections', { body: JSON.stringify(body) });
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe('invalid_request');
	});

	it.each([
		['GET', '/no-such-path'],
		['PUT', '/connections'],
		['HEAD', '/connections'],
		['PATCH', '/connections/x'],
	])('answers %s %s, which does not exist, in the error envelope', async (method, path) => {
		const answer = await running.api(method, path);
		expect(answer.status).toBe(404);
		if (method !== 'HEAD') expect(answer.body.error.code).toBe('not_found');
	});

	it('queues nothing when a query is asked for with HEAD', async () => {
		const own = await running.connect();
		await own.call('HEAD', '/customers');
		expect((await own.call('GET', '/queued_requests')).body.data).toEqual([]);
	});

	it('answers in the error envelope to a path that is not well formed', async () => {
		const { status, body } = await running.api('GET', '/connections/%zz');
		expect(status).toBe(404);
		expect(body.error.code).toBe('not_found');
	});

	it('refuses a body that is too large in the error envelope', async () => {
		const body = JSON.stringify({ request_xml: ' '.repeat(21 * 1024 * 1024) });
		const answer = await connection.call('POST', '/queued_requests', { body });
		expect(answer.status).toBe(413);
		expect(answer.body.error.code).toBe('invalid_request');
	});

	it('refuses a body that is not JSON by its type', async () => {
		const answer = await running.api('POST', '/connections', {
			body: 'name=x',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect(answer.status).toBe(415);
		expect(answer.body.error.code).toBe('invalid_request');
	});
});

import { randomUUID } from 'node:crypto';

import { request as requestXml } from './support/qbxml';
import { service, stopServices, type TestConnection, type TestService } from './support/service';

const customers = {
	version: '16.0',
	request: {
		name: 'CustomerQueryRq',
		attributes: { requestID: '32' },
		children: [{ name: 'MaxReturned', text: '10' }],
	},
};

describe('queued requests', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
	});
	beforeEach(async () => {
		connection = await running.connect();
	});
	afterAll(stopServices);

	const queue = (body: object) => connection.call('POST', '/queued_requests', { body });

	it('queues a request given as JSON and shows it as XML too', async () => {
		const { status, body } = await queue({ request_json: customers });
		expect(status).toBe(201);
		expect(body.data).toMatchObject({
			connection_id: connection.id,
			state: 'waiting',
			webhook_state: 'not_applicable',
			request_json: customers,
			webhook_attempts: [],
		});
		expect(body.data.request_xml).toContain(
			'<CustomerQueryRq requestID="32"><MaxReturned>10</MaxReturned></CustomerQueryRq>',
		);
	});

	it('queues a request given as XML as it was given and shows it as JSON too', async () => {
		const request_xml = requestXml('CustomerQuery', '\n <MaxReturned>10</MaxReturned>');
		const { status, body } = await queue({ request_xml });
		expect(status).toBe(201);
		expect(body.data.request_xml).toBe(request_xml);
		expect(body.data.request_json).toMatchObject({
			version: '16.0',
			request: { name: 'CustomerQueryRq', children: [{ name: 'MaxReturned', text: '10' }] },
		});
	});

	it('shows the fields of a waiting request that are its own, and its connection only when it is queued', async () => {
		const queued = (await queue({ request_json: customers })).body.data;
		const { body } = await running.api('GET', `/queued_requests/${queued.id}`);
		expect(Object.keys(body.data).sort()).toEqual([
			'id',
			'inserted_at',
			'links',
			'request_json',
			'request_xml',
			'state',
			'updated_at',
			'webhook_attempts',
			'webhook_state',
		]);
		expect(body.data.links).toEqual({
			self: `/api/v1/queued_requests/${queued.id}`,
			ui: expect.stringMatching(/^\//),
			connection_ui: expect.stringMatching(/^\//),
		});
	});

	it('keeps the webhook URL and calls its delivery pending', async () => {
		const webhook_url = 'https://receiver.example/hook?token=1';
		const { body } = await queue({ request_json: customers, webhook_url });
		expect(body.data).toMatchObject({ webhook_url, webhook_state: 'pending' });
	});

	it.each([
		[
			'both forms',
			{ request_json: customers, request_xml: requestXml('CustomerQuery') },
			'request_xml',
		],
		['neither form', {}, 'request_xml'],
		['an unknown field', { request_json: customers, webhok_url: 'x' }, 'webhok_url'],
		['a webhook URL that is none', { request_json: customers, webhook_url: 'x' }, 'webhook_url'],
		[
			'a webhook URL that nobody can open',
			{ request_json: customers, webhook_url: 'http://a:99999/' },
			'webhook_url',
		],
		['XML that is not well formed', { request_xml: '<QBXML>' }, ''],
		[
			'a DOCTYPE',
			{ request_xml: requestXml('CustomerQuery').replace('<QBXML>', '<!DOCTYPE QBXML><QBXML>') },
			'',
		],
		['JSON without a name', { request_json: { version: '16.0', request: {} } }, 'name'],
		['JSON without a version', { request_json: { request: customers.request } }, 'version'],
		[
			'an attribute that is no text',
			{ request_json: { version: '16.0', request: { name: 'HostQueryRq', attributes: { a: 1 } } } },
			'attributes.a',
		],
		[
			'a character that XML cannot hold',
			{
				request_json: {
					version: '16.0',
					request: { name: 'HostQueryRq', children: [{ name: 'A', text: '\u0000' }] },
				},
			},
			'',
		],
	])('refuses %s', async (_case, body, field) => {
		const answer = await queue(body);
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe('invalid_request');
		expect(answer.body.error.message).toContain(field);
		expect((await connection.call('GET', '/queued_requests')).body.data).toEqual([]);
	});

	describe('list', () => {
		const list = (query?: Record<string, string>) =>
			connection.call('GET', '/queued_requests', { query });

		async function queueSome(count: number): Promise<string[]> {
			const ids: string[] = [];
			for (let index = 0; index < count; index += 1)
				ids.push((await queue({ request_json: customers })).body.data.id);
			return ids;
		}

		const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data.map(({ id }) => id);

		it('comes most recent first, twenty to a page', async () => {
			const ids = await queueSome(21);
			const first = await list();
			expect(first.status).toBe(200);
			expect(first.body).toMatchObject({ page: 1, total_pages: 2 });
			expect(idsOf(first)).toEqual(ids.toReversed().slice(0, 20));
			const second = await list({ page: '2' });
			expect(second.body).toMatchObject({ page: 2, total_pages: 2 });
			expect(idsOf(second)).toEqual(ids.slice(0, 1));
		});

		it('is one empty page when there is nothing', async () => {
			expect((await list()).body).toEqual({ data: [], page: 1, total_pages: 1 });
			expect((await list({ page: '7' })).body).toEqual({ data: [], page: 7, total_pages: 1 });
		});

		it('has an end', async () => {
			const query = { page: String(Number.MAX_SAFE_INTEGER), page_size: '100' };
			expect(await list(query)).toMatchObject({ status: 200, body: { data: [] } });
		});

		it('turns around, and takes other page sizes', async () => {
			const ids = await queueSome(3);
			expect(idsOf(await list({ sort_direction: 'asc' }))).toEqual(ids);
			const page = await list({ page_size: '2', page: '2', sort: 'updated_at' });
			expect(idsOf(page)).toEqual(ids.slice(0, 1));
			expect(page.body.total_pages).toBe(2);
		});

		it('filters by state and webhook state', async () => {
			const [plain] = await queueSome(1);
			const webhook_url = 'https://receiver.example/';
			const hooked = (await queue({ request_json: customers, webhook_url })).body.data.id;
			expect(idsOf(await list({ webhook_state: 'pending' }))).toEqual([hooked]);
			expect(idsOf(await list({ webhook_state: 'not_applicable' }))).toEqual([plain]);
			expect(idsOf(await list({ state: 'waiting' }))).toEqual([hooked, plain]);
			expect(idsOf(await list({ state: 'error' }))).toEqual([]);
		});

		it.each([
			['umlauts in the request, whatever their case', 'MÜLLER', 0],
			['signs that patterns would use', '50%_*[x]?^-', 1],
			['the webhook URL', 'RECEIVER.example/hook', 2],
		])('finds %s', async (_case, search_phrase, expected) => {
			const named = (text: string) => ({
				version: '16.0',
				request: { name: 'CustomerQueryRq', children: [{ name: 'FullName', text }] },
			});
			const ids = [
				(await queue({ request_json: named('Frau Müller') })).body.data.id,
				(await queue({ request_json: named('50%_*[x]?^-') })).body.data.id,
				(await queue({ request_json: customers, webhook_url: 'https://receiver.example/hook' }))
					.body.data.id,
			];
			expect(idsOf(await list({ search_phrase }))).toEqual([ids[expected]]);
			expect(
				idsOf(await list({ search_phrase: ids[expected].slice(3, 20).toUpperCase() })),
			).toEqual([ids[expected]]);
		});

		it.each([
			['page', '0'],
			['page', 'x'],
			['page_size', '0'],
			['page_size', '101'],
			['page_size', '1.5'],
			['sort', 'name'],
			['sort_direction', 'up'],
			['state', 'done'],
			['webhook_state', 'done'],
			['paeg', '1'],
		])('refuses %s=%s', async (name, value) => {
			const { status, body } = await list({ [name]: value });
			expect(status).toBe(422);
			expect(body.error.code).toBe('invalid_request');
			expect(body.error.message).toContain(name);
		});
	});

	describe('delete', () => {
		const remove = (id: string, query?: Record<string, string>) =>
			running.api('DELETE', `/queued_requests/${id}`, { query });

		it('succeeds for a request that never was', async () => {
			expect(await remove(randomUUID())).toMatchObject({ status: 204, text: '' });
		});

		it('refuses a request that still waits', async () => {
			const { id } = (await queue({ request_json: customers })).body.data;
			const { status, body } = await remove(id);
			expect(status).toBe(409);
			expect(body.error.code).toBe('invalid_state');
			expect((await remove(id, { force: 'false' })).status).toBe(409);
			expect((await running.api('GET', `/queued_requests/${id}`)).status).toBe(200);
		});

		it('deletes a waiting request with force, and again without complaint', async () => {
			const { id } = (await queue({ request_json: customers })).body.data;
			expect((await remove(id, { force: 'true' })).status).toBe(204);
			expect((await running.api('GET', `/queued_requests/${id}`)).status).toBe(404);
			expect((await remove(id)).status).toBe(204);
		});

		it('refuses a force that is neither true nor false', async () => {
			const { id } = (await queue({ request_json: customers })).body.data;
			const { status, body } = await remove(id, { force: 'perhaps' });
			expect(status).toBe(422);
			expect(body.error.message).toContain('force');
		});
	});
});

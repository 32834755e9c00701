import { answer } from '../service/support/qbxml';
import { eventually } from '../service/support/eventually';
import { exchanged, iterated, openSession, vendorPage } from './support/exchange';
import { PATH, text, timestamp, uuid } from './support/expectations';
import { decided, statement } from './support/statement';
import { target, type TestConnection } from './support/target';

const request_json = {
	version: '16.0',
	request: {
		name: 'CustomerQueryRq',
		attributes: { requestID: '32' },
		children: [{ name: 'MaxReturned', text: '10' }],
	},
};

const always: readonly [field: string, form: unknown][] = [
	['id', uuid],
	['state', 'waiting'],
	['webhook_state', 'not_applicable'],
	['request_xml', expect.stringContaining('<CustomerQueryRq')],
	['request_json', expect.objectContaining({ version: text, request: expect.any(Object) })],
	['webhook_attempts', []],
	[
		'links',
		{
			self: expect.stringMatching(PATH),
			ui: expect.stringMatching(PATH),
			connection_ui: expect.stringMatching(PATH),
		},
	],
	['inserted_at', timestamp],
	['updated_at', timestamp],
];

const later = ['response_xml', 'response_json', 'error', 'webhook_url', 'webhook_error'];

describe('2.2 Queued request', () => {
	const service = target();
	const views: Record<string, object> = {};
	let connection: TestConnection;

	const listed = async ({ call }: TestConnection, query = {}) =>
		(await call('GET', '/queued_requests', { query })).body.data;

	beforeAll(async () => {
		connection = await service.connect();
		const { call } = connection;
		const created = (await call('POST', '/queued_requests', { body: { request_json } })).body.data;
		views.create = created;
		views['a pre-built endpoint'] = await connection.queue();
		views.get = await service.recordOf(created.id);
		views.list = { ...(await listed(connection, { sort_direction: 'asc' }))[0] };
	});

	for (const [field, form] of always)
		statement(`${field} is in every response with a queued request`, async () => {
			for (const view of Object.values(views)) expect(view).toHaveProperty(field, form);
		});

	statement(
		'connection_id is in the responses of create and of the pre-built endpoints',
		async () => {
			for (const view of [views.create, views['a pre-built endpoint']])
				expect(view).toHaveProperty('connection_id', connection.id);
		},
	);

	decided('connection_id is absent when a request is got or listed', async () => {
		for (const view of [views.get, views.list]) expect(view).not.toHaveProperty('connection_id');
	});

	for (const field of later)
		decided(`${field} is absent while there is none`, async () => {
			for (const view of Object.values(views)) expect(view).not.toHaveProperty(field);
		});

	decided('page and page_request_id are absent without automatic iteration', async () => {
		for (const view of Object.values(views)) {
			expect(view).not.toHaveProperty('page');
			expect(view).not.toHaveProperty('page_request_id');
		}
	});

	statement(
		'the JSON form has a version, and a request with name, attributes and children',
		async () => {
			expect(views.get).toHaveProperty('request_json', request_json);
		},
	);

	statement('a request given as XML is shown in the same JSON form', async () => {
		const { request_xml } = views.create as { request_xml: string };
		const { data } = (await connection.call('POST', '/queued_requests', { body: { request_xml } }))
			.body;
		expect(data.request_json).toEqual(request_json);
	});

	statement('links.self leads to the request', async () => {
		const { links, id } = views.create as { links: { self: string }; id: string };
		const path = links.self.replace(new URL(service.facts().baseUrl).pathname, '');
		expect((await service.api('GET', path)).body.data.id).toBe(id);
	});

	statement('webhook_url is shown as it was given', async () => {
		const webhook_url = 'https://receiver.example/hook?a=1&b=2';
		const queued = await connection.queue('/customers', { webhook_url });
		expect(queued.webhook_url).toBe(webhook_url);
		expect((await service.recordOf(queued.id)).webhook_url).toBe(webhook_url);
	});

	statement(
		'response_xml and response_json are present once a response exists',
		async () => {
			const response = answer('CustomerQuery', {
				records: '<CustomerRet><Name>A</Name></CustomerRet>',
			});
			const { id } = await exchanged(await service.connect(), response);
			const record = await service.recordOf(id);
			expect(record.response_xml).toBe(response);
			expect(record.response_json).toEqual([expect.any(Object)]);
		},
		'connector',
	);

	decided(
		'response_json holds one object per answer document: attributes with @, repeated elements as lists',
		async () => {
			const records = '<CustomerRet><Name>A &amp; B</Name><IsActive>true</IsActive></CustomerRet>';
			const { id } = await exchanged(await service.connect(), answer('CustomerQuery', { records }));
			expect((await service.recordOf(id)).response_json).toEqual([
				{
					QBXMLMsgsRs: {
						CustomerQueryRs: {
							'@requestID': '1',
							'@statusCode': 0,
							'@statusSeverity': 'Info',
							'@statusMessage': 'Status OK',
							CustomerRet: [{ Name: 'A & B', IsActive: true }],
						},
					},
				},
			]);
		},
		'connector',
	);

	statement(
		'error has a message, a code and details',
		async () => {
			const response = answer('CustomerQuery', { statusCode: 3120, severity: 'Error' });
			const { id } = await exchanged(await service.connect(), response);
			expect((await service.recordOf(id)).error).toEqual({
				code: '3120',
				message: 'Status OK',
				details: { statusCode: 3120, statusSeverity: 'Error', requestID: '1' },
			});
		},
		'connector',
	);

	statement(
		'webhook_attempts has the time and the response of each try, and webhook_error why delivery failed',
		async () => {
			const { url } = await service.receiver((response) => void response.writeHead(503).end('No'));
			const { id } = await exchanged(await service.connect(), undefined, {
				query: { webhook_url: url },
			});
			const record = await eventually(
				() => service.recordOf(id),
				({ webhook_state }) => webhook_state === 'failed',
			);
			expect(record.webhook_error).toMatch(/503/);
			expect(record.webhook_attempts).toEqual(
				Array(3).fill({ attempted_at: timestamp, response: expect.stringContaining('503') }),
			);
		},
		'connector',
		'receiver',
		'settings',
	);

	statement(
		'with automatic iteration each page has its own record; id and webhook_url are the same across pages',
		async () => {
			const own = await service.connect();
			const webhook_url = 'https://receiver.example/pages';
			const { queued } = await iterated(own, 3, { webhook_url });
			const pages = await listed(own);
			expect(pages.map(({ id }) => id)).toEqual(Array(3).fill(queued.id));
			expect(pages.map((page) => page.webhook_url)).toEqual(Array(3).fill(webhook_url));
			expect(new Set(pages.map((page) => page.response_xml)).size).toBe(3);
		},
		'connector',
	);

	decided(
		'page counts from 1, and page_request_id is a UUID of the page’s own, on the first page the id',
		async () => {
			const own = await service.connect();
			const { queued } = await iterated(own, 2);
			const pages = await listed(own, { sort_direction: 'asc' });
			expect(pages.map(({ page }) => page)).toEqual([1, 2]);
			expect(pages.map(({ page_request_id }) => page_request_id)).toEqual([queued.id, uuid]);
			expect(pages[1].page_request_id).not.toBe(queued.id);
		},
		'connector',
	);

	decided(
		'getting an iterated request by its ID shows its newest page',
		async () => {
			const own = await service.connect();
			const { id } = await own.queue('/vendors', { iterate: 'true' });
			const session = await openSession(own);
			await session.send();
			await session.receive(vendorPage(1));
			expect(await service.recordOf(id)).toMatchObject({ id, page: 2, state: 'ticketed' });
			await session.close();
		},
		'connector',
	);
});

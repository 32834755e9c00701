import { request as requestXml } from './support/qbxml';
import { shared } from './support/service';

const customers = {
	version: '16.0',
	request: {
		name: 'CustomerQueryRq',
		attributes: { requestID: '32' },
		children: [{ name: 'MaxReturned', text: '10' }],
	},
};

describe('queued requests', () => {
	const at = shared();

	const queue = (body: object) => at.connection.call('POST', '/queued_requests', { body });

	it('shows the fields of a waiting request that are its own, and its connection only when it is queued', async () => {
		const queued = (await queue({ request_json: customers })).body.data;
		const { body } = await at.running.api('GET', `/queued_requests/${queued.id}`);
		expect(Object.keys(body.data).sort().join(' ')).toBe(
			'id inserted_at links request_json request_xml state updated_at webhook_attempts webhook_state',
		);
		expect(body.data.links).toEqual({
			self: `/api/v1/queued_requests/${queued.id}`,
			ui: expect.stringMatching(/^\//),
			connection_ui: expect.stringMatching(/^\//),
		});
	});

	it.each([
		[
			'both forms',
			{ request_json: customers, request_xml: requestXml('CustomerQuery') },
			'request_xml',
		],
		['an unknown field', { request_json: customers, webhok_url: 'x' }, 'webhok_url'],
		[
			'a webhook URL that nobody can open',
			{ request_json: customers, webhook_url: 'http://a:99999/' },
			'webhook_url',
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
	])('refuses %s, and names the field', async (_case, body, field) => {
		const answer = await queue(body);
		expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_request']);
		expect(answer.body.error.message).toContain(field);
		expect((await at.connection.call('GET', '/queued_requests')).body.data).toEqual([]);
	});

	const list = (query: Record<string, string>) =>
		at.connection.call('GET', '/queued_requests', { query });

	it('are a list that has an end', async () => {
		const query = { page: String(Number.MAX_SAFE_INTEGER), page_size: '100' };
		expect(await list(query)).toMatchObject({ status: 200, body: { data: [] } });
	});

	it.each([
		['page', 'x'],
		['page_size', '101'],
		['sort', 'name'],
		['state', 'done'],
		['paeg', '1'],
	])('are not listed with %s=%s, which is named', async (name, value) => {
		const { status, body } = await list({ [name]: value });
		expect([status, body.error.code]).toEqual([422, 'invalid_request']);
		expect(body.error.message).toContain(name);
	});
});

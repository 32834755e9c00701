import { API_KEY, credentialsFor, useLocalService } from './support/local-service';
import { byId, fromList, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer();
/** Has no connections: what is created is all that is scripted. */
const empty = useScriptedServer({ withEmptyQueue: true });
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('Create', () => {
	test('gives the connection with its onboarding link, and the service has it', async () => {
		const run = await runOperation(service, 'connection.create', {
			name: 'Müller & Söhne',
			redirectUrl: 'https://example.com/setup?from=n8n',
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([
			{
				json: expect.objectContaining({
					id: expect.stringMatching(UUID),
					name: 'Müller & Söhne',
					redirect_url: 'https://example.com/setup?from=n8n',
					last_connected_at: null,
					links: expect.objectContaining({ onboarding: expect.stringMatching(/^http/) }),
				}),
				pairedItem: { item: 0 },
			},
		]);
		const stored = await service.call('GET', `/connections/${String(run.items[0].json.id)}`);
		expect(stored).toMatchObject({ name: 'Müller & Söhne' });
	});

	test('both fields are optional; without them there is no body', async () => {
		const run = await runOperation(empty, 'connection.create', { name: '', redirectUrl: '' });
		expect(run.status).toBe('success');
		expect(empty.received).toMatchObject([{ method: 'POST', url: '/connections', body: '' }]);
		const created = await runOperation(service, 'connection.create', {});
		expect(created.items).toMatchObject([{ json: { name: '', redirect_url: null } }]);
	});
});

test('every call carries the API key as user name of HTTP Basic, with an empty password', async () => {
	await runOperation(empty, 'connection.create', { name: 'A' });
	const [{ headers, body }] = empty.received;
	const basic = Buffer.from(`${API_KEY}:`).toString('base64');
	expect(headers.authorization).toBe(`Basic ${basic}`);
	expect(headers['content-type']).toMatch(/^application\/json/);
	expect(JSON.parse(body)).toEqual({ name: 'A' });
});

test('a base address that ends with a slash is the same', async () => {
	const credentials = credentialsFor(`${empty.baseUrl}/`);
	const run = await runOperation({ credentials }, 'connection.create', {});
	expect(run.status).toBe('success');
	expect(empty.received.map(({ url }) => url)).toEqual(['/connections']);
});

describe('Get', () => {
	test.each([
		['by its ID', (id: string) => byId(id)],
		['from the list', (id: string) => fromList(id, 'Acme (never connected)')],
		['by an ID with white space around it', (id: string) => byId(` ${id}\n`)],
	])('%s', async (_how, locator) => {
		const id = await service.newConnection('Acme');
		const run = await runOperation(service, 'connection.get', { connection: { ...locator(id) } });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
		expect(run.items[0].json).toMatchObject({ id, name: 'Acme', type: 'standard' });
	});

	test('the ID may come from an expression', async () => {
		const ids = [await service.newConnection('One'), await service.newConnection('Two')];
		const run = await runOperation(
			service,
			'connection.get',
			{ connection: { ...byId('={{ $json.connection }}') } },
			{ items: ids.map((connection) => ({ connection })) },
		);
		expect(run.items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['One', { item: 0 }],
			['Two', { item: 1 }],
		]);
	});
});

describe('Get Many', () => {
	const listed = ['A', 'B', 'C'].map((name) => ({ id: name, name }));

	test.each([
		[{ returnAll: true }, 3],
		[{ returnAll: false, limit: 2 }, 2],
		[{ limit: 50 }, 3],
		[{}, 3],
	])('%j gives %i, with one call', async (filledIn, count) => {
		server.answerWith({ body: { data: listed } });
		const run = await runOperation(server, 'connection.getAll', filledIn);
		expect(run.items.map(({ json }) => json)).toEqual(listed.slice(0, count));
		expect(server.received).toMatchObject([{ method: 'GET', url: '/connections' }]);
	});

	test('lists what the real service has', async () => {
		const id = await service.newConnection('Listed');
		const run = await runOperation(service, 'connection.getAll', { returnAll: true });
		expect(run.items.map(({ json }) => json.id)).toContain(id);
		expect(new Set(run.items.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
			new Set(['{"item":0}']),
		);
	});

	test('no connections give no items', async () => {
		server.answerWith({ body: { data: [] } });
		const run = await runOperation(server, 'connection.getAll', { returnAll: true });
		expect(run).toMatchObject({ status: 'success', items: [] });
	});
});

test('Delete removes the connection and says which', async () => {
	const id = await service.newConnection();
	const run = await runOperation(service, 'connection.delete', { connection: { ...byId(id) } });
	expect(run.items).toEqual([{ json: { deleted: true, id }, pairedItem: { item: 0 } }]);
	const left = await service.call<Array<{ id: string }>>('GET', '/connections');
	expect(left.map((connection) => connection.id)).not.toContain(id);
});

describe('Set Password', () => {
	test('sets the one that was given', async () => {
		const id = await service.newConnection();
		const filledIn = { connection: { ...byId(id) }, password: ' päss & word ' };
		const run = await runOperation(service, 'connection.setPassword', filledIn);
		expect(run.items).toEqual([
			{ json: { id, password: ' päss & word ' }, pairedItem: { item: 0 } },
		]);
	});

	test('left empty, the service makes one', async () => {
		const id = await service.newConnection();
		const filledIn = { connection: { ...byId(id) }, password: '' };
		const run = await runOperation(service, 'connection.setPassword', filledIn);
		expect(run.items).toMatchObject([{ json: { id, password: expect.stringMatching(/.{8,}/) } }]);
	});

	test('an empty one is not sent: there is no body', async () => {
		const id = await service.newConnection();
		await runOperation(server, 'connection.setPassword', { connection: { ...byId(id) } });
		expect(server.received).toMatchObject([
			{ method: 'POST', url: `/connections/${id}/password`, body: '' },
		]);
	});
});

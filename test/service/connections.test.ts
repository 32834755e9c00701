import { service, stopServices, type TestService } from './support/service';

describe('connections', () => {
	let running: TestService;
	beforeAll(async () => {
		running = await service();
	});
	afterAll(stopServices);

	const keys = (object: object) => Object.keys(object).sort();
	const ofEveryView = [
		'accounting_product_name',
		'app_id',
		'company_file',
		'id',
		'last_connected_at',
		'name',
		'type',
		'username',
		'xml_version',
	];

	it('creates a connection with links and times, and nothing known of its company', async () => {
		const { status, body } = await running.api('POST', '/connections', {
			body: { name: 'Muster & Söhne', redirect_url: 'https://app.example/done' },
		});
		expect(status).toBe(201);
		expect(keys(body.data)).toEqual(
			[...ofEveryView, 'inserted_at', 'links', 'redirect_url', 'updated_at'].sort(),
		);
		expect(body.data).toMatchObject({
			name: 'Muster & Söhne',
			redirect_url: 'https://app.example/done',
			type: 'standard',
			last_connected_at: null,
			company_file: null,
			xml_version: null,
			accounting_product_name: null,
		});
		expect(body.data.links.self).toBe(`/api/v1/connections/${body.data.id}`);
		expect(body.data.links.onboarding.startsWith(running.origin)).toBe(true);
	});

	it('creates a connection from no body at all', async () => {
		const { status, body } = await running.api('POST', '/connections');
		expect(status).toBe(201);
		expect(body.data.name).toBe('');
	});

	it('shows no links, redirect URL or times when a connection is got by its ID', async () => {
		const { id } = await running.connect({ redirect_url: 'https://app.example/done' });
		const { status, body } = await running.api('GET', `/connections/${id}`);
		expect(status).toBe(200);
		expect(keys(body.data)).toEqual(ofEveryView);
	});

	it('lists the application’s connections with links and redirect URL, without times', async () => {
		const { id } = await running.connect();
		const { status, body } = await running.api('GET', '/connections');
		expect(status).toBe(200);
		const listed = body.data.find((each) => each.id === id);
		expect(keys(listed ?? {})).toEqual([...ofEveryView, 'links', 'redirect_url'].sort());
	});

	it('deletes a connection with its queued requests, once', async () => {
		const { id, call } = await running.connect();
		const queued = (await call('GET', '/customers')).body.data;
		expect(await running.api('DELETE', `/connections/${id}`)).toMatchObject({
			status: 204,
			text: '',
		});
		expect((await running.api('GET', `/connections/${id}`)).status).toBe(404);
		expect((await running.api('GET', `/queued_requests/${queued.id}`)).status).toBe(404);
		expect((await running.api('DELETE', `/connections/${id}`)).status).toBe(404);
	});

	it('sets a given password and makes one when none is given', async () => {
		const { id, username, call } = await running.connect();
		const made = await call('POST', '/password');
		expect(made.status).toBe(200);
		expect(made.body.data.id).toBe(id);
		expect(made.body.data.password.length).toBeGreaterThanOrEqual(20);
		const given = await call('POST', '/password', { body: { password: ' pass word ü ' } });
		expect(given.body.data).toEqual({ id, password: ' pass word ü ' });
		await call('GET', '/customers');
		expect(await running.connector.authenticate(username, made.body.data.password)).toEqual([
			'',
			'nvu',
		]);
		expect((await running.connector.authenticate(username, ' pass word ü '))[1]).toBe('');
	});

	it('writes a QWC file for the connection, with its name escaped', async () => {
		const { username, call } = await running.connect({ name: 'Rock & <Roll>' });
		const { status, body } = await call('GET', '/qwc');
		expect(status).toBe(200);
		expect(body.qwc).toContain('<AppDisplayName>Rock &amp; &lt;Roll&gt;</AppDisplayName>');
		expect(body.qwc).toContain(`<UserName>${username}</UserName>`);
		expect(body.qwc).toMatch(/<OwnerID>\{[0-9a-f-]{36}\}<\/OwnerID>/);
		expect(body.qwc).toMatch(/<FileID>\{[0-9a-f-]{36}\}<\/FileID>/);
		expect(body.qwc).toMatch(/<RunEveryNMinutes>\d+<\/RunEveryNMinutes>/);
	});

	it.each([
		['redirect_url', { redirect_url: 'not a url' }],
		['redirect_url', { redirect_url: 'ftp://files.example/' }],
		['name', { name: 5 }],
		['name', { name: 'a\u0000b' }],
		['nmae', { nmae: 'a typo' }],
	])('refuses a bad %s of a new connection: %j', async (field, body) => {
		const answer = await running.api('POST', '/connections', { body });
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe('invalid_request');
		expect(answer.body.error.message).toContain(field);
	});
});

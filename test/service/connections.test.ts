import { service, stopServices, type TestService } from './support/service';

describe('connections', () => {
	let running: TestService;
	beforeAll(async () => {
		running = await service();
	});
	afterAll(stopServices);

	it('show these fields and no others when they are created, listed and got', async () => {
		const keys = (object: object = {}) => Object.keys(object).sort().join(' ');
		const { id, connection } = await running.connect({ redirect_url: 'https://app.example/done' });
		const listed = (await running.api('GET', '/connections')).body.data.find(
			(one) => one.id === id,
		);
		expect(keys(connection)).toBe(
			'accounting_product_name app_id company_file id inserted_at last_connected_at links name redirect_url type updated_at username xml_version',
		);
		expect(keys(listed)).toBe(
			'accounting_product_name app_id company_file id last_connected_at links name redirect_url type username xml_version',
		);
		expect(keys((await running.api('GET', `/connections/${id}`)).body.data)).toBe(
			'accounting_product_name app_id company_file id last_connected_at name type username xml_version',
		);
		expect(connection.type).toBe('standard');
		expect(connection.links.onboarding.startsWith(running.origin)).toBe(true);
	});

	it('get a password of 20 characters or more if none is given', async () => {
		expect((await running.connect()).password.length).toBeGreaterThanOrEqual(20);
	});

	it('have a connector file with their name escaped', async () => {
		const { call } = await running.connect({ name: 'Rock & <Roll>' });
		expect((await call('GET', '/qwc')).body.qwc).toContain(
			'<AppDisplayName>Rock &amp; &lt;Roll&gt;</AppDisplayName>',
		);
	});

	it.each([
		['redirect_url', { redirect_url: 'ftp://files.example/' }],
		['name', { name: 5 }],
		['name', { name: 'a\u0000b' }],
		['nmae', { nmae: 'a typo' }],
	])('are refused with a bad %s, which is named: %j', async (field, body) => {
		const answer = await running.api('POST', '/connections', { body });
		expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_request']);
		expect(answer.body.error.message).toContain(field);
	});
});

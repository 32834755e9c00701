import { apiClient } from './support/api-client';
import { API_KEY, service, stopServices, type TestService } from './support/service';

describe('authentication', () => {
	let running: TestService;
	beforeAll(async () => {
		running = await service();
	});
	afterAll(stopServices);

	const header = (credential: string) =>
		`Basic ${Buffer.from(credential, 'utf8').toString('base64')}`;

	it.each([
		['no credential', {}],
		['an unknown key', { authorization: header('unknown:') }],
		['a password beside the key', { authorization: header(`${API_KEY}:password`) }],
		['the key without a colon', { authorization: header(API_KEY) }],
		['another scheme', { authorization: header(`${API_KEY}:`).replace('Basic', 'Bearer') }],
		['text that is not base64', { authorization: 'Basic ???' }],
	])('refuses %s with 401, the challenge and a sentence', async (_case, headers) => {
		const anonymous = apiClient(running.baseUrl);
		const { status, body, ...answer } = await anonymous('GET', '/connections', { headers });
		expect(status).toBe(401);
		expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
		expect(body.error.code).toBe('unauthorized');
		expect(body.error.message).toMatch(/authentication is required/i);
	});

	describe('with a key that a browser remembers', () => {
		const connections = async () => (await running.api('GET', '/connections')).body.data.length;

		it.each([
			['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
			['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }],
			['another origin, over plain HTTP', { origin: 'http://evil.example' }],
			['a page without an origin', { origin: 'null' }],
			['an image of another page, over plain HTTP', { referer: 'http://evil.example/page' }],
			[
				'an image of a page that keeps its address to itself',
				{ 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', 'accept-language': 'en' },
			],
		])('takes no call for %s, also none that only queues by a GET', async (_case, headers) => {
			const { id, call } = await running.connect();
			const before = await connections();
			for (const answer of [
				await call('GET', '/customers', { headers: headers as Record<string, string> }),
				await call('POST', '/password', { headers: headers as Record<string, string> }),
				await running.api('POST', '/connections', { headers: headers as Record<string, string> }),
				await running.api('DELETE', `/connections/${id}`, {
					headers: headers as Record<string, string>,
				}),
			]) {
				expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
				// No window that asks for a password.
				expect(answer.headers).not.toHaveProperty('www-authenticate');
			}
			expect((await call('GET', '/queued_requests')).body.data).toEqual([]);
			expect(await connections()).toBe(before);
		});

		it.each([
			['the address bar', { 'sec-fetch-site': 'none' }],
			['the own pages', { 'sec-fetch-site': 'same-origin' }],
			['a program', {}],
			['a program that calls itself a browser', { 'user-agent': 'Mozilla/5.0 PowerShell/7.4' }],
		])('takes calls of %s', async (_case, headers) => {
			const { call } = await running.connect();
			const sent = { headers: headers as Record<string, string> };
			expect((await call('GET', '/customers', sent)).status).toBe(202);
		});

		it('takes calls of the own pages over plain HTTP, where browsers name the origin alone', async () => {
			const headers = { origin: running.origin };
			expect((await running.api('POST', '/connections', { headers })).status).toBe(201);
		});
	});
});

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
		['another scheme', { authorization: `Bearer ${API_KEY}` }],
		['text that is not base64', { authorization: 'Basic ???' }],
	])('refuses %s with 401, the challenge and a sentence', async (_case, headers) => {
		const anonymous = apiClient(running.baseUrl);
		const { status, body, ...answer } = await anonymous('GET', '/connections', { headers });
		expect(status).toBe(401);
		expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
		expect(body.error.code).toBe('unauthorized');
		expect(body.error.message).toMatch(/authentication is required/i);
	});

	it('asks for the credential before it looks at anything else', async () => {
		const anonymous = apiClient(running.baseUrl);
		const answers = await Promise.all([
			anonymous('POST', '/connections', { body: '{' }),
			anonymous('GET', '/connections/not-a-uuid'),
			anonymous('DELETE', `/queued_requests/not-a-uuid`),
		]);
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
	});

	it('keeps the applications apart', async () => {
		const { id, call } = await running.connect();
		const queued = (await call('GET', '/customers')).body.data;
		const { otherApi } = running;
		expect((await otherApi('GET', '/connections')).body.data).toEqual([]);
		const paths: [string, string][] = [
			['GET', `/connections/${id}`],
			['DELETE', `/connections/${id}`],
			['POST', `/connections/${id}/password`],
			['GET', `/connections/${id}/qwc`],
			['GET', `/connections/${id}/queued_requests`],
			['GET', `/connections/${id}/customers`],
			['GET', `/queued_requests/${queued.id}`],
		];
		for (const [method, path] of paths) {
			const { status, body } = await otherApi(method, path);
			expect([method, path, status, body.error.code]).toEqual([method, path, 404, 'not_found']);
		}
		expect((await otherApi('DELETE', `/queued_requests/${queued.id}`)).status).toBe(204);
		expect((await running.api('GET', `/queued_requests/${queued.id}`)).status).toBe(200);
	});
});

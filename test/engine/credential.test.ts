import { testCredential } from './harness';
import { API_KEY, credentialsFor, useLocalService } from './support/local-service';
import { runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';
import { unusedAddress } from './support/unused-address';

const service = useLocalService();
const server = useScriptedServer();
const press = (baseUrl: string, apiKey = API_KEY) =>
	testCredential('accountingSyncApi', { baseUrl, apiKey });

test('a node sends the key without what was pasted along with it', async () => {
	const credentials = credentialsFor(` "${service.baseUrl}"\n`, `\n${API_KEY} `);
	const run = await runOperation({ credentials }, 'connection.getAll', {});
	expect(run.error).toBeUndefined();
});

describe('the test of the credential', () => {
	test.each(['', '/'])('the right address, ending with %j, and the right key', async (end) => {
		expect(await press(`${service.baseUrl}${end}`)).toEqual({
			status: 'OK',
			message: 'The service accepts this API key.',
		});
	});

	test('asks for the connections, once, with the key as user name and an empty password', async () => {
		server.answerWith({ body: { data: [] } });
		expect(await press(server.baseUrl)).toMatchObject({ status: 'OK' });
		expect(server.received).toMatchObject([
			{
				method: 'GET',
				url: '/connections',
				headers: { authorization: `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}` },
			},
		]);
	});

	test.each([' ', '\n', '\t', '\u00a0', '\u200b'])(
		'what was pasted along with address and key does not count: %j',
		async (around) => {
			const pasted = (value: string) => `${around}${value}${around}`;
			expect(await press(pasted(service.baseUrl), pasted(API_KEY))).toMatchObject({ status: 'OK' });
		},
	);

	test.each(['"', "'", '`'])('nor do quotes: %s', async (quote) => {
		const pasted = (value: string) => `${quote}${value}${quote} `;
		expect(await press(pasted(service.baseUrl), pasted(API_KEY))).toMatchObject({ status: 'OK' });
	});

	test('a quote within the key is part of it', async () => {
		server.answerWith({ body: { data: [] } });
		await press(server.baseUrl, `it's"`);
		expect(server.received[0].headers.authorization).toBe(
			`Basic ${Buffer.from(`it's":`).toString('base64')}`,
		);
	});

	test.each([['wrong'], ['']])('a wrong key %j: the address is right', async (apiKey) => {
		const { status, message } = await press(service.baseUrl, apiKey);
		expect(status).toBe('Error');
		expect(message).toBe('The address is right, but the service does not accept this API key.');
	});

	test.each(['/api', '/api/v2', '', '/api/v1/connections'])(
		'a wrong path %j: the address',
		async (path) => {
			const { status, message } = await press(service.baseUrl.replace('/api/v1', path));
			expect(status).toBe('Error');
			expect(message).not.toMatch(/API key/i);
			expect(message).toMatch(/Check the credential's Base URL: .* ends in \/api\/v1/);
		},
	);

	test('nothing listens: the address', async () => {
		const { status, message } = await press(await unusedAddress());
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^Nothing answers at the address of the service\. Check the credential's Base URL and that the service is running\. .*ECONNREFUSED/,
		);
	});

	test.each([
		['http://sync.example.com/api/v1', /must start with https:.* would travel unencrypted/],
		['http://192.168.1.10:4300/api/v1', /must start with https:.* would travel unencrypted/],
		['nonsense', /isn't a valid address/],
		['', /has no Base URL/],
	])('%j is refused with the reason, before anything is sent', async (baseUrl, reason) => {
		const { status, message } = await press(baseUrl);
		expect(status).toBe('Error');
		expect(message).toMatch(reason);
	});

	test.each([
		['HTML', { body: '<html>Welcome</html>' }],
		['JSON of another kind', { body: { hello: 'world' } }],
		['a redirect', { status: 302, headers: { location: 'https://example.com/' } }],
		['a page that is not there', { status: 404, body: '<html>' }],
	])('%s: the address', async (_what, answer) => {
		server.answerWith(answer);
		const { status, message } = await press(server.baseUrl);
		expect(status).toBe('Error');
		expect(message).toMatch(/Check the credential's Base URL/);
		expect(server.received).toHaveLength(1);
	});

	test('trouble in the service is neither', async () => {
		server.answerWith({ status: 503, body: 'not now' });
		const { status, message } = await press(server.baseUrl);
		expect(status).toBe('Error');
		expect(message).toMatch(/not available at the moment/);
	});
});

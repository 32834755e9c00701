import { randomUUID } from 'node:crypto';
import { expectError } from './support/expectations';
import { operations } from './support/operations';
import { decided, statement } from './support/statement';
import { target } from './support/target';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

describe('5 Authentication', () => {
	const service = target();
	const unknown = randomUUID();

	for (const { name, method, path, body } of operations)
		statement(`1. ${name} requires authentication`, async () => {
			const address = path(unknown, unknown);
			expectError(await service.anonymous(method, address, { body }), 401, 'unauthorized');
		});

	statement('2. the API key is the user name of HTTP Basic, the password is empty', async () => {
		const authorization = `Basic ${encoded(`${service.facts().apiKey}:`)}`;
		const { status } = await service.anonymous('GET', '/connections', {
			headers: { authorization },
		});
		expect(status).toBe(200);
	});

	const invalid: readonly [what: string, header: (apiKey: string) => string][] = [
		['an unknown key', () => `Basic ${encoded('not-a-key:')}`],
		['an empty key', () => `Basic ${encoded(':')}`],
		['the beginning of the key', (key) => `Basic ${encoded(`${key.slice(0, -1)}:`)}`],
		['another scheme', (key) => `Bearer ${key}`],
		['a credential that is not encoded', (key) => `Basic ${key}:`],
		['a scheme without a credential', () => 'Basic'],
		['an empty header', () => ''],
	];
	for (const [what, header] of invalid)
		statement(`3. ${what} is unauthorized`, async () => {
			const headers = { authorization: header(service.facts().apiKey) };
			const answer = await service.anonymous('GET', '/connections', { headers });
			expectError(answer, 401, 'unauthorized');
		});

	decided('a password beside the key is unauthorized', async () => {
		const headers = { authorization: `Basic ${encoded(`${service.facts().apiKey}:password`)}` };
		expectError(await service.anonymous('GET', '/connections', { headers }), 401, 'unauthorized');
	});

	statement('3. the message says that authentication is required', async () => {
		const { body } = await service.anonymous('GET', '/connections');
		expect(body.error.message).toMatch(/authentication is required/i);
	});

	statement('3. authentication comes before everything else', async () => {
		const body = '{ this is not JSON';
		expectError(await service.anonymous('POST', '/connections', { body }), 401, 'unauthorized');
		const query = { page: '0' };
		const path = `/connections/${unknown}/queued_requests`;
		expectError(await service.anonymous('GET', path, { query }), 401, 'unauthorized');
	});

	statement(
		'4. a list of connections holds those of the authenticated application only',
		async () => {
			const own = await service.connect();
			const other = await service.connect({}, service.otherApi);
			const ids = async (api: typeof service.api) =>
				(await api('GET', '/connections')).body.data.map(({ id }) => id);
			expect(await ids(service.api)).not.toContain(other.id);
			expect(await ids(service.otherApi)).not.toContain(own.id);
			expect(other.created.app_id).not.toBe(own.created.app_id);
		},
		'other application',
	);

	for (const { name, method, path, body, of } of operations.filter(
		(each) => each.of !== 'application',
	))
		statement(
			`4. ${name} of another application’s ${of} finds nothing`,
			async () => {
				const other = await service.connect({}, service.otherApi);
				const { id } = await other.queue();
				const answer = await service.api(method, path(other.id, id), { body });
				if (name === 'DELETE /queued_requests/{request_id}') expect(answer.status).toBe(204);
				else expectError(answer, 404, 'not_found');
				const kept = await service.otherApi('GET', `/queued_requests/${id}`);
				expect([kept.status, kept.body.data.state]).toEqual([200, 'waiting']);
				const listed = await other.call('GET', '/queued_requests');
				expect(listed.body.data.map((each) => each.id)).toEqual([id]);
			},
			'other application',
		);

	statement('5. a connection has a user name of its own, and a password', async () => {
		const [one, two] = [await service.connect(), await service.connect()];
		expect(one.created.username).not.toBe(two.created.username);
		const { password } = (await one.call('POST', '/password', { body: {} })).body.data;
		expect(password).not.toBe('');
	});

	decided(
		'the connector signs in with the connection’s user name and password',
		async () => {
			const connection = await service.connect();
			await connection.queue();
			const { connector, ticket, answer } = await connection.signIn();
			expect([ticket === '', answer]).toEqual([false, '']);
			await connector.closeConnection(ticket);
			expect(await connector.authenticate(connection.created.username, 'wrong')).toEqual([
				'',
				'nvu',
			]);
		},
		'connector',
	);

	decided('a connection’s user name and password are no credential of the interface', async () => {
		const { created, call } = await service.connect();
		const { password } = (await call('POST', '/password', { body: {} })).body.data;
		const headers = { authorization: `Basic ${encoded(`${created.username}:${password}`)}` };
		expectError(await service.anonymous('GET', '/connections', { headers }), 401, 'unauthorized');
	});
});

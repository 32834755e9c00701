import { randomUUID } from 'node:crypto';

import { expectError, expectErrorAsHere, expectSuccess, text, uuid } from './support/expectations';
import { operations } from './support/operations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

describe('5 Authentication', () => {
	const service = target();
	const unknown = randomUUID();

	for (const { name, method, path, body } of operations)
		stated(`1. ${name} requires authentication`, async () => {
			const address = path(unknown, unknown);
			expectError(await service.anonymous(method, address, { body }), 'unauthorized');
		});

	stated('2. the API key is the user name of HTTP Basic, the password is empty', async () => {
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
		stated(`3. ${what} is unauthorized`, async () => {
			const headers = { authorization: header(service.facts().apiKey) };
			const answer = await service.anonymous('GET', '/connections', { headers });
			expectError(answer, 'unauthorized');
		});

	decided('a password beside the key is unauthorized', async () => {
		const headers = { authorization: `Basic ${encoded(`${service.facts().apiKey}:password`)}` };
		expectErrorAsHere(await service.anonymous('GET', '/connections', { headers }), 'unauthorized');
	});

	const message = async () => (await service.anonymous('GET', '/connections')).body.error.message;

	stated('3. the message says that authentication is required', async () => {
		expect(await message()).toMatch(/authenticat|credential|API key/i);
	});

	decided('3. the message says it in these words', async () => {
		expect(await message()).toMatch(/authentication is required/i);
	});

	decided('3. authentication comes before everything else', async () => {
		const body = '{ this is not JSON';
		expectErrorAsHere(await service.anonymous('POST', '/connections', { body }), 'unauthorized');
		const query = { page: '0' };
		const path = `/connections/${unknown}/queued_requests`;
		expectErrorAsHere(await service.anonymous('GET', path, { query }), 'unauthorized');
	});

	stated(
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
		stated(
			`4. ${name} of another application’s ${of} finds nothing`,
			async () => {
				const other = await service.connect({}, service.otherApi);
				const { id } = await other.queue();
				const answer = await service.api(method, path(other.id, id), { body });
				if (name === 'DELETE /queued_requests/{request_id}') expectSuccess(answer);
				else expectError(answer, 'not_found');
				const kept = await service.otherApi('GET', `/queued_requests/${id}`);
				expect([kept.status, kept.body.data.id]).toEqual([200, id]);
				const listed = await other.call('GET', '/queued_requests');
				expect(listed.body.data.map((each) => each.id)).toEqual([id]);
			},
			'other application',
		);

	stated('5. a connection has a user name and a password', async () => {
		const { created, call } = await service.connect();
		expect(created.username).toEqual(uuid);
		const { data } = (await call('POST', '/password', { body: {} })).body;
		expect(data.password).toEqual(text);
		expect(data.password).not.toBe('');
	});

	decided('5. no two connections have the same user name', async () => {
		const [one, two] = [await service.connect(), await service.connect()];
		expect(one.created.username).not.toBe(two.created.username);
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
		expectErrorAsHere(await service.anonymous('GET', '/connections', { headers }), 'unauthorized');
	});
});

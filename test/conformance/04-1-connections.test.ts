import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'undici';
import { connectorClient } from '../service/support/connector-client';
import { expectError } from './support/expectations';
import { leaveOnboarding } from './support/onboarding';
import { exchanged } from './support/exchange';
import { inConnectorFile } from './support/connector-file';
import { decided, statement } from './support/statement';
import { target } from './support/target';

describe('4.1 Connections', () => {
	const service = target();

	statement('GET /connections answers 200 with all connections of the application', async () => {
		const ids = [(await service.connect()).id, (await service.connect()).id];
		const { status, body } = await service.api('GET', '/connections');
		expect(status).toBe(200);
		expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
	});

	for (const [what, body] of [
		['no body', undefined],
		['an empty object', {}],
		['a name', { name: 'Muster & Söhne' }],
		['a redirect URL', { redirect_url: 'https://app.example/done?a=1' }],
		['both', { name: 'Muster', redirect_url: 'http://127.0.0.1:8080/' }],
	] as const)
		statement(`POST /connections answers 201 to ${what}`, async () => {
			const { status, body: answered } = await service.api('POST', '/connections', { body });
			expect(status).toBe(201);
			expect(answered.data).toMatchObject({ ...body });
			expect(URL.canParse(answered.data.links.onboarding)).toBe(true);
			await service.api('DELETE', `/connections/${answered.data.id}`);
		});

	for (const [what, body] of [
		['a redirect URL that is none', { redirect_url: 'nowhere' }],
		['a redirect URL that no browser opens', { redirect_url: 'ftp://files.example/' }],
		['a name that is no text', { name: 5 }],
		['an unknown field', { nmae: 'x' }],
		['a list', []],
	] as const)
		decided(`POST /connections refuses ${what} with invalid_request`, async () => {
			expectError(await service.api('POST', '/connections', { body }), 422, 'invalid_request');
		});

	statement('GET /connections/{connection_id} answers 200 with the connection', async () => {
		const { id } = await service.connect();
		const { status, body } = await service.api('GET', `/connections/${id}`);
		expect([status, body.data.id]).toEqual([200, id]);
	});

	statement('DELETE /connections/{connection_id} answers 204 with an empty body', async () => {
		const { id } = await service.connect();
		expect(await service.api('DELETE', `/connections/${id}`)).toMatchObject({
			status: 204,
			text: '',
		});
		expectError(await service.api('GET', `/connections/${id}`), 404, 'not_found');
		const listed = (await service.api('GET', '/connections')).body.data;
		expect(listed.map((each) => each.id)).not.toContain(id);
	});

	statement('a connection that is deleted already is not found', async () => {
		const { id } = await service.connect();
		await service.api('DELETE', `/connections/${id}`);
		expectError(await service.api('DELETE', `/connections/${id}`), 404, 'not_found');
	});

	statement('the password endpoint sets the given password and answers with it', async () => {
		const { id, call } = await service.connect();
		const password = ' pass wörd & <more> ';
		const { status, body } = await call('POST', '/password', { body: { password } });
		expect([status, body]).toEqual([200, { data: { id, password } }]);
	});

	for (const body of [undefined, {}])
		statement(
			`the password endpoint makes a random password when none is given (body: ${JSON.stringify(body) ?? 'none'})`,
			async () => {
				const { call } = await service.connect();
				const first = (await call('POST', '/password', { body })).body.data.password;
				const second = (await call('POST', '/password', { body })).body.data.password;
				expect(first.length).toBeGreaterThanOrEqual(12);
				expect(second).not.toBe(first);
			},
		);

	statement(
		'the password becomes the connection’s: the connector signs in with it, and not with an earlier one',
		async () => {
			const { call, created } = await service.connect();
			const { qwc } = (await call('GET', '/qwc')).body;
			const { authenticate } = connectorClient(inConnectorFile(qwc, 'AppURL'));
			await call('POST', '/password', { body: { password: 'earlier' } });
			await call('POST', '/password', { body: { password: 'later' } });
			expect((await authenticate(created.username, 'earlier'))[1]).toBe('nvu');
			expect((await authenticate(created.username, 'later'))[1]).toBe('none');
		},
		'connector',
	);

	statement('GET …/qwc answers with the connector file', async () => {
		const { call } = await service.connect();
		const { status, body } = await call('GET', '/qwc');
		expect([status, inConnectorFile(body.qwc, 'AppURL')]).toEqual([200, expect.any(String)]);
	});

	for (const [method, path] of [
		['GET', ''],
		['DELETE', ''],
		['POST', '/password'],
		['GET', '/qwc'],
	])
		for (const [what, id] of [
			['an unknown connection', randomUUID()],
			['an ID that is no UUID', 'not-a-uuid'],
		])
			statement(
				`${method} /connections/{connection_id}${path} of ${what} is not_found`,
				async () => {
					const body = method === 'POST' ? {} : undefined;
					const answered = await service.api(method, `/connections/${id}${path}`, { body });
					expectError(answered, 404, 'not_found');
				},
			);

	const redirect_url = 'https://app.example/done?order=7';

	statement(
		'a customer who cancels is sent to redirect_url with state=cancelled',
		async () => {
			const { created } = await service.connect({ redirect_url });
			expect(await leaveOnboarding(created.links.onboarding, 'cancel')).toBe(
				`${redirect_url}&state=cancelled`,
			);
		},
		'settings',
	);

	statement(
		'a customer who finishes setup is sent to redirect_url with state=connected',
		async () => {
			const connection = await service.connect({ redirect_url });
			await exchanged(connection);
			expect(await leaveOnboarding(connection.created.links.onboarding, 'finish')).toBe(
				`${redirect_url}&state=connected`,
			);
		},
		'settings',
	);

	describe('with links that live a moment', () => {
		const shortLived = target({ onboardingHours: 1e-9 });

		statement(
			'a customer who opens the link after it expired is sent to redirect_url with state=expired',
			async () => {
				const { created } = await shortLived.connect({ redirect_url });
				const { statusCode, headers, body } = await httpRequest(created.links.onboarding);
				await body.dump();
				expect([statusCode, headers.location]).toEqual([303, `${redirect_url}&state=expired`]);
			},
			'settings',
		);
	});
});

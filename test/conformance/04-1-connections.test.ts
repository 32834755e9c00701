import { randomUUID } from 'node:crypto';

import { request as httpRequest } from 'undici';

import { connectorClient } from '../service/support/connector-client';
import type { TestConnection } from './support/connection';
import { inConnectorFile } from './support/connector-file';
import { exchanged } from './support/exchange';
import { expectError, expectErrorAsHere, expectSuccess, text, uuid } from './support/expectations';
import { leaveOnboarding } from './support/onboarding';
import { decided, NotAsked, stated } from './support/statement';
import { target } from './support/target';

describe('4.1 Connections', () => {
	const service = target();

	stated('GET /connections answers 200 with all connections of the application', async () => {
		const ids = [(await service.connect()).id, (await service.connect()).id];
		const { status, body } = await service.api('GET', '/connections');
		expect(status).toBe(200);
		expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
	});

	for (const [what, body] of [
		['an empty object', {}],
		['a name', { name: 'Muster & Söhne' }],
		['a redirect URL', { redirect_url: 'https://app.example/done?a=1' }],
		['both', { name: 'Muster', redirect_url: 'https://app.example/' }],
	] as const)
		stated(`POST /connections answers 201 to ${what}`, async () => {
			const { status, body: answered } = await service.api('POST', '/connections', { body });
			expect(status).toBe(201);
			expect(answered.data).toMatchObject({ ...body });
			expect(URL.canParse(answered.data.links.onboarding)).toBe(true);
			await service.api('DELETE', `/connections/${answered.data.id}`);
		});

	decided('POST /connections answers 201 to no body', async () => {
		const { status, body } = await service.api('POST', '/connections');
		expect(status).toBe(201);
		await service.api('DELETE', `/connections/${body.data.id}`);
	});

	decided('a redirect URL may lead to this computer', async () => {
		const redirect_url = 'http://127.0.0.1:8080/';
		expect((await service.connect({ redirect_url })).created.id).toEqual(uuid);
	});

	for (const [what, body] of [
		['a redirect URL that is none', { redirect_url: 'nowhere' }],
		['a redirect URL that no browser opens', { redirect_url: 'ftp://files.example/' }],
		['a name that is no text', { name: 5 }],
		['an unknown field', { nmae: 'x' }],
		['a list', []],
	] as const)
		decided(`POST /connections refuses ${what} with invalid_request`, async () => {
			expectErrorAsHere(await service.api('POST', '/connections', { body }), 'invalid_request');
		});

	stated('GET /connections/{connection_id} answers 200 with the connection', async () => {
		const { id } = await service.connect();
		const { status, body } = await service.api('GET', `/connections/${id}`);
		expect([status, body.data.id]).toEqual([200, id]);
	});

	stated('DELETE /connections/{connection_id} answers 204 with an empty body', async () => {
		const { id } = await service.connect();
		expect(await service.api('DELETE', `/connections/${id}`)).toMatchObject({
			status: 204,
			text: '',
		});
		expectError(await service.api('GET', `/connections/${id}`), 'not_found');
		const listed = (await service.api('GET', '/connections')).body.data;
		expect(listed.map((each) => each.id)).not.toContain(id);
	});

	stated('a connection that is deleted already is not found', async () => {
		const { id } = await service.connect();
		await service.api('DELETE', `/connections/${id}`);
		expectError(await service.api('DELETE', `/connections/${id}`), 'not_found');
	});

	stated('the password endpoint takes the given password and answers with it', async () => {
		const { call } = await service.connect();
		const password = 'A-password-of-8';
		const answered = await call('POST', '/password', { body: { password } });
		expectSuccess(answered);
		expect(answered.body.data.password).toBe(password);
	});

	decided('the password endpoint answers 200, and takes a password with any signs', async () => {
		const { id, call } = await service.connect();
		const password = ' pass wörd & <more> ';
		const { status, body } = await call('POST', '/password', { body: { password } });
		expect([status, body]).toEqual([200, { data: { id, password } }]);
	});

	for (const body of [undefined, {}]) {
		const given = `body: ${JSON.stringify(body) ?? 'none'}`;
		const randomPassword = async (call: TestConnection['call']): Promise<string> =>
			(await call('POST', '/password', { body })).body.data.password;

		stated(
			`the password endpoint makes a random password when none is given (${given})`,
			async () => {
				const { call } = await service.connect();
				const first = await randomPassword(call);
				expect(first).toEqual(text);
				expect(await randomPassword(call)).not.toBe(first);
			},
		);

		decided(`a random password has twelve characters or more (${given})`, async () => {
			const { call } = await service.connect();
			expect((await randomPassword(call)).length).toBeGreaterThanOrEqual(12);
		});
	}

	decided(
		'the connector signs in with the newest password of the connection alone',
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

	decided('GET …/qwc answers 200', async () => {
		const { call } = await service.connect();
		expect((await call('GET', '/qwc')).status).toBe(200);
	});

	for (const [method, path] of [
		['GET', ''],
		['DELETE', ''],
		['POST', '/password'],
		['GET', '/qwc'],
	]) {
		const askedOf = (id: string) =>
			service.api(method, `/connections/${id}${path}`, {
				body: method === 'POST' ? {} : undefined,
			});

		stated(
			`${method} /connections/{connection_id}${path} of an unknown connection is not_found`,
			async () => expectError(await askedOf(randomUUID()), 'not_found'),
		);

		decided(
			`${method} /connections/{connection_id}${path} of an ID that is no UUID is not_found`,
			async () => expectErrorAsHere(await askedOf('not-a-uuid'), 'not_found'),
		);
	}

	const redirect_url = 'https://app.example/done?order=7';

	/** Expects the target with its own query and the state; in which order they stand is not shown. */
	function expectSentTo(address: unknown, state: string): void {
		const { origin, pathname, searchParams } = new URL(String(address));
		expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
			'https://app.example/done',
			{ order: '7', state },
		]);
	}

	/** How the setup page offers its ways out is not shown. */
	const left = (link: string, way: 'cancel' | 'finish') =>
		leaveOnboarding(link, way).catch((error: Error) => {
			throw new NotAsked(error.message);
		});

	stated(
		'a customer who cancels is sent to redirect_url with state=cancelled',
		async () => {
			const { created } = await service.connect({ redirect_url });
			expectSentTo(await left(created.links.onboarding, 'cancel'), 'cancelled');
		},
		'settings',
	);

	stated(
		'a customer who finishes setup is sent to redirect_url with state=connected',
		async () => {
			const connection = await service.connect({ redirect_url });
			await exchanged(connection);
			expectSentTo(await left(connection.created.links.onboarding, 'finish'), 'connected');
		},
		'settings',
	);

	describe('with links that live a moment', () => {
		const shortLived = target({ onboardingHours: 1e-9 });

		stated(
			'a customer who opens the link after it expired is sent to redirect_url with state=expired',
			async () => {
				const { created } = await shortLived.connect({ redirect_url });
				const { headers, body } = await httpRequest(created.links.onboarding);
				await body.dump();
				expectSentTo(headers.location, 'expired');
			},
			'settings',
		);
	});
});

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import type { FastifyInstance, RouteOptions } from 'fastify';
import { request } from 'undici';

import { createDesktopHost } from '../../simulator/host';
import { basic } from './support/api-client';
import { API_KEY, service, stopServices, type TestService } from './support/service';

const routes: RouteOptions[] = [];

function watchRoutes(message: unknown): void {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onRoute', (route) => void routes.push(route));
}

/** The headers that OWASP's Secure Headers Project asks for; Strict-Transport-Security is the proxy's. */
const expectedHeaders = {
	'cache-control': /^no-(store|cache)$/,
	'content-security-policy': /^default-src 'none'; .*frame-ancestors 'none'/,
	'cross-origin-embedder-policy': /^require-corp$/,
	'cross-origin-opener-policy': /^same-origin$/,
	'cross-origin-resource-policy': /^same-origin$/,
	'permissions-policy': /camera=\(\), .*geolocation=\(\), .*microphone=\(\)/,
	'referrer-policy': /^(no-referrer|same-origin)$/,
	'x-content-type-options': /^nosniff$/,
	'x-dns-prefetch-control': /^off$/,
	'x-frame-options': /^DENY$/,
	'x-permitted-cross-domain-policies': /^none$/,
};

/** What the policy would keep a browser from using. */
const INLINE_CODE = /<style|<[^>]*\s(style|on\w+)=|<script(?![^>]*\ssrc=)/i;

function expectSecure(headers: Readonly<Record<string, unknown>>): void {
	expect(headers).toMatchObject(
		Object.fromEntries(
			Object.entries(expectedHeaders).map(([name, pattern]) => [
				name,
				expect.stringMatching(pattern),
			]),
		),
	);
	expect(headers['content-security-policy']).not.toContain('unsafe');
	for (const name of ['set-cookie', 'server', 'x-powered-by', 'strict-transport-security'])
		expect(headers).not.toHaveProperty(name);
}

describe('the headers of every answer', () => {
	let running: TestService;
	let identifiers: Record<string, string>;
	beforeAll(async () => {
		subscribe('fastify.initialization', watchRoutes);
		running = await service({ desktops: createDesktopHost(), simulate: 'on-request' });
		unsubscribe('fastify.initialization', watchRoutes);
		const { connection, id, call } = await running.connect();
		const queued = await call('GET', '/customers', {
			query: { webhook_url: 'http://127.0.0.1:9/hook' },
		});
		identifiers = {
			connection_id: id,
			request_id: queued.body.data.id,
			token: connection.links.onboarding.split('/').at(-1) ?? '',
			page: '1',
		};
	});
	afterAll(stopServices);

	const addressOf = (url: string) =>
		`${running.origin}${url.replace(/:(\w+)/g, (_, name: string) => identifiers[name] ?? 'x')}`;

	it('are secure on all routes, with a key and without', async () => {
		const seen: string[] = [];
		// What deletes comes last.
		const methods = routes.flatMap(({ method, url }) =>
			[method].flat().map((each) => ({ method: each, url })),
		);
		const isDelete = ({ method }: { method: string }) => Number(method === 'DELETE');
		for (const { method, url } of methods.toSorted((a, b) => isDelete(a) - isDelete(b)))
			for (const authorization of [undefined, basic(API_KEY)]) {
				const { statusCode, headers, body } = await request(addressOf(url), {
					method: method as 'GET',
					headers: authorization === undefined ? {} : { authorization },
				});
				const content = await body.text();
				seen.push(`${method} ${url} ${authorization ? 'key' : 'none'} ${statusCode}`);
				expectSecure(headers);
				if (String(headers['content-type']).startsWith('text/html')) {
					expect(headers['cache-control']).toBe('no-store');
					expect(content).not.toMatch(INLINE_CODE);
				}
			}
		expect(seen).toEqual(
			expect.arrayContaining([
				'GET / none 200',
				'GET /connect none 200',
				'GET /ui none 401',
				'GET /ui key 200',
				'GET /ui/connections/:connection_id key 200',
				'GET /ui/queued_requests/:request_id key 200',
				'GET /onboarding/:token none 200',
				'GET /onboarding/:token/connector.qwc none 200',
				'POST /onboarding/:token/password none 200',
				'GET /pages/style.css none 200',
				'GET /connector none 200',
				'POST /connector none 500',
				'GET /api/v1/openapi.json none 200',
				'GET /api/v1/connections key 200',
				'POST /api/v1/connections key 201',
				'DELETE /api/v1/connections/:connection_id key 204',
			]),
		);
		expect(seen.some((each) => each.includes('/simulator/'))).toBe(true);
	});

	it.each(['/nothing/here', '/%ff', '/api/v1/%zz', '/onboarding/unknown'])(
		'are secure at %s',
		async (url) => {
			const { headers, body } = await request(`${running.origin}${url}`);
			await body.dump();
			expectSecure(headers);
		},
	);

	it.each([
		['what is not HTTP', 'nonsense\r\n\r\n'],
		['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
		[
			'an unknown expectation',
			'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n',
		],
		['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
	])('are secure for %s', async (_case, message) => {
		const socket = connect(Number(new URL(running.origin).port), '127.0.0.1');
		await once(socket, 'connect');
		socket.write(message);
		const [head] = (await text(socket)).split('\r\n\r\n');
		const [status, ...lines] = head.split('\r\n');
		expect(status).toMatch(/^HTTP\/1\.1 4\d\d /);
		expectSecure(
			Object.fromEntries(
				lines.map((line) => [
					line.slice(0, line.indexOf(':')).toLowerCase(),
					line.slice(line.indexOf(':') + 2),
				]),
			),
		);
	});

	it('let a form of a setup page lead to the redirect URL’s site, and nowhere else', async () => {
		const { connection } = await running.connect({ redirect_url: 'https://app.example/done' });
		const { headers, body } = await request(connection.links.onboarding);
		await body.dump();
		expect(headers['content-security-policy']).toContain("form-action 'self' https://app.example");
	});
});

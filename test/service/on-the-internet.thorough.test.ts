import { request } from 'undici';

import { until } from '../../n8n/until';
import { createDesktopHost } from '../../simulator/host';
import { basic } from './support/api-client';
import { cleanUp, run, startProcess, temporaryFolder } from './support/process';
import { API_KEY, recordOf, service, stopServices, type TestService } from './support/service';

const PUBLIC = 'https://books.example.com';

/** What somebody may send to be taken for another one, or to be sent elsewhere. */
const forgedHeaders = {
	'x-forwarded-for': '203.0.113.66',
	'x-forwarded-host': 'evil.example',
	'x-forwarded-proto': 'https',
};

async function get(address: string, headers: Readonly<Record<string, string>> = {}) {
	const { statusCode, body } = await request(address, { headers });
	return { status: statusCode, text: await body.text() };
}

/** The addresses that a service names, wherever it names one. */
async function namedBy(
	{ origin, connect }: TestService,
	headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
	const { call, connection } = await connect();
	const key = { ...headers, authorization: basic(API_KEY) };
	const { qwc } = (await call('GET', '/qwc', { headers })).body;
	const listed = await get(`${origin}/api/v1/connections`, key);
	const token = connection.links.onboarding.split('/').at(-1);
	const page = await get(`${origin}/ui/connections/${connection.id}`, key);
	const document = JSON.parse((await get(`${origin}/api/v1/openapi.json`, headers)).text);
	const onboarding = (text: string) => /"?(https?:\/\/[^"<\s]*)\/onboarding\//.exec(text)?.[1];
	return [
		/<AppURL>(.*)\/connector</.exec(qwc)?.[1],
		/<AppSupport>(.*)\/connect</.exec(qwc)?.[1],
		/<AppURL>(.*)\/connector</.exec(
			(await get(`${origin}/onboarding/${token}/connector.qwc`, headers)).text,
		)?.[1],
		onboarding(listed.text),
		onboarding(page.text),
		/^(.*)\/api\/v1$/.exec(document.servers[0].url)?.[1],
		/address location="(.*)\/connector"/.exec(
			(await get(`${origin}/connector`, headers)).text,
		)?.[1],
	].map(String);
}

describe('a service on the internet', () => {
	afterEach(async () => {
		await stopServices();
		await cleanUp();
	});

	const everywhere = (origin: string) => Array.from({ length: 7 }, () => origin);

	it('names its public address wherever it names one, however it is reached', async () => {
		const running = await service({ publicUrl: `${PUBLIC}/`, trustProxy: ['loopback'] });
		expect(await namedBy(running)).toEqual(everywhere(PUBLIC));
		expect(await namedBy(running, forgedHeaders)).toEqual(everywhere(PUBLIC));
		const { body } = await running.api('POST', '/connections');
		expect(body.data.links.onboarding).toMatch(/^https:\/\/books\.example\.com\/onboarding\//);
		const page = await get(`${running.origin}${new URL(body.data.links.onboarding).pathname}`);
		expect(page.text).not.toContain('the Web Connector accepts only');
	});

	it('names the address that its callers use without one, and believes only a trusted proxy', async () => {
		const local = (origin: string) => origin.replace('127.0.0.1', 'localhost');
		const open = await service();
		const forged = await namedBy(open, forgedHeaders);
		expect(forged.map(local)).toEqual(everywhere(local(open.origin)));
		const behind = await service({ trustProxy: ['loopback'] });
		expect(await namedBy(behind, forgedHeaders)).toEqual(everywhere('https://evil.example'));
		const elsewhere = await service({ trustProxy: ['10.0.0.0/8'] });
		const untrusted = await namedBy(elsewhere, forgedHeaders);
		expect(untrusted.map(local)).toEqual(everywhere(local(elsewhere.origin)));
	});

	it('lets its simulated desktops call it directly', async () => {
		const desktops = createDesktopHost();
		const running = await service({ publicUrl: PUBLIC, desktops });
		const { call } = await running.connect();
		const { id } = (await call('GET', '/customers')).body.data;
		const record = await until(
			() => recordOf(running, id),
			({ state }) => state !== 'waiting' && state !== 'ticketed' && state !== 'sent',
		);
		expect(record.state).toBe('response_received');
	});

	describe('knows who is nearby', () => {
		const query = { webhook_url: 'http://127.0.0.1:9/hook' };
		const fromOutside = { 'x-forwarded-for': '198.51.100.7' };

		it.each([
			['a caller on this machine', {}, {}, 202],
			['a proxy that nobody has named', {}, fromOutside, 422],
			[
				'a proxy that nobody has named and that says too much',
				{},
				{ 'x-forwarded-for': '127.0.0.1' },
				422,
			],
			['another header of such a proxy', {}, { forwarded: 'for=127.0.0.1' }, 422],
			['a proxy that hides its callers', { publicUrl: PUBLIC }, {}, 422],
			['the public address of this machine', { publicUrl: 'http://localhost:4300' }, {}, 202],
			['a trusted proxy, for somebody outside', { trustProxy: ['loopback'] }, fromOutside, 422],
			[
				'a trusted proxy, for somebody inside',
				{ trustProxy: ['loopback'] },
				{ 'x-forwarded-for': '10.0.0.9' },
				202,
			],
			[
				'a trusted proxy, for somebody who pretends',
				{ trustProxy: ['loopback'] },
				{ 'x-forwarded-for': '127.0.0.1, 10.0.0.9, 198.51.100.7' },
				422,
			],
			['this machine beside the proxy', { publicUrl: PUBLIC, trustProxy: ['loopback'] }, {}, 202],
			[
				'somebody beside a proxy elsewhere',
				{ publicUrl: PUBLIC, trustProxy: ['10.0.0.1'] },
				{},
				202,
			],
			[
				'somebody beside a proxy elsewhere who pretends',
				{ publicUrl: PUBLIC, trustProxy: ['10.0.0.1'] },
				{ 'x-forwarded-for': '127.0.0.1' },
				422,
			],
		])('by %s', async (_case, options, headers, status) => {
			const { connect } = await service(options);
			const { call } = await connect();
			expect((await call('GET', '/customers', { query, headers })).status).toBe(status);
		});

		it('and lets only this machine play with its simulated desktops', async () => {
			const desktops = createDesktopHost();
			const running = await service({ desktops, trustProxy: ['loopback'] });
			const { id } = await running.connect();
			const address = `${running.origin}/simulator/connections/${id}/faults`;
			const statusFor = async (headers: Readonly<Record<string, string>>) =>
				(await get(address, { authorization: basic(API_KEY), ...headers })).status;
			expect(await statusFor({})).toBe(200);
			expect(await statusFor(fromOutside)).toBe(404);
		});
	});

	describe('takes a button of its pages', () => {
		const press = async (options: object, headers: Readonly<Record<string, string>>) => {
			const running = await service(options);
			const { call } = await running.connect();
			const { id } = (await call('GET', '/customers')).body.data;
			const { statusCode, body } = await request(
				`${running.origin}/ui/queued_requests/${id}/pages/1/delivery`,
				{ method: 'POST', headers: { authorization: basic(API_KEY), ...headers } },
			);
			await body.dump();
			return statusCode;
		};

		it.each([
			[
				'as a browser with TLS says',
				{ publicUrl: PUBLIC },
				{ 'sec-fetch-site': 'same-origin' },
				303,
			],
			[
				'of its public address, whatever the proxy makes of the host',
				{ publicUrl: PUBLIC },
				{ origin: PUBLIC },
				303,
			],
			[
				'of the address that a trusted proxy names',
				{ trustProxy: ['loopback'] },
				{ origin: PUBLIC, 'x-forwarded-host': 'books.example.com' },
				303,
			],
			['but not of another site', { publicUrl: PUBLIC }, { origin: 'https://evil.example' }, 403],
			[
				'but not of another site with the right name',
				{ publicUrl: PUBLIC },
				{ origin: PUBLIC, 'sec-fetch-site': 'cross-site' },
				403,
			],
			[
				'but not of an address that somebody else names',
				{},
				{ origin: PUBLIC, 'x-forwarded-host': 'books.example.com' },
				403,
			],
		])('%s', async (_case, options, headers, status) => {
			expect(await press(options, headers)).toBe(status);
		});
	});

	describe('is told so on the command line', () => {
		const started = async (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
			startProcess(
				['--api-key', 'key', '--log', 'info', ...words],
				await temporaryFolder(),
				environment,
			);

		it('and says its public address, and logs its callers', async () => {
			const running = await started(['--public-url', PUBLIC, '--trust-proxy', 'loopback']);
			expect(running.welcome).toContain(`Base URL   ${PUBLIC}/api/v1\n`);
			expect(running.welcome).toContain(`${PUBLIC}/ui`);
			await get(`${running.baseUrl}/openapi.json`, { 'x-forwarded-for': '198.51.100.7' });
			await get(`${running.baseUrl}/openapi.json`);
			const { log } = await running.end('SIGTERM');
			const calls = log
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line))
				.filter(({ msg }) => msg === 'request');
			expect(calls.map(({ address }) => address)).toEqual(['198.51.100.7', '127.0.0.1']);
		});

		it('or in the environment, and warns when the proxy is missing', async () => {
			const running = await started([], {
				ACCOUNTING_SYNC_PUBLIC_URL: PUBLIC,
				ACCOUNTING_SYNC_TRUST_PROXY: '',
				ACCOUNTING_SYNC_WEBHOOK_TARGETS: 'internet',
				ACCOUNTING_SYNC_WEBHOOK_ALLOW: 'n8n, 10.0.0.0/8',
			});
			expect(running.welcome).toContain(`Base URL   ${PUBLIC}/api/v1\n`);
			const { log } = await running.end('SIGTERM');
			expect(log).toContain('Name it with --trust-proxy');
		});

		it.each([
			[['--public-url', 'http://books.example.com'], 'It must begin with https://'],
			[['--public-url', 'https://example.com/books'], 'a host name of its own'],
			[['--trust-proxy', 'proxy.example'], '"proxy.example" is no IP address or range.'],
			[['--webhook-allow', 'http://n8n'], '"http://n8n" is no host name, IP address or range.'],
			[['--webhook-targets', 'none'], 'Allowed choices are by-caller, internet, any.'],
		])('and refuses %j', async (words, message) => {
			const { code, log } = await run(words, await temporaryFolder()).ended;
			expect(code).not.toBe(0);
			expect(log).toContain(message);
		});
	});
});

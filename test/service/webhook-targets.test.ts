import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';

import {
	allowedTargets,
	type Resolve,
	type TargetRule,
	targetRules,
} from '../../service/deliveries/webhook-targets';
import type { Call } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import { service, settledRecord, stopServices, type TestConnection } from './support/service';

/** Somebody on the internet, as the proxy on this machine says. */
const outside = { 'x-forwarded-for': '198.51.100.7' };
const inside = { 'x-forwarded-for': '192.168.7.7' };

/** The names of the tests. What they mean can change, and the system is never asked. */
function names(initial: Readonly<Record<string, string | readonly string[]>>) {
	const known = new Map(Object.entries(initial));
	const resolve: Resolve = async (host) => {
		const addresses = known.get(host);
		if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
		return [addresses].flat().map((address) => ({
			address,
			family: address.includes(':') ? 6 : 4,
		}));
	};
	return { known, resolve };
}

describe('what a webhook may reach', () => {
	const queue = ({ call }: TestConnection, webhook_url: string, further: Call = {}) =>
		call('POST', '/queued_requests', {
			body: {
				request_json: {
					version: '16.0',
					request: { name: 'HostQueryRq', attributes: {}, children: [] },
				},
				webhook_url,
			},
			...further,
		});

	describe('when a request is queued', () => {
		const { resolve } = names({
			'hooks.example': '93.184.216.34',
			'inside.example': '10.0.0.5',
			'mixed.example': ['93.184.216.34', '10.0.0.5'],
			'mapped.example': '::ffff:10.0.0.5',
			'metadata.example': '169.254.169.254',
			'n8n.internal': '10.0.0.6',
			localhost: ['::1', '127.0.0.1'],
		});
		const connections = new Map<TargetRule, TestConnection>();
		beforeAll(async () => {
			for (const rule of targetRules) {
				const running = await service({
					resolve,
					trustProxy: ['loopback'],
					webhookTargets: rule,
					webhookAllow: ['n8n.internal', '10.7.0.0/16'],
				});
				connections.set(rule, await running.connect());
			}
		});
		afterAll(stopServices);
		const under = (rule: TargetRule): TestConnection => connections.get(rule) as TestConnection;

		it.each([
			['http://127.0.0.1:5678/hook'],
			['http://2130706433/hook'],
			['http://LOCALHOST./hook'],
			['http://[::ffff:10.0.0.5]/hook'],
			['http://0.0.0.0/hook'],
			['http://169.254.169.254/latest/meta-data'],
			['https://mixed.example/hook'],
			['https://mapped.example/hook'],
		])('is not %s for somebody from outside', async (webhook_url) => {
			const connection = under('by-caller');
			const countBefore = (await connection.call('GET', '/queued_requests')).body.data.length;
			const { status, body, text } = await queue(connection, webhook_url, { headers: outside });
			expect({ status, code: body.error?.code }).toEqual({ status: 422, code: 'invalid_request' });
			expect(body.error.message).toMatch(
				/^webhook_url: The webhook leads to an? (private )?address/,
			);
			expect(body.error.message).toContain('--webhook-allow');
			expect(text).not.toContain('10.0.0.5');
			const { data } = (await connection.call('GET', '/queued_requests')).body;
			expect(data).toHaveLength(countBefore);
		});

		it('is the same for the pre-built endpoints', async () => {
			const { call } = under('by-caller');
			const query = { webhook_url: 'http://localhost:5678/hook' };
			const refused = await call('GET', '/customers', { query, headers: outside });
			expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid_request' } } });
			expect((await call('GET', '/customers', { query, headers: inside })).status).toBe(202);
		});

		it.each([
			['by-caller', outside, 'https://hooks.example/hook', 201],
			['by-caller', outside, 'https://unknown.example/hook', 201],
			['by-caller', outside, 'https://n8n.internal/hook', 201],
			['by-caller', outside, 'http://10.7.7.7/hook', 201],
			['by-caller', inside, 'http://localhost:5678/hook', 201],
			['by-caller', inside, 'https://inside.example/hook', 201],
			['by-caller', inside, 'https://metadata.example/hook', 422],
			['by-caller', inside, 'http://0.0.0.0/hook', 422],
			['by-caller', { 'x-forwarded-for': 'nonsense' }, 'http://127.0.0.1/hook', 422],
			['by-caller', {}, 'http://127.0.0.1/hook', 201],
			['internet', inside, 'https://hooks.example/hook', 201],
			['internet', inside, 'https://inside.example/hook', 422],
			['internet', {}, 'http://127.0.0.1/hook', 422],
			['internet', outside, 'https://n8n.internal/hook', 201],
			['any', outside, 'https://metadata.example/hook', 201],
			['any', outside, 'http://127.0.0.1/hook', 201],
		] as const)('by the rule %s, from %j, to %s: %d', async (rule, headers, target, status) => {
			expect((await queue(under(rule), target, { headers })).status).toBe(status);
		});

		it('does not say of a request that is queued already that it isn’t', async () => {
			const { known, resolve: changing } = names({ 'hooks.example': '93.184.216.34' });
			const running = await service({ resolve: changing, trustProxy: ['loopback'] });
			const connection = await running.connect();
			const ask = (key: string) =>
				queue(connection, 'https://hooks.example/hook', {
					headers: { ...outside, 'idempotency-key': key },
				});
			const first = await ask('one');
			known.set('hooks.example', '10.0.0.5');
			expect(await ask('one')).toMatchObject({
				status: 201,
				body: { data: { id: first.body.data.id } },
			});
			expect((await ask('two')).status).toBe(422);
		});
	});

	describe('when it is delivered', () => {
		afterEach(async () => {
			await stopServices();
			stopReceivers();
			await cleanUp();
		});

		/** Something that must not be called, and counts who connects. */
		async function untouchable() {
			let connections = 0;
			const server = createServer((socket) => {
				connections += 1;
				socket.destroy();
			}).listen(0, '127.0.0.1');
			await once(server, 'listening');
			return {
				port: (server.address() as AddressInfo).port,
				connections: () => connections,
				close: () => server.close(),
			};
		}

		it.each([[['127.0.0.1', '93.184.216.34']], [['93.184.216.34', '127.0.0.1']]])(
			'is not an address that its name means only now (%j)',
			async (addresses) => {
				const { known, resolve } = names({ 'hooks.example': '93.184.216.34' });
				const running = await service({ resolve, trustProxy: ['loopback'], webhookTries: [0, 0] });
				const victim = await untouchable();
				const connection = await running.connect();
				const url = `http://hooks.example:${victim.port}/hook`;
				const { id } = (await queue(connection, url, { headers: outside })).body.data;
				known.set('hooks.example', addresses);
				await connection.answerWith(answer('HostQuery'));
				const record = await settledRecord(running, id);
				victim.close();
				expect(record).toMatchObject({ state: 'response_received', webhook_state: 'failed' });
				const words = expect.stringMatching(
					/^Not sent: The webhook leads to a private address, .*--webhook-allow/,
				);
				expect(record.webhook_attempts.map(({ response }) => response)).toEqual([words, words]);
				expect(record.webhook_error).toContain('None of 2 tries succeeded; the last: Not sent:');
				expect(victim.connections()).toBe(0);
				const shown = (await running.page(record.links.ui)).text.replace(/\s+/g, ' ');
				expect(shown).toContain('given up after 2 tries. Not sent: The webhook leads to a private');
				expect(shown).toContain(
					'ask whoever runs the service to allow this one (--webhook-allow).',
				);
			},
		);

		it('is a private address for a private caller, whose connection nobody else uses', async () => {
			const { known, resolve } = names({ 'hooks.example': '127.0.0.1' });
			const running = await service({ resolve, trustProxy: ['loopback'], webhookTries: [0] });
			const { port, received, deliveries } = await receiver();
			const connection = await running.connect();
			const url = `http://hooks.example:${port}/hook`;
			const near = (await queue(connection, url, { headers: inside })).body.data;
			await connection.answerWith(answer('HostQuery'));
			await received(1);
			expect((await settledRecord(running, near.id)).webhook_state).toBe('succeeded');
			known.set('hooks.example', '93.184.216.34');
			const far = (await queue(connection, url, { headers: outside })).body.data;
			known.set('hooks.example', '127.0.0.1');
			await connection.answerWith(answer('HostQuery'));
			expect((await settledRecord(running, far.id)).webhook_state).toBe('failed');
			expect(deliveries).toHaveLength(1);
		});

		it('is the same for the later pages of a request', async () => {
			const running = await service({ resolve: names({}).resolve, webhookTries: [0] });
			const { url, received } = await receiver();
			const { call, username, password } = await running.connect();
			await call('GET', '/vendors', { query: { webhook_url: url, iterate: 'true' } });
			const [ticket] = await running.connector.authenticate(username, password);
			for (const remaining of [1, 0]) {
				await running.connector.sendRequestXML(ticket);
				const attributes = `iteratorRemainingCount="${remaining}" iteratorID="{1}"`;
				await running.connector.receiveResponseXML(ticket, answer('VendorQuery', { attributes }));
			}
			const pages = (await received(2)).map(({ body }) => body.page);
			expect(pages.toSorted()).toEqual([1, 2]);
		});

		it('is decided by the rule of that time, also for an address without a name', async () => {
			const database = path.join(await temporaryFolder(), 'data.sqlite');
			const victim = await untouchable();
			const first = await service({ database, webhookTargets: 'any' });
			const connection = await first.connect();
			const { id } = (await queue(connection, `http://127.0.0.1:${victim.port}/hook`)).body.data;
			await first.stop();
			const second = await service({ database, webhookTargets: 'internet', webhookTries: [0] });
			const { username, password } = connection;
			const [ticket] = await second.connector.authenticate(username, password);
			await second.connector.sendRequestXML(ticket);
			await second.connector.receiveResponseXML(ticket, answer('HostQuery'));
			const { webhook_attempts } = await settledRecord(second, id);
			victim.close();
			expect(webhook_attempts).toEqual([
				expect.objectContaining({
					response: expect.stringContaining('which this service sends none to'),
				}),
			]);
			expect(victim.connections()).toBe(0);
		});

		it('is not where a receiver redirects to', async () => {
			const victim = await untouchable();
			const running = await service({ webhookTries: [0] });
			const { url } = await receiver((response) =>
				response.writeHead(307, { location: `http://127.0.0.1:${victim.port}/` }).end(),
			);
			const connection = await running.connect();
			const { id } = (await queue(connection, url)).body.data;
			await connection.answerWith(answer('HostQuery'));
			const record = await settledRecord(running, id);
			victim.close();
			expect(record.webhook_attempts[0].response).toBe('307 Temporary Redirect');
			expect(victim.connections()).toBe(0);
		});
	});

	it('takes names, addresses and ranges to allow, and nothing else', () => {
		expect(() =>
			allowedTargets(['n8n', 'n8n.internal', '10.0.0.5', 'private', '::1']),
		).not.toThrow();
		for (const word of ['http://n8n:5678', 'n8n:5678', '*.internal', '10.0.0.0/99', ''])
			expect(() => allowedTargets([word])).toThrow(
				`"${word}" is no host name, IP address or range.`,
			);
	});
});

import { createHmac } from 'node:crypto';
import path from 'node:path';

import { until } from '../../n8n/until';
import { defaultSettings } from '../../service/server/settings';
import { apiClient, basic } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { cleanUp, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { type Answering, type Delivered, receiver, stopReceivers } from './support/receiver';
import {
	OTHER_KEY,
	recordOf,
	service,
	settledRecord,
	stopServices,
	type TestService,
} from './support/service';

describe('webhook deliveries', () => {
	afterEach(async () => {
		await stopServices();
		stopReceivers();
		await cleanUp();
	});

	/** Queues a query with a webhook and lets a connector answer it. */
	async function complete({ connect }: Pick<TestService, 'connect'>, webhook_url: string) {
		const connection = await connect();
		const queued = await connection.call('GET', '/customers', { query: { webhook_url } });
		await connection.answerWith();
		return queued.body.data.id;
	}

	it('are made once for an answer that comes twice at the same moment', async () => {
		const running = await service();
		const waiting: Array<() => void> = [];
		const { url, deliveries, received } = await receiver((response) => {
			waiting.push(() => response.end());
		});
		const connection = await running.connect();
		const query = { webhook_url: url };
		const { id } = (await connection.call('GET', '/customers', { query })).body.data;
		const { connector } = running;
		const [ticket] = await connector.authenticate(connection.username, connection.password);
		await connector.sendRequestXML(ticket);
		const taken = await Promise.all([
			connector.receiveResponseXML(ticket, answer('CustomerQuery')),
			connector.receiveResponseXML(ticket, answer('CustomerQuery')),
		]);
		expect(taken.toSorted((one, other) => one - other)).toEqual([-1, 100]);
		await received(1);
		// Whatever is due is looked for again, while the first one is under way.
		const later = await complete(running, url);
		await received(2);
		for (const answerIt of waiting) answerIt();
		await settledRecord(running, id);
		await settledRecord(running, later);
		expect(deliveries.map(({ body }) => body.id)).toEqual([id, later]);
	});

	it('tell of a request that was lost with its session, without an answer', async () => {
		const running = await service();
		const { url, received } = await receiver();
		const { call, take } = await running.connect();
		await call('GET', '/customers', { query: { webhook_url: url } });
		const ticket = await take();
		await running.connector.closeConnection(ticket);
		const [{ body }] = await received(1);
		expect(body).toMatchObject({
			state: 'error',
			error: { code: 'connection_error' },
			response_xml: null,
			response_json: null,
		});
	});

	it('tell that a waiting request was discarded when its connection is deleted', async () => {
		const running = await service();
		const { url, received } = await receiver();
		const { id, call } = await running.connect();
		const queued = (await call('GET', '/customers', { query: { webhook_url: url } })).body.data;
		expect((await running.api('DELETE', `/connections/${id}`)).status).toBe(204);
		const [{ body }] = await received(1);
		expect(body).toMatchObject({
			id: queued.id,
			state: 'discarded',
			error: { code: 'discarded' },
		});
	});

	describe('signatures', () => {
		const partsOf = ({ headers }: Delivered, name: string) =>
			String(headers[name])
				.split(',')
				.map((part) => part.split('='));

		it('carry the time and one HMAC-SHA256 of time and raw body per secret', async () => {
			const running = await service({ webhookSecrets: ['new secret', 'old secret'] });
			const { url, received } = await receiver();
			await complete(running, url);
			const [delivered] = await received(1);
			const [[t, time], ...codes] = partsOf(delivered, 'x-qube-signature');
			expect(t).toBe('t');
			expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(500);
			expect(codes).toEqual(
				['new secret', 'old secret'].map((secret) => [
					'v1',
					createHmac('sha256', secret).update(`${time}.`).update(delivered.raw).digest('hex'),
				]),
			);
		});

		it('can stand in another header', async () => {
			const running = await service({
				webhookSecrets: ['secret'],
				webhookSignatureHeader: 'X-Other-Signature',
			});
			const { url, received } = await receiver();
			await complete(running, url);
			const [{ headers }] = await received(1);
			expect(headers['x-other-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
			expect(headers).not.toHaveProperty('x-qube-signature');
		});

		it('are left out without a secret', async () => {
			const running = await service();
			const { url, received } = await receiver();
			await complete(running, url);
			const [{ headers }] = await received(1);
			expect(headers).not.toHaveProperty('x-qube-signature');
		});
	});

	describe('tries', () => {
		it('end at once where n8n says that the execution has finished', async () => {
			const running = await service({ webhookTries: [0, 0.01, 0.01] });
			const { url, deliveries } = await receiver((response) =>
				response
					.writeHead(409)
					.end('{"code":409,"message":"The execution \\"12 has finished already."}'),
			);
			const id = await complete(running, url);
			const record = await settledRecord(running, id);
			expect(record).toMatchObject({
				webhook_state: 'failed',
				webhook_error: 'The execution that it was for had finished.',
			});
			expect(record.webhook_attempts).toHaveLength(1);
			expect(deliveries).toHaveLength(1);
		});

		it('give up on a receiver that does not answer in time', async () => {
			const running = await service({ webhookTries: [0], webhookTimeoutSeconds: 0.05 });
			const { url } = await receiver(() => undefined);
			const record = await settledRecord(running, await complete(running, url));
			expect(record.webhook_state).toBe('failed');
			expect(record.webhook_attempts[0].response).toBe('No answer within 0.05 s.');
		});

		it('write down why nobody could be reached', async () => {
			const running = await service({ webhookTries: [0] });
			const { url } = await receiver();
			stopReceivers();
			const record = await settledRecord(running, await complete(running, url));
			expect(record.webhook_attempts[0].response).toContain('ECONNREFUSED');
		});

		it('keep 1 kB of a big answer, cut between characters, and read no more of it', async () => {
			const running = await service({ webhookTries: [0] });
			let closed = (): void => undefined;
			const brokenOff = new Promise<void>((resolve) => {
				closed = resolve;
			});
			const { url } = await receiver((response) => {
				response.writeHead(200);
				response.on('close', closed);
				const more = () => {
					while (!response.destroyed && response.write('ä'.repeat(50_000)));
					if (!response.destroyed) response.once('drain', more);
				};
				more();
			});
			const record = await settledRecord(running, await complete(running, url));
			await brokenOff;
			expect(record.webhook_state).toBe('succeeded');
			const [{ response }] = record.webhook_attempts;
			expect(Buffer.byteLength(response)).toBeLessThanOrEqual(1024);
			expect(Buffer.byteLength(response)).toBeGreaterThan(1000);
			expect(response).toMatch(/^200 OK\nä+$/);
		});
	});

	it('go to a quick receiver while slow ones leave theirs unanswered', async () => {
		const running = await service();
		const slow = await receiver(() => undefined);
		const quick = await receiver();
		for (let count = 0; count < 6; count += 1) await complete(running, slow.url);
		const id = await complete(running, quick.url);
		expect((await settledRecord(running, id)).webhook_state).toBe('succeeded');
		await slow.received(4);
	});

	it('are a few at once to one host, and the others follow', async () => {
		const running = await service();
		let underWay = 0;
		let most = 0;
		const open: (() => void)[] = [];
		const release = () => open.splice(0).forEach((end) => end());
		const { url, received } = await receiver((response) => {
			underWay += 1;
			most = Math.max(most, underWay);
			open.push(() => {
				underWay -= 1;
				response.writeHead(200).end();
			});
			if (underWay === 4) setImmediate(release);
		});
		const ids: string[] = [];
		for (let count = 0; count < 8; count += 1) ids.push(await complete(running, url));
		await received(8);
		release();
		for (const id of ids)
			expect((await settledRecord(running, id)).webhook_state).toBe('succeeded');
		expect(most).toBe(4);
	});

	it('that are due when the service is killed are made after it comes back', async () => {
		const words = ['--api-key', 'key', '--database', path.join(await temporaryFolder(), 'data')];
		const first = await startProcess([...words, '--webhook-tries', '0,0.2,0.2']);
		const api = apiClient(first.baseUrl, 'key');
		const dead = await receiver(() => undefined);
		const { id, username } = (await api('POST', '/connections')).body.data;
		const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
		const query = { webhook_url: dead.url };
		const queued = (await api('GET', `/connections/${id}/customers`, { query })).body.data;
		const connector = connectorClient(`${new URL(first.baseUrl).origin}/connector`);
		const [ticket] = await connector.authenticate(username, password);
		await connector.sendRequestXML(ticket);
		await connector.receiveResponseXML(ticket, answer('CustomerQuery'));
		const [before] = await dead.received(1);
		await first.end('SIGKILL');
		stopReceivers();

		const alive = await receiver(undefined, dead.port);
		const second = await startProcess([
			...words,
			'--webhook-secret',
			'one',
			'--webhook-secret',
			'two',
		]);
		const [after] = await alive.received(1);
		expect(after.raw).toBe(before.raw);
		expect(after.headers['x-qube-signature']).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/);
		const record = await until(
			async () =>
				(await apiClient(second.baseUrl, 'key')('GET', `/queued_requests/${queued.id}`)).body.data,
			({ webhook_state }) => webhook_state !== 'pending',
		);
		expect(record).toMatchObject({ webhook_state: 'succeeded', state: 'response_received' });
		const { code, log } = await second.end('SIGTERM');
		expect(code).toBe(0);
		expect(log).not.toContain('secret-token');
	});

	it('are tried for three days at least unless the setting says something else', () => {
		const { webhookTries } = defaultSettings;
		const seconds = webhookTries.reduce((sum, each) => sum + each, 0);
		expect(seconds).toBeGreaterThanOrEqual(3 * 24 * 60 * 60);
		// So that whoever was away has everything within an hour, whatever was answered in the meantime.
		expect(Math.max(...webhookTries)).toBeLessThanOrEqual(60 * 60);
	});

	const awayAs: Readonly<Record<string, Answering>> = {
		'a proxy that reaches nobody (502)': (response) => response.writeHead(502).end(),
		'a proxy that reaches nobody (503)': (response) => response.writeHead(503).end(),
		'a proxy that waits in vain (504)': (response) => response.writeHead(504).end(),
		'a tunnel that is down (530)': (response) => response.writeHead(530).end(),
		'an n8n that starts': (response) => response.end('n8n is starting up. Please wait'),
		'a connection that ends': (response) => response.destroy(),
		silence: () => undefined,
	};

	it.each(Object.entries(awayAs))(
		'come as soon as their host takes something again, each time, after %s',
		async (_, away) => {
			const running = await service({ webhookTries: [0, 3600], webhookTimeoutSeconds: 0.5 });
			let isAway = true;
			const host = await receiver((response, delivered) =>
				isAway ? away(response, delivered) : response.writeHead(204).end(),
			);
			const other = await receiver(away);
			const isMissed = async (id: string) =>
				await until(
					() => recordOf(running, id),
					(record) => record.webhook_attempts.length === 1,
				);
			const elsewhere = await complete(running, other.url);
			await isMissed(elsewhere);
			for (let round = 0; round < 2; round += 1) {
				isAway = true;
				const missed = await complete(running, host.url);
				await isMissed(missed);
				isAway = false;
				const taken = await complete(running, host.url);
				expect(await settledRecord(running, taken)).toMatchObject({ webhook_state: 'succeeded' });
				expect(await settledRecord(running, missed)).toMatchObject({ webhook_state: 'succeeded' });
			}
			expect((await recordOf(running, elsewhere)).webhook_attempts).toHaveLength(1);
		},
	);

	it.each([
		['once between two planned tries', [0, 3600], 2, 2],
		['without using up a planned try', [0, 2, 3600], 3, 4],
	])('come sooner %s', async (_, webhookTries, fewest, most) => {
		const running = await service({ webhookTries });
		const host = await receiver((response, { path: target }) =>
			response.writeHead(target === '/away' ? 503 : 204).end(),
		);
		const missed = await complete(running, new URL('/away', host.url).href);
		await until(
			() => recordOf(running, missed),
			(record) => record.webhook_attempts.length === 1,
		);
		for (let times = 0; times < 3; times += 1)
			await settledRecord(running, await complete(running, host.url));
		const record = await until(
			() => recordOf(running, missed),
			({ webhook_attempts }) => webhook_attempts.length >= fewest,
		);
		expect(record.webhook_attempts.length).toBeLessThanOrEqual(most);
		expect(record.webhook_state).toBe('pending');
	});

	it('that were refused by somebody who is there wait for their time', async () => {
		const running = await service({ webhookTries: [0, 3600] });
		const host = await receiver((response, { path: target }) =>
			response.writeHead(target === '/gone' ? 404 : 204).end(),
		);
		const refused = await complete(running, new URL('/gone', host.url).href);
		await host.received(1);
		expect(await settledRecord(running, await complete(running, host.url))).toMatchObject({
			webhook_state: 'succeeded',
		});
		expect(await settledRecord(running, await complete(running, host.url))).toMatchObject({
			webhook_state: 'succeeded',
		});
		expect((await recordOf(running, refused)).webhook_attempts).toHaveLength(1);
	});

	it('of one application do not wait for those of another one to the same host', async () => {
		const running = await service();
		const host = await receiver((response, { path: target }) => {
			if (target !== '/hanging') response.writeHead(204).end();
		});
		for (let count = 0; count < 6; count += 1)
			await complete(running, new URL('/hanging', host.url).href);
		await host.received(4);
		const other = { ...running, connect: () => running.connect({}, running.otherApi) };
		const id = await complete(other, host.url);
		expect(await settledRecord({ ...running, api: running.otherApi }, id)).toMatchObject({
			webhook_state: 'succeeded',
		});
	});

	it('that were given up are all made again from the first page, of this application alone', async () => {
		const running = await service({ webhookTries: [0] });
		let isAway = true;
		const host = await receiver((response) => response.writeHead(isAway ? 500 : 204).end());
		const ids = [await complete(running, host.url), await complete(running, host.url)];
		for (const id of ids)
			expect(await settledRecord(running, id)).toMatchObject({ webhook_state: 'failed' });
		isAway = false;
		const press = async (headers?: object) =>
			(await running.press('/ui/deliveries', headers)).status;
		expect(await press({ 'sec-fetch-site': 'cross-site' })).toBe(403);
		const own = { 'sec-fetch-site': 'same-origin' };
		expect(await press({ ...own, authorization: basic(OTHER_KEY) })).toBe(303);
		for (const id of ids) expect((await recordOf(running, id)).webhook_state).toBe('failed');
		expect((await running.page('/ui')).text).toContain('Deliver All Again Now');
		expect(await press()).toBe(303);
		for (const id of ids)
			expect(await settledRecord(running, id)).toMatchObject({ webhook_state: 'succeeded' });
	});

	it('do not keep the service from stopping', async () => {
		const running = await service();
		const slow = await receiver(() => undefined);
		await complete(running, slow.url);
		await slow.received(1);
		await expect(running.stop()).resolves.toBeUndefined();
	});
});

import { connect } from 'node:net';

import { apiClient, plainClient } from './support/api-client';
import { API_KEY, OTHER_KEY, service, stopServices, type TestService } from './support/service';

const calls = (count: number, call: () => Promise<{ status: number }>) =>
	Promise.all(Array.from({ length: count }, async () => (await call()).status));

const tally = (statuses: readonly number[]) => ({
	taken: statuses.filter((status) => status !== 429).length,
	refused: statuses.filter((status) => status === 429).length,
});

describe('rate limits', () => {
	let running: TestService;
	beforeAll(async () => {
		running = await service({ callsPerSecond: 1, addressCallsPerSecond: 2 });
	});
	afterAll(stopServices);

	it('count the calls of an application, and say when to call again', async () => {
		const api = plainClient(running.baseUrl, API_KEY);
		const call = () => api('GET', '/connections');
		expect(tally(await calls(15, call))).toEqual({ taken: 10, refused: 5 });
		const { headers, body } = await call();
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
		expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
		expect(body.error).toEqual({
			code: 'too_many_requests',
			message: expect.stringMatching(/^This application .* Wait \d+ seconds; nothing was done\.$/),
		});
	});

	it('leave other applications and people alone', async () => {
		const other = plainClient(running.baseUrl, OTHER_KEY);
		expect((await other('GET', '/connections')).status).toBe(200);
		expect((await fetch(`${running.origin}/connect`)).status).toBe(200);
	});

	it('count wrong keys and pages of an address, and not whoever has a key there', async () => {
		const wrong = plainClient(running.baseUrl, 'nobody’s'.replace('’', ''));
		const statuses = await calls(40, () => wrong('GET', '/connections'));
		expect(new Set(statuses)).toEqual(new Set([401, 429]));
		expect((await fetch(`${running.origin}/connect`)).status).toBe(429);
		const other = plainClient(running.baseUrl, OTHER_KEY);
		expect((await other('GET', '/connections')).status).toBe(200);
	});
});

describe('rate limits of connectors', () => {
	afterEach(stopServices);

	it('refuse more sign-ins from an address with many wrong ones, and never an answer', async () => {
		const running = await service({ addressCallsPerSecond: 1 });
		const { connection, password, call } = await running.connect();
		await call('GET', '/customers');
		const [ticket] = await running.connector.authenticate(connection.username, password);
		const guesses = await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				running.connector.authenticate(`nobody-${index}`, 'guess').then(
					([, code]) => code,
					(fault: Error) => fault.message,
				),
			),
		);
		expect(guesses.filter((guess) => guess === 'nvu').length).toBeLessThanOrEqual(10);
		await expect(running.connector.authenticate('nobody', 'guess')).rejects.toThrow(
			'too many calls',
		);
		expect(await running.connector.sendRequestXML(ticket)).toContain('CustomerQueryRq');
	});
});

describe('room', () => {
	afterEach(stopServices);

	it('in a queue ends with a clear error before anything is stored, and comes back', async () => {
		const running = await service({ queueLength: 3 });
		const { id, call } = await running.connect();
		const headers = { 'idempotency-key': 'first' };
		const first = await call('GET', '/customers', { headers });
		for (let index = 0; index < 2; index += 1)
			expect((await call('GET', '/customers')).status).toBe(202);
		const body = {
			request_json: { version: '16.0', request: { name: 'VendorQueryRq' } },
		};
		for (const refused of [
			await call('GET', '/customers'),
			await call('POST', '/queued_requests', { body }),
		]) {
			expect(refused.status).toBe(422);
			expect(refused.body.error).toEqual({
				code: 'invalid_request',
				message: expect.stringContaining('is full: 3 requests wait'),
			});
		}
		// What is in the queue is found whether there is room or not.
		const again = await call('GET', '/customers', { headers });
		expect(again.body.data.id).toBe(first.body.data.id);
		expect((await call('GET', '/queued_requests')).body.data).toHaveLength(3);
		const other = await running.connect();
		expect((await other.call('GET', '/customers')).status).toBe(202);
		await running.api('DELETE', `/queued_requests/${first.body.data.id}`, {
			query: { force: 'true' },
		});
		expect((await call('GET', '/customers')).status).toBe(202);
		expect(id).not.toBe(other.id);
	});

	it('for connections is each application’s own', async () => {
		const running = await service({ connections: 1 });
		await running.connect();
		const refused = await running.api('POST', '/connections');
		expect(refused.status).toBe(422);
		expect(refused.body.error.message).toContain('has 1 connections already');
		expect((await running.otherApi('POST', '/connections')).status).toBe(201);
	});
});

describe('sizes and times', () => {
	afterEach(stopServices);

	it('of a body and of an answer can be set', async () => {
		const running = await service({ requestMebibytes: 0.01, answerMebibytes: 0.01 });
		const { connection, password, call } = await running.connect();
		const refused = await call('POST', '/queued_requests', {
			body: { request_xml: 'x'.repeat(30_000) },
		});
		expect([refused.status, refused.body.error.code]).toEqual([413, 'invalid_request']);
		await call('GET', '/customers');
		const [ticket] = await running.connector.authenticate(connection.username, password);
		await running.connector.sendRequestXML(ticket);
		await expect(running.connector.receiveResponseXML(ticket, 'x'.repeat(30_000))).rejects.toThrow(
			'too large',
		);
	});

	it('open connections are no more than allowed', async () => {
		const running = await service({ httpConnections: 8 });
		// The clients read the description when they are made, over connections of their own.
		for (const api of [running.api, running.otherApi]) await api('GET', '/connections');
		const { hostname, port } = new URL(running.origin);
		const sockets = Array.from({ length: 9 }, () => connect(Number(port), hostname));
		for (const socket of sockets) socket.on('error', () => undefined);
		await Promise.race(
			sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
		);
		for (const socket of sockets) socket.destroy();
	});
});

it('the description names the answer to too many calls', async () => {
	const running = await service({ callsPerSecond: 0.1 });
	const api = apiClient(running.baseUrl, API_KEY);
	await api('GET', '/connections');
	// The client checks the answer against the description.
	expect((await api('GET', '/connections')).status).toBe(429);
	await stopServices();
});

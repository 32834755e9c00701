import path from 'node:path';

import Database from 'libsql';
import { request } from 'undici';

import { until } from '../../n8n/until';
import { basic } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import {
	API_KEY,
	OTHER_KEY,
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

describe('pages of an application', () => {
	afterEach(async () => {
		await stopServices();
		stopReceivers();
		await cleanUp();
	});

	async function open(running: TestService, path: string, headers: Record<string, string> = {}) {
		const { statusCode, body } = await request(`${running.origin}${path}`, {
			headers: { authorization: basic(API_KEY), ...headers },
		});
		return { status: statusCode, text: await body.text() };
	}

	async function press(running: TestService, path: string, headers: Record<string, string>) {
		const { statusCode, headers: answered } = await request(`${running.origin}${path}`, {
			method: 'POST',
			headers: {
				authorization: basic(API_KEY),
				'content-type': 'application/x-www-form-urlencoded',
				...headers,
			},
		});
		return { status: statusCode, location: answered.location };
	}

	const OWN = { 'sec-fetch-site': 'same-origin' };
	const deliveryPath = (id: string) => `/ui/queued_requests/${id}/pages/1/delivery`;

	/** Opens a connector session on the oldest request. */
	async function take(running: TestService, { username, password }: TestConnection) {
		const [ticket] = await running.connector.authenticate(username, password);
		await running.connector.sendRequestXML(ticket);
		return ticket;
	}

	async function complete(
		running: TestService,
		connection: TestConnection,
		response = answer('CustomerQuery'),
	) {
		const ticket = await take(running, connection);
		await running.connector.receiveResponseXML(ticket, response);
		await running.connector.closeConnection(ticket);
	}

	const queueQuery = async ({ call }: TestConnection, query = {}) =>
		(await call('GET', '/customers', { query })).body.data.id;

	const invoice = {
		customer_list_id: '80000001-1700000001',
		transaction_date: '2026-01-15',
		ref_number: 'R-1042',
		lines: [{ item_list_id: '80020001-1700000001', quantity: 2, rate: '85.00' }],
	};
	const queueInvoice = async ({ call }: TestConnection) =>
		(await call('POST', '/invoices', { body: invoice })).body.data.id;

	const settled = (running: TestService, id: string) =>
		until(
			() => recordOf(running, id),
			({ webhook_state }) => webhook_state !== 'pending',
		);

	describe('overview', () => {
		it('says that nothing needs anybody while all goes well', async () => {
			const running = await service();
			const connection = await running.connect({ name: 'Harbor' });
			await queueQuery(connection);
			await complete(running, connection);
			const { text } = await open(running, '/ui');
			expect(text).toContain('Nothing needs you');
			expect(text).toContain('Harbor');
			expect(text).toContain('<svg');
			expect(text).not.toContain('<h2>Failed');
		});

		it('says what to do first while there is no connection', async () => {
			const { text } = await open(await service(), '/ui');
			expect(text).toContain('Connection → Create');
			expect(text).not.toContain('Nothing needs you');
		});

		it('shows what failed and what is unknown, each with a link, to its application alone', async () => {
			const running = await service();
			const connection = await running.connect({ name: 'Harbor' });
			const failed = await queueQuery(connection);
			await complete(
				running,
				connection,
				answer('CustomerQuery', { statusCode: 3120, severity: 'Error' }),
			);
			const unknown = await queueInvoice(connection);
			const ticket = await take(running, connection);
			await running.connector.receiveResponseXML(ticket, '', '0x8004041C', 'Internal error.');
			const { text } = await open(running, '/ui');
			expect(text).toContain('Needs you: 2 requests of the last 7 days.');
			const [before, ofUnknown, ofFailed] = text.split(/<h2>(?=Outcome unknown|Failed)/);
			expect(before).not.toContain(unknown);
			expect(ofUnknown).toContain(`/ui/queued_requests/${unknown}`);
			expect(ofUnknown).toContain('Create invoice');
			expect(ofUnknown).toContain('R-1042');
			expect(ofFailed).toContain(`/ui/queued_requests/${failed}`);
			const others = await open(running, '/ui', { authorization: basic(OTHER_KEY) });
			expect(others.text).not.toContain('Harbor');
			expect(others.text).not.toContain('Needs you');
		});

		it('shows a company whose requests have waited for more than a day', async () => {
			const database = path.join(await temporaryFolder(), 'service.sqlite');
			const running = await service({ database });
			const connection = await running.connect({ name: 'Harbor' });
			await queueQuery(connection);
			expect((await open(running, '/ui')).text).toContain('Nothing needs you');
			const store = new Database(database);
			const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
			store.prepare('update queued_requests set inserted_at = ?').run(yesterday);
			store.close();
			const { text } = await open(running, '/ui');
			expect(text).toContain('Needs you: the sync of 1 company.');
			expect(text).toContain('hasn’t been set up yet');
		});

		it('shows what was not delivered, but not what an execution of n8n no longer needs', async () => {
			const running = await service({ webhookTries: [0] });
			const refusing = await receiver((response) => response.writeHead(503).end());
			const finished = await receiver((response) =>
				response
					.writeHead(409)
					.end('{"code":409,"message":"The execution \\"12 has finished already."}'),
			);
			const connection = await running.connect();
			const wanted = await queueQuery(connection, { webhook_url: refusing.url });
			await complete(running, connection);
			const unneeded = await queueQuery(connection, { webhook_url: finished.url });
			await complete(running, connection);
			for (const id of [wanted, unneeded])
				expect((await settled(running, id)).webhook_state).toBe('failed');
			const { text } = await open(running, '/ui');
			expect(text).toContain('Needs you: 1 request of');
			expect(text).toContain(wanted);
			expect(text).not.toContain(unneeded);
		});
	});

	describe('a delivery that is tried again', () => {
		async function givenUp(statuses: number[]) {
			const running = await service({ webhookTries: [0] });
			const hook = await receiver((response) =>
				response.writeHead(statuses.shift() ?? 204).end('<b>no</b>'),
			);
			const connection = await running.connect();
			const id = await queueQuery(connection, { webhook_url: hook.url });
			await complete(running, connection);
			expect((await settled(running, id)).webhook_state).toBe('failed');
			return { running, id, hook };
		}

		it('goes out at once with the same body, however often the button is pressed', async () => {
			const { running, id, hook } = await givenUp([500]);
			const before = await open(running, `/ui/queued_requests/${id}`);
			expect(before.text).toContain(`action="${deliveryPath(id)}"`);
			const pressed = await Promise.all([1, 2, 3].map(() => press(running, deliveryPath(id), OWN)));
			expect(pressed).toEqual(
				pressed.map(() => ({ status: 303, location: `/ui/queued_requests/${id}` })),
			);
			const record = await settled(running, id);
			expect(record.webhook_state).toBe('succeeded');
			expect(record).not.toHaveProperty('webhook_error');
			expect(record.webhook_attempts.map(({ response }) => response)).toEqual([
				'500 Internal Server Error\n<b>no</b>',
				'204 No Content',
			]);
			await press(running, deliveryPath(id), OWN);
			const after = await open(running, `/ui/queued_requests/${id}`);
			expect(after.text).not.toContain('<form');
			expect(hook.deliveries).toHaveLength(2);
			expect(new Set(hook.deliveries.map(({ raw }) => raw)).size).toBe(1);
		});

		it('is given up again when it fails again', async () => {
			const { running, id } = await givenUp([500, 503]);
			await press(running, deliveryPath(id), OWN);
			const record = await until(
				() => settled(running, id),
				({ webhook_attempts }) => webhook_attempts.length === 2,
			);
			expect(record).toMatchObject({
				webhook_state: 'failed',
				webhook_error: 'None of 1 tries succeeded; the last: 503 Service Unavailable',
			});
		});

		it('does not wait for the time of its next try', async () => {
			const running = await service({ webhookTries: [0, 3600] });
			const statuses = [500];
			const hook = await receiver((response) => response.writeHead(statuses.shift() ?? 204).end());
			const connection = await running.connect();
			const id = await queueQuery(connection, { webhook_url: hook.url });
			await complete(running, connection);
			await until(
				() => recordOf(running, id),
				({ webhook_attempts }) => webhook_attempts.length === 1,
			);
			await press(running, deliveryPath(id), OWN);
			expect((await settled(running, id)).webhook_state).toBe('succeeded');
		});

		it.each([
			['another site', { 'sec-fetch-site': 'cross-site' }],
			['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }],
			['another origin, over plain HTTP', { origin: 'http://evil.example' }],
			['a page without an origin', { origin: 'null' }],
			['nobody knows where', {}],
		])('is refused when it comes from %s', async (_case, headers: Record<string, string>) => {
			const { running, id, hook } = await givenUp([500]);
			expect((await press(running, deliveryPath(id), headers)).status).toBe(403);
			expect((await recordOf(running, id)).webhook_state).toBe('failed');
			expect(hook.deliveries).toHaveLength(1);
		});

		it('is taken from the own page over plain HTTP, where browsers name the origin alone', async () => {
			const { running, id } = await givenUp([500]);
			const { status } = await press(running, deliveryPath(id), { origin: running.origin });
			expect(status).toBe(303);
		});

		it('is not found by another application, nor without a delivery', async () => {
			const { running, id, hook } = await givenUp([500]);
			const others = { ...OWN, authorization: basic(OTHER_KEY) };
			expect((await press(running, deliveryPath(id), others)).status).toBe(404);
			const noPage = `/ui/queued_requests/${id}/pages/2/delivery`;
			expect((await press(running, noPage, OWN)).status).toBe(404);
			const waiting = await queueQuery(await running.connect(), { webhook_url: hook.url });
			expect((await press(running, deliveryPath(waiting), OWN)).status).toBe(303);
			expect((await recordOf(running, waiting)).webhook_attempts).toEqual([]);
			expect(hook.deliveries).toHaveLength(1);
		});
	});

	it('shows no token of an address, and no more of an answer than its sentence', async () => {
		const running = await service({ webhookTries: [0] });
		const hook = await receiver((response) =>
			response
				.writeHead(500)
				.end('{"message":"No hook at /hook?token=secret-token","stacktrace":"at Server.x"}'),
		);
		const connection = await running.connect();
		const id = await queueQuery(connection, { webhook_url: hook.url });
		await complete(running, connection);
		await settled(running, id);
		const { text } = await open(running, `/ui/queued_requests/${id}`);
		expect(text).toContain('/hook?token=…');
		expect(text).toContain('No hook at');
		expect(text).not.toContain('secret-token');
		expect(text).not.toContain('stacktrace');
		expect(text).not.toContain('Server.x');
	});

	it('says in words on a page that there is nothing, or that nobody has signed in', async () => {
		const running = await service();
		const missing = await open(running, '/ui/queued_requests/unknown');
		expect(missing).toMatchObject({ status: 404, text: expect.stringContaining('not found') });
		const strangers = await open(running, '/ui', { authorization: '' });
		expect(strangers).toMatchObject({ status: 401, text: expect.stringContaining('<h1>') });
	});
});

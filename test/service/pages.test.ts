import path from 'node:path';

import Database from 'libsql';

import { until } from '../../n8n/until';
import { basic } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import {
	OTHER_KEY,
	recordOf,
	service,
	settledRecord,
	stopServices,
	type TestConnection,
} from './support/service';

describe('pages of an application', () => {
	afterEach(async () => {
		await stopServices();
		stopReceivers();
		await cleanUp();
	});

	const OWN = { 'sec-fetch-site': 'same-origin' };
	const deliveryPath = (id: string) => `/ui/queued_requests/${id}/pages/1/delivery`;

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

	describe('overview', () => {
		it('says that nothing needs anybody while all goes well', async () => {
			const running = await service();
			const connection = await running.connect({ name: 'Harbor' });
			await queueQuery(connection);
			await connection.answerWith();
			const { text } = await running.page('/ui');
			expect(text).toContain('Nothing needs you');
			expect(text).toContain('Harbor');
			expect(text).toContain('<svg');
			expect(text).not.toContain('<h2>Failed');
		});

		it('says what to do first while there is no connection', async () => {
			const { text } = await (await service()).page('/ui');
			expect(text).toContain('Connection → Create');
			expect(text).not.toContain('Nothing needs you');
		});

		it('shows what failed and what is unknown, each with a link, to its application alone', async () => {
			const running = await service();
			const connection = await running.connect({ name: 'Harbor' });
			const failed = await queueQuery(connection);
			await connection.answerWith(answer('CustomerQuery', { statusCode: 3120, severity: 'Error' }));
			const unknown = await queueInvoice(connection);
			const ticket = await connection.take();
			await running.connector.receiveResponseXML(ticket, '', '0x8004041C', 'Internal error.');
			const { text } = await running.page('/ui');
			expect(text).toContain('Needs you: 2 requests of the last 7 days.');
			const [before, ofUnknown, ofFailed] = text.split(/<h2>(?=Outcome unknown|Failed)/);
			expect(before).not.toContain(unknown);
			expect(ofUnknown).toContain(`/ui/queued_requests/${unknown}`);
			expect(ofUnknown).toContain('Create invoice');
			expect(ofUnknown).toContain('R-1042');
			expect(ofFailed).toContain(`/ui/queued_requests/${failed}`);
			const others = await running.page('/ui', { authorization: basic(OTHER_KEY) });
			expect(others.text).not.toContain('Harbor');
			expect(others.text).not.toContain('Needs you');
		});

		it('shows a company whose requests have waited for more than a day', async () => {
			const database = path.join(await temporaryFolder(), 'service.sqlite');
			const running = await service({ database });
			const connection = await running.connect({ name: 'Harbor' });
			await queueQuery(connection);
			expect((await running.page('/ui')).text).toContain('Nothing needs you');
			const store = new Database(database);
			const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
			store.prepare('update queued_requests set inserted_at = ?').run(yesterday);
			store.close();
			const { text } = await running.page('/ui');
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
			await connection.answerWith();
			const unneeded = await queueQuery(connection, { webhook_url: finished.url });
			await connection.answerWith();
			for (const id of [wanted, unneeded])
				expect((await settledRecord(running, id)).webhook_state).toBe('failed');
			const { text } = await running.page('/ui');
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
			await connection.answerWith();
			expect((await settledRecord(running, id)).webhook_state).toBe('failed');
			return { running, id, hook };
		}

		it('goes out at once with the same body, however often the button is pressed', async () => {
			const { running, id, hook } = await givenUp([500]);
			const before = await running.page(`/ui/queued_requests/${id}`);
			expect(before.text).toContain(`action="${deliveryPath(id)}"`);
			const pressed = await Promise.all([1, 2, 3].map(() => running.press(deliveryPath(id))));
			for (const each of pressed)
				expect(each).toMatchObject({ status: 303, location: `/ui/queued_requests/${id}` });
			const record = await settledRecord(running, id);
			expect(record.webhook_state).toBe('succeeded');
			expect(record).not.toHaveProperty('webhook_error');
			expect(record.webhook_attempts.map(({ response }) => response)).toEqual([
				'500 Internal Server Error\n<b>no</b>',
				'204 No Content',
			]);
			await running.press(deliveryPath(id));
			const after = await running.page(`/ui/queued_requests/${id}`);
			expect(after.text).not.toContain('<form');
			expect(hook.deliveries).toHaveLength(2);
			expect(new Set(hook.deliveries.map(({ raw }) => raw)).size).toBe(1);
		});

		it('is given up again when it fails again', async () => {
			const { running, id } = await givenUp([500, 503]);
			await running.press(deliveryPath(id));
			const record = await until(
				() => settledRecord(running, id),
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
			await connection.answerWith();
			await until(
				() => recordOf(running, id),
				({ webhook_attempts }) => webhook_attempts.length === 1,
			);
			await running.press(deliveryPath(id));
			expect((await settledRecord(running, id)).webhook_state).toBe('succeeded');
		});

		it.each([
			['another site', { 'sec-fetch-site': 'cross-site' }],
			['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }],
			['another origin, over plain HTTP', { origin: 'http://evil.example' }],
			['a page without an origin', { origin: 'null' }],
			['nobody knows where', {}],
		])('is refused when it comes from %s', async (_case, headers: Record<string, string>) => {
			const { running, id, hook } = await givenUp([500]);
			expect((await running.press(deliveryPath(id), headers)).status).toBe(403);
			expect((await recordOf(running, id)).webhook_state).toBe('failed');
			expect(hook.deliveries).toHaveLength(1);
		});

		it('is taken from the own page over plain HTTP, where browsers name the origin alone', async () => {
			const { running, id } = await givenUp([500]);
			const { status } = await running.press(deliveryPath(id), { origin: running.origin });
			expect(status).toBe(303);
		});

		it('is not found by another application, nor without a delivery', async () => {
			const { running, id, hook } = await givenUp([500]);
			const others = { ...OWN, authorization: basic(OTHER_KEY) };
			expect((await running.press(deliveryPath(id), others)).status).toBe(404);
			const noPage = `/ui/queued_requests/${id}/pages/2/delivery`;
			expect((await running.press(noPage)).status).toBe(404);
			const waiting = await queueQuery(await running.connect(), { webhook_url: hook.url });
			expect((await running.press(deliveryPath(waiting))).status).toBe(303);
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
		await connection.answerWith();
		await settledRecord(running, id);
		const { text } = await running.page(`/ui/queued_requests/${id}`);
		expect(text).toContain('/hook?token=…');
		expect(text).toContain('No hook at');
		expect(text).not.toContain('secret-token');
		expect(text).not.toContain('stacktrace');
		expect(text).not.toContain('Server.x');
	});

	it('says in words on a page that there is nothing, or that nobody has signed in', async () => {
		const running = await service();
		const missing = await running.page('/ui/queued_requests/unknown');
		expect(missing).toMatchObject({ status: 404, text: expect.stringContaining('not found') });
		const strangers = await running.page('/ui', { authorization: '' });
		expect(strangers).toMatchObject({ status: 401, text: expect.stringContaining('<h1>') });
	});
});

import { request as httpRequest } from 'undici';
import { request as requestXml } from '../service/support/qbxml';
import { eventually } from '../service/support/eventually';
import { exchanged } from './support/exchange';
import { text, timestamp, uuid } from './support/expectations';
import { inConnectorFile } from './support/connector-file';
import { decided, statement } from './support/statement';
import { target } from './support/target';

const hostQuery = { version: '16.0', request: { name: 'HostQueryRq' } };

describe('1 What the service does', () => {
	const service = target();

	statement(
		'creating a connection returns an onboarding link that the customer can open',
		async () => {
			const { created } = await service.connect();
			const { statusCode, headers, body } = await httpRequest(created.links.onboarding);
			await body.dump();
			expect([statusCode, headers['content-type']]).toEqual([
				200,
				expect.stringContaining('text/html'),
			]);
		},
	);

	statement('a request can be queued as raw XML', async () => {
		const request_xml = requestXml('HostQuery');
		const { call } = await service.connect();
		const { status, body } = await call('POST', '/queued_requests', { body: { request_xml } });
		expect([status < 300, body.data.request_xml]).toEqual([true, request_xml]);
	});

	statement('the same request can be queued in its JSON form', async () => {
		const { call } = await service.connect();
		const answer = await call('POST', '/queued_requests', { body: { request_json: hostQuery } });
		expect([answer.status < 300, answer.body.data.request_json]).toEqual([
			true,
			expect.objectContaining({ version: '16.0' }),
		]);
	});

	statement('a request can be queued by calling a pre-built endpoint', async () => {
		const { call } = await service.connect();
		const { status, body } = await call('GET', '/customers');
		expect([status < 300, body.data.request_xml]).toEqual([
			true,
			expect.stringContaining('CustomerQueryRq'),
		]);
	});

	statement(
		'a queued request records its request, its response, its state and its webhook delivery, and the webhook is sent when it completes',
		async () => {
			const { url, received } = await service.receiver();
			const connection = await service.connect();
			const { id } = await exchanged(connection, undefined, { query: { webhook_url: url } });
			await received(1);
			const record = await eventually(
				() => service.recordOf(id),
				({ webhook_state }) => webhook_state === 'succeeded',
			);
			expect(record).toMatchObject({
				request_xml: text,
				request_json: expect.any(Object),
				response_xml: text,
				response_json: [expect.any(Object)],
				state: 'response_received',
				webhook_attempts: [{ attempted_at: timestamp, response: text }],
			});
		},
		'connector',
		'receiver',
	);

	statement('a connector configuration file can be fetched for each connection', async () => {
		const files = await Promise.all(
			[await service.connect(), await service.connect()].map(
				async ({ call }) => (await call('GET', '/qwc')).body.qwc,
			),
		);
		expect(files).toEqual([text, text]);
		expect(files[0]).not.toBe(files[1]);
	});

	decided(
		'the connector picks requests up at the AppURL of its file, first queued first',
		async () => {
			const connection = await service.connect();
			const { qwc } = (await connection.call('GET', '/qwc')).body;
			expect(inConnectorFile(qwc, 'UserName')).toBe(connection.created.username);
			const first = await connection.queue('/vendors');
			await connection.queue('/customers');
			const { connector, ticket } = await connection.signIn();
			expect(await connector.sendRequestXML(ticket)).toBe(first.request_xml);
			await connector.closeConnection(ticket);
		},
		'connector',
	);

	statement('payloads are JSON, of errors too', async () => {
		const { id } = await service.connect();
		const answers = [
			await service.api('GET', '/connections'),
			await service.api('GET', `/connections/${id}/customers`),
			await service.api('GET', '/queued_requests/not-a-uuid'),
			await service.anonymous('GET', '/connections'),
		];
		expect(answers.map(({ headers }) => headers['content-type'])).toEqual(
			answers.map(() => expect.stringContaining('application/json')),
		);
	});

	statement('identifiers are UUID strings', async () => {
		const { created, queue } = await service.connect();
		const { id, connection_id } = await queue();
		expect([created.id, created.app_id, created.username, id, connection_id]).toEqual(
			Array(5).fill(uuid),
		);
	});

	statement('timestamps are ISO 8601 strings in UTC', async () => {
		const { created, queue } = await service.connect();
		const queued = await queue();
		expect(
			[created, queued].flatMap(({ inserted_at, updated_at }) => [inserted_at, updated_at]),
		).toEqual(Array(4).fill(timestamp));
	});

	statement('a response with a single object wraps it in data', async () => {
		const { id, call } = await service.connect();
		const queued = (await call('GET', '/customers')).body;
		const answers = [
			(await service.api('POST', '/connections')).body,
			(await service.api('GET', `/connections/${id}`)).body,
			(await call('POST', '/password', { body: {} })).body,
			(await call('POST', '/queued_requests', { body: { request_json: hostQuery } })).body,
			queued,
			(await service.api('GET', `/queued_requests/${queued.data.id}`)).body,
		];
		expect(answers).toEqual(answers.map(() => ({ data: expect.objectContaining({ id: uuid }) })));
		await service.api('DELETE', `/connections/${answers[0].data.id}`);
	});
});

import { request as httpRequest } from 'undici';

import { request as requestXml } from '../service/support/qbxml';
import { connectorFileIn, inConnectorFile } from './support/connector-file';
import { exchanged } from './support/exchange';
import {
	absoluteUrl,
	expectSuccess,
	text,
	timestamp,
	timestampWithZ,
	uuid,
} from './support/expectations';
import { request_json } from './support/operations';
import { decided, stated } from './support/statement';
import { target } from './support/target';
import { within } from './support/wait';

describe('1 What the service does', () => {
	const service = target();

	stated('creating a connection returns an onboarding link', async () => {
		const { created } = await service.connect();
		expect(created).toHaveProperty('links.onboarding', absoluteUrl);
	});

	decided('the onboarding link opens a page without a sign-in', async () => {
		const { created } = await service.connect();
		const { statusCode, headers, body } = await httpRequest(created.links.onboarding);
		await body.dump();
		expect([statusCode, headers['content-type']]).toEqual([
			200,
			expect.stringContaining('text/html'),
		]);
	});

	for (const [what, body] of [
		['as raw XML', { request_xml: requestXml('HostQuery') }],
		['in its JSON form', { request_json }],
	] as const)
		stated(`a request can be queued ${what}`, async () => {
			const { call } = await service.connect();
			const answer = await call('POST', '/queued_requests', { body });
			expectSuccess(answer);
			expect(answer.body.data).toMatchObject({ id: uuid, state: text });
		});

	stated('a request can be queued by calling a pre-built endpoint', async () => {
		const { call } = await service.connect();
		const answer = await call('GET', '/customers');
		expectSuccess(answer);
		expect(answer.body.data).toMatchObject({ id: uuid, state: text });
	});

	decided('raw XML is kept word by word', async () => {
		const request_xml = requestXml('HostQuery');
		const { call } = await service.connect();
		const { body } = await call('POST', '/queued_requests', { body: { request_xml } });
		expect(body.data.request_xml).toBe(request_xml);
	});

	stated(
		'the webhook is sent when a queued request completes, and the request records its response, its state and the delivery',
		async () => {
			const { url, received } = await service.receiver();
			const connection = await service.connect();
			const { id } = await exchanged(connection, undefined, { webhookUrl: url });
			await received(1);
			const record = await within(
				() => service.recordOf(id),
				(each) => each.webhook_attempts?.length > 0 && !!(each.response_xml ?? each.response_json),
			);
			expect(record.state).toEqual(text);
			expect(record.response_xml ?? record.response_json).toBeTruthy();
			expect(record.webhook_attempts[0]).toMatchObject({ attempted_at: timestamp, response: text });
		},
		'connector',
		'receiver',
	);

	decided(
		'a request that was answered shows both forms of request and response, and is response_received',
		async () => {
			const connection = await service.connect();
			const { id } = await exchanged(connection);
			expect(await service.recordOf(id)).toMatchObject({
				request_xml: text,
				request_json: expect.any(Object),
				response_xml: text,
				response_json: [expect.any(Object)],
				state: 'response_received',
			});
		},
		'connector',
	);

	stated('a connector configuration file can be fetched for each connection', async () => {
		for (const { call } of [await service.connect(), await service.connect()]) {
			const answer = await call('GET', '/qwc');
			expectSuccess(answer);
			expect(connectorFileIn(answer.body)).toMatch(/</);
		}
	});

	decided('each connection has a connector file of its own', async () => {
		const [one, other] = [await service.connect(), await service.connect()];
		const { qwc } = (await one.call('GET', '/qwc')).body;
		expect((await other.call('GET', '/qwc')).body.qwc).not.toBe(qwc);
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

	const kinds = async () => {
		const { id } = await service.connect();
		return [
			await service.api('GET', '/connections'),
			await service.api('GET', `/connections/${id}/customers`),
			await service.api('GET', '/queued_requests/00000000-0000-4000-8000-000000000000'),
			await service.anonymous('GET', '/connections'),
		];
	};

	stated('payloads are JSON, of errors too', async () => {
		for (const answer of await kinds()) expect(() => JSON.parse(answer.text)).not.toThrow();
	});

	decided('payloads are called application/json', async () => {
		const answers = await kinds();
		expect(answers.map(({ headers }) => headers['content-type'])).toEqual(
			answers.map(() => expect.stringContaining('application/json')),
		);
	});

	stated('identifiers are UUID strings', async () => {
		const { created, queue } = await service.connect();
		const { id } = await queue();
		expect([created.id, created.app_id, created.username, id]).toEqual(Array(4).fill(uuid));
	});

	const times = async () => {
		const { created, queue } = await service.connect();
		return [created, await queue()].flatMap(({ inserted_at, updated_at }) => [
			inserted_at,
			updated_at,
		]);
	};

	stated('timestamps are ISO 8601 strings in UTC', async () => {
		const shown = (await times()).filter((each) => each !== undefined);
		expect(shown).toEqual(shown.map(() => timestamp));
	});

	decided('timestamps end in Z', async () => {
		expect(await times()).toEqual(Array(4).fill(timestampWithZ));
	});

	stated('a response with a single object wraps it in data', async () => {
		const { id, call } = await service.connect();
		const queued = (await call('GET', '/customers')).body;
		const created = (await service.api('POST', '/connections', { body: {} })).body;
		const answers = [
			created,
			(await service.api('GET', `/connections/${id}`)).body,
			(await call('POST', '/password', { body: {} })).body,
			(await call('POST', '/queued_requests', { body: { request_json } })).body,
			queued,
			(await service.api('GET', `/queued_requests/${queued.data.id}`)).body,
		];
		await service.api('DELETE', `/connections/${created.data.id}`);
		for (const answer of answers) expect(answer).toMatchObject({ data: { id: uuid } });
	});
});

import { createHmac } from 'node:crypto';

import { answer } from '../service/support/qbxml';
import { exchanged, sessionWithQuery } from './support/exchange';
import { text, timestamp, timestampWithZ } from './support/expectations';
import { decided, stated } from './support/statement';
import { target } from './support/target';
import { within } from './support/wait';

const refusal = answer('CustomerQuery', { statusCode: 3120, severity: 'Error' });

describe('6 Events', () => {
	const service = target();

	const settled = (id: string) =>
		within(
			() => service.recordOf(id),
			({ webhook_state }) => webhook_state !== 'pending',
		);

	stated(
		'1. the webhook is a POST to webhook_url, with its query, when the request completes',
		async () => {
			const { url, received, deliveries } = await service.receiver();
			const connection = await service.connect();
			await connection.queueXml(url);
			const session = await sessionWithQuery(connection);
			expect(deliveries).toEqual([]);
			await session.receive(answer('CustomerQuery'));
			await session.close();
			const [{ method, path }] = await received(1);
			expect([method, path]).toEqual(['POST', '/hook?token=secret-token']);
		},
		'connector',
		'receiver',
	);

	stated(
		'2. each try is recorded with its time and response, and webhook_state tells how it stands',
		async () => {
			const { url, received, deliveries } = await service.receiver();
			const { id } = await exchanged(await service.connect(), undefined, { webhookUrl: url });
			await received(1);
			const record = await within(
				() => service.recordOf(id),
				({ webhook_attempts }) => webhook_attempts?.length >= deliveries.length,
			);
			expect(record.webhook_attempts.length).toBeGreaterThanOrEqual(1);
			for (const attempt of record.webhook_attempts)
				expect(attempt).toMatchObject({ attempted_at: timestamp, response: text });
			expect(['pending', 'succeeded', 'failed']).toContain(record.webhook_state);
		},
		'connector',
		'receiver',
	);

	decided(
		'2. a delivery that was not accepted is tried again, and webhook_state is succeeded after the first 2xx',
		async () => {
			let tries = 0;
			const { url } = await service.receiver((response) => {
				tries += 1;
				response.writeHead(tries < 2 ? 500 : 200).end(`try ${tries}`);
			});
			const { id } = await exchanged(await service.connect(), undefined, { webhookUrl: url });
			const record = await settled(id);
			expect(record).toMatchObject({
				webhook_state: 'succeeded',
				webhook_attempts: [
					{ attempted_at: timestampWithZ, response: expect.stringContaining('500') },
					{ attempted_at: timestampWithZ, response: expect.stringContaining('200') },
				],
			});
			expect(record).not.toHaveProperty('webhook_error');
		},
		'connector',
		'receiver',
	);

	stated(
		'4. a request without a webhook URL has no webhook',
		async () => {
			const { id } = await exchanged(await service.connect());
			const { webhook_state, webhook_attempts } = await service.recordOf(id);
			expect(['not_applicable', undefined, null]).toContain(webhook_state);
			expect(webhook_attempts ?? []).toEqual([]);
		},
		'connector',
	);

	decided(
		'4. a delivery that was accepted is not made again',
		async () => {
			const { url, received } = await service.receiver();
			const connection = await service.connect();
			const hooked = await exchanged(connection, undefined, { webhookUrl: url });
			await settled(hooked.id);
			expect((await received(1)).map(({ body }) => body.id)).toEqual([hooked.id]);
		},
		'connector',
		'receiver',
	);

	decided(
		'the payload of a completed request has its response, and error is null',
		async () => {
			const { url, received } = await service.receiver();
			const { id } = await exchanged(await service.connect(), undefined, { webhookUrl: url });
			const [{ body, headers }] = await received(1);
			const record = await service.recordOf(id);
			expect(headers['content-type']).toMatch(/^application\/json/);
			expect(body).toEqual({
				timestamp: timestampWithZ,
				id,
				page_request_id: id,
				page: 1,
				state: 'completed',
				response_xml: record.response_xml,
				response_json: record.response_json,
				error: null,
			});
		},
		'connector',
		'receiver',
	);

	decided(
		'the payload of a request that failed has state error and the request’s error object',
		async () => {
			const { url, received } = await service.receiver();
			const { id } = await exchanged(await service.connect(), refusal, { webhookUrl: url });
			const [{ body }] = await received(1);
			const { error } = await service.recordOf(id);
			expect(body).toMatchObject({ state: 'error', error, response_xml: refusal });
		},
		'connector',
		'receiver',
	);

	decided(
		'a request that never got an answer has null for both forms of the response',
		async () => {
			const { url, received } = await service.receiver();
			await exchanged(await service.connect(), '', {
				webhookUrl: url,
				hresult: '0x80040400',
			});
			const [{ body }] = await received(1);
			expect(body).toMatchObject({
				state: 'error',
				response_xml: null,
				response_json: null,
				error: { code: '0x80040400', message: text },
			});
		},
		'connector',
		'receiver',
	);

	decided(
		'the delivery is signed over its time and raw body with the webhook secret',
		async () => {
			const { url, received } = await service.receiver();
			await exchanged(await service.connect(), undefined, { webhookUrl: url });
			const [{ headers, raw }] = await received(1);
			const { webhookHeader, webhookSecret = '' } = service.facts();
			const [, time, signature] =
				/^t=(\d+),v1=([0-9a-f]{64})/.exec(String(headers[webhookHeader.toLowerCase()])) ?? [];
			const hmac = createHmac('sha256', webhookSecret).update(`${time}.${raw}`);
			expect(signature).toBe(hmac.digest('hex'));
			expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(500);
		},
		'connector',
		'receiver',
		'webhook secret',
	);

	for (const status of [200, 201, 202, 204, 299])
		decided(
			`${status} is a success`,
			async () => {
				const { url } = await service.receiver((response) => void response.writeHead(status).end());
				const { id } = await exchanged(await service.connect(), undefined, { webhookUrl: url });
				expect(await settled(id)).toMatchObject({
					webhook_state: 'succeeded',
					webhook_attempts: [{ response: expect.stringContaining(String(status)) }],
				});
			},
			'connector',
			'receiver',
		);

	for (const status of [301, 307, 400, 410, 500, 503])
		decided(
			`${status} is none: it is tried again, and has failed once every try is spent`,
			async () => {
				const { url } = await service.receiver(
					(response) => void response.writeHead(status, { location: '/elsewhere' }).end(),
				);
				const { id } = await exchanged(await service.connect(), undefined, { webhookUrl: url });
				const record = await settled(id);
				expect(record).toMatchObject({ webhook_state: 'failed', webhook_error: text });
				expect(record.webhook_attempts).toHaveLength(3);
			},
			'connector',
			'receiver',
			'settings',
		);
});

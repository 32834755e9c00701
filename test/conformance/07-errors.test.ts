import { randomUUID } from 'node:crypto';
import { expectError } from './support/expectations';
import { operations } from './support/operations';
import { openSession } from './support/exchange';
import { decided, statement } from './support/statement';
import { target } from './support/target';

describe('7 Errors', () => {
	const service = target();
	const unknown = randomUUID();

	statement('unauthorized is answered with 401', async () => {
		expectError(await service.anonymous('GET', '/connections'), 401, 'unauthorized');
	});

	for (const { name, method, path, body, of } of operations) {
		if (of === 'application' || name === 'DELETE /queued_requests/{request_id}') continue;
		statement(`${name} answers not_found with 404 when there is no such ${of}`, async () => {
			expectError(await service.api(method, path(unknown, unknown), { body }), 404, 'not_found');
		});
		decided(`${name} answers not_found to an ID that is no UUID`, async () => {
			const answer = await service.api(method, path('7', '7'), { body });
			expectError(answer, 404, 'not_found');
		});
	}

	statement(
		'a queued request that never was, or is gone, was not found or has been deleted',
		async () => {
			const { id } = await (await service.connect()).queue();
			await service.api('DELETE', `/queued_requests/${id}`, { query: { force: 'true' } });
			for (const each of [unknown, id]) {
				const { body } = await service.api('GET', `/queued_requests/${each}`);
				expect(body.error.message).toMatch(/not found or has been deleted/);
			}
		},
	);

	for (const { name, method, path, body } of operations.filter(({ validates }) => validates))
		statement(`${name} can answer invalid_request`, async () => {
			const { id } = await service.connect();
			const sent = method === 'POST' ? { body: { ...body, webhook_url: 5 } } : {};
			const query = method === 'GET' ? { webhook_url: 'nowhere' } : undefined;
			const answer = await service.api(method, path(id, unknown), { ...sent, query });
			expect([answer.status >= 400 && answer.status < 500, answer.body.error.code]).toEqual([
				true,
				'invalid_request',
			]);
		});

	decided('what fails validation is invalid_request with 422', async () => {
		const { call } = await service.connect();
		expectError(await call('POST', '/queued_requests', { body: {} }), 422, 'invalid_request');
	});

	for (const body of ['{', '{"request_xml":', 'nothing'])
		decided(`malformed JSON (${body}) is invalid_request with 400`, async () => {
			const { call } = await service.connect();
			expectError(await call('POST', '/queued_requests', { body }), 400, 'invalid_request');
		});

	decided('invalid_state is answered with 409', async () => {
		const { id } = await (await service.connect()).queue();
		expectError(await service.api('DELETE', `/queued_requests/${id}`), 409, 'invalid_state');
	});

	decided(
		'connection_active is answered with 409',
		async () => {
			const connection = await service.connect();
			const { id } = await connection.queue();
			const session = await openSession(connection);
			expectError(await service.api('DELETE', `/queued_requests/${id}`), 409, 'connection_active');
			await session.close();
		},
		'connector',
	);

	decided('a path that does not exist is not_found', async () => {
		expectError(await service.api('GET', '/nothing'), 404, 'not_found');
	});
});

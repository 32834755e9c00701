import { randomUUID } from 'node:crypto';

import { openSession } from './support/exchange';
import { expectError, expectErrorAsHere } from './support/expectations';
import { operations } from './support/operations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

describe('7 Errors', () => {
	const service = target();
	const unknown = randomUUID();

	stated('unauthorized is answered with 401', async () => {
		expectError(await service.anonymous('GET', '/connections'), 'unauthorized');
	});

	for (const { name, method, path, body, of } of operations) {
		if (of === 'application' || name === 'DELETE /queued_requests/{request_id}') continue;
		stated(`${name} answers not_found with 404 when there is no such ${of}`, async () => {
			expectError(await service.api(method, path(unknown, unknown), { body }), 'not_found');
		});
		decided(`${name} answers not_found to an ID that is no UUID`, async () => {
			const answer = await service.api(method, path('7', '7'), { body });
			expectErrorAsHere(answer, 'not_found');
		});
	}

	/** What is said of a request that never was, and of one that is gone with its connection. */
	const notFound = async (): Promise<string[]> => {
		const { id, queue } = await service.connect();
		const gone = (await queue()).id;
		await service.api('DELETE', `/connections/${id}`);
		const messages: string[] = [];
		for (const each of [unknown, gone])
			messages.push((await service.api('GET', `/queued_requests/${each}`)).body.error.message);
		return messages;
	};

	stated('of a queued request, the message says it was not found or has been deleted', async () => {
		for (const message of await notFound())
			expect(message).toMatch(/not (be )?found|not exist|deleted/i);
	});

	decided('the message says it in these words', async () => {
		for (const message of await notFound())
			expect(message).toMatch(/not found or has been deleted/);
	});

	const validating = operations.filter(({ validates }) => validates);

	for (const { name, method, path } of validating.filter((each) => each.method === 'POST'))
		stated(`${name} answers invalid_request to a malformed body`, async () => {
			const { id } = await service.connect();
			expectError(await service.api(method, path(id, unknown), { body: '{' }), 'invalid_request');
		});

	for (const { name, method, path, body } of validating)
		decided(`${name} answers invalid_request with 422 to a webhook URL that is none`, async () => {
			const { id } = await service.connect();
			const call =
				method === 'POST'
					? { body: { ...body, webhook_url: 5 } }
					: { query: { webhook_url: 'nowhere' } };
			expectErrorAsHere(await service.api(method, path(id, unknown), call), 'invalid_request');
		});

	for (const body of ['{', '{"request_xml":', 'nothing'])
		decided(`malformed JSON (${body}) is invalid_request with 400`, async () => {
			const { call } = await service.connect();
			expectErrorAsHere(await call('POST', '/queued_requests', { body }), 'invalid_request', 400);
		});

	decided(
		'invalid_state is answered with 409',
		async () => {
			const { id } = await (await service.connect()).queue();
			expectErrorAsHere(await service.api('DELETE', `/queued_requests/${id}`), 'invalid_state');
		},
		'idle connection',
	);

	decided(
		'connection_active is answered with 409',
		async () => {
			const connection = await service.connect();
			const { id } = await connection.queue();
			const session = await openSession(connection);
			expectErrorAsHere(await service.api('DELETE', `/queued_requests/${id}`), 'connection_active');
			await session.close();
		},
		'connector',
	);

	decided('a path that does not exist is not_found', async () => {
		expectErrorAsHere(await service.api('GET', '/nothing'), 'not_found');
	});
});

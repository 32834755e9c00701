import { randomUUID } from 'node:crypto';

import { answer } from '../service/support/qbxml';
import { exchanged, iterated, openSession, sessionWithQuery, vendorPage } from './support/exchange';
import { expectError, expectErrorAsHere, expectSuccess } from './support/expectations';
import { decided, stated } from './support/statement';
import { target } from './support/target';
import { within } from './support/wait';

describe('4.4 Delete a queued request', () => {
	const service = target();

	const remove = (id: string, query?: Record<string, string>) =>
		service.api('DELETE', `/queued_requests/${id}`, { query });
	/** When a connector counts as gone after its session was closed is not shown. */
	const removeWhenIdle = (id: string) =>
		within(
			() => remove(id),
			({ body }) => body?.error?.code !== 'connection_active',
		);
	const expectGone = async (id: string) =>
		expectError(await service.api('GET', `/queued_requests/${id}`), 'not_found');

	stated('1. deleting a request that never existed succeeds', async () => {
		expectSuccess(await remove(randomUUID()));
	});

	decided('deleting answers 204 with an empty body', async () => {
		expect(await remove(randomUUID())).toMatchObject({ status: 204, text: '' });
	});

	stated(
		'1. deleting a request that is already deleted succeeds',
		async () => {
			const { id } = await exchanged(await service.connect());
			expectSuccess(await removeWhenIdle(id));
			for (let time = 2; time <= 3; time += 1) expectSuccess(await remove(id));
			await expectGone(id);
		},
		'connector',
	);

	stated(
		'2. a request that is not in a terminal state is not deleted: invalid_state',
		async () => {
			const { id } = await (await service.connect()).queue();
			expectError(await remove(id), 'invalid_state');
			expect((await service.recordOf(id)).id).toBe(id);
		},
		'idle connection',
	);

	decided('3. force=true deletes a request in a non-terminal state', async () => {
		const { id } = await (await service.connect()).queue();
		expect((await remove(id, { force: 'true' })).status).toBe(204);
		await expectGone(id);
	});

	decided(
		'3. a request deleted by force is not handed out any more',
		async () => {
			const connection = await service.connect();
			await remove((await connection.queue()).id, { force: 'true' });
			expect((await connection.signIn()).answer).toBe('none');
		},
		'connector',
	);

	decided(
		'3. force=false is like no force at all',
		async () => {
			const { id } = await (await service.connect()).queue();
			expectErrorAsHere(await remove(id, { force: 'false' }), 'invalid_state');
			expect((await service.recordOf(id)).state).toBe('waiting');
		},
		'idle connection',
	);

	decided('a force that is neither true nor false is invalid_request', async () => {
		const { id } = await (await service.connect()).queue();
		expectErrorAsHere(await remove(id, { force: 'perhaps' }), 'invalid_request');
	});

	decided(
		'4. while a session of the connector is open nothing of the connection is deleted: connection_active; after it has disconnected it is',
		async () => {
			const connection = await service.connect();
			const [ended, waiting] = [await connection.queue(), await connection.queue('/vendors')];
			const session = await openSession(connection);
			await session.send();
			await session.receive(answer('CustomerQuery'));
			for (const { id } of [ended, waiting])
				expectErrorAsHere(await remove(id), 'connection_active');
			await session.close();
			expect((await remove(ended.id)).status).toBe(204);
		},
		'connector',
	);

	decided(
		'force does not get past an active connector',
		async () => {
			const connection = await service.connect();
			const { id } = await connection.queue();
			const session = await openSession(connection);
			expectErrorAsHere(await remove(id, { force: 'true' }), 'connection_active');
			await session.close();
			expect((await remove(id, { force: 'true' })).status).toBe(204);
		},
		'connector',
	);

	stated(
		'4. a connector that is active on another connection does not matter',
		async () => {
			const [active, other] = [await service.connect(), await service.connect()];
			const { id } = await exchanged(other);
			await active.queueXml();
			const session = await sessionWithQuery(active);
			expectSuccess(await removeWhenIdle(id));
			await session.close();
		},
		'connector',
	);

	decided(
		'deleting an iterated request deletes all its pages',
		async () => {
			const connection = await service.connect();
			const { queued } = await iterated(connection, 3);
			expect((await remove(queued.id)).status).toBe(204);
			expect((await connection.call('GET', '/queued_requests')).body.data).toEqual([]);
		},
		'connector',
	);

	decided(
		'one page that failed does not keep an iterated request from being deleted',
		async () => {
			const connection = await service.connect();
			const { id } = await connection.queue('/vendors', { iterate: 'true' });
			const session = await openSession(connection);
			await session.send();
			await session.receive(vendorPage(1));
			await session.close();
			expect((await service.recordOf(id)).state).toBe('error');
			expect((await remove(id)).status).toBe(204);
		},
		'connector',
	);
});

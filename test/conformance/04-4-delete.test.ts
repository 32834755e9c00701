import { randomUUID } from 'node:crypto';
import { answer } from '../service/support/qbxml';
import { exchanged, iterated, openSession, vendorPage } from './support/exchange';
import { expectError } from './support/expectations';
import { decided, statement } from './support/statement';
import { target } from './support/target';

describe('4.4 Delete a queued request', () => {
	const service = target();

	const remove = (id: string, query?: Record<string, string>) =>
		service.api('DELETE', `/queued_requests/${id}`, { query });
	const expectGone = async (id: string) =>
		expectError(await service.api('GET', `/queued_requests/${id}`), 404, 'not_found');

	statement('1. deleting a request that never existed succeeds', async () => {
		expect(await remove(randomUUID())).toMatchObject({ status: 204, text: '' });
	});

	statement(
		'1. deleting a request that is already deleted succeeds',
		async () => {
			const { id } = await exchanged(await service.connect());
			for (const time of [1, 2, 3]) expect([time, (await remove(id)).status]).toEqual([time, 204]);
			await expectGone(id);
		},
		'connector',
	);

	statement(
		'2. a request that is not in a terminal state is not deleted: invalid_state',
		async () => {
			const { id } = await (await service.connect()).queue();
			expectError(await remove(id), 409, 'invalid_state');
			expect((await service.recordOf(id)).state).toBe('waiting');
		},
	);

	statement('3. the force option deletes a request in a non-terminal state', async () => {
		const { id } = await (await service.connect()).queue();
		expect((await remove(id, { force: 'true' })).status).toBe(204);
		await expectGone(id);
	});

	statement(
		'3. a request deleted by force is not handed out any more',
		async () => {
			const connection = await service.connect();
			await remove((await connection.queue()).id, { force: 'true' });
			expect((await connection.signIn()).answer).toBe('none');
		},
		'connector',
	);

	statement('3. force=false is like no force at all', async () => {
		const { id } = await (await service.connect()).queue();
		expectError(await remove(id, { force: 'false' }), 409, 'invalid_state');
	});

	decided('a force that is neither true nor false is invalid_request', async () => {
		const { id } = await (await service.connect()).queue();
		expectError(await remove(id, { force: 'perhaps' }), 422, 'invalid_request');
	});

	statement(
		'4. while the connector is active nothing of the connection is deleted: connection_active; after it has disconnected it is',
		async () => {
			const connection = await service.connect();
			const [ended, waiting] = [await connection.queue(), await connection.queue('/vendors')];
			const session = await openSession(connection);
			await session.send();
			await session.receive(answer('CustomerQuery'));
			for (const { id } of [ended, waiting])
				expectError(await remove(id), 409, 'connection_active');
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
			expectError(await remove(id, { force: 'true' }), 409, 'connection_active');
			await session.close();
			expect((await remove(id, { force: 'true' })).status).toBe(204);
		},
		'connector',
	);

	statement(
		'4. a connector that is active on another connection does not matter',
		async () => {
			const [active, other] = [await service.connect(), await service.connect()];
			await active.queue();
			const session = await openSession(active);
			const { id } = await other.queue();
			expect((await remove(id, { force: 'true' })).status).toBe(204);
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

import { answer } from '../service/support/qbxml';
import { exchanged, openSession, sessionWithQuery } from './support/exchange';
import { expectError, expectErrorAsHere, expectSuccess } from './support/expectations';
import { moves, receives, refusal, retryable, sent, situationAfter, takes } from './support/moves';
import { decided, NotAsked, stated } from './support/statement';
import { target } from './support/target';
import { terminal, within } from './support/wait';

const requestStates = [
	'waiting',
	'retryable',
	'ticketed',
	'sent',
	'response_received',
	'error',
	'discarded',
];
const webhookStates = ['not_applicable', 'pending', 'succeeded', 'failed'];

describe('3 States and transitions', () => {
	const service = target();

	for (const [parameter, values] of Object.entries({
		state: requestStates,
		webhook_state: webhookStates,
	})) {
		for (const value of values)
			stated(`${value} is a ${parameter}`, async () => {
				const { call } = await service.connect();
				const answered = await call('GET', '/queued_requests', { query: { [parameter]: value } });
				expect(answered.status).toBe(200);
			});
		decided(`a list refuses any other ${parameter}`, async () => {
			const { call } = await service.connect();
			const query = { [parameter]: 'completed' };
			expectErrorAsHere(await call('GET', '/queued_requests', { query }), 'invalid_request');
		});
	}

	stated('a newly queued request is waiting, its webhook not applicable', async () => {
		const { queue, queueXml } = await service.connect();
		for (const queued of [await queue(), await queueXml()])
			expect(queued).toMatchObject({ state: 'waiting', webhook_state: 'not_applicable' });
	});

	decided('the webhook of a newly queued request with a webhook URL is pending', async () => {
		const { queueXml } = await service.connect();
		expect((await queueXml('https://receiver.example/')).webhook_state).toBe('pending');
	});

	for (const { from, to, when, before = [], step, code, query } of moves)
		decided(
			`a request moves from ${from} to ${to} when ${when}`,
			async () => {
				const connection = await service.connect();
				const situation = await situationAfter(before, connection, query);
				const { id } = situation.queued;
				expect((await service.recordOf(id)).state).toBe(from);
				await step(situation);
				const record = await service.recordOf(id);
				expect([record.state, record.error?.code]).toEqual([to, code]);
			},
			'connector',
		);

	for (const [from, before] of [
		['waiting', []],
		['retryable', retryable],
	] as const)
		decided(
			`a request moves from ${from} to discarded when it is deleted by force, and its webhook says so`,
			async () => {
				const { url, received } = await service.receiver();
				const connection = await service.connect();
				const { queued } = await situationAfter(before, connection, { webhook_url: url });
				await service.api('DELETE', `/queued_requests/${queued.id}`, { query: { force: 'true' } });
				const [{ body }] = await received(1);
				expect([body.state, body.error?.code]).toEqual(['discarded', 'discarded']);
			},
			'connector',
			'receiver',
		);

	for (const [state, end] of [
		['response_received', answer('CustomerQuery')],
		['error', refusal],
	])
		decided(
			`${state} is terminal: the request is never sent again`,
			async () => {
				const connection = await service.connect();
				const { id } = await exchanged(connection, end);
				expect((await service.recordOf(id)).state).toBe(state);
				expect((await connection.signIn()).answer).toBe('none');
			},
			'connector',
		);

	const remove = (id: string) => service.api('DELETE', `/queued_requests/${id}`);

	for (const [what, response] of [
		['was answered', answer('CustomerQuery')],
		['was refused by the application', refusal],
	])
		stated(
			`1. a request that ${what}, and so is in a terminal state, can be deleted`,
			async () => {
				const connection = await service.connect();
				const { id } = await exchanged(connection, response);
				const answered = await within(
					() => remove(id),
					({ body }) => body?.error?.code !== 'connection_active',
				);
				expectSuccess(answered);
				expectError(await service.api('GET', `/queued_requests/${id}`), 'not_found');
			},
			'connector',
		);

	stated(
		'1. a request that is waiting cannot be deleted: invalid_state',
		async () => {
			const { id } = await (await service.connect()).queue();
			expectError(await remove(id), 'invalid_state');
			expect((await service.recordOf(id)).id).toBe(id);
		},
		'idle connection',
	);

	stated(
		'1. a request that could not be taken, and is not in a terminal state, cannot be deleted: invalid_state',
		async () => {
			const connection = await service.connect();
			const { queued } = await situationAfter(retryable, connection);
			const { state } = await service.recordOf(queued.id);
			if (terminal.includes(state)) throw new NotAsked(`a request that was not taken is ${state}`);
			const answered = await within(
				() => remove(queued.id),
				({ body }) => body?.error?.code !== 'connection_active',
			);
			expectError(answered, 'invalid_state');
			expect((await service.recordOf(queued.id)).id).toBe(queued.id);
		},
		'connector',
	);

	stated(
		'1. and 2. a request that the connector has in hand cannot be deleted',
		async () => {
			const connection = await service.connect();
			const { id } = await connection.queueXml();
			const session = await sessionWithQuery(connection);
			const { body } = await remove(id);
			expect(['connection_active', 'invalid_state']).toContain(body?.error?.code);
			expect((await service.recordOf(id)).id).toBe(id);
			await session.close();
		},
		'connector',
	);

	for (const [state, before] of [
		['ticketed', [takes]],
		['sent', sent],
		['response_received', [...sent, receives(answer('VendorQuery'))]],
	] as const)
		decided(
			`2. a request that is ${state} cannot be deleted while a session of its connector is open: connection_active`,
			async () => {
				const connection = await service.connect();
				const { queued, session } = await situationAfter(before, connection);
				expect((await service.recordOf(queued.id)).state).toBe(state);
				expectErrorAsHere(await remove(queued.id), 'connection_active');
				await session?.close();
			},
			'connector',
		);

	stated('3. deleting a connection deletes all its queued requests', async () => {
		const { id, queue } = await service.connect();
		const requests = [await queue(), await queue('/vendors')];
		expect((await service.api('DELETE', `/connections/${id}`)).status).toBe(204);
		for (const request of requests)
			expectError(await service.api('GET', `/queued_requests/${request.id}`), 'not_found');
	});

	const deliveries: readonly [to: string, when: string, status: number, attempts: number][] = [
		['succeeded', 'the receiver answers with a 2xx', 299, 1],
		['failed', 'every try is spent', 500, 3],
	];
	for (const [to, when, status, attempts] of deliveries)
		decided(
			`webhook_state moves from pending to ${to} when ${when}`,
			async () => {
				const { url } = await service.receiver((response) => void response.writeHead(status).end());
				const connection = await service.connect();
				const { id, webhook_state } = await connection.queueXml(url);
				expect(webhook_state).toBe('pending');
				const session = await openSession(connection);
				await session.send();
				expect((await service.recordOf(id)).webhook_state).toBe('pending');
				await session.receive(answer('CustomerQuery'));
				await session.close();
				const record = await within(
					() => service.recordOf(id),
					(each) => each.webhook_state !== 'pending',
				);
				expect([record.webhook_state, record.webhook_attempts.length]).toEqual([to, attempts]);
			},
			'connector',
			'receiver',
			...(attempts > 1 ? (['settings'] as const) : []),
		);
});

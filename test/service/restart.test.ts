import path from 'node:path';

import { type ApiClient, apiClient, type Fields } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { cleanUp, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';

describe('a service that was killed', () => {
	afterAll(cleanUp);

	async function connectionOf(api: ApiClient, baseUrl: string) {
		const { id, username } = (await api('POST', '/connections')).body.data;
		const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
		const connector = connectorClient(`${new URL(baseUrl).origin}/connector`);
		const queue = async (target: string) =>
			(await api('GET', `/connections/${id}${target}`)).body.data.id;
		return { id, connector, queue, signIn: () => connector.authenticate(username, password) };
	}

	type Prepared = Awaited<ReturnType<typeof prepare>>;
	let api: ApiClient;
	let baseUrl: string;
	let before: Prepared;

	/** One connection per situation in which a service can be killed. */
	async function prepare() {
		const idle = await connectionOf(api, baseUrl);
		const waitingId = await idle.queue('/customers');

		const taking = await connectionOf(api, baseUrl);
		const takenId = await taking.queue('/customers');
		await taking.signIn();

		const sending = await connectionOf(api, baseUrl);
		const sentId = await sending.queue('/customers');
		const behindId = await sending.queue('/vendors');
		const [ticket] = await sending.signIn();
		await sending.connector.sendRequestXML(ticket);

		const iterating = await connectionOf(api, baseUrl);
		const iteratedId = await iterating.queue('/vendors?iterate=true');
		const [iteratingTicket] = await iterating.signIn();
		await iterating.connector.sendRequestXML(iteratingTicket);
		const attributes = 'iteratorRemainingCount="2" iteratorID="{1}"';
		await iterating.connector.receiveResponseXML(
			iteratingTicket,
			answer('VendorQuery', { attributes }),
		);
		expect(await stateOf(takenId)).toEqual(['ticketed', undefined]);
		expect(await stateOf(sentId)).toEqual(['sent', undefined]);
		expect(await stateOf(iteratedId)).toEqual(['ticketed', undefined]);

		const listed = (await api('GET', `/connections/${idle.id}/queued_requests`)).body;
		const connections = (await api('GET', '/connections')).body.data;
		return {
			idle,
			waitingId,
			takenId,
			sentId,
			behindId,
			iterating,
			iteratedId,
			listed,
			connections,
		};
	}

	const stateOf = async (id: string) => {
		const { state, error } = (await api('GET', `/queued_requests/${id}`)).body.data;
		return [state, error?.code];
	};

	beforeAll(async () => {
		const words = ['--api-key', 'key', '--database', path.join(await temporaryFolder(), 'data')];
		const start = async () => {
			const started = await startProcess(words);
			({ baseUrl } = started);
			api = apiClient(baseUrl, 'key');
			return started;
		};
		const first = await start();
		before = await prepare();
		await first.end('SIGKILL');
		await start();
	});

	it('still has its applications, connections and requests', async () => {
		expect(await stateOf(before.waitingId)).toEqual(['waiting', undefined]);
		const path = `/connections/${before.idle.id}/queued_requests`;
		expect((await api('GET', path)).body).toEqual(before.listed);
		const known = (connections: readonly Fields[]) =>
			connections.map(({ id, app_id, username }) => [id, app_id, username]);
		expect(known((await api('GET', '/connections')).body.data)).toEqual(known(before.connections));
	});

	it('puts back what a session had only taken', async () => {
		expect(await stateOf(before.takenId)).toEqual(['waiting', undefined]);
	});

	it('never sends again what was sent, and knows no more of its effect', async () => {
		expect(await stateOf(before.sentId)).toEqual(['error', 'connection_error']);
		expect(await stateOf(before.behindId)).toEqual(['waiting', undefined]);
	});

	it('has no session open any more', async () => {
		expect((await api('DELETE', `/queued_requests/${before.sentId}`)).status).toBe(204);
	});

	it('gives up the next page of an iterated request, and keeps the pages before it', async () => {
		expect(await stateOf(before.iteratedId)).toEqual(['error', 'connection_error']);
		const path = `/connections/${before.iterating.id}/queued_requests`;
		const pages = (await api('GET', path)).body.data;
		expect(pages.map(({ page, state }) => [page, state])).toEqual([
			[2, 'error'],
			[1, 'response_received'],
		]);
	});
});

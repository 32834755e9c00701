import path from 'node:path';

import { type ApiClient, apiClient, type Fields } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { cleanUp, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';

describe('a service that was killed', () => {
	afterAll(cleanUp);

	async function connectionOf() {
		const { id, username } = (await api('POST', '/connections')).body.data;
		const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
		return {
			id,
			queue: async (target: string) =>
				(await api('GET', `/connections/${id}${target}`)).body.data.id as string,
			signIn: () => connector.authenticate(username, password),
			pages: async () =>
				(await api('GET', `/connections/${id}/queued_requests`)).body.data.map(
					({ page, state }: Fields) => [page, state],
				),
		};
	}

	let api: ApiClient;
	let connector: ReturnType<typeof connectorClient>;
	let before: Awaited<ReturnType<typeof prepare>>;

	/** A connection whose session has only fetched its request. */
	async function fetching() {
		const connection = await connectionOf();
		const id = await connection.queue('/customers');
		const [ticket] = await connection.signIn();
		return { ...connection, requestId: id, ticket };
	}

	/** A connection whose session was sent its request. */
	async function sending() {
		const fetched = await fetching();
		const behindId = await fetched.queue('/vendors');
		await connector.sendRequestXML(fetched.ticket);
		return { ...fetched, behindId };
	}

	const iterated = (remaining: number) =>
		answer('VendorQuery', { attributes: `iteratorRemainingCount="${remaining}" iteratorID="{1}"` });

	/** A connection whose session has fetched the second page of a request. */
	async function iterating() {
		const connection = await connectionOf();
		const id = await connection.queue('/vendors?iterate=true');
		const [ticket] = await connection.signIn();
		await connector.sendRequestXML(ticket);
		await connector.receiveResponseXML(ticket, iterated(2));
		return { ...connection, requestId: id, ticket };
	}

	/** Two connections for each situation in which a service can be killed: one connector goes on, one signs in again. */
	async function prepare() {
		const idle = await connectionOf();
		const waitingId = await idle.queue('/customers');
		const twice = async <Situation>(make: () => Promise<Situation>) => ({
			goesOn: await make(),
			signsIn: await make(),
		});
		const fetched = await twice(fetching);
		const sent = await twice(sending);
		const pages = await twice(iterating);
		expect(await stateOf(fetched.goesOn.requestId)).toEqual(['ticketed', undefined]);
		expect(await stateOf(sent.goesOn.requestId)).toEqual(['sent', undefined]);
		expect(await stateOf(pages.goesOn.requestId)).toEqual(['ticketed', undefined]);
		const listed = (await api('GET', `/connections/${idle.id}/queued_requests`)).body;
		const connections = (await api('GET', '/connections')).body.data;
		return { idle, waitingId, fetched, sent, pages, listed, connections };
	}

	const stateOf = async (id: string) => {
		const { state, error } = (await api('GET', `/queued_requests/${id}`)).body.data;
		return [state, error?.code];
	};

	beforeAll(async () => {
		const database = path.join(await temporaryFolder(), 'data');
		const words = ['--api-key', 'key', '--database', database, '--hold-session', '0'];
		const start = async () => {
			const started = await startProcess(words);
			api = apiClient(started.baseUrl, 'key');
			connector = connectorClient(`${new URL(started.baseUrl).origin}/connector`);
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

	describe('to whom a connector calls on', () => {
		it('sends what was only fetched', async () => {
			const { ticket, requestId } = before.fetched.goesOn;
			expect(await connector.sendRequestXML(ticket)).toContain('CustomerQueryRq');
			expect(await stateOf(requestId)).toEqual(['sent', undefined]);
			expect(await connector.sendRequestXML(ticket)).toBe('');
		});

		it('takes the answer to what was sent, and goes on', async () => {
			const { ticket, requestId, behindId } = before.sent.goesOn;
			expect((await api('DELETE', `/queued_requests/${requestId}`)).status).toBe(409);
			const taken = await connector.receiveResponseXML(ticket, answer('CustomerQuery'));
			expect(taken).toBe(50);
			expect(await stateOf(requestId)).toEqual(['response_received', undefined]);
			expect(await stateOf(behindId)).toEqual(['ticketed', undefined]);
			expect(await connector.receiveResponseXML(ticket, answer('CustomerQuery'))).toBe(-1);
		});

		it('goes on with an iterator', async () => {
			const { ticket, pages } = before.pages.goesOn;
			expect(await connector.sendRequestXML(ticket)).toContain('iterator="Continue"');
			expect(await connector.receiveResponseXML(ticket, iterated(0))).toBe(100);
			expect(await pages()).toEqual([
				[2, 'response_received'],
				[1, 'response_received'],
			]);
		});
	});

	describe('to whom a connector signs in again', () => {
		it('sends what was only fetched', async () => {
			const { ticket, signIn, requestId } = before.fetched.signsIn;
			const [anew] = await signIn();
			expect(await connector.sendRequestXML(ticket)).toBe('');
			expect(await connector.sendRequestXML(anew)).toContain('CustomerQueryRq');
			expect(await stateOf(requestId)).toEqual(['sent', undefined]);
		});

		it('never sends again what was sent, and knows no more of its effect', async () => {
			const { ticket, signIn, requestId, behindId } = before.sent.signsIn;
			const [anew] = await signIn();
			expect(await connector.receiveResponseXML(ticket, answer('CustomerQuery'))).toBe(-1);
			expect(await stateOf(requestId)).toEqual(['error', 'connection_error']);
			expect(await connector.sendRequestXML(anew)).toContain('VendorQueryRq');
			expect(await stateOf(behindId)).toEqual(['sent', undefined]);
		});

		it('gives up the next page of an iterated request, and keeps the pages before it', async () => {
			const { signIn, pages } = before.pages.signsIn;
			expect(await signIn()).toEqual(['', 'none']);
			expect(await pages()).toEqual([
				[2, 'error'],
				[1, 'response_received'],
			]);
		});
	});
});

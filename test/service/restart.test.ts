import path from 'node:path';
import { apiClient, type ApiClient } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { killProcesses, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';

describe('a service that was killed', () => {
	afterEach(killProcesses);

	async function connectionOf(api: ApiClient, baseUrl: string) {
		const { id, username } = (await api('POST', '/connections')).body.data;
		const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
		const connector = connectorClient(`${new URL(baseUrl).origin}/connector`);
		const queue = async (target: string) =>
			(await api('GET', `/connections/${id}${target}`)).body.data.id;
		return { id, connector, queue, signIn: () => connector.authenticate(username, password) };
	}

	async function withRestart(
		before: (api: ApiClient, baseUrl: string) => Promise<() => Promise<void>>,
	) {
		const words = ['--api-key', 'key', '--database', path.join(await temporaryFolder(), 'data')];
		const first = await startProcess(words);
		let api = apiClient(first.baseUrl, 'key');
		const after = await before((...call) => api(...call), first.baseUrl);
		await first.end('SIGKILL');
		const second = await startProcess(words);
		api = apiClient(second.baseUrl, 'key');
		await after();
	}

	const stateIn = async (api: ApiClient, id: string) => {
		const { state, error } = (await api('GET', `/queued_requests/${id}`)).body.data;
		return [state, error?.code];
	};

	it('still has its applications, connections, passwords and requests', () =>
		withRestart(async (api, baseUrl) => {
			const { id, queue } = await connectionOf(api, baseUrl);
			const queued = await queue('/customers');
			const listed = (await api('GET', `/connections/${id}/queued_requests`)).body;
			const connections = (await api('GET', '/connections')).body.data;
			return async () => {
				expect(await stateIn(api, queued)).toEqual(['waiting', undefined]);
				expect((await api('GET', `/connections/${id}/queued_requests`)).body).toEqual(listed);
				const [again] = (await api('GET', '/connections')).body.data;
				expect({ ...again, links: undefined }).toEqual({ ...connections[0], links: undefined });
			};
		}));

	it('puts back what was taken, and never sends again what was sent', () =>
		withRestart(async (api, baseUrl) => {
			const taken = await connectionOf(api, baseUrl);
			const takenId = await taken.queue('/customers');
			await taken.signIn();
			const sent = await connectionOf(api, baseUrl);
			const sentId = await sent.queue('/customers');
			const behindId = await sent.queue('/vendors');
			const [ticket] = await sent.signIn();
			await sent.connector.sendRequestXML(ticket);
			expect(await stateIn(api, takenId)).toEqual(['ticketed', undefined]);
			expect(await stateIn(api, sentId)).toEqual(['sent', undefined]);
			return async () => {
				expect(await stateIn(api, takenId)).toEqual(['waiting', undefined]);
				expect(await stateIn(api, sentId)).toEqual(['error', 'connection_error']);
				expect(await stateIn(api, behindId)).toEqual(['waiting', undefined]);
				expect((await api('DELETE', `/queued_requests/${sentId}`)).status).toBe(204);
			};
		}));

	it('gives up the next page of an iterated request, and keeps the pages before it', () =>
		withRestart(async (api, baseUrl) => {
			const { id, queue, signIn, connector } = await connectionOf(api, baseUrl);
			const queued = await queue('/vendors?iterate=true');
			const [ticket] = await signIn();
			await connector.sendRequestXML(ticket);
			const attributes = 'iteratorRemainingCount="2" iteratorID="{1}"';
			await connector.receiveResponseXML(ticket, answer('VendorQuery', { attributes }));
			return async () => {
				expect(await stateIn(api, queued)).toEqual(['error', 'connection_error']);
				const pages = (await api('GET', `/connections/${id}/queued_requests`)).body.data;
				expect(pages.map(({ page, state }) => [page, state])).toEqual([
					[2, 'error'],
					[1, 'response_received'],
				]);
			};
		}));
});
